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
