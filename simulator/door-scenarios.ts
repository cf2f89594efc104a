// What happens at doors and readers on demand: visitors, people who are turned away, drills, controllers that misbehave.
import type { Person } from '@gatehouse/demo/world'
import { z } from 'zod'
import type { Building } from './building.ts'
import { manners } from './manners.ts'
import { doorOf, NotPlayable, type Scenario, type Stage, scenario, seconds } from './scenario.ts'

const towards = z.enum(['entry', 'exit']).default('entry')

export const doorScenarios = {
  visitor: scenario({
    description: 'A visitor shows a pass at a door, and comes in where it is good',
    options: z.object({
      credential: z.string().optional(),
      device: z.string().default('door-main-entrance'),
      direction: towards,
    }),
    play: (stage, { credential, device, direction: way }) => {
      const shown = credential ?? stage.building.world.access?.passes[0]?.code
      if (shown === undefined) throw new NotPlayable('no pass is known here: give --credential pass:...')
      comes(stage, device, shown, way)
    },
  }),
  denied: scenario({
    description: 'Somebody tries a door that is not theirs, several times with --times: five in a row block the reader',
    options: z.object({
      credential: z.string().optional(),
      device: z.string().default('door-plant-room'),
      direction: towards,
      times: z.coerce.number().int().min(1).max(20).default(1),
    }),
    play: (stage, { credential, device, direction: way, times }) => {
      const door = doorOf(stage.building, device)
      const stranger = stage.building.world.people.find((p) => p.rhythm === 'office' && !p.mayEnter.includes(door.to))
      const shown = credential ?? stranger?.credential
      if (shown === undefined) throw new NotPlayable('everybody may enter there: give --credential')
      for (let n = 0; n < times; n++) stage.after(n * 1.5, () => comes(stage, device, shown, way))
    },
  }),
  'wrong-pin': scenario({
    description: 'A PIN is tried at a door; the keypad hashes it, as always',
    options: z.object({
      pin: z
        .string()
        .regex(/^\d{4,8}$/)
        .default('4711'),
      device: z.string().default('door-archive'),
    }),
    play: (stage, { pin, device }) => {
      doorOf(stage.building, device)
      const hashed = stage.building.doors.get(device)?.list.hashed(pin)
      if (!hashed) throw new NotPlayable(`${device} has not been given the key of the PINs yet`)
      comes(stage, device, hashed, 'entry')
    },
  }),
  controller: scenario({
    description: `A door takes commands badly: ${Object.keys(manners).join(', ')}`,
    options: z.object({
      device: z.string().default('door-side-entrance'),
      mode: z.enum(['silent', 'slow', 'duplicate', 'refusing', 'late']).default('silent'),
      after: seconds(4),
      seconds: seconds(60),
    }),
    play: (stage, { device, mode, after, seconds: long }) => {
      doorOf(stage.building, device)
      misbehaves(stage, device, mode, after)
      stage.after(long, () => undefined)
    },
  }),
  'lockdown-drill': scenario({
    description:
      'For a lockdown drill: one door does not answer, one refuses, one is offline and comes back before the end',
    options: z.object({
      silent: z.string().default('door-side-entrance'),
      refusing: z.string().default('door-goods-corridor'),
      offline: z.string().default('door-roof-terrace'),
      seconds: seconds(120),
    }),
    play: (stage, { silent, refusing, offline, seconds: long }) => {
      const { building } = stage
      for (const key of [silent, refusing, offline]) doorOf(building, key)
      misbehaves(stage, silent, 'silent', 0)
      misbehaves(stage, refusing, 'refusing', 0)
      const gone = building.devices.get(offline)
      gone?.cut()
      stage.after(long / 2, () => gone?.restore())
      stage.finally(() => gone?.restore())
      stage.after(long, () => undefined)
    },
  }),
  'muster-drill': scenario({
    description: 'Everybody inside walks out by the nearest exit, but for a few; later they come back',
    options: z.object({ seconds: seconds(90), share: z.coerce.number().min(0).max(1).default(0.9) }),
    play: (stage, { seconds: long, share }) => {
      const { building } = stage
      const inside = building.whereabouts?.inside() ?? []
      if (inside.length === 0) throw new NotPlayable('nobody is inside')
      const people = building.world.people.filter((p) => inside.includes(p.credential))
      const walking = people.slice(0, Math.round(people.length * share))
      const exits = building.world.doors.filter((d) => d.perimeter)
      for (const [index, person] of walking.entries()) {
        const door = exits[index % exits.length]
        if (!door) continue
        stage.after((long * (index + 1)) / walking.length, () => walks(building, door.key, person, 'exit'))
        stage.after(long * 1.5 + (long * index) / walking.length, () =>
          walks(building, person.arrivesBy, person, 'entry'),
        )
      }
    },
  }),
} as const satisfies Record<string, Scenario>

/** Shows something to a reader; whoever is let in opens the door and closes it again. */
const comes = (stage: Stage, device: string, credential: string, direction: 'entry' | 'exit') => {
  const { building, correlationId } = stage
  doorOf(building, device)
  building.atReader(device, { credential, direction, correlationId })
  // By then the answer is there; a door that stays shut plays nothing of this.
  stage.after(3, () => building.atDoor(device, 'opened', { correlationId }))
  stage.after(6, () => building.atDoor(device, 'closed', { correlationId }))
}

const misbehaves = (
  { building, finally: inTheEnd }: Stage,
  device: string,
  manner: keyof typeof manners,
  after: number,
) => {
  building.manners.set(device, { manner, slowSeconds: after })
  inTheEnd(() => building.manners.delete(device))
}

const walks = (building: Building, device: string, { credential }: Person, direction: 'entry' | 'exit') => {
  const passage = { type: 'access', direction, credential, result: 'granted', taken: true } as const
  building.whereabouts?.see(device, passage)
  building.atDoor(device, 'access', passage)
}
