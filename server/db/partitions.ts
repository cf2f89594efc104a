// Time partitions: made ahead of need, made on demand for late messages, dropped by retention.
import pg from 'pg'
import type { Logger } from 'pino'
import { clock } from '../kit/clock.ts'
import { forgetExpired } from './forget-expired.ts'
import { forgetMessages } from './forget-messages.ts'
import type { Store } from './pool.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
// All partition bounds of a series fall on multiples of its length from here, whatever day it is made on.
const origin = Date.UTC(2020, 0, 6)
const lockKey = 88_216

interface Series {
  series: string
  partition_days: number
  keep_days: number | null
}

type Querier = Pick<pg.ClientBase, 'query'>

/** Makes the partitions that cover a span of time, of one series or of all; those that exist are left alone. */
export const ensurePartitions = async (client: Querier, from: Date, to: Date, only?: string): Promise<void> => {
  for (const { series, partition_days } of await seriesOf(client)) {
    if (only !== undefined && only !== series) continue
    const length = partition_days * dayMs
    for (let start = floor(from.getTime(), length); start <= to.getTime(); start += length) {
      await client.query(
        alone(`create table if not exists ${nameOf(series, start)} partition of ${series}
          for values from ('${iso(start)}') to ('${iso(start + length)}')`),
      )
    }
  }
}

/** Whether a write failed because its row falls between the partitions. */
export const lacksPartition = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '23514' && error.message.startsWith('no partition of relation')

/** Makes the coming two partitions of each series and drops those wholly older than their retention. */
export const tendPartitions = async (client: Querier, now: Date): Promise<string[]> => {
  const dropped: string[] = []
  for (const { series, partition_days, keep_days } of await seriesOf(client)) {
    await ensurePartitions(client, now, new Date(now.getTime() + 2 * partition_days * dayMs), series)
    if (keep_days === null) continue
    const oldest = nameOf(series, floor(now.getTime() - keep_days * dayMs, partition_days * dayMs))
    const { rows } = await client.query<{ name: string }>(
      // Not by `regclass`: of one that another node has just dropped that is a number.
      `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = $1::regclass`,
      [series],
    )
    for (const { name } of rows.filter((row) => row.name < oldest)) {
      if (await drop(client, name)) dropped.push(name)
    }
  }
  return dropped
}

/** Tends the partitions, and what else is kept for a while only, every hour until stopped; `forget` is the domains'. */
export const keepPartitions = (store: Store, log: Logger, forget: (now: Date) => Promise<unknown>) => {
  const tend = async (stopped: AbortSignal) => {
    const client = await store.pool.connect()
    try {
      await tendPartitions(client, clock.now())
      await forgetExpired(client, clock.now())
      await forget(clock.now())
      await forgetMessages(client, clock.now(), { stopped: () => stopped.aborted })
    } finally {
      client.release()
    }
  }
  return clock.every(hourMs, tend, {
    // Not with the start, which is busy enough, but soon: some machines are off every night.
    firstMs: 5 * 60_000,
    when: () => store.ready(),
    log,
    level: 'error',
    failure: 'partitions could not be tended',
  })
}

/** Whether it could be had within a moment: whoever reads it, as a backup does, would keep everybody else from the series. */
const drop = async (client: Querier, name: string): Promise<boolean> => {
  try {
    await client.query(alone(`perform set_config('lock_timeout', '2s', true); drop table if exists ${name}`))
    return true
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '55P03') return false
    throw error
  }
}

// One node at a time: of two that find it missing, or there, one would fail.
const alone = (statement: string) => `do $$ begin perform pg_advisory_xact_lock(${lockKey}); ${statement}; end $$`

const seriesOf = async (client: Querier): Promise<Series[]> =>
  (
    await client.query<Series>(
      'select series, partition_days, keep_days from retention where partition_days is not null order by series',
    )
  ).rows

const floor = (time: number, length: number) => origin + Math.floor((time - origin) / length) * length
const iso = (time: number) => new Date(time).toISOString()
const nameOf = (series: string, start: number) => `${series}_${iso(start).slice(0, 10).replaceAll('-', '')}`
