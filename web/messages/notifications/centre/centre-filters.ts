// The filters of the notification centre: what they are, how they stand in the URL, and which notifications pass them.
import type { list, Notification, Priority } from '@gatehouse/contract/messages/notifications'
import type { Input } from '@gatehouse/contract/operation'
import { isWithin, momentsOf, type PeriodFilter, readPeriod, writePeriod } from '../../../ui/time/period.ts'
import { priorities } from '../notification-words.ts'
import type { Filter } from '../shown.ts'

export interface Filters extends PeriodFilter {
  readonly show: Filter
  readonly priority: Priority | ''
  readonly kind: string
  readonly q: string
}

export const shows: readonly Filter[] = ['all', 'unread', 'read']

export const readFilters = (get: (name: string) => string): Filters => ({
  show: shows.find((one) => one === get('show')) ?? 'all',
  priority: priorities.find((one) => one === get('priority')) ?? '',
  kind: get('kind').slice(0, 60),
  ...readPeriod(get),
  q: get('q').trim().slice(0, 100),
})

/** As short as can be: what is not set does not stand in the URL. */
export const writeFilters = ({ show, priority, kind, q, ...period }: Filters): Record<string, string> => ({
  show: show === 'all' ? '' : show,
  priority,
  kind,
  ...writePeriod(period),
  q,
})

/** Those besides the three that are always in sight. */
export const countFilters = ({ priority, kind, period, q }: Filters): number =>
  [priority, kind, period === 'all' ? '' : period, q].filter((value) => value !== '').length

/** What to ask the server for, as of now. */
export const inputOf = (filters: Filters, now: number, timeZone: string): Input<typeof list> => {
  const { show, priority, kind, q } = filters
  return {
    read: show === 'all' ? undefined : show === 'read' ? 'true' : 'false',
    priority: priority || undefined,
    kind: kind || undefined,
    q: q || undefined,
    ...momentsOf(filters, now, timeZone),
  }
}

/** Whether the server would answer one of them. */
export const passes = (filters: Filters, item: Notification, now: number, timeZone: string): boolean => {
  const { show, priority, kind, q } = filters
  return (
    (show === 'all' || item.read === (show === 'read')) &&
    (priority === '' || item.priority === priority) &&
    (kind === '' || item.kind === kind) &&
    isWithin(filters, item.timestamp, now, timeZone) &&
    `${item.title}\n${item.message}`.toLowerCase().includes(q.toLowerCase())
  )
}
