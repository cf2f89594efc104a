// The filters of the entry and exit log: what they are, how they stand in the URL, and which logs pass them.
import type { logs } from '@gatehouse/contract/entry-exit'
import type { Log } from '@gatehouse/contract/entry-exit'
import type { Input } from '@gatehouse/contract/operation'
import { dayOf } from '../kit/time.ts'
import { momentAt } from '../ui/wall-time.ts'

export const periods = {
  today: 'Today',
  day: 'Last 24 hours',
  week: 'Last 7 days',
  month: 'Last 30 days',
  all: 'All time',
  days: 'Chosen days',
} as const
export type Period = keyof typeof periods

export interface Filters {
  readonly period: Period
  /** `2026-11-21`, with period `days`; both included. */
  readonly fromDay: string
  readonly toDay: string
  readonly q: string
  readonly doorId: string
  readonly zoneId: string
  readonly type: Log['type'] | ''
  readonly result: Log['result'] | ''
}

const hourMs = 3_600_000
const hours: Partial<Record<Period, number>> = { day: 24, week: 7 * 24, month: 30 * 24 }

export const readFilters = (query: URLSearchParams): Filters => {
  const text = (name: string) => query.get(name) ?? ''
  return {
    period: periodOf(text('period')),
    fromDay: dayOrNothing(text('from')),
    toDay: dayOrNothing(text('to')),
    q: text('q'),
    doorId: text('doorId'),
    zoneId: text('zone'),
    type: oneOf(['entry', 'exit'], text('type')),
    result: oneOf(['granted', 'denied'], text('result')),
  }
}

export const periodOf = (text: string): Period => (isPeriod(text) ? text : 'all')

/** As short as can be: what is not set does not stand in the URL. */
export const writeFilters = ({ period, fromDay, toDay, q, doorId, zoneId, type, result: outcome }: Filters) => {
  const query = new URLSearchParams()
  const entries = {
    period: period === 'all' ? '' : period,
    from: period === 'days' ? fromDay : '',
    to: period === 'days' ? toDay : '',
    q,
    doorId,
    zone: zoneId,
    type,
    result: outcome,
  }
  for (const [name, value] of Object.entries(entries)) if (value !== '') query.set(name, value)
  return query
}

export const countFilters = (filters: Filters): number => {
  const { period, q, doorId, zoneId, type, result: outcome } = filters
  return [period === 'all' ? '' : period, q, doorId, zoneId, type, outcome].filter((value) => value !== '').length
}

export const noFilters: Filters = {
  period: 'all',
  fromDay: '',
  toDay: '',
  q: '',
  doorId: '',
  zoneId: '',
  type: '',
  result: '',
}

/** What to ask the server for, as of now. */
export const inputOf = (filters: Filters, now: number, timeZone: string): Input<typeof logs> => {
  const { from, to } = spanOf(filters, now, timeZone)
  const { q, doorId, zoneId, type, result: outcome } = filters
  return {
    ...(from === null ? {} : { from: new Date(from).toISOString() }),
    ...(to === null ? {} : { to: new Date(to).toISOString() }),
    ...(q.trim() === '' ? {} : { q: q.trim() }),
    ...(doorId === '' ? {} : { doorId }),
    ...(zoneId === '' ? {} : { zoneId }),
    ...(type === '' ? {} : { type }),
    ...(outcome === '' ? {} : { result: outcome }),
  }
}

/** Whether a log that happens now would pass; `zone` is the chosen zone's name, since a log carries no id of it. */
export const passes = (filters: Filters, log: Log, zone: string | null, now: number, timeZone: string): boolean => {
  const { from, to } = spanOf(filters, now, timeZone)
  const at = Date.parse(log.timestamp)
  const sought = filters.q.trim().toLowerCase()
  return (
    (from === null || at >= from) &&
    (to === null || at < to) &&
    (sought === '' || `${log.person ?? ''}\n${log.door ?? ''}`.toLowerCase().includes(sought)) &&
    (filters.doorId === '' || log.doorId === filters.doorId) &&
    (filters.zoneId === '' || log.zone === zone) &&
    (filters.type === '' || log.type === filters.type) &&
    (filters.result === '' || log.result === filters.result)
  )
}

const spanOf = ({ period, fromDay, toDay }: Filters, now: number, timeZone: string) => {
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

const oneOf = <T extends string>(allowed: readonly T[], text: string): T | '' =>
  allowed.find((option) => option === text) ?? ''

const isPeriod = (text: string): text is Period => Object.hasOwn(periods, text)
