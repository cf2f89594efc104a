// Which time a list is of: a stretch up to now by its name, or chosen days; and how that stands in the URL.
import { dayOf } from '../../kit/time.ts'
import { momentAt } from './wall-time.ts'

export const periods = {
  hour: 'Last hour',
  today: 'Today',
  day: 'Last 24 hours',
  week: 'Last 7 days',
  month: 'Last 30 days',
  all: 'All time',
  days: 'Custom range',
} as const
export type Period = keyof typeof periods

export interface PeriodFilter {
  readonly period: Period
  /** `2026-11-21`, with period `days`; both included. */
  readonly fromDay: string
  readonly toDay: string
}

export const allTime: PeriodFilter = { period: 'all', fromDay: '', toDay: '' }

export const readPeriod = (get: (name: string) => string): PeriodFilter => ({
  period: periodOf(get('period')),
  fromDay: dayOrNothing(get('from')),
  toDay: dayOrNothing(get('to')),
})

export const periodOf = (text: string): Period => (isPeriod(text) ? text : 'all')

/** Its parameters in the URL, empty where it has none. */
export const writePeriod = ({ period, fromDay, toDay }: PeriodFilter) => ({
  period: period === 'all' ? '' : period,
  from: period === 'days' ? fromDay : '',
  to: period === 'days' ? toDay : '',
})

/** What the server is asked for, as of now. */
export const momentsOf = (
  filter: PeriodFilter,
  now: number,
  timeZone: string,
): { readonly from?: string; readonly to?: string } => {
  const { from, to } = spanOf(filter, now, timeZone)
  return {
    ...(from === null ? {} : { from: new Date(from).toISOString() }),
    ...(to === null ? {} : { to: new Date(to).toISOString() }),
  }
}

/** Whether something of this moment is among what the server is asked for. */
export const isWithin = (filter: PeriodFilter, at: string, now: number, timeZone: string): boolean => {
  const { from, to } = spanOf(filter, now, timeZone)
  const moment = Date.parse(at)
  return (from === null || moment >= from) && (to === null || moment < to)
}

const hourMs = 3_600_000
const hours: Partial<Record<Period, number>> = { hour: 1, day: 24, week: 7 * 24, month: 30 * 24 }

const spanOf = ({ period, fromDay, toDay }: PeriodFilter, now: number, timeZone: string) => {
  const start = (day: string) => momentAt(`${day}T00:00`, timeZone).getTime()
  if (period === 'today') return { from: start(dayOf(now, timeZone)), to: null }
  if (period === 'days') {
    return { from: fromDay === '' ? null : start(fromDay), to: toDay === '' ? null : start(dayAfter(toDay)) }
  }
  const back = hours[period]
  return { from: back === undefined ? null : now - back * hourMs, to: null }
}

const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T12:00:00Z`) + 24 * hourMs).toISOString().slice(0, 10)

const dayOrNothing = (text: string): string =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : ''

const isPeriod = (text: string): text is Period => Object.hasOwn(periods, text)
