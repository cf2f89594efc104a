// The connection to PostgreSQL: a pool for calls, typed SQL on top, prepared statements, and whether it is reachable.
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import { clock } from '../kit/clock.ts'
import { isStoreTrouble, unavailable } from '../kit/errors.ts'
import { createPipelinedReads, type ReadRows } from './pipelined-reads.ts'
import type { DB } from './schema.ts'

export { execute, firstOf, insertRow, isAny, isoRowsOf, numberOf, rowsOf, updateRow, valuesOf } from './ask.ts'

export type Db = Kysely<DB>

/**
 * A store that stops answering is let go of at once: every connection to it is cut, so that whoever waits for an answer
 * is told, and nobody waits for a network that lost us. What comes next connects anew.
 */
export interface Store {
  readonly db: Db
  /** The same for statements that take longer to plan than to run, and whose plan is good for whatever is asked. */
  readonly plannedOnce: Db
  readonly pool: pg.Pool
  readonly rows: ReadRows
  /** The same for statements that an index answers at once, in its order: whatever takes longer holds up those behind. */
  readonly quick: ReadRows
  /** A connection of one's own, for COPY, LISTEN and ingest batches. */
  connect(): Promise<pg.Client>
  readonly ready: () => boolean
  /** Where it listens. */
  readonly port: number
  /** The work's answer, or 503 as soon as the store goes away. */
  readonly orLost: <T>(work: Promise<T>) => Promise<T>
  close(): Promise<void>
}

pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)

const probeEveryMs = 250
/** With the pause before, less than the second within which `/api/health` says 503. */
const usualPatienceMs = 600
const poolSize = 8
const usualPort = 5432
const closePatienceMs = 2000
const planCacheSeconds = 600
const startAttempts = 20
const startPauseMs = 500

// A connection that the network has lost ends on our side at once; on the other side it would live on for hours and
// keep what its transaction had locked, and the rollups waiting for its end.
// Times as text are in UTC, whatever the store's own setting: `isoOf` counts on it.
const settings = `set timezone = 'UTC'; set idle_in_transaction_session_timeout = '5s'; set tcp_keepalives_idle = 10;
  set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3`

// Pages in the order of an index end after their last row. The planner, which takes a person and a door for strangers to
// each other, expects next to nothing of both, and would rather gather all there is and sort it.
const inOrder = 'set enable_sort = off; set enable_bitmapscan = off'

/** A `timestamptz` as the store writes it (`2026-11-21 09:59:52.123+00`) in ISO 8601 with milliseconds. */
export const isoOf = (text: string): string =>
  `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).slice(0, 3).padEnd(3, '0')}Z`

/**
 * Opens the store. It need not be reachable yet: `ready()` says when it is. `patienceMs`: how long it may be silent before
 * it counts as lost.
 */
export const openStore = (url: string, log: Logger, patienceMs = usualPatienceMs): Store => {
  const open = new Set<pg.Client>()
  const keep = (client: pg.Client) => {
    open.add(client)
    client.once('end', () => open.delete(client))
  }
  const cut = () => {
    for (const client of open) client.connection.stream.destroy()
  }
  const createPool = (max: number, set: string, maxLifetimeSeconds = 0) => {
    const pool = new pg.Pool({
      connectionString: url,
      max,
      maxLifetimeSeconds,
      // Long enough for a busy start, when everybody asks at once and none of these is open yet: that the store is away
      // is found out sooner, below.
      connectionTimeoutMillis: Math.max(2500, patienceMs),
      idleTimeoutMillis: 60_000,
      async onConnect(client) {
        await client.query(set)
      },
    })
    // Whoever needs one says what is missing; that the store is away is said once, below.
    pool.on('error', (error) => log.debug({ error }, 'an idle connection to the store was lost'))
    pool.on('connect', (client) => {
      // The pool listens to idle connections only, and an error that nobody listens to ends the whole server.
      client.on('error', (error) => log.debug({ error }, 'a connection to the store was lost in use'))
      keep(client)
      prepareEverything(client)
    })
    return pool
  }
  const pool = createPool(poolSize, settings)
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  const plannedOnce = new Kysely<DB>({
    dialect: new PostgresDialect({
      // Plans take room in the store, and are kept as long as the connection.
      pool: createPool(poolSize / 2, `${settings}; set plan_cache_mode = force_generic_plan`, planCacheSeconds),
    }),
  })
  const health = watch(url, log, patienceMs, cut)
  const connect = async (pipeline: boolean) => {
    const client = await connectTo(url, log, { pipeline, patienceMs })
    keep(client)
    await client.query(settings)
    return client
  }
  const rows: ReadRows = async <Row extends unknown[]>(text: string, values: unknown[]) =>
    (await pool.query<Row>({ text, values, rowMode: 'array' })).rows
  const quick = createPipelinedReads(async () => {
    const client = await connect(true)
    await client.query(inOrder)
    prepareEverything(client)
    return client
  }, rows)
  return {
    db,
    plannedOnce,
    pool,
    rows,
    quick: quick.read,
    ready: health.ready,
    port: Number(URL.parse(url)?.port) || usualPort,
    orLost: health.orLost,
    connect: () => connect(false),
    async close() {
      const impatience = setTimeout(cut, closePatienceMs)
      await quick.close()
      await Promise.all([db.destroy(), plannedOnce.destroy()])
      clearTimeout(impatience)
      health.stop()
    },
  }
}

