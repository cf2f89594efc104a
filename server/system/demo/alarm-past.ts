// The alarms of a demo building's past: its rules judge what the same past has of readings, doors and connections, as they
// judge what devices report; and people answer, each at the hour at which they are on duty.
import type { DeviceKind } from '@gatehouse/contract/building/devices'
import type { Condition } from '@gatehouse/contract/safety/alarm-rules'
import type { Severity, Transition } from '@gatehouse/contract/safety/alarms'
import { type MeasureName, measureOfGas, unitOf } from '@gatehouse/contract/safety/measures'
import type { HistoryDay } from '@gatehouse/demo/history'
import type { ReadingRow } from '@gatehouse/demo/rows'
import { devicesOf, type World } from '@gatehouse/demo/world'
import {
  afterDelay,
  afterObservation,
  afterOccurrence,
  afterReturn,
  type AlarmLife,
  meets,
  type presets,
  raised,
  type Standing,
  valueOf,
} from '../../safety/alarms/alarms.ts'
import { type AnsweringParts, createAnswering } from './alarm-answers.ts'
import { idAt } from './copy-text.ts'
import { maintainedSince } from './access.sql.ts'
import { createAgenda } from './agenda.ts'

export interface PastRule {
  /** Of a preset its name there. */
  readonly key: string
  readonly id: string
  readonly name: string
  readonly severity: Severity
  readonly condition: Condition
  readonly kinds: readonly DeviceKind[]
  /** By key; none: all. */
  readonly devices: readonly string[]
  readonly latches: boolean
  readonly reasonAsked: boolean
  readonly checklist: readonly string[]
  /** Which gas set point it is. */
  readonly setPoint: (typeof presets)[number]['setPoint'] | null
}

export interface PastStep {
  readonly at: number
  readonly what: Transition['what']
  readonly by: string | null
  readonly note: string | null
  readonly correlationId: string
}

export interface PastAlarm {
  readonly id: string
  readonly rule: PastRule
  /** Key of its device. */
  readonly device: string
  readonly part: string | null
  readonly isFirstOut: boolean
  life: AlarmLife
  value: number | null
  unit: string | null
  correlationId: string
  /** E-mail. */
  assignee: string | null
  readonly steps: PastStep[]
  /** By the place in the checklist of its rule. */
  readonly checks: Map<number, { readonly at: number; readonly by: string }>
}

/** A condition that is not normal when the history ends. */
export interface PastCondition extends Standing {
  readonly rule: PastRule
  readonly device: string
  readonly part: string | null
  readonly value: number | null
}

export interface AlarmPast {
  readonly alarms: readonly PastAlarm[]
  readonly conditions: readonly PastCondition[]
}

interface Seen {
  readonly device: string
  readonly kind: DeviceKind
  readonly part: string | null
  readonly measure: MeasureName
  readonly value: number | boolean | null
  readonly unit?: string
  readonly quality?: 'good' | 'fault' | 'warm-up'
  readonly at: number
  readonly correlationId: string | null
}

interface Turn {
  readonly rule: PastRule
  readonly device: string
  readonly part: string | null
  readonly to: 'active' | 'normal' | 'moment'
  readonly at: number
  readonly value: number | null
  readonly unit: string | null
  readonly correlationId: string | null
}

/** How long after its newest alarm an incident is joined by another of the same zone, as raise.ts has it. */
const joinsWithinMs = 600_000

