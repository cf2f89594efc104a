// Judges what devices report by the rules, in the transaction that stores it: conditions that are met become alarms, and
// what is over by the observation or by time returns to normal.
import { isOpen } from '@gatehouse/contract/access/schedule-time'
import type { Condition } from '@gatehouse/contract/safety/alarm-rules'
import { unitOf } from '@gatehouse/contract/safety/measures'
import type pg from 'pg'
import type { Directory, KnownDevice } from '../../building/devices/devices.ts'
import type { Judge, Observation, PlaceObservation } from '../../kit/recorders.ts'
import {
  type DueCondition,
  keyOf,
  type Level,
  lockConditionsAt,
  lockDueConditions,
  lockRetiredConditions,
  type SourceDevice,
  type StoredCondition,
  writeConditions,
} from './conditions.sql.ts'
import { meets, valueOf } from './evaluate.ts'
import { judgePlaces } from './places/judge-places.ts'
import { raise, type Turn } from './raise.ts'
import { earliestOf, type Earlier } from './rates.sql.ts'
import type { CompanyRules, Rule, Rules } from './rules.ts'
import { afterDelay, afterObservation, delaysOf } from './standing.ts'
import type { AlarmParts } from './store-changes.ts'

type Querier = Pick<pg.ClientBase, 'query'>

export interface JudgeParts extends AlarmParts {
  readonly directory: Pick<Directory, 'byId' | 'all' | 'placeById' | 'placesOf'>
  readonly rules: Rules
}

interface Matched {
  readonly rule: Rule
  readonly device: KnownDevice
  readonly observation: Observation
  readonly source: string
}

const none = () => undefined

export const createJudge =
  (parts: JudgeParts): Judge =>
  async (tx, observations) => {
    const ofDevices: Observation[] = []
    const ofPlaces: PlaceObservation[] = []
    for (const one of observations) {
      if ('deviceId' in one) ofDevices.push(one)
      else ofPlaces.push(one)
    }
    const turns = await judgeDevices(tx, parts, ofDevices)
    if (ofPlaces.length > 0) turns.push(...(await judgePlaces(tx, parts, ofPlaces)))
    return turns.length === 0 ? none : raise(tx, parts, parts.rules.ofCompany, turns)
  }

const judgeDevices = async (tx: Querier, parts: JudgeParts, observations: readonly Observation[]): Promise<Turn[]> => {
  const matched = await matchedBy(parts, observations)
  if (matched.length === 0) return []
  const standing = await lockConditionsAt(tx, [...new Set(matched.map(({ device }) => device.id))])
  const inOrder = matched.toSorted((a, b) => a.observation.at.getTime() - b.observation.at.getTime())
  const earlier = await earliestOf(tx, inOrder)
  const conditions = new Map<string, StoredCondition | null>(standing)
  // Where all of a device is normal, nearly all that it reports leaves it so, which is found out at the least cost.
  const abnormal = new Set([...standing.values()].map(({ deviceId }) => deviceId))
  const moved = new Map<string, Moved>()
  const turns: Turn[] = []
  for (const one of inOrder) {
    const { device, observation, source } = one
    for (const rule of one.rules) {
      if (!abnormal.has(device.id) && staysNormal(rule.condition, observation)) continue
      const key = { ruleId: rule.id, source }
      const id = keyOf(key)
      const before = conditions.get(id) ?? null
      const { after, turns: become } = judged({ rule, device, observation, source }, before, earlier)
      if (after !== before) {
        moved.set(id, { key, after })
        conditions.set(id, after)
        abnormal.add(device.id)
      }
      turns.push(...become)
    }
  }
  // What was normal before and is normal again is not written.
  const written = [...moved].flatMap(([id, one]) => (one.after !== null || standing.has(id) ? [one] : []))
  await writeConditions(tx, written)
  return turns
}

interface Observed {
  readonly device: KnownDevice
  readonly observation: Observation
  readonly source: string
  /** Those that look at it. */
  readonly rules: readonly Rule[]
}

// What some rule looks at.
const matchedBy = async ({ directory, rules }: JudgeParts, observations: readonly Observation[]) => {
  const companies = new Map<string, CompanyRules>()
  const matched: Observed[] = []
  for (const observation of observations) {
    const device = directory.byId(observation.deviceId)
    if (!device) continue
    let ofCompany = companies.get(device.companyId)
    if (!ofCompany) companies.set(device.companyId, (ofCompany = await rules.ofCompany(device.companyId)))
    const found = ofCompany.of(device, observation.measure)
    if (found.length === 0) continue
    const source = observation.part === undefined ? device.id : `${device.id}/${observation.part}`
    matched.push({ device, observation, source, rules: found })
  }
  return matched
}

// Whether a condition that is normal is normal after it too.
const staysNormal = (condition: Condition, observation: Observation): boolean => {
  switch (condition.kind) {
    case 'threshold':
    case 'state':
    case 'stale':
      return meets(condition, observation, false) !== true
    default:
      return false
  }
}

