// New commands into the store, many with one statement.
import type { Asked } from '@gatehouse/contract/access/commands'
import { sql, type Transaction } from 'kysely'
import { rowsOf } from '../../db/pool.ts'
import type { DB } from '../../db/schema.ts'
import type { NewCommand } from './commands.ts'
import { type StandingRow, standingRows } from './commands.sql.ts'
import type { Settled } from './settle.ts'

/** A command as it was kept. */
export interface StoredCommand extends NewCommand {
  readonly id: string
  readonly asked: Asked
  readonly requestedAt: Date
  readonly expiresAt: Date
  /** The process that sends it; null: this one has no connection to the door. */
  readonly sender: string | null
  readonly relockAt: Date | null
  readonly door: string
}

/** A door as it is before it is told anything. */
export interface Opening {
  readonly deviceId: string
  readonly companyId: string
  readonly name: string
  readonly driver: string
  readonly pulseSeconds: number
  readonly answerSeconds: number
  readonly reasonAsked: string
  /** Who holds it, where it is held and says that it is unlocked. */
  readonly heldOpenBy: string | null
  readonly incident: string | null
}

export const readOpenings = async (tx: Transaction<DB>, ids: readonly string[]): Promise<Map<string, Opening>> => {
  const rows = await rowsOf<Opening>(tx)`
    select d.id as "deviceId", d.company_id as "companyId", d.name, d.driver, o.pulse_seconds as "pulseSeconds",
      o.answer_seconds as "answerSeconds", o.reason_asked as "reasonAsked",
      case when k.lock = 'Unlocked' then coalesce(hu.display_name, hu.first_name || ' ' || hu.last_name, h.actor) end as "heldOpenBy",
      case when k.incident_over_at is null then k.correlation_id end as incident
    from device d join door o on o.device_id = d.id left join door_state k on k.device_id = d.id
      left join door_hold h on h.device_id = d.id left join users hu on hu.id = h.user_id
    where d.id = any (${ids}::uuid[]) and d.retired_at is null
  `
  return new Map(rows.map((row) => [row.deviceId, row]))
}

/** `callOthers`: whether another node may have the connection. */
export const insertCommands = async (
  tx: Transaction<DB>,
  rows: readonly StoredCommand[],
  callOthers: boolean,
): Promise<Settled[]> => {
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
  const stored = await rowsOf<StandingRow>(tx)`
    select ${sql.raw(standingRows)} where c.id = any (${each((r) => r.id)}::uuid[])
  `
  return stored.map(({ companyId, command }) => ({
    companyId,
    command,
    step: { status: 'requested', at: command.requestedAt, detail: null, late: false },
  }))
}
