// New commands into the store, many with one statement; and those that nobody looks after: whose time is over, or that no
// node has sent.
import type { Status } from '@gatehouse/contract/building/command-life'
import { sql, type Transaction } from 'kysely'
import type pg from 'pg'
import { rowsOf } from '../../db/pool.ts'
import type { DB } from '../../db/schema.ts'
import { type AnyStanding, type StandingRow, standingRows } from './commands.sql.ts'
import type { Settled } from './settle.ts'

/** A command before it is stored. */
export interface Draft {
  readonly companyId: string
  readonly deviceId: string
  /** The name of the device. */
  readonly device: string
  /** In the words of the screen; `action` is what the wire says. */
  readonly asked: string
  readonly action: string
  readonly args: { readonly seconds?: number }
  readonly reason: string | null
  readonly by: { readonly userId: string | null; readonly actor: string; readonly address?: string }
  readonly correlationId: string
  readonly requestedAt: Date
  readonly expiresAt: Date
  /** Of a door that cannot lock by itself after a while: when it is sent the command to. */
  readonly relockAt: Date | null
}

/** A command as it is stored. */
export interface StoredCommand extends Draft {
  readonly id: string
  /** The process that sends it; null: this one has no connection to the device. */
  readonly sender: string | null
}

type Querier = Pick<pg.ClientBase, 'query'>

const mostAtOnce = 1000

/** `callOthers`: whether another node may have the connection. */
export const insertCommands = async <S extends AnyStanding>(
  tx: Transaction<DB>,
  rows: readonly StoredCommand[],
  callOthers: boolean,
): Promise<Settled<S>[]> => {
  const each = <T>(value: (row: StoredCommand) => T) => rows.map(value)
  await sql`
    with given as (
      select * from unnest(${each((r) => r.id)}::uuid[], ${each((r) => r.companyId)}::uuid[],
        ${each((r) => r.deviceId)}::uuid[], ${each((r) => r.asked)}::text[], ${each((r) => r.action)}::text[],
        ${each((r) => JSON.stringify(r.args))}::jsonb[], ${each((r) => r.reason)}::text[],
        ${each((r) => r.by.userId)}::uuid[], ${each((r) => r.by.actor)}::text[],
        ${each((r) => r.correlationId)}::uuid[], ${each((r) => r.requestedAt)}::timestamptz[],
        ${each((r) => r.expiresAt)}::timestamptz[], ${each((r) => r.sender)}::uuid[],
        ${each((r) => r.relockAt)}::timestamptz[])
        as t (id, company_id, device_id, asked, action, args, reason, user_id, actor, correlation_id, requested_at,
          expires_at, sender, relock_at)
    ), kept as (
      insert into command (id, company_id, device_id, asked, action, args, reason, user_id, actor, correlation_id,
        status, requested_at, expires_at, sender, relock_at)
      select id, company_id, device_id, asked, action, args, reason, user_id, actor, correlation_id, 'requested',
        requested_at, expires_at, sender, relock_at from given
      returning id, requested_at
    )
    insert into command_step (command_id, at, status) select id, requested_at, 'requested' from kept
  `.execute(tx)
  if (callOthers) await sql`select pg_notify('commands', '')`.execute(tx)
  const stored = await rowsOf<StandingRow<S>>(tx)`
    select ${sql.raw(standingRows)} where c.id = any (${each((r) => r.id)}::uuid[])
  `
  return stored.map(({ companyId, command }) => ({
    companyId,
    command,
    step: { status: 'requested', at: command.requestedAt, detail: null, late: false },
  }))
}

export interface Overdue {
  readonly id: string
  readonly status: Status
  readonly sender: string | null
  readonly requestedAt: Date
}

/** Looked at only: each is settled by whoever locks it first. */
export const overdue = async (db: Querier, asked: readonly string[], now: Date): Promise<Overdue[]> => {
  const { rows } = await db.query<Overdue>({
    text: `select id, status, sender, requested_at as "requestedAt" from command
           where status in ('requested', 'sent') and expires_at <= $1 and asked = any ($2::text[])
           order by expires_at limit $3`,
    values: [now, asked, mostAtOnce],
  })
  return rows
}

/** Commands of such a kind that no node has sent, asked for since then and good for a while yet. */
export const unsentSince = async (
  db: Querier,
  asked: readonly string[],
  { since, now }: { readonly since: Date; readonly now: Date },
): Promise<{ id: string; deviceId: string }[]> => {
  const { rows } = await db.query<{ id: string; deviceId: string }>(
    `select id, device_id as "deviceId" from command
     where status = 'requested' and sender is null and requested_at >= $1 and expires_at > $2::timestamptz
       and asked = any ($3::text[])`,
    [since, now, asked],
  )
  return rows
}

/** Which of them were nobody's, and are this process's from now on. */
export const claimUnsent = async (db: Querier, me: string, ids: readonly string[]): Promise<string[]> => {
  const { rows } = await db.query<{ id: string }>({
    text: `update command set sender = $1 where id = any ($2::uuid[]) and sender is null and status = 'requested' returning id`,
    values: [me, ids],
  })
  return rows.map(({ id }) => id)
}

/** Commands of another node that this one is to send. */
export const readCommands = async (db: Querier, ids: readonly string[]): Promise<StoredCommand[]> => {
  const { rows } = await db.query<Omit<StoredCommand, 'by'> & { userId: string | null; actor: string }>({
    text: `select c.id, c.company_id as "companyId", c.device_id as "deviceId", c.asked, c.action, c.args, c.reason,
             c.user_id as "userId", c.actor, c.correlation_id as "correlationId", c.requested_at as "requestedAt",
             c.expires_at as "expiresAt", c.sender, c.relock_at as "relockAt", d.name as device
           from command c join device d on d.id = c.device_id where c.id = any ($1::uuid[])`,
    values: [ids],
  })
  return rows.map(({ userId, actor, ...row }) => ({ ...row, by: { userId, actor } }))
}