type Moved = Parameters<typeof writeConditions>[1][number]

interface Judged {
  readonly after: StoredCondition | null
  readonly turns: readonly Turn[]
}

const judged = (one: Matched, before: StoredCondition | null, earlier: Earlier): Judged => {
  const { condition } = one.rule
  if (condition.kind === 'repeated') return counted(one, before, condition)
  if (condition.kind === 'outside-schedule') {
    const { schedule } = one.rule
    const isOutside = schedule !== null && !isOpen(schedule, one.device.timeZone, one.observation.at)
    return {
      after: before,
      turns: isOutside && one.observation.value === true ? [turnOf(one, 'moment', one.observation.at)] : [],
    }
  }
  const isActive = before?.state === 'active' || before?.state === 'returning'
  const holds =
    condition.kind === 'rate' ? changesBy(one, condition, earlier) : meets(condition, one.observation, isActive)
  const { after, turns } = afterObservation(before, holds, one.observation.at, delaysOf(condition))
  if (after === before || (after === null && before === null)) return { after: before, turns: [] }
  const value = valueOf(one.observation) ?? before?.value ?? null
  return {
    after: after && {
      ...after,
      ruleId: one.rule.id,
      source: one.source,
      deviceId: one.device.id,
      place: null,
      value,
      recent: [],
    },
    turns: turns.map(({ to, at }) => turnOf(one, to, at)),
  }
}

/** Whether a value has changed by so much within its window; null where nothing can be compared. */
export const changesBy = (
  one: Parameters<Earlier>[0],
  condition: Extract<Condition, { kind: 'rate' }>,
  earlier: Earlier,
): boolean | null => {
  const value = valueOf(one.observation)
  const was = earlier(one)
  if (value === null || was === null) return null
  return condition.comparison === 'above' ? value - was.min >= condition.change : was.max - value >= condition.change
}

// Occurrences within the window, this one included; once they are enough, they are counted anew.
const counted = (
  one: Matched,
  before: StoredCondition | null,
  { times, withinSeconds }: Extract<Condition, { kind: 'repeated' }>,
): Judged => {
  const { at, value } = one.observation
  if (value !== true) return { after: before, turns: [] }
  const from = at.getTime() - withinSeconds * 1000
  const recent = [...(before?.recent ?? []), at].filter((moment) => moment.getTime() > from)
  if (recent.length >= times) return { after: null, turns: [turnOf(one, 'moment', at)] }
  const first = recent[0] ?? at
  return {
    after: {
      ruleId: one.rule.id,
      source: one.source,
      deviceId: one.device.id,
      place: null,
      state: 'pending',
      since: first,
      // Forgotten when the newest is too old to count.
      dueAt: new Date(at.getTime() + withinSeconds * 1000),
      lastAt: before && before.lastAt > at ? before.lastAt : at,
      value: null,
      recent,
    },
    turns: [],
  }
}

const turnOf = ({ rule, device, observation, source }: Matched, to: Turn['to'], at: Date): Turn => ({
  rule,
  source,
  companyId: device.companyId,
  device,
  place: null,
  part: observation.part ?? null,
  to,
  at,
  value: valueOf(observation),
  unit: typeof observation.value === 'number' ? unitOf(observation.measure) : null,
  correlationId: observation.correlationId ?? null,
  hiddenFrom: observation.hiddenFrom ?? null,
  ...(observation.note !== undefined && to === 'active' ? { note: observation.note } : {}),
})

const mostAtOnce = 500

export interface TimeParts extends JudgeParts {
  /** The server has just begun, or stood still: what ended meanwhile may have been noticed by nobody. */
  readonly wasAway: boolean
}

/** What time alone does at devices: delays that have ended, measures that are not reported any more, devices that were retired. */
export const judgeTime = async (tx: Querier, parts: TimeParts, now: Date): Promise<() => void> => {
  const turns: Turn[] = []
  const moved: Moved[] = []
  const retired = await lockRetiredConditions(tx, mostAtOnce)
  for (const { device, ...before } of retired) {
    const rule = (await parts.rules.ofCompany(device.companyId)).byId(before.ruleId)
    moved.push({ key: before, after: null })
    if (rule && before.state !== 'pending')
      turns.push({ ...turnOfTime(rule, device, before, 'normal', now), note: 'Its device was removed' })
  }
  const gone = new Set(retired.map(keyOf))
  const due = await lockDueConditions(tx, 'devices', now, mostAtOnce)
  const ended = await delaysEnded(
    parts,
    due.filter((one) => !gone.has(keyOf(one))),
    now,
  )
  moved.push(...ended.moved)
  turns.push(...ended.turns)
  for (const { rule, device, lastAt } of await staleBy(tx, parts, now)) {
    const before = { ruleId: rule.id, source: device.id, deviceId: device.id, place: null, value: null, recent: [] }
    moved.push({
      key: before,
      after: { ...before, state: 'active', since: now, dueAt: null, lastAt },
    })
    turns.push(turnOfTime(rule, device, before, 'active', now))
  }
  await writeConditions(tx, moved)
  return raise(tx, parts, parts.rules.ofCompany, turns)
}