export const createAlarmPast = (
  world: World,
  rules: readonly PastRule[],
  { seed, to }: { readonly seed: number; readonly to: number },
) => {
  const devices = new Map(devicesOf(world).map((device) => [device.key, device]))
  const agenda = createAgenda()
  const all: PastAlarm[] = []
  const open = new Map<string, PastAlarm>()
  const standing = new Map<string, PastCondition>()
  const occurrences = new Map<string, number[]>()
  const incidents = new Set<string>()
  const parts: AnsweringParts = { world, seed, to, agenda, changed: moved }
  const answering = createAnswering(parts)
  const matching = new Map<string, readonly PastRule[]>()
  const rulesOf = ({ device, kind, measure }: Seen) => {
    const key = `${device} ${measure}`
    const known = matching.get(key)
    if (known) return known
    const found = rules.filter(
      ({ condition, kinds, devices: named }) =>
        'measure' in condition &&
        condition.measure === measure &&
        (kinds.length === 0 || kinds.includes(kind)) &&
        (named.length === 0 || named.includes(device)),
    )
    matching.set(key, found)
    return found
  }

  /** What has become of an alarm: with its steps, and out of the way where it is cleared. */
  function moved(alarm: PastAlarm, life: AlarmLife, step: Omit<PastStep, 'correlationId'>) {
    const isCleared = life.cleared !== null && alarm.life.cleared === null
    alarm.life = life
    alarm.steps.push({ ...step, correlationId: alarm.correlationId })
    if (!isCleared) return
    if (step.what !== 'cleared')
      alarm.steps.push({ at: step.at, what: 'cleared', by: null, note: null, correlationId: alarm.correlationId })
    open.delete(keyOf(alarm.rule, alarm.device, alarm.part))
  }

  const server = (what: PastStep['what'], at: number) => ({ what, at, by: null, note: null })

  const incidentOf = ({ device, at }: Turn): string | null => {
    const zone = devices.get(device)?.zone
    const near = [...open.values()].filter(
      (one) =>
        one.life.lastAt.getTime() > at - joinsWithinMs &&
        (one.device === device || devices.get(one.device)?.zone === zone),
    )
    const newest = (of: PastAlarm[]) => of.toSorted((a, b) => b.life.lastAt.getTime() - a.life.lastAt.getTime())[0]
    return (newest(near.filter((one) => one.device === device)) ?? newest(near))?.correlationId ?? null
  }

  const begin = (turn: Turn): PastAlarm => {
    const correlationId = turn.correlationId ?? incidentOf(turn) ?? idAt(turn.at)
    const isFirstOut = !incidents.has(correlationId)
    incidents.add(correlationId)
    const { rule, device, part, value, unit } = turn
    const isOutOfService = world.access?.doors[device]?.maintenance !== undefined && turn.at >= maintainedSince(to)
    const life = raised(new Date(turn.at), { latches: rule.latches, isSuppressed: false, isOutOfService })
    const steps = [server('raised', turn.at), ...(isOutOfService ? [server('out-of-service', turn.at)] : [])]
    return {
      id: idAt(turn.at),
      rule,
      device,
      part,
      isFirstOut,
      life,
      value,
      unit,
      correlationId,
      assignee: null,
      steps: steps.map((step) => ({ ...step, correlationId })),
      checks: new Map(),
    }
  }

  const turned = (turn: Turn) => {
    const key = keyOf(turn.rule, turn.device, turn.part)
    const at = new Date(turn.at)
    let alarm = open.get(key)
    if (!alarm) {
      if (turn.to === 'normal') return
      alarm = begin(turn)
      all.push(alarm)
      open.set(key, alarm)
      if (!alarm.life.isOutOfService) answering.asked(alarm, turn.at)
    } else if (turn.to !== 'normal') {
      const life = afterOccurrence(alarm.life, at)
      if (life !== alarm.life) {
        alarm.value = turn.value
        alarm.unit = turn.unit
        alarm.correlationId = turn.correlationId ?? alarm.correlationId
        moved(alarm, life, server('occurred', turn.at))
        if (!life.isOutOfService) answering.asked(alarm, turn.at)
      }
    }
    if (turn.to === 'active') return
    const life = afterReturn(alarm.life, at)
    if (life !== alarm.life) moved(alarm, life, server('returned', turn.at))
  }

  const counted = (rule: PastRule, seen: Seen, condition: Extract<Condition, { kind: 'repeated' }>) => {
    if (seen.value !== true) return
    const key = keyOf(rule, seen.device, seen.part)
    const recent = [...(occurrences.get(key) ?? []), seen.at].filter(
      (at) => at > seen.at - condition.withinSeconds * 1000,
    )
    const isEnough = recent.length >= condition.times
    occurrences.set(key, isEnough ? [] : recent)
    if (isEnough) turned({ ...seen, rule, to: 'moment', value: null, unit: null })
  }

  const stands = (one: PastCondition, after: Standing | null) => {
    const key = keyOf(one.rule, one.device, one.part)
    if (after === null) standing.delete(key)
    else standing.set(key, { ...one, ...after })
    const due = after?.dueAt
    if (!due) return
    agenda.add(due.getTime(), () => {
      const before = standing.get(key)
      if (before?.dueAt?.getTime() !== due.getTime()) return
      const { after: next, turns } = afterDelay(before, due)
      stands(before, next)
      for (const turn of turns)
        turned({ ...before, ...turn, at: turn.at.getTime(), ...measuredIn(before), correlationId: null })
    })
  }

  const observed = (seen: Seen) => {
    for (const rule of rulesOf(seen)) {
      const { condition } = rule
      if (condition.kind === 'repeated') {
        counted(rule, seen, condition)
        continue
      }
      if (condition.kind !== 'threshold' && condition.kind !== 'state') continue
      const key = keyOf(rule, seen.device, seen.part)
      const before = standing.get(key) ?? null
      const observation = { ...seen, quality: seen.quality ?? 'good' }
      const holds = meets(condition, observation, before?.state === 'active' || before?.state === 'returning')
      if (before === null && holds !== true) continue
      const { after, turns } = afterObservation(before, holds, new Date(seen.at), condition)
      const value = valueOf(observation) ?? before?.value ?? null
      stands({ ...(before ?? nothing), rule, device: seen.device, part: seen.part, value }, after)
      const unit = typeof seen.value === 'number' ? unitOf(seen.measure) : null
      for (const turn of turns) turned({ ...seen, rule, value, unit, to: turn.to, at: turn.at.getTime() })
    }
  }

  const setPoints = Map.groupBy(
    rules.flatMap(({ condition }) => (condition.kind === 'threshold' ? [condition] : [])),
    ({ measure }) => measure,
  )

  // Nearly all readings are of air in which nothing is: they matter only where something stands.
  const isRemarkable = ({ channel, value, unit, quality }: ReadingRow): boolean => {
    if (quality !== 'good') return true
    const measure = measureOfGas(channel)
    return (setPoints.get(measure) ?? []).some(
      (condition) => meets(condition, { measure, value, unit, quality }, true) === true,
    )
  }

  return {
    day(rows: HistoryDay) {
      const remarkable = new Set([...standing.values()].map(({ device }) => device))
      for (const reading of rows.readings) if (isRemarkable(reading)) remarkable.add(reading.device)
      const readings = rows.readings.filter(({ device }) => remarkable.has(device))
      for (const seen of observationsOf({ ...rows, readings }, devices)) {
        agenda.until(seen.at)
        observed(seen)
      }
    },
    end(): AlarmPast {
      agenda.until(to)
      return { alarms: all, conditions: [...standing.values()] }
    },
  }
}

