// The rules that every company begins with: set points of gas as detectors leave the factory, and what of devices of each kind
// asks for a response.
import type { AlarmRule, Condition } from '@gatehouse/contract/safety/alarm-rules'
import type { Severity } from '@gatehouse/contract/safety/alarms'
import type { DeviceKind } from '@gatehouse/contract/building/devices'
import {
  comparisonOf,
  measureOfSetPoint,
  type ProfileSetPoint,
  profiles,
  type SetPointChannel,
  type Stage,
  stageTitles,
  usualHysteresis,
} from '@gatehouse/contract/safety/gas-profiles'
import { measureOfGas, measures } from '@gatehouse/contract/safety/measures'
import { v7 as uuid } from 'uuid'
import { instant } from '../../db/instant.ts'
import { type Db, execute, rowsOf } from '../../db/pool.ts'
import { inTransaction } from '../../db/transaction.ts'

export type RuleFacts = Omit<
  AlarmRule,
  'id' | 'version' | 'enabled' | 'preset' | 'setPoint' | 'changedAt' | 'changedBy' | 'open'
>

const everywhere = { siteIds: [], zoneIds: [], labelIds: [], kinds: [], deviceIds: [] }

const gasOffDelaySeconds = 30

const severityOf = (stage: Stage): Severity =>
  stage === 'high' || stage === 'enrichment' || stage === 'stel-high' ? 'critical' : 'high'

// Gas stays until a person has looked and says why it is over.
export const gasResponse = {
  latches: true,
  reasonAsked: true,
  checklist: [
    'Check the readings of the detectors beside it',
    'Keep people out of the zone, and see who is inside',
    'Ventilate the zone',
    'Find the source before anybody goes back in',
  ],
}

type Threshold = Extract<Condition, { kind: 'threshold' }>

export interface SetPointFacts extends Omit<ProfileSetPoint, 'source'> {
  /** Absent: the usual one. */
  readonly hysteresis?: number | undefined
}

export const thresholdOf = ({ channel, stage, value, seconds, hysteresis }: SetPointFacts): Threshold => ({
  kind: 'threshold',
  measure: measureOfSetPoint(channel, stage) ?? measureOfGas(channel),
  comparison: comparisonOf(stage),
  value,
  hysteresis: hysteresis ?? usualHysteresis(channel, value),
  onDelaySeconds: seconds,
  offDelaySeconds: gasOffDelaySeconds,
})

/** The rule of a set point. `of`: what it is of, where that is not the whole company. */
export const setPointFacts = (point: SetPointFacts, of?: string): RuleFacts => ({
  name: `${measures[measureOfGas(point.channel)].title}: ${stageTitles[point.stage]}${of === undefined ? '' : ` (${of})`}`,
  severity: severityOf(point.stage),
  condition: thresholdOf(point),
  scope: everywhere,
  suppressedBy: [],
  escalationId: null,
  ...gasResponse,
})

interface Preset {
  readonly preset: string
  /** Which gas set point it is. */
  readonly setPoint?: { readonly channel: SetPointChannel; readonly stage: Stage }
  readonly facts: RuleFacts
}

const rule = (
  preset: string,
  name: string,
  severity: Severity,
  condition: Condition,
  { kinds = [], ...more }: Partial<Omit<RuleFacts, 'scope'>> & { readonly kinds?: DeviceKind[] } = {},
): Preset => ({
  preset,
  facts: {
    name,
    severity,
    condition,
    scope: { ...everywhere, kinds },
    suppressedBy: [],
    escalationId: null,
    latches: false,
    reasonAsked: false,
    checklist: [],
    ...more,
  },
})

const state = (
  preset: string,
  name: string,
  severity: Severity,
  measure: Extract<Condition, { kind: 'state' }>['measure'],
  delays: { readonly onDelaySeconds?: number; readonly offDelaySeconds?: number } = {},
  more: Parameters<typeof rule>[4] = {},
): Preset =>
  rule(preset, name, severity, { kind: 'state', measure, onDelaySeconds: 0, offDelaySeconds: 0, ...delays }, more)

const recordSteps = [
  'Verify the activity log, and save what it reports',
  'Compare it with the checkpoints that are stored elsewhere',
  'Find out who had access to the database and to the data folder',
]

/** A device that comes and goes is no alarm each time. */
const offlineDelays = { onDelaySeconds: 30, offDelaySeconds: 300 }

// The two of oxygen are called as they were when they were taken for stages.
const presetOf = ({ channel, stage }: { readonly channel: SetPointChannel; readonly stage: Stage }): string =>
  `gas-${channel}-${stage === 'deficiency' ? 'low' : stage === 'enrichment' ? 'high' : stage}`

/** Of places that have a limit; short of it by so much it is over, so that one person in the door raises it once. */
const shareHysteresis = 5

