// The reckoning: what was acknowledged against what is stored, and rollups against the rows they were made from.
import type pg from 'pg'
import { expect } from 'vitest'
import { longMs } from './figures.testing.ts'
import { type Load, until } from './load.testing.ts'
import { type SenderKind, type SentDevice, timeOf } from './sender.testing.ts'

export interface Reckoning {
  readonly acknowledged: number
  readonly stored: number
  /** Acknowledged, but not stored. */
  readonly lost: number
  /** Rows beyond the first of one message. */
  readonly duplicates: number
  /** Rows of a message that is not known to have been taken, or the other way round. */
  readonly halves: number
  /** Buckets of rollups that differ from the sum of their rows. */
  readonly wrongBuckets: number
  /** Times that a device was said to have gone, though all were there all the time. */
  readonly wentOffline: number
}

/** Every figure that must be zero is zero. */
export const expectNothingLost = ({ lost, duplicates, halves, wrongBuckets, wentOffline }: Reckoning) =>
  expect({ lost, duplicates, halves, wrongBuckets, wentOffline }).toEqual({
    lost: 0,
    duplicates: 0,
    halves: 0,
    wrongBuckets: 0,
    wentOffline: 0,
  })

export const reckon = async (db: pg.Pool, load: Load, patienceMs = longMs): Promise<Reckoning> => {
  let [acknowledged, stored, lost, duplicates, halves] = [0, 0, 0, 0, 0]
  for (const { device, acknowledged: notified, made } of [...load.senders, load.poster]) {
    const rows = await rowsOf(db, device)
    const received = await acceptedOf(db, device)
    acknowledged += notified.size
    for (let n = 0; n < made(); n++) {
      const times = rows.get(timeOf(n, load.since)) ?? 0
      if (notified.has(n) && times === 0) lost++
      if (times > 1) duplicates += times - 1
      if (received.has(n) !== times > 0) halves++
      stored += times
    }
    // Rows that nobody sent would be a fault of another kind.
    halves += [...rows.values()].reduce((a, b) => a + b, 0) - countOf(rows, made(), load.since)
  }
  const wrongBuckets = await untilRolledUp(db, load, patienceMs)
  const wentOffline = await offlineReported(db, load)
  return { acknowledged, stored, lost, duplicates, halves, wrongBuckets, wentOffline }
}

const countOf = (rows: ReadonlyMap<number, number>, made: number, since: number) => {
  let sum = 0
  for (let n = 0; n < made; n++) sum += rows.get(timeOf(n, since)) ?? 0
  return sum
}

const series: Record<SenderKind, { table: string; device: string }> = {
  gas: { table: 'gas_reading', device: 'device_id' },
  counter: { table: 'people_count', device: 'device_id' },
  door: { table: 'entry_exit_log', device: 'door_id' },
}

const rowsOf = async (db: pg.Pool, { id, kind }: SentDevice): Promise<Map<number, number>> => {
  const { table, device } = series[kind]
  const { rows } = await db.query<{ at: string; times: number }>(
    `select (extract(epoch from at) * 1000)::bigint::text as at, count(*)::int as times
     from ${table} where ${device} = $1 group by 1`,
    [id],
  )
  return new Map(rows.map(({ at, times }) => [Number(at), times]))
}

const acceptedOf = async (db: pg.Pool, { id }: SentDevice): Promise<Set<number>> => {
  const { rows } = await db.query<{ n: number }>(
    `select message_id::int as n from message where device_id = $1 and message_id not like 'will-%'`,
    [id],
  )
  return new Set(rows.map(({ n }) => n))
}

const offlineReported = async (db: pg.Pool, { senders }: Load): Promise<number> => {
  const { rows } = await db.query<{ n: number }>(
    `select count(*)::int as n from event where type = 'device.offline' and device_id = any ($1)`,
    [senders.map(({ device }) => device.id)],
  )
  return rows[0]?.n ?? 0
}

// The rollups follow within seconds; what is wrong after that stays wrong.
const untilRolledUp = async (db: pg.Pool, { company }: Load, patienceMs: number): Promise<number> => {
  let wrong = 0
  const right = async () => {
    const { rows } = await db.query<{ wrong: number }>(wrongBuckets, [company.id])
    wrong = rows[0]?.wrong ?? -1
    return wrong === 0
  }
  await until(right, patienceMs, () => `${wrong} wrong buckets`).catch(() => undefined)
  return wrong
}

// Of this building only: others may go on talking.
const devices = 'select id from device where company_id = $1'

const steps = ['minute', 'hour', 'day'] as const

const difference = (rollup: string, raw: string) =>
  `select count(*) as n from ((${raw} except all ${rollup}) union all (${rollup} except all ${raw})) d`

const bucket = (step: string, at: string) =>
  step === 'minute' ? `date_trunc('minute', ${at})` : `date_trunc('${step}', ${at}, s.time_zone)`

const gas = (step: string) =>
  difference(
    `select device_id, channel, at, count, faults, sum, min, max from gas_${step} where device_id in (${devices})`,
    `select r.device_id, r.channel, ${bucket(step, 'r.at')}, count(*)::int, 0, sum(r.value::numeric), min(r.value),
       max(r.value)
     from gas_reading r join device d on d.id = r.device_id join site s on s.id = d.site_id
     where d.company_id = $1 group by 1, 2, 3`,
  )

const counts = (step: string) =>
  difference(
    `select device_id, at, entries, exits from count_${step} where device_id in (${devices})`,
    `select c.device_id, ${bucket(step, 'c.at')}, sum(c.entries)::bigint, sum(c.exits)::bigint
     from people_count c join device d on d.id = c.device_id join site s on s.id = d.site_id
     where d.company_id = $1 group by 1, 2`,
  )

const accesses = (step: string) =>
  difference(
    `select company_id, door_id, at, entries, exits, denied from entry_exit_${step} where door_id in (${devices})`,
    `select l.company_id, l.door_id, ${bucket(step, 'l.at')},
       count(*) filter (where l.result = 'granted' and l.type = 'entry')::int,
       count(*) filter (where l.result = 'granted' and l.type = 'exit')::int,
       count(*) filter (where l.result = 'denied')::int
     from entry_exit_log l join device d on d.id = l.door_id join site s on s.id = d.site_id
     where d.company_id = $1 group by 1, 2, 3`,
  )

const wrongBuckets = `select sum(n)::int as wrong from (${[
  ...steps.map(gas),
  ...steps.map(counts),
  ...steps.filter((step) => step !== 'minute').map(accesses),
].join(' union all ')}) all_of_them`
