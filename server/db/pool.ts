// The connection to PostgreSQL: a pool for calls, typed SQL on top, prepared statements, and whether it is reachable.
import { createHash } from 'node:crypto'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import { unavailable } from '../kit/errors.ts'
import type { DB } from './schema.ts'

export type Db = Kysely<DB>

export interface Store {
  readonly db: Db
  readonly pool: pg.Pool
  /** A connection of one's own, for COPY, LISTEN and ingest batches. */
  connect(): Promise<pg.Client>
  readonly ready: () => boolean
  /** Rejects with 503 when the store goes away; never resolves. */
  readonly lost: () => Promise<never>
  close(): Promise<void>
}

pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)

const probeEveryMs = 250
const probeTimeoutMs = 600

/** Opens the store. It need not be reachable yet: `ready()` says when it is. */
export const openStore = (url: string, log: Logger, size = 8): Store => {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: 800,
    idleTimeoutMillis: 60_000,
  })
  pool.on('error', (error) => log.warn({ error }, 'an idle connection to the store was lost'))
  pool.on('connect', prepareEverything)
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  const health = watch(url, log)
  return {
    db,
    pool,
    ready: health.ready,
    lost: health.lost,
    async connect() {
      const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000 })
      client.on('error', (error) => log.warn({ error }, 'a connection to the store was lost'))
      await client.connect()
      return client
    },
    async close() {
      health.stop()
      await db.destroy()
    },
  }
}

// Planning costs more than running for the short queries of this product (time partitions): name statements by text.
const prepareEverything = (client: pg.PoolClient) => {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  const named = (text: unknown, values?: unknown, ...rest: unknown[]) =>
    typeof text === 'string' && Array.isArray(values)
      ? query({ name: nameOf(text), text, values }, ...rest)
      : query(text, values, ...rest)
  Object.assign(client, { query: named })
}

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
const watch = (url: string, log: Logger) => {
  let up = true
  let stopped = false
  let client: pg.Client | undefined
  let waiting = Promise.withResolvers<never>()
  waiting.promise.catch(() => undefined)
  const probe = async () => {
    try {
      if (!client) {
        client = new pg.Client({ connectionString: url, connectionTimeoutMillis: probeTimeoutMs })
        client.on('error', () => undefined)
        await client.connect()
      }
      await within(probeTimeoutMs, client.query('select 1'))
      if (!up) log.warn('the store is reachable again')
      up = true
    } catch (error) {
      client?.end().catch(() => undefined)
      client = undefined
      if (up && !stopped) log.error({ error }, 'the store cannot be reached')
      up = false
      waiting.reject(unavailable())
      waiting = Promise.withResolvers<never>()
      waiting.promise.catch(() => undefined)
    }
    if (!stopped) timer = setTimeout(probe, probeEveryMs)
  }
  let timer = setTimeout(probe, probeEveryMs)
  return {
    ready: () => up,
    lost: () => waiting.promise,
    stop() {
      stopped = true
      clearTimeout(timer)
      client?.end().catch(() => undefined)
    },
  }
}

const within = async <T>(ms: number, promise: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  try {
    return await Promise.race([
      promise,
      new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms)
      }),
    ])
  } finally {
    clearTimeout(timer)
  }
}
