// The filters of the activity log: what they are, how they stand in the URL, and what the server is asked for.
import type { exportCsv, Outcome } from '@gatehouse/contract/record/activity'
import type { Input } from '@gatehouse/contract/operation'
import { boundsOf, readRange, type TimeRange, writeRange } from '../../ui/time/time-range.ts'

export type Asked = Input<typeof exportCsv>

export interface Filters {
  /** null: all time. */
  readonly range: TimeRange | null
  readonly user: string
  /** An operation's name, or a domain. */
  readonly action: string
  readonly outcome: Outcome | ''
  readonly address: string
  readonly q: string
  readonly correlation: string
}

export const noFilters: Filters = {
  range: null,
  user: '',
  action: '',
  outcome: '',
  address: '',
  q: '',
  correlation: '',
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
export const isId = (text: string): boolean => uuid.test(text)

/** What cannot be read counts as not said: the server would refuse it. */
export const readFilters = (query: URLSearchParams): Filters => {
  const text = (name: string, most: number) => (query.get(name) ?? '').trim().slice(0, most)
  const asked = (name: string) => query.get(name) ?? ''
  const message = asked('range') !== '' || asked('from') !== ''
  return {
    range: message ? readRange(asked, '7d') : null,
    user: isId(asked('user')) ? asked('user') : '',
    action: text('action', 100),
    outcome: outcomeOf(asked('outcome')),
    address: text('address', 60),
    q: text('q', 200),
    correlation: isId(asked('correlation')) ? asked('correlation') : '',
  }
}

/** As short as can be: what is not set does not stand in the URL. */
export const writeFilters = ({ range, ...words }: Filters): URLSearchParams => {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...whenOf(range), ...words })) {
    if (value !== '') query.set(name, value)
  }
  return query
}

// A range is always said: where none is, it is all time.
const whenOf = (range: TimeRange | null): Readonly<Record<string, string>> => {
  if (range === null) return {}
  return range.is === 'yesterday' ? { range: 'yesterday' } : writeRange(range, 'yesterday')
}

export const countFilters = ({ range, ...words }: Filters): number =>
  (range === null ? 0 : 1) + Object.values(words).filter((value) => value !== '').length

export const outcomeOf = (text: string): Outcome | '' =>
  text === 'done' || text === 'refused' || text === 'failed' ? text : ''

/** What to ask the server for, as of now. What goes on with the clock has no end, so that nothing new is left out. */
export const inputOf = (filters: Filters, now: number, timeZone: string): Asked => {
  const { user, action, outcome, address, q, correlation } = filters
  return {
    ...momentsOf(filters.range, now, timeZone),
    userId: user || undefined,
    action: action || undefined,
    outcome: outcome || undefined,
    address: address || undefined,
    correlationId: correlation || undefined,
    q: q || undefined,
  }
}

export const momentsOf = (
  range: TimeRange | null,
  now: number,
  timeZone: string,
): { readonly from?: string; readonly to?: string } => {
  if (range === null) return {}
  const { from, to } = boundsOf(range, now, timeZone)
  const ends = range.is === 'between' || range.is === 'yesterday'
  return { from: new Date(from).toISOString(), ...(ends ? { to: new Date(to).toISOString() } : {}) }
}
