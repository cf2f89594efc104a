// Keeps rollups up with their series. Each run takes exactly the rows committed since the last one (by transaction, not
// by time), and each part of them in the same transaction that moves the position: late rows count, nothing counts twice, on any
// number of nodes.
import type pg from 'pg'
import type { Logger } from 'pino'
import { everyOnConnection } from './connection-loop.ts'
import { ensurePartitions } from './partitions.ts'
import type { Store } from './pool.ts'
import { inSteps, takeTurn } from './slices.ts'
import { inClientTransaction } from './transaction.ts'

export interface Rollup {
  readonly series: string
  /** One statement that adds the rows of `series` with `$1 <= tx < $2`. */
  readonly add: string
  /**
   * About so many rows are added in one transaction, so that nobody waits for the store longer than that takes. `add` has two parameters
   * more then: `$3` parts, of which it adds the rows of part `$4`, counted from 0.
   */
  readonly rowsAtOnce?: number
}

const mostParts = 16

const everyMs = 1000
// Under a load of ten thousand readings a second a run takes half a second: made each second, it would write each bucket of the
// minute, the hour and the day of each channel sixty times a minute.
const rest = { times: 20, mostMs: 15_000 }

/** Brings every rollup up to now, once. */
export const rollUp = async (client: pg.Client, rollups: readonly Rollup[]): Promise<void> => {
  for (const rollup of rollups) {
    try {
      await run(client, rollup)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === '23514')) throw error
      await coverSeries(client, rollup.series)
      await run(client, rollup)
    }
  }
}

/** Runs until stopped; a store that is away is waited for. */
export const keepRolledUp = (store: Store, rollups: readonly Rollup[], log: Logger) =>
  everyOnConnection(store, everyMs, (client) => rollUp(client, rollups), {
    firstMs: 0,
    rest,
    log,
    failure: 'rollups wait for the store',
  })

/**
 * Whether `series` has rows that were committed since `position` was moved. A run that finds none writes nothing: moving the
 * position is a transaction too, so that every run would leave something for the next one, and a disk at night no rest.
 */
export const hasRowsSince = async (client: Pick<pg.ClientBase, 'query'>, series: string, position: string) => {
  const { rows } = await client.query<{ found: boolean | null }>({
    name: `rows-since-${position}-${series}`,
    // By the index, whatever the planner expects: a condition on tx alone may be answered by reading all of the series.
    text: `select (select max(tx) from ${series}) >=
      coalesce((select tx from rollup_position where series = $1), '0') as found`,
    values: [position],
  })
  return rows[0]?.found === true
}

const run = async (client: pg.Client, rollup: Rollup) => {
  if (!(await hasRowsSince(client, rollup.series, rollup.series))) return
  await inSteps(() =>
    inClientTransaction(client, async () => {
      await takeTurn(client)
      return addPart(client, rollup)
    }),
  )
}

interface Round {
  readonly tx: string
  readonly upto: string
  readonly parts: number
  readonly added: number
}

const addPart = async (client: pg.Client, { series, add, rowsAtOnce }: Rollup): Promise<'left' | 'done'> => {
  const { tx, upto, added, parts } = await roundOf(client, series, rowsAtOnce)
  if (tx === upto) return 'done'
  const values = rowsAtOnce === undefined ? [tx, upto] : [tx, upto, parts, added]
  await client.query({ name: `rollup-${series}`, text: add, values })
  if (added + 1 < parts) {
    await client.query('update rollup_position set upto = $2, parts = $3, added = $4 where series = $1', [
      series,
      upto,
      parts,
      added + 1,
    ])
    return 'left'
  }
  await client.query(
    'update rollup_position set tx = $2, upto = default, parts = default, added = default where series = $1',
    [series, upto],
  )
  return 'done'
}

/** The round that is under way, whoever began it, or a new one. */
const roundOf = async (client: pg.Client, series: string, rowsAtOnce: number | undefined): Promise<Round> => {
  await client.query(newPosition, [series])
  const { rows } = await client.query<Round & { readonly isNew: boolean }>(
    `select tx::text, coalesce(upto, pg_snapshot_xmin(pg_current_snapshot()))::text as upto, parts, added, upto is null as "isNew"
     from rollup_position where series = $1 for update`,
    [series],
  )
  const round = rows[0]
  if (!round) throw new Error(`${series} has no position`)
  if (!round.isNew || rowsAtOnce === undefined) return round
  const counted = await client.query<{ n: number }>(
    `select count(*)::int as n from (select from ${series} where tx >= $1::xid8 and tx < $2::xid8 limit $3) added`,
    [round.tx, round.upto, rowsAtOnce * mostParts],
  )
  return { ...round, parts: Math.max(1, Math.ceil((counted.rows[0]?.n ?? 0) / rowsAtOnce)) }
}

const newPosition = `insert into rollup_position (series, tx) values ($1, '0') on conflict do nothing`

/** Transactions as the store numbers them: from `done` on and before `upto`. */
export interface Since {
  readonly done: string
  readonly upto: string
}

/**
 * In the caller's transaction: does the work for what was committed since `position` was moved, and moves it. Nothing is done
 * where nothing was committed, nor, with `skip`, where another process is at it.
 */
export const sinceLast = async <T>(
  client: Pick<pg.ClientBase, 'query'>,
  position: string,
  whileLocked: 'wait' | 'skip',
  work: (since: Since) => Promise<T>,
): Promise<T | undefined> => {
  await client.query(newPosition, [position])
  const { rows } = await client.query<Since>(
    `select tx::text as done, pg_snapshot_xmin(pg_current_snapshot())::text as upto
     from rollup_position where series = $1 for update ${whileLocked === 'skip' ? 'skip locked' : ''}`,
    [position],
  )
  const since = rows[0]
  if (!since || since.done === since.upto) return undefined
  const answer = await work(since)
  await client.query('update rollup_position set tx = $2::xid8 where series = $1', [position, since.upto])
  return answer
}

// The rollup's own partitions reach as far as those of the series it is made from.
const coverSeries = async (client: pg.Client, series: string) => {
  const { rows } = await client.query<{ first: Date | null; last: Date | null }>(
    `select min(at) as first, max(at) as last from ${series}`,
  )
  const span = rows[0]
  if (span?.first && span.last) await ensurePartitions(client, span.first, span.last)
}
