// Brings the schema up to date: each file of migrations/ once, in order, in a transaction with its own record, so that
// a kill half way leaves either the old schema or the new one.
import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'
import { CannotStart } from '../kit/config.ts'
import { inClientTransaction } from './transaction.ts'

const folder = new URL('./migrations/', import.meta.url)
const oldestServer = 150_000
const lockKey = 7_204_217

export const migrate = async (client: pg.Client): Promise<string[]> => {
  await refuseOldServers(client)
  await client.query('select pg_advisory_lock($1)', [lockKey])
  try {
    await client.query(listOfMigrations)
    const files = await migrationsKnown()
    const done = new Set(
      (await client.query<{ name: string }>('select name from schema_migration')).rows.map((r) => r.name),
    )
    const unknown = [...done].find((name) => !files.includes(name))
    if (unknown) {
      throw new CannotStart(
        `The data was written by a newer version of Gatehouse (it knows ${unknown}). Start that version, or use another DATA_DIR.`,
      )
    }
    const pending = files.filter((name) => !done.has(name))
    for (const name of pending) await apply(client, name)
    return pending
  } finally {
    await client.query('select pg_advisory_unlock($1)', [lockKey])
  }
}

/** Makes the table of what was done. */
export const listOfMigrations =
  'create table if not exists schema_migration (name text primary key, at timestamptz not null default now())'

/** The names of all there are, in order. */
export const migrationsKnown = async (): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()

export const migrationSql = (name: string): Promise<string> => readFile(new URL(name, folder), 'utf8')

const apply = (client: pg.Client, name: string) =>
  inClientTransaction(client, async () => {
    await client.query(await migrationSql(name))
    await client.query('insert into schema_migration (name) values ($1)', [name])
  })

const refuseOldServers = async (client: pg.Client) => {
  const { rows } = await client.query<{ version: number }>(
    "select current_setting('server_version_num')::int as version",
  )
  const version = rows[0]?.version ?? 0
  if (version < oldestServer) {
    throw new CannotStart(`DATABASE_URL names PostgreSQL ${Math.floor(version / 10_000)}; Gatehouse needs 15 or newer.`)
  }
}
