// Gas readings: value, unit and quality of a channel, and their history. A fault is a state of its own, never 0 ppm.
import { z } from 'zod'
import { event, query, type DomainFacts } from '../operation.ts'
import { id, moment, quality } from '../shapes.ts'
import { gasChannel, gasUnit } from '../building/wire.ts'

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
