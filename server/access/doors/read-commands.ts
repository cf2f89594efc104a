// Reading commands: one, those of a door, and all that belong to one correlation id.
import type { Command } from '@gatehouse/contract/access/commands'
import { type RawBuilder, sql } from 'kysely'
import { isOlder } from '../../db/conditions.ts'
import { type Db, valuesOf } from '../../db/pool.ts'
import type { TimeKey } from '../../kit/cursor.ts'
import { commandsOfKind } from '../../building/commands/commands.ts'
import type { LabelScope } from '../../kit/label-scope.ts'

export const readCommand = async (db: Db, companyId: string | null, id: string): Promise<Command | undefined> =>
  (await read(db, sql`c.id = ${id} and c.company_id = ${companyId}`, sql`c.id`, 1))[0]

/** Newest first; `beyond`: after this one. */
export const readCommandsOf = (
  db: Db,
  deviceId: string,
  { beyond, limit }: { readonly beyond: TimeKey | undefined; readonly limit: number },
): Promise<Command[]> =>
  read(
    db,
    sql`c.device_id = ${deviceId} and ${isOlder('c.requested_at', 'c.id', beyond)}`,
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

const read = (db: Db, which: RawBuilder<unknown>, order: RawBuilder<unknown>, limit: number) =>
  valuesOf<Command>(db)`
    select ${sql.raw(commandsOfKind('door'))} where d.kind = 'door' and ${which} order by ${order} limit ${sql.lit(limit)}
  `
