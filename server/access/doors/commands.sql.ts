// Commands as the store has them.
import type { Action, Asked, Command, Standing, Status, Step } from '@gatehouse/contract/access/commands'

export interface StandingRow {
  readonly id: string
  readonly companyId: string
  readonly deviceId: string
  readonly door: string
  readonly asked: Asked
  readonly action: Action
  readonly seconds: number | null
  readonly reason: string | null
  readonly by: string
  readonly actor: string
  readonly userId: string | null
  readonly correlationId: string
  readonly status: Status
  readonly detail: string | null
  readonly requestedAt: Date
  readonly expiresAt: Date
}

/** Of `command c`, up to what narrows it down. */
export const standingColumns = `c.id, c.company_id as "companyId", c.device_id as "deviceId", d.name as door, c.asked,
  c.action, (c.args ->> 'seconds')::float8 as seconds, c.reason, c.actor,
  coalesce((select f.name from former_name f where f.id = c.user_id and f.since <= c.requested_at
    and c.requested_at < f.until), u.display_name, u.first_name || ' ' || u.last_name, c.actor) as by,
  c.user_id as "userId", c.correlation_id as "correlationId", c.status, c.detail, c.requested_at as "requestedAt",
  c.expires_at as "expiresAt"
  from command c join device d on d.id = c.device_id left join users u on u.id = c.user_id`

export const standingOf = (row: StandingRow): Standing => ({
  id: row.id,
  deviceId: row.deviceId,
  asked: row.asked,
  action: row.action,
  seconds: row.seconds,
  reason: row.reason,
  by: row.by,
  userId: row.userId,
  correlationId: row.correlationId,
  status: row.status,
  detail: row.detail,
  requestedAt: row.requestedAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
})

export type CommandRow = StandingRow & { readonly steps: readonly (Omit<Step, 'at'> & { readonly at: string })[] }

/** The same with every step of its way. */
export const commandColumns = standingColumns.replace(
  '\n  from command c',
  `, (select jsonb_agg(jsonb_build_object('status', s.status, 'detail', s.detail, 'late', s.late,
      'at', to_char(s.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by s.at,
      s.status <> 'requested', s.status <> 'sent', s.n)
    from command_step s where s.command_id = c.id) as steps
  from command c`,
)

export const commandOf = (row: CommandRow): Command => ({ ...standingOf(row), door: row.door, steps: [...row.steps] })
