// The filters of the notification centre: what they are, how they stand in the URL, and which notifications pass them.
import type { list, Notification, Priority } from '@gatehouse/contract/notifications'
import type { Input } from '@gatehouse/contract/operation'
import { dayOf } from '../kit/time.ts'
import { momentAt } from '../ui/wall-time.ts'
import { priorities } from './notification-words.ts'
import type { Filter } from './shown.ts'

export const periods = {
  all: 'All time',
  today: 'Today',
  day: 'Last 24 hours',
  week: 'Last 7 days',
  month: 'Last 30 days',
  days: 'Chosen days',
} as const
export type Period = keyof typeof periods

export interface Filters {
  readonly show: Filter
  readonly priority: Priority | ''
  readonly kind: string
  readonly period: Period
  /** `2026-11-21`, with period `days`; both included. */
  readonly fromDay: string
  readonly toDay: string
  readonly q: string
}

const hourMs = 3_600_000
const hours: Partial<Record<Period, number>> = { day: 24, week: 7 * 24, month: 30 * 24 }
const shows: readonly Filter[] = ['all', 'unread', 'read']

export const readFilters = (get: (name: string) => string): Filters => ({
  show: shows.find((one) => one === get('show')) ?? 'all',
  priority: priorities.find((one) => one === get('priority')) ?? '',
  kind: get('kind').slice(0, 60),
  period: periodOf(get('period')),
  fromDay: dayOrNothing(get('from')),
  toDay: dayOrNothing(get('to')),
  q: get('q').trim().slice(0, 100),
})

/** As short as can be: what is not set does not stand in the URL. */
export const writeFilters = ({ show, priority, kind, period, fromDay, toDay, q }: Filters): Record<string, string> => ({
  show: show === 'all' ? '' : show,
  priority,
  kind,
  period: period === 'all' ? '' : period,
  from: period === 'days' ? fromDay : '',
  to: period === 'days' ? toDay : '',
  q,
})

/** Those besides the three that are always in sight. */
export const countFilters = ({ priority, kind, period, q }: Filters): number =>
  [priority, kind, period === 'all' ? '' : period, q].filter((value) => value !== '').length

/** What to ask the server for, as of now. */
export const inputOf = (filters: Filters, now: number, timeZone: string): Input<typeof list> => {
  const { show, priority, kind, q } = filters
  const { from, to } = spanOf(filters, now, timeZone)
  return {
    ...(show === 'all' ? {} : { read: show === 'read' ? 'true' : 'false' }),
    ...(priority === '' ? {} : { priority }),
    ...(kind === '' ? {} : { kind }),
    ...(q === '' ? {} : { q }),
    ...(from === null ? {} : { from: new Date(from).toISOString() }),
    ...(to === null ? {} : { to: new Date(to).toISOString() }),
  }
}

/** Whether the server would answer one of them. */
export const passes = (filters: Filters, item: Notification, now: number, timeZone: string): boolean => {
  const { show, priority, kind, q } = filters
  const { from, to } = spanOf(filters, now, timeZone)
  const at = Date.parse(item.timestamp)
  return (
    (show === 'all' || item.read === (show === 'read')) &&
    (priority === '' || item.priority === priority) &&
    (kind === '' || item.kind === kind) &&
    (from === null || at >= from) &&
    (to === null || at < to) &&
    `${item.title}\n${item.message}`.toLowerCase().includes(q.toLowerCase())
  )
}

const spanOf = ({ period, fromDay, toDay }: Filters, now: number, timeZone: string) => {
  const start = (day: string) => momentAt(`${day}T00:00`, timeZone).getTime()
  if (period === 'today') return { from: start(dayOf(now, timeZone)), to: null }
  if (period === 'days')
    return { from: fromDay === '' ? null : start(fromDay), to: toDay === '' ? null : start(dayAfter(toDay)) }
  const back = hours[period]
  return { from: back === undefined ? null : now - back * hourMs, to: null }
}

const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T12:00:00Z`) + 24 * hourMs).toISOString().slice(0, 10)

const dayOrNothing = (text: string): string =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : ''

export const periodOf = (text: string): Period => (isPeriod(text) ? text : 'all')

const isPeriod = (text: string): text is Period => Object.hasOwn(periods, text)
