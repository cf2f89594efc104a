// The filters of the entry and exit log: what they are, how they stand in the URL, and which logs pass them.
import type { logs } from '@gatehouse/contract/access/entry-exit'
import type { Log } from '@gatehouse/contract/access/entry-exit'
import type { Input } from '@gatehouse/contract/operation'
import { filledOf } from '../../kit/filled.ts'
import { isWithin, momentsOf, type PeriodFilter, readPeriod, writePeriod } from '../../ui/time/period.ts'

export interface Filters extends PeriodFilter {
  readonly q: string
  readonly userId: string
  readonly doorId: string
  readonly zoneId: string
  readonly type: Log['type'] | ''
  readonly result: Log['result'] | ''
  /** As in the log, in one spelling: `outside schedule`. */
  readonly reason: string
  readonly method: Log['method'] | ''
  readonly taken: 'yes' | 'no' | 'unknown' | ''
}

const oneOf = <T extends string>(allowed: readonly T[], text: string): T | '' =>
  allowed.find((option) => option === text) ?? ''

export const readFilters = (query: URLSearchParams): Filters => {
  const text = (name: string) => query.get(name) ?? ''
  return {
    ...readPeriod(text),
    q: text('q'),
    userId: text('userId'),
    doorId: text('doorId'),
    zoneId: text('zone'),
    type: oneOf(['entry', 'exit'], text('type')),
    result: oneOf(['granted', 'denied'], text('result')),
    reason: text('reason'),
    method: oneOf(['card', 'pin', 'mobile', 'pass', 'manual', 'other'], text('method')),
    taken: oneOf(['yes', 'no', 'unknown'], text('taken')),
  }
}

/** As short as can be: what is not set does not stand in the URL. */
export const writeFilters = ({ period, fromDay, toDay, zoneId, ...rest }: Filters): URLSearchParams =>
  new URLSearchParams(filledOf({ ...writePeriod({ period, fromDay, toDay }), zone: zoneId, ...rest }))

export const countFilters = ({ period, fromDay: _from, toDay: _to, ...rest }: Filters): number =>
  [period === 'all' ? '' : period, ...Object.values(rest)].filter((value) => value !== '').length

export const noFilters: Filters = readFilters(new URLSearchParams())

/** What to ask the server for, as of now. */
export const inputOf = (filters: Filters, now: number, timeZone: string): Input<typeof logs> => {
  const { period: _period, fromDay: _from, toDay: _to, ...rest } = filters
  return { ...momentsOf(filters, now, timeZone), ...filledOf({ ...rest, q: rest.q.trim() }) }
}

/** Whether a log that happens now would pass; `zone` is the chosen zone's name, since a log carries no id of it. */
export const passes = (filters: Filters, log: Log, zone: string | null, now: number, timeZone: string): boolean => {
  const sought = filters.q.trim().toLowerCase()
  return (
    isWithin(filters, log.timestamp, now, timeZone) &&
    (sought === '' || `${log.person ?? ''}\n${log.door ?? ''}`.toLowerCase().includes(sought)) &&
    (filters.userId === '' || log.userId === filters.userId) &&
    (filters.doorId === '' || log.doorId === filters.doorId) &&
    (filters.zoneId === '' || log.zone === zone) &&
    (filters.type === '' || log.type === filters.type) &&
    (filters.result === '' || log.result === filters.result) &&
    (filters.reason === '' || (log.result === 'denied' && plain(log.reason ?? '') === plain(filters.reason))) &&
    (filters.method === '' || log.method === filters.method) &&
    (filters.taken === '' || (log.result === 'granted' && goneThrough(log) === filters.taken))
  )
}

const plain = (reason: string): string => reason.toLowerCase().replaceAll(/[-_]/g, ' ')

const goneThrough = ({ taken: passage }: Log) => (passage === null ? 'unknown' : passage ? 'yes' : 'no')
