// Gas readings: stored with their quality, the latest of each channel at hand.
import * as gas from '@gatehouse/contract/safety/gas'
import { arrayLiteral } from '../../db/array-literal.ts'
import type { Bus } from '../../kit/bus.ts'
import type { GasChannel } from '@gatehouse/contract/building/wire'
import { measureOfGas } from '@gatehouse/contract/safety/measures'
import { id as anId, type Quality } from '@gatehouse/contract/shapes'
import type { Observation, Recorder, ReceivedMessage } from '../../kit/recorders.ts'

export { createAverages } from './averages.ts'
export { serveChannels } from './channels.ts'
export { serveHistory } from './history.ts'
export { serveHistoryFiles } from './history-files.ts'
export { serveSettings } from './settings.ts'
export { serveShiftReport } from './shift-report.ts'
export { suspectNow, watchSuspects } from './suspects.ts'

type Reading = ReceivedMessage<'reading'>

/** Stores readings and tells of the newest of each channel. */
export const recordReadings =
  (bus: Bus): Recorder<'reading'> =>
  async (tx, batch, observe) => {
    const newest = newestPerChannel(batch)
    await tx.query({ name: 'gas-reading', text: insertReadings, values: columnsOf(batch, newest) })
    observe(batch.flatMap(observationsIn))
    return () => {
      for (const received of newest) bus.publish(gas.recorded, received.device.companyId, payloadOf(received))
    }
  }

const observationsIn = ({ device, message, at }: Reading): Observation[] => {
  const { channel, quality, unit, value = null } = message
  const given: unknown = Reflect.get(message, 'correlationId')
  const correlationId = given === undefined ? null : anId.safeParse(given).data
  return observationsOf({ deviceId: device.id, at, correlationId, channel, quality, unit, value })
}

export interface ChannelReading extends Pick<Observation, 'deviceId' | 'at' | 'correlationId'> {
  readonly channel: GasChannel
  readonly value: number | null
  readonly unit: string
  readonly quality: Quality
}

/** What alarm rules are judged by: the value of the channel, and whether it has a fault. Warming up, nothing is said of either. */
export const observationsOf = ({ channel, value, unit, quality, ...of }: ChannelReading): Observation[] => [
  { ...of, measure: measureOfGas(channel), value, unit, quality },
  { ...of, part: channel, measure: 'gas.fault', value: faults[quality] },
  { ...of, part: channel, measure: 'gas.over-range', value: overRange[quality] },
]

const faults: Record<Quality, boolean | null> = {
  good: false,
  'over-range': false,
  'under-range': false,
  fault: true,
  stale: null,
  'warm-up': null,
}

const overRange: Record<Quality, boolean | null> = {
  ...faults,
  good: false,
  'over-range': true,
  'under-range': false,
  fault: null,
}

const newestPerChannel = (batch: readonly Reading[]): ReadonlySet<Reading> => {
  const newest = new Map<string, Reading>()
  for (const received of batch) {
    const key = `${received.device.id} ${received.message.channel}`
    const known = newest.get(key)
    if (!known || known.at <= received.at) newest.set(key, received)
  }
  return new Set(newest.values())
}

const columnsOf = (batch: readonly Reading[], newest: ReadonlySet<Reading>) =>
  [
    batch.map((t) => t.device.id),
    batch.map((t) => t.message.channel),
    batch.map((t) => t.message.value ?? null),
    batch.map((t) => t.message.unit),
    batch.map((t) => t.message.quality),
    batch.map((t) => t.at),
    batch.map((t) => t.receivedAt),
    batch.map((t) => t.message.given?.value ?? null),
    batch.map((t) => t.message.given?.unit ?? null),
    batch.map((t) => newest.has(t)),
  ].map(arrayLiteral)

const columns = 'device_id, channel, value, unit, quality, at, received_at, given_value, given_unit'

// One statement for both tables: what it is given is decoded once, which is a quarter of its time.
const insertReadings = `
  with given as materialized (
    select * from unnest($1::uuid[], $2::text[], $3::float8[], $4::text[], $5::text[], $6::timestamptz[],
      $7::timestamptz[], $8::float8[], $9::text[], $10::boolean[]) as t (${columns}, is_newest)
  ), stored as (insert into gas_reading (${columns}) select ${columns} from given)
  insert into gas_latest (${columns}) select ${columns} from given where is_newest order by device_id, channel
  on conflict (device_id, channel) do update set value = excluded.value, unit = excluded.unit,
    quality = excluded.quality, at = excluded.at, received_at = excluded.received_at,
    given_value = excluded.given_value, given_unit = excluded.given_unit
  where gas_latest.at <= excluded.at`

const payloadOf = ({ device, message, at, receivedAt }: Reading): gas.GasReading => ({
  deviceId: device.id,
  key: device.key,
  channel: message.channel,
  value: message.value ?? null,
  unit: message.unit,
  quality: message.quality,
  at: at.toISOString(),
  receivedAt: receivedAt.toISOString(),
})
