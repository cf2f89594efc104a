// Commands as the store has them.
import type { Standing } from '@gatehouse/contract/access/commands'
import { isoText } from '../../db/instant.ts'

export interface StandingRow {
  readonly companyId: string
  readonly door: string
  readonly actor: string
  readonly command: Standing
}

/** Of `fromCommands`: the command as the contract has it. */
export const standing = `jsonb_build_object('id', c.id, 'deviceId', c.device_id, 'asked', c.asked, 'action', c.action,
  'seconds', (c.args ->> 'seconds')::float8, 'reason', c.reason,
  'by', coalesce((select f.name from former_name f where f.id = c.user_id and f.since <= c.requested_at
    and c.requested_at < f.until), u.display_name, u.first_name || ' ' || u.last_name, c.actor),
  'userId', c.user_id, 'correlationId', c.correlation_id, 'status', c.status, 'detail', c.detail,
  'requestedAt', ${isoText('c.requested_at')}, 'expiresAt', ${isoText('c.expires_at')})`

export const fromCommands = 'from command c join device d on d.id = c.device_id left join users u on u.id = c.user_id'

/** Of `command c`, up to what narrows it down: rows as above. */
export const standingRows = `c.company_id as "companyId", d.name as door, c.actor, ${standing} as command ${fromCommands}`

/** The same with every step of its way: the commands alone. */
export const commands = `${standing} || jsonb_build_object('door', d.name, 'steps',
  (select jsonb_agg(jsonb_build_object('status', s.status, 'detail', s.detail, 'late', s.late, 'at', ${isoText('s.at')})
    order by s.at, s.status <> 'requested', s.status <> 'sent', s.n)
  from command_step s where s.command_id = c.id)) as command ${fromCommands}`