/**
 * What a start does with the store, and may do again: a machine that is busy starting answers late now and then, and
 * nobody is there yet who could ask once more.
 */
export const whileStarting = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let left = startAttempts; ; left--) {
    try {
      return await work()
    } catch (error) {
      if (left === 0 || !isStoreTrouble(error)) throw error
      await sleep(startPauseMs)
    }
  }
}

/** A connection beside the store, for setting it up: never cut, however long the store takes. */
export const connectTo = async (
  url: string,
  log: Logger,
  {
    pipeline = false,
    patienceMs = usualPatienceMs,
  }: { readonly pipeline?: boolean; readonly patienceMs?: number } = {},
): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: Math.max(3000, patienceMs), pipeline })
  client.on('error', (error) => log.debug({ error }, 'a connection to the store was lost'))
  await client.connect()
  return client
}

// Planning costs more than running for the short queries of this product (time partitions): name statements by text.
const prepareEverything = (client: pg.Client) => {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  const named = (asked: unknown, values?: unknown, ...rest: unknown[]) => {
    if (typeof asked === 'string')
      return Array.isArray(values)
        ? query({ name: nameOf(asked), text: asked, values }, ...rest)
        : query(asked, values, ...rest)
    return isPlain(asked)
      ? query({ ...asked, name: nameOf(asked.text) }, values, ...rest)
      : query(asked, values, ...rest)
  }
  Object.assign(client, { query: named })
}

// A statement with values, and not an object of another library that runs itself.
const isPlain = (asked: unknown): asked is { text: string; values: unknown[] } =>
  typeof asked === 'object' &&
  asked !== null &&
  'text' in asked &&
  typeof asked.text === 'string' &&
  'values' in asked &&
  !('name' in asked) &&
  !('submit' in asked)

const names = new Map<string, string>()
const nameOf = (text: string) => {
  let name = names.get(text)
  if (name === undefined) {
    if (names.size > 2000) names.clear()
    name = createHash('sha1').update(text).digest('base64url')
    names.set(text, name)
  }
  return name
}

// One small question after another on a connection of its own: a store that hangs is as lost as one that is down.
const watch = (url: string, log: Logger, patienceMs: number, cut: () => void) => {
  let up = true
  let client: pg.Client | undefined
  const waiting = new Set<(error: Error) => void>()
  const probe = async (stopped: AbortSignal) => {
    try {
      if (!client) {
        client = new pg.Client({ connectionString: url, connectionTimeoutMillis: patienceMs })
        client.on('error', () => undefined)
        await client.connect()
      }
      await clock.within(patienceMs, client.query('select 1'))
      if (!up) log.warn('the store is reachable again')
      up = true
    } catch (error) {
      client?.end().catch(() => undefined)
      client = undefined
      if (up && !stopped.aborted) log.error({ error }, 'the store cannot be reached')
      up = false
      cut()
      for (const giveUp of waiting) giveUp(unavailable())
    }
  }
  const loop = clock.every(probeEveryMs, probe, { realTime: true, log, failure: 'the store could not be asked' })
  return {
    ready: () => up,
    // No race against one promise that lasts as long as the store does: that would keep every answer ever given.
    async orLost<T>(work: Promise<T>): Promise<T> {
      const { promise, resolve, reject } = Promise.withResolvers<T>()
      waiting.add(reject)
      work.then(resolve, reject)
      try {
        return await promise
      } finally {
        waiting.delete(reject)
      }
    },
    stop() {
      void loop.stop()
      client?.end().catch(() => undefined)
    },
  }
}