/**
 * The same at places, where several devices have a part or none has, and of combinations. Each in a transaction of its own:
 * whoever has locked one of these may not wait for those that are locked before.
 */
export const judgeTimeAtPlaces = async (
  tx: Querier,
  parts: TimeParts,
  of: Exclude<Level, 'devices'>,
  now: Date,
): Promise<() => void> => {
  const { moved, turns } = await delaysEnded(parts, await lockDueConditions(tx, of, now, mostAtOnce), now)
  await writeConditions(tx, moved)
  return raise(tx, parts, parts.rules.ofCompany, turns)
}

/** How long after the end of a delay it is noticed at the latest, by a server that runs. */
export const noticedMs = 5000

// No server was there when the delay of a device that is offline ended, and none could receive it: it gets the time once more.
const isUnattended = (condition: Condition, { state, dueAt }: StoredCondition, now: Date): boolean =>
  'measure' in condition &&
  condition.measure === 'device.offline' &&
  state === 'pending' &&
  dueAt !== null &&
  now.getTime() - dueAt.getTime() > noticedMs

const delaysEnded = async (parts: TimeParts, due: readonly DueCondition[], now: Date) => {
  const turns: Turn[] = []
  const moved: Moved[] = []
  for (const before of due) {
    const { ruleId, source, recent } = before
    const key = { ruleId, source }
    const device = before.deviceId === null ? null : parts.directory.byId(before.deviceId)
    const rule = device === undefined ? undefined : (await parts.rules.ofCompany(before.companyId)).byId(ruleId)
    // What is counted has become too old.
    if (recent.length > 0) moved.push({ key, after: null })
    // Not loaded here yet, or not in force any more, which is judged by itself.
    if (device === undefined || !rule || recent.length > 0) continue
    if (parts.wasAway && isUnattended(rule.condition, before, now)) {
      moved.push({
        key,
        after: { ...before, dueAt: new Date(now.getTime() + delaysOf(rule.condition).onDelaySeconds * 1000) },
      })
      continue
    }
    const { after, turns: become } = afterDelay(before, now)
    moved.push({ key, after: after && { ...before, ...after } })
    turns.push(...become.map(({ to, at }) => turnOfTime(rule, device, before, to, at)))
  }
  return { moved, turns }
}

export const turnOfTime = (
  rule: Rule,
  device: SourceDevice | null,
  { source, place, value }: Pick<StoredCondition, 'source' | 'place' | 'value'>,
  to: Turn['to'],
  at: Date,
): Turn => {
  const part = source.includes('/') ? source.slice(source.indexOf('/') + 1) : null
  const measure = 'measure' in rule.condition ? rule.condition.measure : null
  const unit = value === null || measure === null ? null : unitOf(measure)
  const { companyId } = rule
  return { rule, source, companyId, device, place, part, to, at, value, unit, correlationId: null, hiddenFrom: null }
}

/** Of a detector that reports and leaves a channel out; one that reports nothing at all is offline. */
export const staleBy = async (tx: Querier, { directory, rules }: JudgeParts, now: Date) => {
  const asked: { rule: Rule; device: KnownDevice; channel: string; before: Date }[] = []
  for (const [companyId, devices] of Map.groupBy(directory.all(), (device) => device.companyId)) {
    const ofCompany = await rules.ofCompany(companyId)
    const measures = new Set(
      ofCompany.all.flatMap(({ condition }) => (condition.kind === 'stale' ? [condition.measure] : [])),
    )
    for (const measure of measures) {
      const channel = measure.slice(measure.indexOf('.') + 1)
      for (const device of devices) {
        for (const rule of ofCompany.of(device, measure)) {
          if (rule.condition.kind !== 'stale') continue
          const before = new Date(now.getTime() - rule.condition.seconds * 1000)
          asked.push({ rule, device, channel, before })
        }
      }
    }
  }
  if (asked.length === 0) return []
  const { rows } = await tx.query<{ n: number; at: Date }>({
    name: 'alarm-stale',
    text: `
      select t.n::int, g.at
      from unnest($1::uuid[], $2::text[], $3::timestamptz[], $4::uuid[]) with ordinality as t (device_id, channel, before, rule_id, n)
        join gas_latest g on g.device_id = t.device_id and g.channel = t.channel and g.received_at < t.before
      where not exists (select from alarm_condition k where k.rule_id = t.rule_id and k.source = t.device_id::text)`,
    values: [
      asked.map(({ device }) => device.id),
      asked.map(({ channel }) => channel),
      asked.map(({ before }) => before),
      asked.map(({ rule }) => rule.id),
    ],
  })
  return rows.flatMap(({ n, at }) => {
    const one = asked[n - 1]
    return one ? [{ ...one, lastAt: at }] : []
  })
}
