// One local day of a building as messages of the device wire, in order of time: what the simulator plays.
import type { Message } from '@gatehouse/contract/building/wire'
import { type DayPlan, planOf } from './day-plan.ts'
import {
  type AccessRow,
  accessesOf,
  type CallRow,
  type CountRow,
  callsOf,
  countsOf,
  type EventRow,
  happeningsOf,
  movementsOf,
  type ReadingRow,
  readingsOf,
  type StatusRow,
  statusesOf,
} from './rows.ts'
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
    ...accessesOf(plan).map((row) => ({ at: row.at, said: access(row) })),
    ...countsOf(plan, counts).map((row) => ({ at: row.at, said: count(row) })),
    ...movementsOf(plan).map((row) => ({ at: row.at, said: event(row) })),
    ...happeningsOf(plan).map((row) => ({ at: row.at, said: event(row) })),
    ...callsOf(plan).map((row) => ({ at: row.at, said: call(row) })),
    ...statusesOf(plan).map((row) => ({ at: row.at, said: status(row) })),
    ...(readings > 0
      ? readingsOf(plan, plan.day.start, plan.day.end, readings).map((row) => ({ at: row.at, said: reading(row) }))
      : []),
  ]
    .sort((a, b) => a.at - b.at)
    .map(({ said }) => said)

export const reading = (row: ReadingRow): DeviceMessage => ({
  device: row.device,
  kind: 'reading',
  message: { ...said(row), channel: row.channel, value: row.value, unit: row.unit, quality: row.quality },
})

const access = (row: AccessRow): DeviceMessage => ({
  device: row.device,
  kind: 'event',
  message: {
    ...said(row),
    type: 'access',
    direction: row.direction,
    credential: row.credential,
    result: row.result,
    ...(row.reason === null ? {} : { reason: row.reason }),
    ...(row.taken === null ? {} : { taken: row.taken }),
  },
})

const event = (row: EventRow): DeviceMessage => ({
  device: row.device,
  kind: 'event',
  message: { ...said(row), type: row.type, ...(row.correlationId ? { correlationId: row.correlationId } : {}) },
})

const count = (row: CountRow): DeviceMessage => ({
  device: row.device,
  kind: 'count',
  message: { ...said(row), in: row.in, out: row.out },
})

const call = (row: CallRow): DeviceMessage => ({
  device: row.device,
  kind: 'call',
  message: {
    ...said(row),
    state: row.state,
    callId: row.callId,
    ...(row.outcome === null ? {} : { outcome: row.outcome }),
  },
})

const status = (row: StatusRow): DeviceMessage => ({
  device: row.device,
  kind: 'status',
  message: { ...said(row), online: row.online, battery: row.battery, signal: row.signal, firmware: row.firmware },
})

const said = (row: { id: string; at: number }) => ({ id: row.id, at: new Date(row.at).toISOString() })
