// What each door last reported. A report changes only the parts it speaks of; a late one changes nothing.
import * as doors from '@gatehouse/contract/doors'
import type { Message } from '@gatehouse/contract/wire'
import type { Bus } from '../kit/bus.ts'
import { nothingToTell, type Recorder, type Taken } from '../kit/taken.ts'

export { type Commands, createCommands, type Issued, type NewCommand } from './commands.ts'

type Part = 'mode' | 'lock' | 'contact' | 'alarm' | 'tamper' | 'fault'
type Parts = Partial<Record<Part, string>>

const parts = ['mode', 'lock', 'contact', 'alarm', 'tamper', 'fault'] as const satisfies Part[]

export const recordStates =
  (bus: Bus): Recorder<'state'> =>
  (tx, batch) =>
    store(
      tx,
      bus,
      batch.flatMap((taken) => report(taken, taken.message)),
    )

/** Door events say something about the state too, for devices that send no state of their own. */
export const recordStatesOfEvents =
  (bus: Bus): Recorder<'event'> =>
  (tx, batch) =>
    store(
      tx,
      bus,
      batch.flatMap((taken) => report(taken, impliedBy(taken.message))),
    )

const impliedBy = ({ type }: Message<'event'>): Parts => {
  switch (type) {
    case 'opened':
      return { contact: 'Open' }
    case 'closed':
      return { contact: 'Closed', alarm: 'Normal' }
    case 'forced-open':
      return { contact: 'Open', alarm: 'DoorForcedOpen' }
    case 'held-open':
      return { contact: 'Open', alarm: 'DoorOpenTooLong' }
    case 'tamper':
      return { tamper: 'TamperDetected' }
    case 'fault':
      return { fault: 'FaultDetected' }
    default:
      return {}
  }
}

interface Report {
  readonly taken: Taken
  readonly said: Parts
}

const report = (taken: Taken, said: Parts): Report[] =>
  taken.device.kind === 'door' && parts.some((part) => said[part] !== undefined) ? [{ taken, said }] : []

const store = async (tx: Parameters<Recorder<'state'>>[0], bus: Bus, reports: Report[]) => {
  if (reports.length === 0) return nothingToTell
  const merged = mergePerDoor(reports)
  const { rows } = await tx.query<Omit<doors.DoorState, 'key' | 'at' | 'receivedAt'> & { at: Date; receivedAt: Date }>({
    name: 'door-state',
    text: upsert,
    values: [
      merged.map((r) => r.taken.device.id),
      ...parts.map((part) => merged.map((r) => r.said[part] ?? null)),
      merged.map((r) => r.taken.at),
      merged.map((r) => r.taken.receivedAt),
    ],
  })
  const companies = new Map(merged.map((r) => [r.taken.device.id, r.taken.device]))
  return () => {
    for (const row of rows) {
      const device = companies.get(row.deviceId)
      if (!device) continue
      const at = row.at.toISOString()
      bus.publish(doors.changed, device.companyId, {
        ...row,
        key: device.key,
        at,
        receivedAt: row.receivedAt.toISOString(),
      })
    }
  }
}

const mergePerDoor = (reports: Report[]): Report[] => {
  const merged = new Map<string, Report>()
  for (const next of [...reports].sort((a, b) => a.taken.at.getTime() - b.taken.at.getTime())) {
    const known = merged.get(next.taken.device.id)
    merged.set(
      next.taken.device.id,
      known ? { taken: next.taken, said: { ...known.said, ...defined(next.said) } } : next,
    )
  }
  return [...merged.values()]
}

const defined = (said: Parts): Parts =>
  Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined))

const upsert = `
  insert into door_state as k (device_id, mode, lock, contact, alarm, tamper, fault, at, received_at)
  select d, coalesce(mode, 'Unknown'), coalesce(lock, 'Unknown'), coalesce(contact, 'Unknown'), coalesce(alarm, 'Normal'),
    coalesce(tamper, 'Unknown'), coalesce(fault, 'Unknown'), at, r
  from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::timestamptz[],
    $9::timestamptz[]) as t (d, mode, lock, contact, alarm, tamper, fault, at, r)
  order by d
  on conflict (device_id) do update set
    ${parts.map((part, i) => `${part} = coalesce(($${i + 2}::text[])[array_position($1::uuid[], k.device_id)], k.${part})`).join(',\n    ')},
    at = excluded.at, received_at = excluded.received_at
  where k.at <= excluded.at
  returning device_id as "deviceId", mode, lock, contact, alarm, tamper, fault, at, received_at as "receivedAt"`
