// One transaction for statements of both kinds: what is written by hand for the driver, and what goes through Kysely.
import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { Db } from './pool.ts'
import type { DB } from './schema.ts'

/** `client` and `tx` are the same connection, and what either writes is kept together. */
export const inTransaction = async <T>(
  pool: Pick<pg.Pool, 'connect' | 'options'>,
  work: (client: pg.PoolClient, tx: Db) => Promise<T>,
): Promise<T> => {
  const client = await pool.connect()
  // Given back once, below, and not after each statement.
  const borrowed = { query: client.query.bind(client), release: () => undefined }
  const only = { options: pool.options, connect: async () => borrowed, end: async () => undefined }
  const tx = new Kysely<DB>({ dialect: new PostgresDialect({ pool: only }) })
  try {
    await client.query('begin')
    const answer = await work(client, tx)
    await client.query('commit')
    client.release()
    return answer
  } catch (error) {
    await client.query('rollback').then(
      () => client.release(),
      () => client.release(true),
    )
    throw error
  }
}
