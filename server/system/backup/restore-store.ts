// Fills a store from a backup in one transaction: it holds all of it in the end, or what it held before.
import { once } from 'node:events'
import type pg from 'pg'
import { from } from 'pg-copy-streams'
import { listOfMigrations, migrationsKnown, migrationSql } from '../../db/migrate.ts'
import { type Archive, BackupFault, type Member, ofStore } from './archive.ts'
import { quoted, type Table, tablesOf } from './tables.ts'

type Querier = Pick<pg.ClientBase, 'query'>

/** Refuses what this Gatehouse cannot read. */
export const demandKnown = async ({ manifest }: Archive): Promise<void> => {
  const known = new Set(await migrationsKnown())
  const unknown = manifest.migrations.find((name) => !known.has(name))
  if (unknown)
    throw new BackupFault(
      `The backup was made by Gatehouse ${manifest.version}, which knows ${unknown}; this one is older. Restore it with that version or a newer one.`,
    )
}

export const holdsTables = async (client: Querier): Promise<boolean> => (await tablesOf(client)).length > 0

/** Who else is connected to the store; nobody may be. */
export const othersAt = async (client: Querier): Promise<number> => {
  const { rows } = await client.query<{ others: number }>(
    `select count(*)::int as others from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
  )
  return rows[0]?.others ?? 0
}

/** Begins the transaction; whoever calls commits it, or not. What the store holds is replaced. */
export const fillStore = async (
  client: pg.Client,
  { manifest, contents }: Archive,
  members: AsyncIterable<Member>,
  other: (member: Member) => Promise<void>,
): Promise<void> => {
  await client.query(`set timezone = 'UTC'; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0`)
  await passPositions(client, manifest.positions)
  await client.query('begin')
  await client.query('drop schema public cascade; create schema public')
  await client.query(listOfMigrations)
  for (const name of manifest.migrations) await client.query(await migrationSql(name))
  await makePartitions(client, manifest.tables)
  const tables = manifest.tables.map(({ name }) => quoted(name))
  const references = await referencesOf(client)
  // Whatever a row refers to may come after it, and nothing happens because of what happened long ago.
  for (const { table, name } of references) await client.query(`alter table ${table} drop constraint ${quoted(name)}`)
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`)
  for (const table of tables) await empty(client, table)

  const columns = new Map(manifest.tables.map((table) => [table.name, table.columns]))
  const counted = new Map<string, number>()
  for await (const member of members) {
    const table = member.name.startsWith(ofStore) ? member.name.slice(ofStore.length).split('/')[0] : undefined
    const names = table === undefined ? undefined : columns.get(table)
    if (table === undefined) await other(member)
    else if (!names) throw new BackupFault(`The backup has rows of ${table}, of which it says nothing.`)
    else counted.set(table, (counted.get(table) ?? 0) + (await copyIn(client, table, names, member)))
  }
  const short = Object.entries(contents.rows).find(([table, rows]) => (counted.get(table) ?? 0) !== rows)
  if (short) throw new BackupFault(`Of ${short[1]} rows of ${short[0]}, ${counted.get(short[0]) ?? 0} were restored.`)

  for (const table of tables) await client.query(`alter table ${table} enable trigger user`)
  for (const { table, name, definition } of references)
    await client.query(`alter table ${table} add constraint ${quoted(name)} ${definition}`)
  for (const { name, value, called } of manifest.sequences)
    await client.query('select setval($1::regclass, $2::bigint, $3)', [quoted(name), value, called])
}

// What migrations bring along. Nobody may delete from some tables, which they leave empty.
const empty = async (client: Querier, table: string): Promise<void> => {
  const { rows } = await client.query<{ filled: boolean }>(`select exists (select from ${table}) as filled`)
  if (rows[0]?.filled) await client.query(`delete from ${table}`)
}

// A store counts its transactions from the beginning: what comes has to lie behind what was restored.
const passPositions = async (client: Querier, positions: number): Promise<void> => {
  await client.query(`do $$ begin
    while pg_snapshot_xmax(pg_current_snapshot())::text::bigint <= ${Math.trunc(positions)} loop
      perform pg_current_xact_id();
      commit;
    end loop;
  end $$`)
}

const recordYear = /^activity(?:_link)?_(\d{4})$/

const makePartitions = async (client: Querier, tables: readonly Table[]): Promise<void> => {
  const there = new Set((await tablesOf(client)).map(({ name }) => name))
  for (const { name, partitionOf, bound } of tables) {
    if (partitionOf === null || bound === null || there.has(name)) continue
    const year = recordYear.exec(name)?.[1]
    // They are guarded by more than their parents are.
    if (year !== undefined) await client.query('select make_record_year($1)', [Number(year)])
    else await client.query(`create table ${quoted(name)} partition of ${quoted(partitionOf)} ${bound}`)
  }
}

interface Reference {
  readonly table: string
  readonly name: string
  readonly definition: string
}

const referencesOf = async (client: Querier): Promise<Reference[]> =>
  (
    await client.query<Reference>(
      `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
       from pg_constraint
       where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace order by oid`,
    )
  ).rows

const copyIn = async (
  client: pg.Client,
  table: string,
  columns: readonly string[],
  { body }: Member,
): Promise<number> => {
  const stream = client.query(from(`copy ${quoted(table)} (${columns.map(quoted).join(', ')}) from stdin`))
  const done = once(stream, 'finish')
  done.catch(() => undefined)
  for await (const chunk of body) if (!stream.write(chunk)) await Promise.race([once(stream, 'drain'), done])
  stream.end()
  await done
  return stream.rowCount
}
