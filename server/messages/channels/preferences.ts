// What a person chose about being told, as it is stored, and what holds where they chose nothing.
import {
  alwaysMailed,
  byDefault,
  type Channel,
  digest,
  type Preferences,
  quietHours,
  usualDefault,
} from '@gatehouse/contract/messages/channels'
import { sound, usualSound } from '@gatehouse/contract/messages/sound'
import { isKind, type Kind, kinds, type Priority } from '@gatehouse/contract/messages/notifications'
import { z } from 'zod'

const choices = z.record(z.string(), z.boolean()).default({}).catch({})

// By channel and then by kind: each domain that writes letters asks for one value of it in its SQL.
const stored = z.object({
  email: choices,
  push: choices,
  quiet: quietHours.default({ on: false, from: '22:00', to: '07:00', days: [0, 1, 2, 3, 4, 5, 6] }),
  digest: digest.default({ every: 'off', at: '08:00' }),
  timeZone: z.string().nullable().default(null),
  sound: sound.default(usualSound).catch(usualSound),
})
export type Chosen = z.output<typeof stored>

/** `value`: of the column `users.notification_preferences`. */
export const chosenIn = (value: unknown): Chosen => {
  const read = stored.safeParse(value)
  return read.success ? read.data : stored.parse({})
}

export const wants = (
  chosen: Chosen,
  { kind, priority }: { readonly kind: string; readonly priority: Priority },
  channel: Channel,
): boolean => chosen[channel][kind] ?? byDefault(isKind(kind) ? kind : undefined, priority, channel)

/** For the kinds that somebody with these permissions may be told of. */
export const shownOf = (chosen: Chosen, permissions: ReadonlySet<string>): Preferences => {
  const of = (kind: Kind, channel: Channel) =>
    (channel === 'email' && alwaysMailed.includes(kind)) || (chosen[channel][kind] ?? usualDefault(kind, channel))
  return {
    kinds: Object.fromEntries(
      Object.keys(kinds)
        .filter(isKind)
        .filter((kind) => mayBeNotified(kind, permissions))
        .map((kind) => [kind, { email: of(kind, 'email'), push: of(kind, 'push') }]),
    ),
    quiet: chosen.quiet,
    digest: chosen.digest,
    timeZone: chosen.timeZone,
  }
}

/** Kinds that are not named keep what was chosen for them, so that somebody who gets a right back has it as before. */
export const changed = (before: Chosen, { kinds: given, ...rest }: Preferences): Chosen => {
  const column = (channel: Channel) =>
    Object.fromEntries(Object.entries(given).flatMap(([kind, choice]) => (choice ? [[kind, choice[channel]]] : [])))
  return {
    email: { ...before.email, ...column('email') },
    push: { ...before.push, ...column('push') },
    sound: before.sound,
    ...rest,
  }
}

const mayBeNotified = (kind: Kind, permissions: ReadonlySet<string>): boolean => {
  const known = kinds[kind]
  return !('needs' in known) || permissions.has(known.needs)
}
