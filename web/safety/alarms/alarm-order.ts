// The order of alarms as the server lists them, for those that live events bring.
import type { Alarm, AlarmState, Severity } from '@gatehouse/contract/safety/alarms'
import type { Wanted } from './alarm-filters.ts'

type Compare = (a: Alarm, b: Alarm) => number

const severityRanks: Record<Severity, number> = { critical: 4, high: 3, medium: 2, low: 1 }

// As the column `urgency` of the store (server/db/migrations/0049-alarms.sql).
const stateRanks: Record<AlarmState, number> = {
  unacknowledged: 0,
  'returned-unacknowledged': 0,
  acknowledged: 20,
  latched: 30,
  shelved: 40,
  suppressed: 50,
  'out-of-service': 60,
  cleared: 70,
}
const urgencyOf = ({ state, severity, returnedAt }: Alarm): number =>
  stateRanks[state] + 2 * (4 - severityRanks[severity]) + (returnedAt === null ? 0 : 1)

const collator = new Intl.Collator('en', { sensitivity: 'base' })
const byWords =
  (wordsOf: (alarm: Alarm) => string): Compare =>
  (a, b) =>
    collator.compare(wordsOf(a), wordsOf(b))
const byNumber =
  (numberOf: (alarm: Alarm) => number): Compare =>
  (a, b) =>
    numberOf(a) - numberOf(b)

const newestLast = byNumber(({ lastAt }) => Date.parse(lastAt))

const orders: Record<string, Compare> = {
  urgency: (a, b) => urgencyOf(a) - urgencyOf(b) || newestLast(b, a),
  raisedAt: byNumber(({ raisedAt }) => Date.parse(raisedAt)),
  lastAt: newestLast,
  severity: byNumber(({ severity }) => severityRanks[severity]),
  title: byWords(({ title }) => title),
  device: byWords(({ device }) => device?.name ?? ''),
  count: byNumber(({ count }) => count),
}

/** Less than nothing where the first stands above the second. */
export const orderOf = ({ sort = 'urgency' }: Wanted): Compare => {
  const isReversed = sort.startsWith('-')
  const order = orders[isReversed ? sort.slice(1) : sort] ?? (() => 0)
  const whole: Compare = (a, b) => order(a, b) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
  return isReversed ? (a, b) => whole(b, a) : whole
}
