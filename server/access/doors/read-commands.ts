// Reading commands: one, those of a door, and all that belong to one correlation id.
import type { Command } from '@gatehouse/contract/access/commands'
import { type RawBuilder, sql } from 'kysely'
import { type Db, rowsOf } from '../../db/pool.ts'
import { commandColumns, commandOf, type CommandRow } from './commands.sql.ts'
import type { LabelScope } from '../../kit/label-scope.ts'

export const readCommand = async (db: Db, companyId: string | null, id: string): Promise<Command | undefined> =>
  (await read(db, sql`c.id = ${id} and c.company_id = ${companyId}`, sql`c.id`, 1))[0]

/** Newest first; `beyond`: after this one. */
export const readCommandsOf = (
  db: Db,
  deviceId: string,
  {
    beyond,
    limit,
  }: { readonly beyond: { readonly at: string; readonly id: string } | undefined; readonly limit: number },
): Promise<Command[]> =>
  read(
    db,
    sql`c.device_id = ${deviceId} and ${beyond ? sql`(c.requested_at, c.id) < (${beyond.at}::timestamptz, ${beyond.id}::uuid)` : sql`true`}`,
    sql`c.requested_at desc, c.id desc`,
    limit,
  )

/** Oldest first, of the doors that labels do not hide. */
export const commandsOf = (
  db: Db,
  wanted: {
    readonly companyId: string
    readonly scope: LabelScope
    readonly correlationId: string
    readonly limit: number
  },
): Promise<Command[]> =>
  read(
    db,
    sql`c.correlation_id = ${wanted.correlationId} and c.company_id = ${wanted.companyId}
      and ${wanted.scope.sees('c.device_id')}`,
    sql`c.requested_at, c.id`,
    wanted.limit,
  )

const read = async (
  db: Db,
  which: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  limit: number,
): Promise<Command[]> => {
  const rows = await rowsOf<CommandRow>(db)`
    select ${sql.raw(commandColumns)} where ${which} order by ${order} limit ${sql.lit(limit)}
  `
  return rows.map(commandOf)
}
