// What is known of doors, locked for whoever moves it on.
import type pg from 'pg'
import { answersByState } from '../../building/commands/commands.ts'
import type { Life } from './door-life.ts'

type Querier = Pick<pg.ClientBase, 'query'>

export interface KnownDoor {
  readonly life: Life | null
  /** Its wire has no answers to commands: what it reports next is the answer. */
  readonly answersByState: boolean
}

/** By the door's id; whoever else moves one of them on waits. */
export const lockDoors = async (tx: Querier, ids: readonly string[]): Promise<Map<string, KnownDoor>> => {
  const { rows } = await tx.query<Life & { id: string; driver: string; heard: boolean }>({
    name: 'door-states-lock',
    text: `
      with k as materialized (select * from door_state where device_id = any ($1::uuid[]) order by device_id for update)
      select o.device_id as id, d.driver, k.device_id is not null as heard,
        ${columns.map(([column, name]) => `k.${column} as "${name}"`).join(', ')}
      from door o join device d on d.id = o.device_id left join k on k.device_id = o.device_id
      where o.device_id = any ($1::uuid[])`,
    values: [ids],
  })
  return new Map(
    rows.map(({ id, driver, heard: known, ...life }) => [
      id,
      { life: known ? life : null, answersByState: answersByState(driver) },
    ]),
  )
}

const columns = [
  ['mode', 'mode', 'text'],
  ['lock', 'lock', 'text'],
  ['contact', 'contact', 'text'],
  ['alarm', 'alarm', 'text'],
  ['tamper', 'tamper', 'text'],
  ['fault', 'fault', 'text'],
  ['at', 'at', 'timestamptz'],
  ['received_at', 'receivedAt', 'timestamptz'],
  ['contact_since', 'contactSince', 'timestamptz'],
  ['opened_locked', 'openedLocked', 'boolean'],
  ['alarm_by', 'alarmBy', 'text'],
  ['correlation_id', 'correlationId', 'uuid'],
  ['incident_since', 'incidentSince', 'timestamptz'],
  ['incident_over_at', 'incidentOverAt', 'timestamptz'],
] as const satisfies [string, keyof Life, string][]

/** Whole, as they were worked out from what `lockDoors` answered. */
export const writeLives = async (tx: Querier, moved: readonly { device: { id: string }; life: Life }[]) => {
  await tx.query({
    name: 'door-states-write',
    text: `
      insert into door_state as k (device_id, ${columns.map(([column]) => column).join(', ')})
      select * from unnest($1::uuid[], ${columns.map(([, , type], i) => `$${i + 2}::${type}[]`).join(', ')}) as t (d)
      order by d
      on conflict (device_id) do update set
        ${columns.map(([column]) => `${column} = excluded.${column}`).join(', ')}
      where least(k.at, k.received_at) <= least(excluded.at, excluded.received_at)`,
    values: [moved.map(({ device }) => device.id), ...columns.map(([, name]) => moved.map(({ life }) => life[name]))],
  })
}
