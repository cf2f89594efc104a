// Gas readings: value, unit and quality of a channel, and their history. A fault is a state of its own, never 0 ppm.
import { z } from 'zod'
import { outOfService } from '../building/device-service.ts'
import { gasChannel, gasUnit } from '../building/wire.ts'
import { changeEvent } from '../change-event.ts'
import { command, type DomainFacts, event, type Output, query, stream } from '../operation.ts'
import { id, moment, quality } from '../shapes.ts'
import { severity } from './alarm-states.ts'
import { channelStates, comparedWith, ledgerKinds, serviceStates, stages } from './gas-state.ts'
import { gasSettings } from './gas-units.ts'

export const domain: DomainFacts = {
  title: 'Gas',
  shows: ['devices', 'sites', 'alarmRules', 'setPoints', 'detectorService'],
}

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
  of: z.enum(comparedWith),
  comparison: z.enum(['above', 'below']),
  /** In the unit of the channel. */
  value: z.number(),
  hysteresis: z.number(),
  severity,
})
export type GasSetPoint = z.output<typeof setPoint>

export const channelState = z.enum(channelStates)
export type { ChannelState } from './gas-state.ts'

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
  /** What is due of its calibration, bump test and sensor; null: of a channel that is not calibrated. */
  service: z.enum(serviceStates).nullable(),
  /** null: nothing suggests that its readings are wrong. */
  suspect: suspect.nullable(),
})
export type Channel = z.output<typeof channel>

export const channels = query('gas.channels', 'GET /gas/channels', 'view_gas_detection', {
  sentence: ['Viewed', 'the gas channels'],
  summary: 'Every channel of the detectors the caller may see, as it is now, the worst first',
  output: z.object({ channels: z.array(channel) }),
})

const stretchFacts = {
  ruleId: id,
  /** null: of an alarm rule beside the company's set points. */
  stage: z.enum(stages).nullable(),
  of: z.enum(comparedWith),
  comparison: z.enum(['above', 'below']),
  /** In the unit of the channel. */
  value: z.number(),
  severity,
  from: moment,
  to: moment,
}
/** For how long a set point was what it was, within the time asked for. */
const stretch = z.object(stretchFacts)

const channelAlarm = z.object({
  id,
  title: z.string(),
  severity,
  /** As last measured, in the unit of the channel; null: of a condition. */
  value: z.number().nullable(),
  raisedAt: moment,
  /** When the condition was normal again; null: it is not yet. */
  returnedAt: moment.nullable(),
  acknowledgedAt: moment.nullable(),
  acknowledgedBy: z.string().nullable(),
})

const serviceDone = z.object({
  id,
  kind: z.enum(ledgerKinds),
  /** Of a test; null: it was none. */
  result: z.enum(['pass', 'fail']).nullable(),
  at: moment,
  by: z.string(),
  /** Another entry says that it does not count. */
  isVoid: z.boolean(),
})

const outOfServiceSpan = z.object({
  from: moment,
  /** null: not over yet. */
  to: moment.nullable(),
  reason: z.string().nullable(),
  by: z.string(),
})

/** More marks than a chart can show. */
export const mostAlarmsMarked = 500

export const annotations = query('gas.annotations', 'GET /gas/{deviceId}/annotations', 'view_gas_detection', {
  sentence: ['Viewed', 'what happened at the gas channel {}', 'what happened at a gas channel'],
  summary:
    'What is drawn beside the history of one channel: its set points as they were then, its alarms, service done, and when the detector was out of service',
  input: z.object({ deviceId: id, channel: gasChannel, from: moment, to: moment }),
  output: z.object({
    setPoints: z.array(stretch),
    /** The newest `mostAlarmsMarked`. */
    alarms: z.array(channelAlarm),
    /** There were older ones as well. */
    hasMoreAlarms: z.boolean(),
    service: z.array(serviceDone),
    outOfService: z.array(outOfServiceSpan),
  }),
  target: { device: 'deviceId' },
})
export type Annotations = Output<typeof annotations>

