// One local day of a building as messages of the device wire, in order of time: what the simulator plays.
import type { Message } from '@gatehouse/contract/building/wire'
import { type DayPlan, planOf } from './day-plan.ts'
import * as rows from './rows.ts'
import type { World } from './world.ts'

type Spoken = 'event' | 'count' | 'call' | 'reading' | 'status'

export type DeviceMessage = {
  [K in Spoken]: { readonly device: string; readonly kind: K; readonly message: Message<K> }
}[Spoken]

export interface DayOptions {
  /** Seconds between readings of a channel; 0 leaves them out. */
  readonly readings?: number
  /** Minutes between counts. */
  readonly counts?: number
  readonly incident?: boolean
}

export const dayOf = (world: World, seed: number, date: string, options: DayOptions = {}): DeviceMessage[] =>
  messagesOf(planOf(world, seed, date, { incident: options.incident ?? false }), options)

export const messagesOf = (plan: DayPlan, { readings = 0, counts = 1 }: DayOptions): DeviceMessage[] =>
  [
    ...rows.accessesOf(plan).map((row) => ({ at: row.at, message: access(row) })),
    ...rows.countsOf(plan, counts).map((row) => ({ at: row.at, message: count(row) })),
    ...rows.movementsOf(plan).map((row) => ({ at: row.at, message: event(row) })),
    ...rows.happeningsOf(plan).map((row) => ({ at: row.at, message: event(row) })),
    ...rows.callsOf(plan).map((row) => ({ at: row.at, message: call(row) })),
    ...rows.statusesOf(plan).map((row) => ({ at: row.at, message: status(row) })),
    ...(readings > 0
      ? rows
          .readingsOf(plan, plan.day.start, plan.day.end, readings)
          .map((row) => ({ at: row.at, message: reading(row) }))
      : []),
  ]
    .sort((a, b) => a.at - b.at)
    .map(({ message }) => message)

export const reading = (row: rows.ReadingRow): DeviceMessage => ({
  device: row.device,
  kind: 'reading',
  message: { ...text(row), channel: row.channel, value: row.value, unit: row.unit, quality: row.quality },
})

const access = (row: rows.AccessRow): DeviceMessage => ({
  device: row.device,
  kind: 'event',
  message: {
    ...text(row),
    type: 'access',
    direction: row.direction,
    credential: row.credential,
    result: row.result,
    ...(row.reason === null ? {} : { reason: row.reason }),
    ...(row.taken === null ? {} : { taken: row.taken }),
  },
})

const event = (row: rows.EventRow): DeviceMessage => ({
  device: row.device,
  kind: 'event',
  message: { ...text(row), type: row.type, ...(row.correlationId ? { correlationId: row.correlationId } : {}) },
})

const count = (row: rows.CountRow): DeviceMessage => ({
  device: row.device,
  kind: 'count',
  message: { ...text(row), in: row.in, out: row.out },
})

const call = (row: rows.CallRow): DeviceMessage => ({
  device: row.device,
  kind: 'call',
  message: {
    ...text(row),
    state: row.state,
    callId: row.callId,
    ...(row.outcome === null ? {} : { outcome: row.outcome }),
  },
})

const status = (row: rows.StatusRow): DeviceMessage => ({
  device: row.device,
  kind: 'status',
  message: { ...text(row), online: row.online, battery: row.battery, signal: row.signal, firmware: row.firmware },
})

const text = (row: { id: string; at: number }) => ({ id: row.id, at: new Date(row.at).toISOString() })
