// Counters in words: where each stands, how well it counts, and what is wrong with it.
import type { Border, CounterHealth } from '@gatehouse/contract/safety/occupancy'
import { counted } from '../../kit/counted.ts'
import type { StateWord } from '../../ui/primitives/status-word.tsx'

/** A device that counts or could: where it stands, and how well it counts once it does. */
export interface CounterRow {
  readonly border: Border
  readonly health: CounterHealth | null
}

/** `Outside → Hall`: whoever it counts in goes from the one to the other. */
export const betweenText = ({ from, to, inverted, because }: Border): string => {
  if (because === 'not-placed') return 'Not placed'
  const way = `${from?.name ?? 'Outside'} → ${to?.name ?? 'Outside'}`
  return inverted ? `${way}, turned round` : way
}

const becauseWords: Readonly<Record<Border['because'], string>> = {
  chosen: 'as you chose',
  'counter-here': 'a counter stands on the same border',
  'no-counter': 'no counter stands on its border',
  'not-placed': 'it stands between no zones',
}

/** `Counts: no counter stands on its border` */
export const countsText = ({ counts, because }: Border): string =>
  `${counts ? 'Counts' : 'Does not count'}: ${becauseWords[because]}`

export const healthOf = ({ border, health }: CounterRow): StateWord => {
  if (border.because === 'not-placed') return { state: 'unknown', word: 'Not placed' }
  if (!border.counts) return { state: 'information', word: 'Does not count' }
  if (health === null) return { state: 'unknown', word: 'Not known yet' }
  if (!health.online) return { state: 'offline', word: 'Not counting' }
  if (health.health === 'suspect') return { state: 'high', word: 'Suspect' }
  return health.health === 'drifting' ? { state: 'warning', word: 'Drifting' } : { state: 'normal', word: 'Good' }
}

export const faultWords: Readonly<Record<CounterHealth['because'][number], string>> = {
  offline: 'It is offline: nothing that it counted since is known.',
  'unexpected-correction': 'A correction was far from what it had counted.',
  'one-sided': 'It counts one direction much better than the other.',
  'misses-many': 'It misses many people.',
  'negative-counts': 'More people went out than had come in.',
}

/** `96.5 % in, 95 % out, ± 3` */
export const accuracyText = ({ accuracyIn, accuracyOut, uncertainty }: CounterHealth): string =>
  `${accuracyIn} % in, ${accuracyOut} % out, ± ${uncertainty}`

export const lessonsText = ({ lessons }: CounterHealth): string =>
  lessons === 0
    ? 'As set or as its maker says'
    : `Learnt from ${counted(lessons, 'correction or empty night', 'corrections and empty nights')}`
