// Commands as the store has them, of devices of every kind.
import type { Status } from '@gatehouse/contract/building/command-life'
import { isoText } from '../../db/instant.ts'

/** A command as it stands, as far as devices of every kind have it. */
export interface AnyStanding {
  readonly id: string
  readonly deviceId: string
  readonly asked: string
  readonly action: string
  readonly seconds: number | null
  readonly reason: string | null
  readonly by: string
  readonly userId: string | null
  readonly correlationId: string
  readonly status: Status
  readonly detail: string | null
  readonly requestedAt: string
  readonly expiresAt: string
}

export interface StandingRow<S extends AnyStanding> {
  readonly companyId: string
  /** The name of its device. */
  readonly device: string
  readonly actor: string
  readonly command: S
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
export const standingRows = `c.company_id as "companyId", d.name as device, c.actor, ${standing} as command ${fromCommands}`

/** The same with every step of its way and the name of its device, called by its kind: the commands alone. */
export const commandsOfKind = (kind: 'door' | 'actuator') => `${standing} || jsonb_build_object('${kind}', d.name, 'steps',
  (select jsonb_agg(jsonb_build_object('status', s.status, 'detail', s.detail, 'late', s.late, 'at', ${isoText('s.at')})
    order by s.at, s.status <> 'requested', s.status <> 'sent', s.n)
  from command_step s where s.command_id = c.id)) as command ${fromCommands}`