const nothing: Standing = { state: 'pending', since: new Date(0), dueAt: null, lastAt: new Date(0) }

const keyOf = (rule: PastRule, device: string, part: string | null) => `${rule.id} ${device} ${part ?? ''}`

const measuredIn = ({ rule, value }: PastCondition) => ({
  value,
  unit: value !== null && 'measure' in rule.condition ? unitOf(rule.condition.measure) : null,
})

/** What of a day's rows the recorders hand to the judge, in order of time. */
const observationsOf = (
  { events, readings, accesses }: HistoryDay,
  devices: ReadonlyMap<string, { readonly kind: DeviceKind }>,
): Seen[] => {
  const seen: Seen[] = []
  const add = (device: string, measure: MeasureName, at: number, more: Partial<Seen> = {}) => {
    const kind = devices.get(device)?.kind
    if (kind) seen.push({ device, kind, part: null, measure, value: true, at, correlationId: null, ...more })
  }
  for (const { device, type, at, correlationId } of events) {
    const conditions = conditionsOf[type]
    for (const [measure, value] of conditions ?? []) add(device, measure, at, { value, correlationId })
  }
  for (const { device, channel, value, unit, quality, at } of readings) {
    add(device, measureOfGas(channel), at, { value, unit, quality })
    add(device, 'gas.fault', at, { part: channel, value: quality === 'warm-up' ? null : quality === 'fault' })
  }
  for (const { device, result, at } of accesses) if (result === 'denied') add(device, 'door.refused', at)
  return seen.sort((a, b) => a.at - b.at)
}

const conditionsOf: Readonly<Record<string, readonly (readonly [MeasureName, boolean])[]>> = {
  'held-open': [['door.held-open', true]],
  'forced-open': [['door.forced-open', true]],
  closed: [
    ['door.held-open', false],
    ['door.forced-open', false],
  ],
  offline: [['device.offline', true]],
  online: [['device.offline', false]],
}
