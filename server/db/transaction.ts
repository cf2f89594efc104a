// How every transaction begins and ends: what its work writes is stored as a whole when it resolves, and not at all when it
// throws. Of Kysely, of the pool for statements written for the driver, or on a connection that the caller holds.
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import type pg from 'pg'
import type { Db } from './pool.ts'
import type { DB } from './schema.ts'

interface Options {
  /** All statements read the same moment of the store, and none of them writes. */
  readonly snapshot?: boolean
}

/** For statements of Kysely, which most are. */
export const inTransaction = <T>(db: Db, work: (tx: Transaction<DB>) => Promise<T>): Promise<T> =>
  db.transaction().execute(work)

/** For statements written for the driver; `tx` is the same connection, for those of Kysely among them. */
export const inPoolTransaction = async <T>(
  pool: Pick<pg.Pool, 'connect'>,
  work: (client: pg.PoolClient, tx: Db) => Promise<T>,
  options?: Options,
): Promise<T> => {
  const client = await pool.connect()
  let isBroken = false
  try {
    return await within(
      client,
      () => work(client, kyselyOn(client)),
      options,
      () => (isBroken = true),
    )
  } finally {
    client.release(isBroken)
  }
}

/** On a connection of one's own, as a loop has. */
export const inClientTransaction = <T>(client: Querier, work: () => Promise<T>): Promise<T> => within(client, work)

type Querier = Pick<pg.ClientBase, 'query'>

const within = async <T>(
  client: Querier,
  work: () => Promise<T>,
  { snapshot = false }: Options = {},
  broken?: () => void,
): Promise<T> => {
  await client.query(snapshot ? 'begin isolation level repeatable read read only' : 'begin')
  try {
    const answer = await work()
    await client.query('commit')
    return answer
  } catch (error) {
    await client.query('rollback').catch(() => broken?.())
    throw error
  }
}

/** For statements of Kysely on a connection with a transaction of somebody else. */
export const kyselyOn = (client: Querier): Db => {
  // Given back once, when the transaction is over, and not after each statement.
  const borrowed = { query: client.query.bind(client), release: () => undefined }
  const only = { options: {}, connect: async () => borrowed, end: async () => undefined }
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool: only }) })
}
