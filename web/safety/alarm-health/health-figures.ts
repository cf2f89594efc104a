// Alarm health as figures: how they are written, and whether they meet the guidance. A figure is rated as it is shown.
import { guidance, type read } from '@gatehouse/contract/safety/alarm-health'
import type { Output } from '@gatehouse/contract/operation'
import { figure } from '../../ui/charts/figure.ts'

export type Health = Output<typeof read>

/** `unrated`: nothing happened that could be rated. */
export type Rating = 'meets' | 'misses' | 'unrated'

const ratedIf = (isRatable: boolean, meets: boolean): Rating => (isRatable ? (meets ? 'meets' : 'misses') : 'unrated')

const rounded = (value: number): number => Number(value.toFixed(1))

export const perDayText = (perDay: number): string => figure(rounded(perDay))

/** `12.5 %`; what is not none is not 0 %. */
export const shareText = (share: number): string =>
  share > 0 && rounded(share * 100) === 0 ? 'Less than 0.1 %' : `${figure(rounded(share * 100))} %`

/** `45 s`, `3 min 20 s`, `2 h 5 min`, `3 d 4 h` */
export const durationText = (seconds: number): string => {
  const whole = Math.round(seconds)
  if (whole < 60) return `${whole} s`
  if (whole < 3_600) return parts(Math.floor(whole / 60), 'min', whole % 60, 's')
  const minutes = Math.round(whole / 60)
  if (minutes < 24 * 60) return parts(Math.floor(minutes / 60), 'h', minutes % 60, 'min')
  const hours = Math.round(minutes / 60)
  return parts(Math.floor(hours / 24), 'd', hours % 24, 'h')
}

const parts = (large: number, largeUnit: string, small: number, smallUnit: string): string =>
  small === 0 ? `${large} ${largeUnit}` : `${large} ${largeUnit} ${small} ${smallUnit}`

export const rateOfDay = ({ total, perDay }: Health): Rating => ratedIf(total > 0, rounded(perDay) <= guidance.perDay)

export const rateOfPeak = ({ peak }: Health): Rating =>
  ratedIf(peak !== null, (peak?.count ?? 0) <= guidance.floodInTenMinutes)

export const rateOfFloods = ({ total, floods }: Health): Rating => ratedIf(total > 0, floods.length === 0)

export const rateOfResponse = ({ acknowledgement: { withinMinute } }: Health): Rating =>
  ratedIf(withinMinute !== null, rounded((withinMinute ?? 0) * 100) >= rounded(guidance.acknowledgedShare * 100))

export const rateOfNever = ({ total, acknowledgement: { never } }: Health): Rating =>
  ratedIf(total > 0 || never > 0, never === 0)

export const rateOfChattering = ({ total, chattering }: Health): Rating => ratedIf(total > 0, chattering.length === 0)

/** An alarm that stands since before the period is stale all the same. */
export const rateOfStale = ({ total, stale }: Health): Rating =>
  ratedIf(total > 0 || stale.length > 0, stale.length === 0)

export interface PriorityShare {
  readonly key: keyof typeof guidance.priorities
  readonly title: string
  readonly count: number
  readonly share: number
  readonly guide: number
  /** Most is to be of low and medium priority; of the others no more than their share. */
  readonly guideText: string
  readonly rating: Rating
}

export const prioritiesOf = ({ priorities }: Pick<Health, 'priorities'>): readonly PriorityShare[] => {
  const counts = {
    others: priorities.low + priorities.medium,
    high: priorities.high,
    critical: priorities.critical,
  }
  const all = counts.others + counts.high + counts.critical
  const one = (key: PriorityShare['key'], title: string, limit: 'at least' | 'at most'): PriorityShare => {
    const count = counts[key]
    const guide = guidance.priorities[key]
    const share = all === 0 ? 0 : count / all
    const [shown, wanted] = [rounded(share * 100), rounded(guide * 100)]
    const meets = limit === 'at least' ? shown >= wanted : shown <= wanted
    return {
      key,
      title,
      count,
      share,
      guide,
      guideText: `${limit} ${shareText(guide)}`,
      rating: ratedIf(all > 0, meets),
    }
  }
  return [
    one('others', 'Low and medium', 'at least'),
    one('high', 'High', 'at most'),
    one('critical', 'Critical', 'at most'),
  ]
}

export const rateOfPriorities = (health: Pick<Health, 'priorities'>): Rating => {
  const ratings = prioritiesOf(health).map(({ rating }) => rating)
  if (ratings.includes('unrated')) return 'unrated'
  return ratings.includes('misses') ? 'misses' : 'meets'
}

/** How much of all alarms the worst are; null: there are none. */
export const shareOfWorst = ({ total, worst }: Health): number | null =>
  total === 0 ? null : worst.reduce((sum, { count }) => sum + count, 0) / total
