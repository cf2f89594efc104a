// Gas set points among the alarm rules: how one is made a rule, which rules are some, how they are written, and that nobody
// changes one as any other rule. What they are to be is decided in server/safety/set-points.
import type { AlarmRule } from '@gatehouse/contract/safety/alarm-rules'
import type { Severity } from '@gatehouse/contract/safety/alarms'
import { exposureChannels, type GasChannel, gasChannel } from '@gatehouse/contract/building/wire'
import {
  measureOfSetPoint,
  type SetPointChannel,
  setPointChannels,
  type Stage,
  stages,
} from '@gatehouse/contract/safety/gas-profiles'
import type { ComparedWith } from '@gatehouse/contract/safety/gas-state'
import { measureOfAverage, type MeasureName, measureOfGas, unitOfGas } from '@gatehouse/contract/safety/measures'
import { notAmongRules } from '@gatehouse/contract/safety/set-points'
import { isDeepStrictEqual } from 'node:util'
import { v7 as uuid } from 'uuid'
import type { KnownDevice } from '../../building/devices/devices.ts'
import { type Db, execute, isAny, rowsOf } from '../../db/pool.ts'
import { Refusal } from '../../kit/errors.ts'
import { gasResponse, type SetPointFacts, setPointFacts, thresholdOf } from './presets.ts'
import { type CompanyRules, type Definition, definition, type RuleVersion, writeVersion } from './rules.ts'

type Threshold = Extract<Definition['condition'], { kind: 'threshold' }>

export interface SetPoint {
  readonly channel: (typeof gasChannel.options)[number]
  readonly of: ComparedWith
  readonly comparison: 'above' | 'below'
  readonly value: number
  readonly hysteresis: number
  readonly unit: string
  readonly severity: Severity
}

/** From which values on the channels of a gas detector, and their averages, ask for a response: by the rules in force. */
export const setPointsOf = (rules: CompanyRules, device: KnownDevice): SetPoint[] =>
  gasChannel.options.flatMap((channel) =>
    measuresOf(channel).flatMap(([of, measure]) =>
      rules.of(device, measure).flatMap(({ condition, severity }) => {
        if (condition.kind !== 'threshold') return []
        const { comparison, value, hysteresis } = condition
        return [{ channel, of, comparison, value, hysteresis, unit: unitOfGas[channel], severity }]
      }),
    ),
  )

const measuresOf = (channel: GasChannel): readonly (readonly [ComparedWith, MeasureName])[] => {
  const exposure = exposureChannels.find((one) => one === channel)
  return [
    ['value', measureOfGas(channel)],
    ...(exposure === undefined
      ? []
      : ([
          ['stel', measureOfAverage(exposure, 'stel')],
          ['twa', measureOfAverage(exposure, 'twa')],
        ] as const)),
  ]
}

const channelByMeasure: ReadonlyMap<MeasureName, SetPointChannel> = new Map(
  setPointChannels.flatMap((channel) =>
    stages.flatMap((stage) => {
      const measure = measureOfSetPoint(channel, stage)
      return measure === null ? [] : [[measure, channel] as const]
    }),
  ),
)

/** The gas channel that a condition is a set point of; null: of none. */
export const channelOfSetPoint = (condition: Definition['condition']): SetPointChannel | null =>
  condition.kind === 'threshold' ? (channelByMeasure.get(condition.measure) ?? null) : null

// What makes it a set point. What it is called, what is to be done and who is notified belongs to all who manage alarms.
const guarded = ['condition', 'scope', 'severity', 'latches', 'reasonAsked', 'suppressedBy', 'enabled'] as const

type Guarded = Pick<AlarmRule, (typeof guarded)[number]>

/**
 * Refuses to change, delete or add a gas set point as an alarm rule: those of an area never, and where a second person is
 * wanted those beside them neither. `after`: null where it is deleted; `before`: null where it is new.
 */
export const demandNoSetPoint = async (
  tx: Db,
  companyId: string,
  before: (Guarded & Pick<AlarmRule, 'setPoint'>) | null,
  after: Guarded | null,
): Promise<void> => {
  if (before && after && guarded.every((part) => isDeepStrictEqual(before[part], after[part]))) return
  if (before?.setPoint) throw new Refusal(409, 'GAS_SET_POINT', notAmongRules)
  const isOfGas = [before, after].some((rule) => rule !== null && channelOfSetPoint(rule.condition) !== null)
  if (!isOfGas) return
  const isSecondWanted = await isAny(tx)`
    select from set_point_settings where company_id = ${companyId} and second_person for share
  `
  if (isSecondWanted) throw new Refusal(409, 'GAS_SET_POINT', notAmongRules)
}