/** How many channels are drawn, and exported, together. */
export const mostCompared = 8

const exporting = {
  input: z.object({
    /** `{deviceId}.{channel}`, up to 8 of them, with commas between. */
    channels: z.string().min(1, 'Choose a channel').max(500),
    from: moment,
    to: moment,
  }),
  output: stream,
  audit: true,
  rateLimit: 20,
} as const

export const exportCsv = query('gas.exportCsv', 'GET /gas/history.csv', 'view_gas_detection', {
  sentence: ['Exported', 'the history of {}', 'the history of gas channels'],
  sentenceOfEnd: ['Downloaded', 'the history of {}', 'the history of gas channels'],
  summary: 'What the chart of up to 8 channels shows, as CSV: the same buckets as `gas.history` answers',
  download: 'text/csv; charset=utf-8',
  ...exporting,
})

export const exportXlsx = query('gas.exportXlsx', 'GET /gas/history.xlsx', 'view_gas_detection', {
  sentence: ['Exported', 'the history of {} as a workbook', 'the history of gas channels as a workbook'],
  sentenceOfEnd: ['Downloaded', 'the history of {} as a workbook', 'the history of gas channels as a workbook'],
  summary: 'The same as a workbook, with a sheet that says what it holds and its checksum',
  download: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ...exporting,
})

const longestShiftMs = 7 * 24 * 3_600_000

const minutes = z.int()
const reached = z.object({ ...stretchFacts, minutes })

/** A channel over a shift: what was measured, in its unit, and what happened. */
export const shiftChannel = z.object({
  deviceId: id,
  name: z.string(),
  site: z.string(),
  zone: z.string().nullable(),
  channel: gasChannel,
  unit: gasUnit,
  /** Of readings with a value; null: there were none. */
  lowest: z.number().nullable(),
  mean: z.number().nullable(),
  highest: z.number().nullable(),
  /** The highest that the averages were; null: of a channel that nobody breathes in, or nothing was measured. */
  stel: z.object({ value: z.number(), isAtLeast: z.boolean() }).nullable(),
  twa: z.object({ value: z.number(), isAtLeast: z.boolean() }).nullable(),
  /** Set points as they were: each with the minutes in which it was reached. */
  beyond: z.array(reached),
  minutesWithoutData: minutes,
  /** Minutes with a reading that had no value: a fault, a warm-up. */
  minutesWithFaults: minutes,
  alarms: z.array(channelAlarm),
  service: z.array(serviceDone),
  outOfService: z.array(outOfServiceSpan),
})
export type ShiftChannel = z.output<typeof shiftChannel>

export const shiftReport = query('gas.shiftReport', 'GET /gas/shift-report', 'view_gas_detection', {
  sentence: ['Viewed', 'the gas report of a shift'],
  summary:
    'Each channel over a shift of up to 7 days: lowest, mean, highest, averages, minutes beyond set points, gaps, alarms, service',
  input: z
    .object({ from: moment, to: moment, siteId: id.optional(), zoneId: id.optional() })
    .refine(({ from, to }) => from < to, { path: ['to'], message: 'Choose a time after the first' })
    .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= longestShiftMs, {
      path: ['to'],
      message: 'At most 7 days',
    }),
  output: z.object({
    madeAt: moment,
    madeBy: z.string(),
    /** Whole minutes, in which it was measured. */
    from: moment,
    to: moment,
    channels: z.array(shiftChannel),
    /** Set points that were changed meanwhile, the oldest first. */
    changes: z.array(
      z.object({
        id: z.string(),
        channel: gasChannel,
        stage: z.enum(stages),
        /** null: from then on there was none. */
        value: z.number().nullable(),
        unit: gasUnit,
        at: moment,
        by: z.string().nullable(),
        reason: z.string().nullable(),
      }),
    ),
  }),
})
export type ShiftReport = Output<typeof shiftReport>

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
