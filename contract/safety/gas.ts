// Gas readings: value, unit and quality of a channel, and their history. A fault is a state of its own, never 0 ppm.
import { z } from 'zod'
import { outOfService } from '../building/device-service.ts'
import { gasChannel, gasUnit } from '../building/wire.ts'
import { changeEvent } from '../change-event.ts'
import { command, type DomainFacts, event, query } from '../operation.ts'
import { id, moment, quality } from '../shapes.ts'
import { severity } from './alarm-states.ts'
import { gasSettings } from './gas-units.ts'

export const domain: DomainFacts = { title: 'Gas' }

export const reading = z.object({
  deviceId: id,
  key: z.string(),
  channel: gasChannel,
  value: z.number().nullable(),
  unit: gasUnit,
  quality,
  at: moment,
  receivedAt: moment,
})
export type GasReading = z.output<typeof reading>

export const recorded = event('gas.recorded', reading, {
  permission: 'view_gas_detection',
  scope: 'device',
  device: (r) => r.deviceId,
  coalesce: (r) => `${r.deviceId} ${r.channel}`,
})

/** The average of what was measured within a window, and how much that is. */
export const average = z.object({
  /** In the unit of the channel; null: nothing was measured. */
  mean: z.number().nullable(),
  /** The part of the window that was measured: 0 to 1. What was not is never taken for 0. */
  share: z.number(),
  /** Over the whole window, if nothing had been there while nothing was measured: it is no less than this. */
  atLeast: z.number(),
  /** A part of it was beyond the range of the detector: the average is higher than stated. */
  isOverRange: z.boolean(),
})
export type Average = z.output<typeof average>

/** The averages of a channel over the 15 minutes and over the 8 hours that end at `until`. */
export const averages = z.object({
  deviceId: id,
  channel: gasChannel,
  until: moment,
  stel: average,
  twa: average,
})
export type Averages = z.output<typeof averages>

export const averaged = event('gas.averaged', averages, {
  permission: 'view_gas_detection',
  scope: 'device',
  device: (r) => r.deviceId,
  coalesce: (r) => `${r.deviceId} ${r.channel}`,
})

export const bucket = z.object({
  at: moment,
  min: z.number().nullable(),
  avg: z.number().nullable(),
  max: z.number().nullable(),
  /** Readings with a value; those without count in `faults`. */
  count: z.int(),
  faults: z.int(),
})

export type Bucket = z.output<typeof bucket>

export const history = query('gas.history', 'GET /gas/{deviceId}/history', 'view_gas_detection', {
  sentence: ['Viewed', 'the gas history of {}', 'gas history'],
  summary: 'The history of one channel out of rollups, in buckets that suit the span',
  input: z.object({ deviceId: id, channel: gasChannel, from: moment, to: moment }),
  output: z.object({ step: z.enum(['minute', 'hour', 'day']), buckets: z.array(bucket) }),
  target: { device: 'deviceId' },
})

/** From which value on a channel asks for a response, by the rule in force. */
export const setPoint = z.object({
  comparison: z.enum(['above', 'below']),
  /** In the unit of the channel. */
  value: z.number(),
  hysteresis: z.number(),
  severity,
})

/** What a channel is at this moment, from the worst on: of what cannot be believed no value is held against set points. */
export const channelState = z.enum([
  'critical',
  'over-range',
  'high',
  'fault',
  'medium',
  'offline',
  'stale',
  'under-range',
  'low',
  'warm-up',
  'normal',
])
export type ChannelState = z.output<typeof channelState>

/** Why a reading is not to be believed though the detector calls it good; of several the first in this order. */
export const suspicion = z.enum(['below-zero', 'frozen', 'drifting'])
export type Suspicion = z.output<typeof suspicion>

export const suspect = z.object({ why: suspicion, since: moment })

/** What is suspect may have changed; `channels` has it. */
export const suspected = changeEvent('gas.suspected', 'view_gas_detection')

export const channel = z.object({
  deviceId: id,
  key: z.string(),
  name: z.string(),
  site: z.string(),
  floor: z.string().nullable(),
  zone: z.string().nullable(),
  zoneId: id.nullable(),
  channel: gasChannel,
  value: z.number().nullable(),
  unit: gasUnit,
  quality,
  /** What the device reported, where that was in another unit. */
  given: z.object({ value: z.number().nullable(), unit: gasUnit }).nullable(),
  at: moment,
  receivedAt: moment,
  /** null: the device was never heard of. */
  online: z.boolean().nullable(),
  /** So long after `receivedAt` without another reading it is stale. */
  staleAfterSeconds: z.int(),
  state: channelState,
  outOfService: outOfService.nullable(),
  /** null: of a channel that nobody breathes in, or none has been calculated yet. */
  averages: z.object({ until: moment, stel: average, twa: average }).nullable(),
  setPoints: z.array(setPoint),
  /** null: nothing suggests that its readings are wrong. */
  suspect: suspect.nullable(),
})
export type Channel = z.output<typeof channel>

export const channels = query('gas.channels', 'GET /gas/channels', 'view_gas_detection', {
  sentence: ['Viewed', 'the gas channels'],
  summary: 'Every channel of the detectors the caller may see, as it is now, the worst first',
  output: z.object({ channels: z.array(channel) }),
})

export const settings = query('gas.settings', 'GET /gas/{deviceId}/settings', 'view_gas_detection', {
  sentence: ['Viewed', 'the settings of the detector {}', 'settings of a detector'],
  summary: 'What conversions and averages of a detector are made with',
  output: z.object({ settings: gasSettings }),
  target: { device: 'deviceId' },
})

export const configure = command('gas.configure', 'PUT /gas/{deviceId}/settings', 'manage_gas', {
  sentence: ['Changed', 'the settings of the detector {}', 'settings of a detector'],
  summary: 'Set what conversions and averages of a detector are made with; what is left out is not known, or as usual',
  input: z.object({ deviceId: id, settings: gasSettings }),
  output: z.object({ settings: gasSettings }),
  target: { device: 'deviceId' },
})
