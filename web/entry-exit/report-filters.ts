// The filters of the entry and exit log: what they are, how they stand in the URL, and which logs pass them.
import type { logs } from '@gatehouse/contract/entry-exit'
import type { Log } from '@gatehouse/contract/entry-exit'
import type { Input } from '@gatehouse/contract/operation'
import { allTime, isWithin, momentsOf, type PeriodFilter, readPeriod, writePeriod } from '../ui/period.ts'

export interface Filters extends PeriodFilter {
  readonly q: string
  readonly doorId: string
  readonly zoneId: string
  readonly type: Log['type'] | ''
  readonly result: Log['result'] | ''
}

export const readFilters = (query: URLSearchParams): Filters => {
  const text = (name: string) => query.get(name) ?? ''
  return {
    ...readPeriod(text),
    q: text('q'),
    doorId: text('doorId'),
    zoneId: text('zone'),
    type: oneOf(['entry', 'exit'], text('type')),
    result: oneOf(['granted', 'denied'], text('result')),
  }
}

/** As short as can be: what is not set does not stand in the URL. */
export const writeFilters = ({ q, doorId, zoneId, type, result: outcome, ...period }: Filters): URLSearchParams => {
  const entries = { ...writePeriod(period), q, doorId, zone: zoneId, type, result: outcome }
  return new URLSearchParams(Object.entries(entries).filter(([, value]) => value !== ''))
}

export const countFilters = (filters: Filters): number => {
  const { period, q, doorId, zoneId, type, result: outcome } = filters
  return [period === 'all' ? '' : period, q, doorId, zoneId, type, outcome].filter((value) => value !== '').length
}

export const noFilters: Filters = {
  ...allTime,
  q: '',
  doorId: '',
  zoneId: '',
  type: '',
  result: '',
}

/** What to ask the server for, as of now. */
export const inputOf = (filters: Filters, now: number, timeZone: string): Input<typeof logs> => {
  const { q, doorId, zoneId, type, result: outcome } = filters
  return {
    ...momentsOf(filters, now, timeZone),
    ...(q.trim() === '' ? {} : { q: q.trim() }),
    ...(doorId === '' ? {} : { doorId }),
    ...(zoneId === '' ? {} : { zoneId }),
    ...(type === '' ? {} : { type }),
    ...(outcome === '' ? {} : { result: outcome }),
  }
}

/** Whether a log that happens now would pass; `zone` is the chosen zone's name, since a log carries no id of it. */
export const passes = (filters: Filters, log: Log, zone: string | null, now: number, timeZone: string): boolean => {
  const sought = filters.q.trim().toLowerCase()
  return (
    isWithin(filters, log.timestamp, now, timeZone) &&
    (sought === '' || `${log.person ?? ''}\n${log.door ?? ''}`.toLowerCase().includes(sought)) &&
    (filters.doorId === '' || log.doorId === filters.doorId) &&
    (filters.zoneId === '' || log.zone === zone) &&
    (filters.type === '' || log.type === filters.type) &&
    (filters.result === '' || log.result === filters.result)
  )
}

const oneOf = <T extends string>(allowed: readonly T[], text: string): T | '' =>
  allowed.find((option) => option === text) ?? ''
