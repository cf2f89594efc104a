// The alarm tone: once for what is new, in one tab of this browser, as its person chose.
import { mine, type Sound, usualSound } from '@gatehouse/contract/messages/sound'
import { singleton } from '../application.ts'
import { type Api, api, isStatus } from '../data/api.ts'
import { type Clock, clock } from '../clock.ts'
import { type Player, player } from './player.ts'
import { alarmNotes } from './tones.ts'

export interface Alarm {
  /** `id`: of what is new. Other tabs are brought the same, and stay silent. */
  readonly sound: (id: string) => Promise<void>
}

interface AlarmParts {
  readonly api: Pick<Api, 'call'>
  readonly clock: Pick<Clock, 'now'>
  readonly player: Player
}

/** As long as a tone is heard, and a little longer. */
const toneMs = 2_000
/** As long as other tabs may take until they are brought the same. */
const heldMs = 5_000

export const createAlarm = (parts: AlarmParts): Alarm => {
  // Asked each time: it may have been muted in another browser. Where the server is away, an alarm is not silent.
  const chosen = (): Promise<Sound> =>
    parts.api.call(mine, {}).then(
      ({ sound }) => sound,
      // Whoever looks through another's eyes is not told what the other chose, and hears nothing of theirs.
      (error: unknown) => (isStatus(error, 403) ? { ...usualSound, alarm: 'off' } : usualSound),
    )
  let playedAt = Number.NEGATIVE_INFINITY
  const play = async () => {
    const now = parts.clock.now()
    // In a flood one tone is for all that came meanwhile.
    if (now < playedAt + toneMs) return
    playedAt = now
    const sound = await chosen()
    if (isMuted(sound, parts.clock.now())) return
    parts.player.play(alarmNotes[sound.alarm], sound.volume)
  }
  return {
    sound: async (id) => {
      if (!parts.player.mayPlay()) return
      await onlyHere(`alarm ${id}`, play)
    },
  }
}

/** A mute that is over is none. */
export const isMuted = ({ mutedUntil }: Pick<Sound, 'mutedUntil'>, now: number): boolean =>
  mutedUntil !== null && Date.parse(mutedUntil) > now

// The lock is of all tabs of this browser; the first that may be heard has it.
const onlyHere = async (name: string, act: () => Promise<void>): Promise<void> => {
  if (!('locks' in navigator)) return act()
  await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock === null) return
    await act()
    await new Promise((resolve) => setTimeout(resolve, heldMs))
  })
}

export const alarm = singleton((use) => createAlarm({ api: use(api), clock: use(clock), player: use(player) }))
