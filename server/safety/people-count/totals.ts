// Counters that report running totals: what was counted is what a total has grown by since the one before, in order of time
// and not of arrival. A reset is no negative count, and what came in while nothing was reported is counted when it is known.
import type pg from 'pg'
import type { ReceivedMessage, Recorder } from '../../kit/recorders.ts'

export interface Total {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly total: number
  /** When it was reset, in ISO 8601; null: not known. */
  readonly since: string | null
}

/** More people than this between two totals are a counter that was replaced, or a number that is wrong: it begins anew. */
const mostCounted = 100_000
/** What comes later than this, after the newest, changes nothing. */
export const lateMs = 30 * 60_000

/** What was counted between two totals. `wrapsAt`: after so many it begins again at 0. */
export const grownBy = (before: Total, after: Total, wrapsAt: number | null): number => {
  const isSameRun = before.since === after.since
  const grown =
    isSameRun && after.total >= before.total
      ? after.total - before.total
      : isSameRun && wrapsAt !== null && before.total < wrapsAt && wraps(before.total, after.total, wrapsAt)
        ? after.total + wrapsAt - before.total
        : after.total
  return grown > mostCounted ? 0 : grown
}

/** From its last tenth to its first one: anywhere else it was reset. */
const wraps = (before: number, after: number, wrapsAt: number): boolean =>
  before >= wrapsAt * 0.9 && after < wrapsAt * 0.1

export interface Inserted {
  /** In order of time. */
  readonly totals: readonly Total[]
  readonly counted: number
}

/**
 * One more total among those that are known: what it adds to what was counted. The first one is where counting begins: how
 * long it had counted before, nobody knows. In whichever order they come, and however often, the sum is the same.
 */
export const inserted = (known: readonly Total[], one: Total, wrapsAt: number | null): Inserted => {
  const newest = known.at(-1)
  if (newest && one.at < newest.at - lateMs) return { totals: known, counted: 0 }
  if (known.some(({ at, total }) => at === one.at && total === one.total)) return { totals: known, counted: 0 }
  const place = known.findIndex(({ at, total }) => at > one.at || (at === one.at && total > one.total))
  const index = place === -1 ? known.length : place
  const [before, after] = [known[index - 1], known[index]]
  const counted =
    (before ? grownBy(before, one, wrapsAt) : 0) +
    (after ? grownBy(one, after, wrapsAt) : 0) -
    (before && after ? grownBy(before, after, wrapsAt) : 0)
  return { totals: known.toSpliced(index, 0, one), counted: Math.max(0, counted) }
}

const directions = ['in', 'out'] as const
type Direction = (typeof directions)[number]

interface Key {
  readonly deviceId: string
  readonly line: string
  readonly direction: Direction
}

const keyOf = ({ deviceId, line, direction }: Key) => `${deviceId} ${direction} ${line}`

/** As counts, which `counts` stores. */
export const recordTotals =
  (counts: Recorder<'count'>): Recorder<'total'> =>
  async (tx, batch, observe) => {
    const known = await lockTotals(tx, batch)
    const added: (Key & Total)[] = []
    const counted = batch.map((received): ReceivedMessage<'count'> => {
      const { device, message, at } = received
      const grown = { in: 0, out: 0 }
      for (const direction of directions) {
        const total = message[direction]
        if (total === undefined) continue
        const key = { deviceId: device.id, line: message.line, direction }
        const one = { at: at.getTime(), total, since: message.since ? new Date(message.since).toISOString() : null }
        const before = known.get(keyOf(key)) ?? []
        const after = inserted(before, one, message.wrapsAt ?? null)
        if (after.totals !== before) added.push({ ...key, ...one })
        known.set(keyOf(key), after.totals)
        grown[direction] = after.counted
      }
      const { in: _in, out: _out, ...rest } = message
      return { ...received, kind: 'count', message: { ...rest, ...grown } }
    })
    await storeTotals(tx, added)
    return counts(tx, counted, observe)
  }

/** Of two nodes that store totals of one counter, the second reads what the first has stored. */
const lockTotals = async (
  tx: pg.Client,
  batch: readonly ReceivedMessage<'total'>[],
): Promise<Map<string, readonly Total[]>> => {
  const deviceIds = [...new Set(batch.map(({ device }) => device.id))]
  await tx.query({
    name: 'count-totals-lock',
    text: `select pg_advisory_xact_lock(hashtextextended('count totals ' || id, 0))
      from (select id from unnest($1::text[]) t (id) order by id) in_order`,
    values: [deviceIds],
  })
  const { rows } = await tx.query<
    Key & Omit<Total, 'at' | 'total' | 'since'> & { at: Date; total: string; since: Date | null }
  >({
    name: 'count-totals',
    text: `select device_id as "deviceId", line, direction, at, total, since from count_total
      where device_id = any ($1::uuid[]) order by device_id, line, direction, at, total`,
    values: [deviceIds],
  })
  return new Map(
    [...Map.groupBy(rows, keyOf)].map(([key, own]) => [
      key,
      own.map(({ at, total, since }) => ({
        at: at.getTime(),
        total: Number(total),
        since: since?.toISOString() ?? null,
      })),
    ]),
  )
}

// Those that nothing can come between any more go; the last of them stays, as the next one is compared with it.
const storeTotals = async (tx: pg.Client, added: readonly (Key & Total)[]): Promise<void> => {
  if (added.length === 0) return
  await tx.query({
    name: 'count-totals-store',
    text: `insert into count_total (device_id, line, direction, at, total, since)
      select * from unnest($1::uuid[], $2::text[], $3::text[], $4::timestamptz[], $5::bigint[], $6::timestamptz[])
      on conflict do nothing`,
    values: [
      added.map((one) => one.deviceId),
      added.map((one) => one.line),
      added.map((one) => one.direction),
      added.map((one) => new Date(one.at)),
      added.map((one) => one.total),
      added.map((one) => one.since),
    ],
  })
  await tx.query({
    name: 'count-totals-forget',
    text: `delete from count_total t using (
        select k.device_id, k.line, k.direction, k.at, k.total,
          lead(k.at) over (partition by k.device_id, k.line, k.direction order by k.at, k.total) as next,
          max(k.at) over (partition by k.device_id, k.line, k.direction) as newest
        from count_total k where k.device_id = any ($1::uuid[])) k
      where t.device_id = k.device_id and t.line = k.line and t.direction = k.direction and t.at = k.at and t.total = k.total
        and k.next < k.newest - $2 * interval '1 ms'`,
    values: [[...new Set(added.map(({ deviceId }) => deviceId))], lateMs],
  })
}
