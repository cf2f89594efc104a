// An occupancy in words: what is known of it, how well, since when, and how near its limit it is.
import { busyPercent, type Figure } from '@gatehouse/contract/safety/occupancy'
import { atLeast, peopleText } from '../../kit/people-words.ts'
import type { StateWord } from '../../ui/primitives/status-word.tsx'

/** `isOld`: the answer that it stands in is so old that nothing of it is current. Whatever speaks against believing it comes first. */
export const stateOf = (figure: Figure, isOld: boolean): StateWord => {
  if (figure.occupancy === null) return { state: 'unknown', word: 'Not counted' }
  if (!isCurrent(figure, isOld)) return { state: 'stale', word: 'Not current' }
  if (figure.mode === 'full') return { state: 'critical', word: 'Over the limit' }
  if (figure.mode === 'one-in-one-out') return { state: 'high', word: 'At the limit' }
  if (isNeverCounted(figure)) return { state: 'unknown', word: 'Never counted' }
  if (figure.mode === 'busy') return { state: 'warning', word: 'Near the limit' }
  return figure.mode === 'open'
    ? { state: 'normal', word: 'Below the limit' }
    : { state: 'information', word: 'No limit' }
}

export const isCurrent = ({ occupancy, stale, mode }: Figure, isOld: boolean): boolean =>
  occupancy !== null && !stale && !isOld && mode !== 'unknown'

const isNeverCounted = ({ source, low }: Figure) => source === 'counters' && low === null

/** `between 184 and 203`; or why there is no range. */
export const rangeText = (figure: Figure, isOld: boolean): string => {
  const { source, low, high, occupancy } = figure
  if (occupancy === null) return 'No counter and no badges at its borders'
  if (!isCurrent(figure, isOld)) return 'What was counted last'
  if (source === 'badges') return 'By badges: whoever badged in and not out'
  if (low === null || high === null) return 'No range yet: correct it once, or wait for the first empty night'
  return low === high ? `Exactly ${peopleText(low)}` : `Between ${peopleText(low)} and ${peopleText(high)}`
}

/** `of 220, 84 %, 36 more may come in` */
export const limitText = (figure: Figure, isOld: boolean): string => {
  const { limit, share, free } = figure
  if (limit === null) return 'No limit'
  const parts = [`Limit ${limit.toLocaleString('en-GB')}`]
  if (!isCurrent(figure, isOld)) return parts.join('')
  if (share !== null) parts.push(`${Math.round(share)} % of it`)
  if (free !== null) parts.push(atLeast(free) > 0 || free === 'few' ? `${peopleText(free)} more may come in` : 'full')
  if (mayBeOver(figure)) parts.push('may be over: the range reaches beyond it')
  return parts.join(', ')
}

const mayBeOver = ({ limit, high, occupancy }: Figure) =>
  limit !== null && high !== null && occupancy !== null && atLeast(high) > limit && atLeast(occupancy) <= limit

export const anchorWords: Readonly<Record<NonNullable<Figure['anchorKind']>, string>> = {
  start: 'Counting began',
  manual: 'Counted by hand',
  nightly: 'Empty at night',
  muster: 'Roll-call',
}

/** People who went out without having been counted in. */
export const driftText = ({ drift }: Pick<Figure, 'drift'>): string | null =>
  drift === null || drift === 0 ? null : `Drift ${drift.toLocaleString('en-GB')}`

/** Of a floor or site, against the zones in it. */
export const differenceText = ({ difference, kind }: Pick<Figure, 'difference' | 'kind'>): string | null => {
  if (difference === null || kind === 'zone') return null
  if (difference === 0) return 'Agrees with its zones'
  return `${Math.abs(difference).toLocaleString('en-GB')} ${difference > 0 ? 'more' : 'fewer'} than its zones together`
}

/** `Not counting: Entrance, Side door`; of devices that one may not see, how many is not said either. */
export const silentText = ({ stale, silent }: Pick<Figure, 'stale' | 'silent'>): string | null => {
  if (!stale) return null
  if (silent.length === 0) return 'A counter at its borders is not counting'
  return `Not counting: ${silent.map(({ name }) => name).join(', ')}`
}

/** From which number of people on the place is near its limit. */
export const nearLimit = (limit: number): number => Math.ceil((limit * busyPercent) / 100)

/** What a place is called where it stands by itself. */
export const kindWords = { site: 'Site', floor: 'Floor', zone: 'Zone' } as const