const occupancyShare = (preset: string, name: string, severity: Severity, percent: number): Preset =>
  rule(preset, name, severity, {
    kind: 'threshold',
    measure: 'occupancy.share',
    comparison: 'above',
    value: percent,
    hysteresis: shareHysteresis,
    onDelaySeconds: 0,
    offDelaySeconds: 0,
  })

export const presets: readonly Preset[] = [
  ...profiles.standard.setPoints.map((point) => ({
    preset: presetOf(point),
    setPoint: { channel: point.channel, stage: point.stage },
    facts: setPointFacts(point),
  })),
  state('gas-fault', 'Detector fault', 'medium', 'gas.fault', { onDelaySeconds: 10, offDelaySeconds: 30 }),
  state('gas-over-range', 'Detector over range', 'high', 'gas.over-range', { offDelaySeconds: 30 }, gasResponse),
  state('gas-suspect', 'Detector is suspect', 'low', 'gas.suspect'),
  state('gas-calibration-overdue', 'Calibration overdue', 'low', 'gas.calibration-overdue'),
  state('gas-offline', 'Gas detector offline', 'high', 'device.offline', offlineDelays, { kinds: ['gas'] }),
  state('counter-offline', 'People counter offline', 'low', 'device.offline', offlineDelays, { kinds: ['counter'] }),
  state('camera-offline', 'Camera offline', 'medium', 'device.offline', offlineDelays, { kinds: ['camera'] }),
  state('intercom-offline', 'Intercom offline', 'medium', 'device.offline', offlineDelays, { kinds: ['intercom'] }),
  state('door-offline', 'Door offline', 'medium', 'device.offline', offlineDelays, { kinds: ['door'] }),
  state('actuator-failed', 'Actuator does not respond', 'high', 'actuator.failed'),
  state('actuator-offline', 'Actuator offline', 'high', 'device.offline', offlineDelays, { kinds: ['actuator'] }),
  state('door-forced-open', 'Door forced open', 'high', 'door.forced-open'),
  state('door-held-open', 'Door held open', 'medium', 'door.held-open'),
  state('door-fault', 'Door fault', 'medium', 'door.fault'),
  state('tamper', 'Tamper detected', 'high', 'device.tamper'),
  rule('battery-low', 'Battery low', 'low', {
    kind: 'threshold',
    measure: 'device.battery',
    comparison: 'below',
    value: 15,
    hysteresis: 5,
    onDelaySeconds: 0,
    offDelaySeconds: 0,
  }),
  rule(
    'door-duress',
    'Duress PIN used',
    'critical',
    {
      kind: 'repeated',
      measure: 'door.duress',
      times: 1,
      withinSeconds: 60,
    },
    { reasonAsked: true },
  ),
  occupancyShare('occupancy-busy', 'Occupancy at 80 % of the limit', 'medium', 80),
  occupancyShare('occupancy-full', 'Occupancy at the limit', 'high', 100),
  ...(
    [
      ['record-broken', 'record.broken'],
      ['record-key', 'record.key'],
      ['record-unsealed', 'record.unsealed'],
    ] as const
  ).map(([preset, measure]) =>
    state(preset, measures[measure].title, 'critical', measure, {}, { reasonAsked: true, checklist: recordSteps }),
  ),
  rule('door-refusals', 'Access refused repeatedly', 'medium', {
    kind: 'repeated',
    measure: 'door.refused',
    times: 5,
    withinSeconds: 300,
  }),
]

/** Those that a company has not had yet: what it has changed or deleted stays as it is. */
export const addPresets = async (db: Db, companyId: string): Promise<void> => {
  const had = new Set(
    (
      await rowsOf<{ preset: string }>(db)`
        select preset from alarm_rule where company_id = ${companyId} and preset is not null
      `
    ).map(({ preset }) => preset),
  )
  const missing = presets.filter(({ preset }) => !had.has(preset))
  if (missing.length === 0) return
  const rows = missing.map(({ preset, setPoint, facts: { name, severity, ...definition } }) => ({
    id: uuid(),
    preset,
    channel: setPoint?.channel ?? null,
    stage: setPoint?.stage ?? null,
    name,
    severity,
    definition,
  }))
  await inTransaction(db, async (tx) => {
    await execute(tx)`
      with given as (select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          as t (id uuid, preset text, channel text, stage text, name text, severity text, definition jsonb)),
        added as (
          insert into alarm_rule (id, company_id, preset, channel, stage, version, enabled)
          select g.id, c.id, g.preset, g.channel, g.stage, 1, true from given g join company c on c.id = ${companyId}
          order by g.preset on conflict do nothing returning id)
      insert into alarm_rule_version (rule_id, version, name, severity, definition, created_at)
      select g.id, 1, g.name, g.severity, g.definition, ${instant()} from given g join added a on a.id = g.id
    `
  })
}
