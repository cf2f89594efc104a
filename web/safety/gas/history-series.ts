// The history of a channel as a chart has it: buckets with their band, set points as they were, and what happened.
import type { Output } from '@gatehouse/contract/operation'
import type * as gas from '@gatehouse/contract/safety/gas'
import type { Annotations, Channel } from '@gatehouse/contract/safety/gas'
import type { Stage } from '@gatehouse/contract/safety/gas-state'
import { channelName } from '../../kit/channel-name.ts'
import type { Mark, Series, SetPoint } from '../../ui/charts/time-series.ts'
import { severityWords } from '../../ui/theme/severity.ts'
import { channelId } from './gas-address.ts'
import { unitName } from './gas-state.ts'
import { pointStates } from './gauge-points.ts'

type Step = Output<typeof gas.history>['step']
export type Stretch = Annotations['setPoints'][number]

export const stepMs: Readonly<Record<Step, number>> = { minute: 60_000, hour: 3_600_000, day: 24 * 3_600_000 }

/** Two and a half buckets without a reading are a gap. */
export const gapOf = (step: Step): number => 2.5 * stepMs[step]

export const stageNames: Readonly<Record<Stage, string>> = {
  low: 'Low',
  high: 'High',
  deficiency: 'Too low',
  enrichment: 'Too high',
  stel: '15-min average',
  'stel-high': '15-min average, second stage',
  twa: '8-h average',
}

/** The mean of each span, within its lowest and its highest: a short peak is in the picture, however long the span is. */
export const seriesOf = (
  channel: Pick<Channel, 'deviceId' | 'channel' | 'unit'>,
  buckets: readonly gas.Bucket[],
  name: string,
): Series => ({
  id: channelId({ id: channel.deviceId }, channel),
  name,
  unit: unitName(channel.unit),
  digits: channel.unit !== '%vol' ? 1 : channel.channel === 'O2' ? 2 : 3,
  points: buckets.map(({ at, avg, min, max }) => ({ at: Date.parse(at), value: avg, low: min, high: max })),
})

/** Those of the value as it is: a line among readings is nothing that an average is held against. */
export const setPointsOf = (stretches: readonly Stretch[], unit: string | null): SetPoint[] =>
  stretches.flatMap(({ of, stage, comparison, value, severity, from, to }) =>
    of === 'value'
      ? [
          {
            name: stage ? stageNames[stage] : comparison === 'below' ? 'Alarm below' : 'Alarm above',
            value,
            state: pointStates[severity],
            unit,
            from: Date.parse(from),
            to: Date.parse(to),
          },
        ]
      : [],
  )

interface Links {
  readonly alarm: boolean
  /** Where the ledger of the detector is. */
  readonly ledger: string
}

export const marksOf = (
  { alarms, service, outOfService }: Pick<Annotations, 'alarms' | 'service' | 'outOfService'>,
  { alarm: mayAlarm, ledger }: Links,
): Mark[] => [
  ...alarms.map(({ id, title, severity, raisedAt, returnedAt, acknowledgedBy }) => ({
    id,
    name: acknowledgedBy === null ? title : `${title}, acknowledged by ${acknowledgedBy}`,
    state: severityWords[severity].state,
    from: Date.parse(raisedAt),
    to: returnedAt === null ? null : Date.parse(returnedAt),
    ...(mayAlarm ? { link: `/alarms/${id}` } : {}),
  })),
  ...service.map(({ id, kind, result, at, by, isVoid }) => ({
    id,
    name: `${serviceNames[kind]}${result === null ? '' : result === 'pass' ? ', passed' : ', failed'}, ${by}${isVoid ? ' (void)' : ''}`,
    state: result === 'fail' ? ('fault' as const) : ('information' as const),
    from: Date.parse(at),
    link: ledger,
  })),
  ...outOfService.map(({ from, to, reason, by }) => ({
    id: `out ${from}`,
    name: `Out of service, ${by}${reason === null ? '' : `: ${reason}`}`,
    state: 'shelved' as const,
    from: Date.parse(from),
    to: to === null ? null : Date.parse(to),
  })),
]

export const serviceNames: Readonly<Record<Annotations['service'][number]['kind'], string>> = {
  inspection: 'Inspection',
  repair: 'Repair',
  'sensor-replaced': 'Sensor replaced',
  'bump-test': 'Bump test',
  calibration: 'Calibration',
  void: 'Voided',
}

export const nameOf = ({ channel, name }: Pick<Channel, 'channel' | 'name'>): string =>
  `${channelName(channel)}, ${name}`