/** An alarm rule with a set point of gas. */
export interface StoredSetPoint extends Omit<RuleVersion, 'by' | 'at'> {
  /** Where it is one of the company's set points; null: a rule of its own beside them. */
  readonly slot: { readonly areaId: string | null; readonly channel: SetPointChannel; readonly stage: Stage } | null
  readonly channel: SetPointChannel
  readonly condition: Threshold
  readonly at: string
  readonly by: string | null
}

/** `lock`: nobody changes them until the transaction ends. */
export const readSetPointRules = async (
  tx: Db,
  companyId: string,
  { lock = false } = {},
): Promise<StoredSetPoint[]> => {
  if (lock) await execute(tx)`select from alarm_rule where company_id = ${companyId} order by id for no key update`
  const rows = await rowsOf<
    Omit<StoredSetPoint, 'definition' | 'condition' | 'channel' | 'at'> & { definition: unknown; at: Date }
  >(tx)`
    select r.id as "ruleId", r.version, r.enabled, v.name, v.severity, v.definition, v.created_at as at, v.created_by as by,
      case when r.channel is not null
        then jsonb_build_object('areaId', r.area_id, 'channel', r.channel, 'stage', r.stage) end as slot
    from alarm_rule r join alarm_rule_version v on v.rule_id = r.id and v.version = r.version
    where r.company_id = ${companyId} and r.deleted_at is null
      and v.definition -> 'condition' ->> 'kind' = 'threshold' and v.definition -> 'condition' ->> 'measure' like 'gas.%'
    order by r.id
  `
  return rows.flatMap(({ definition: stored, at, ...row }) => {
    const parsed = definition.safeParse(stored)
    if (!parsed.success || parsed.data.condition.kind !== 'threshold') return []
    const { condition } = parsed.data
    const channel = channelOfSetPoint(condition)
    return channel === null ? [] : [{ ...row, at: at.toISOString(), definition: parsed.data, condition, channel }]
  })
}

/** A set point as it is to be from now on. */
export interface WantedSetPoint extends SetPointFacts {
  readonly areaId: string | null
  /** What its area is called; of the whole company undefined. */
  readonly of: string | undefined
  readonly scope: Definition['scope']
  readonly except: Definition['except']
}

/** A new rule, or a new version of `before`; answers which. */
export const writeSetPoint = async (
  tx: Db,
  companyId: string,
  wanted: WantedSetPoint,
  { before, at, by }: { readonly before: StoredSetPoint | undefined; readonly at: Date; readonly by: string },
): Promise<{ ruleId: string; version: number }> => {
  const { areaId, channel, stage, scope, except } = wanted
  if (!before) {
    const ruleId = uuid()
    await execute(tx)`
      insert into alarm_rule (id, company_id, area_id, channel, stage, version, enabled)
      values (${ruleId}, ${companyId}, ${areaId}, ${channel}, ${stage}, 1, true)
    `
    const { name, severity, ...rest } = setPointFacts(wanted, wanted.of)
    const held: Definition = { ...rest, scope, ...(except && { except }) }
    await writeVersion(tx, { ruleId, version: 1, enabled: true, name, severity, definition: held, at, by })
    return { ruleId, version: 1 }
  }
  // How it is called, what is to be done and who is notified stays as the company has it.
  const { except: _before, ...kept } = before.definition
  const { latches, reasonAsked } = gasResponse
  const condition =
    before.condition.value === wanted.value
      ? { ...before.condition, onDelaySeconds: wanted.seconds, hysteresis: thresholdOf(wanted).hysteresis }
      : thresholdOf(wanted)
  const held: Definition = { ...kept, latches, reasonAsked, condition, scope, ...(except && { except }) }
  return writeNext(tx, before, { enabled: true, definition: held, at, by })
}

/** There is no such set point any more: its next version is not in force. */
export const endSetPoint = (
  tx: Db,
  before: StoredSetPoint,
  { at, by }: { readonly at: Date; readonly by: string },
): Promise<{ ruleId: string; version: number }> =>
  writeNext(tx, before, { enabled: false, definition: before.definition, at, by })

/** It raises no alarm any more. */
export const removeSetPointRule = (tx: Db, ruleId: string, at: Date) =>
  execute(tx)`update alarm_rule set deleted_at = ${at} where id = ${ruleId} and deleted_at is null`

const writeNext = async (
  tx: Db,
  { ruleId, version: last, name, severity }: StoredSetPoint,
  next: Pick<RuleVersion, 'enabled' | 'definition' | 'at' | 'by'>,
) => {
  const version = last + 1
  await execute(tx)`
    update alarm_rule set version = ${version}, enabled = ${next.enabled}, judged_version = coalesce(judged_version, version)
    where id = ${ruleId}
  `
  await writeVersion(tx, { ruleId, version, name, severity, ...next })
  return { ruleId, version }
}
