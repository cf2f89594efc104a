// Rules that are new or were changed, judged by what is so already: what meets them is raised without waiting for the next
// report, and what meets them no more returns to normal, as does all of those that are not in force any more. Whichever
// node changed them, and once more after a kill.
import type pg from 'pg'
import type { KnownDevice, KnownPlace } from '../../building/devices/devices.ts'
import { inPoolTransaction } from '../../db/transaction.ts'
import { recount } from './combine.ts'
import { type CountedPlaces, countPlaces } from '../occupancy/occupancy.ts'
import {
  conditionsOfRules,
  keyOf,
  lockConditionsOfRules,
  type StoredCondition,
  writeConditions,
} from './conditions.sql.ts'
import { type Current, readCurrent, type Source, sourceOf } from './current.sql.ts'
import { meets, valueOf } from './evaluate.ts'
import { changesBy, type JudgeParts, turnOfTime } from './judge.ts'
import { raise, type Turn } from './raise.ts'
import { earliestOf, type Earlier } from './rates.sql.ts'
import { type CompanyRules, looksAt, type Rule } from './rules.ts'
import { afterObservation, delaysOf } from './standing.ts'
import {
  acknowledgedBefore,
  devicesHolding,
  lockUnjudged,
  markJudged,
  openOf,
  placesHolding,
  rulesToJudge,
} from './unjudged.sql.ts'
import { measuredAt, placeOf, placesOfRule, sourceOfPlace } from './places/places.ts'

type Querier = Pick<pg.ClientBase, 'query'>

export interface JudgeAnewParts extends JudgeParts {
  readonly store: { readonly pool: Pick<pg.Pool, 'connect' | 'query'> }
}

export const judgeAnew = async (parts: JudgeAnewParts, now: Date): Promise<void> => {
  const { pool } = parts.store
  for (const [companyId, found] of Map.groupBy(await rulesToJudge(pool), (rule) => rule.companyId)) {
    const known = await parts.rules.ofCompany(companyId)
    // Read anew where another node has changed them.
    const isKnown = found.every(({ id, version, isInForce }) =>
      isInForce ? known.byId(id)?.version === version : !known.byId(id),
    )
    if (!isKnown) parts.rules.forget()
    const inForce = isKnown ? known : await parts.rules.ofCompany(companyId)
    for (const [source, those] of Map.groupBy(found, ({ id }) => groupOf(inForce.byId(id)))) {
      const ids = those.map(({ id }) => id)
      const publish = await inPoolTransaction(pool, (tx) => judgeRules(tx, parts, inForce, { source, ids, now }))
      publish()
    }
  }
}

/** Where what they look at is stored, each judged in a transaction of its own; null: of no report, or not in force. */
const groupOf = (rule: Rule | undefined): Source | null =>
  !rule || rule.condition.kind === 'combination' ? null : sourceOf(rule.condition.measure)

interface Batch {
  readonly source: Source | null
  readonly ids: readonly string[]
  readonly now: Date
}

const judgeRules = async (
  tx: Querier,
  parts: JudgeAnewParts,
  inForce: CompanyRules,
  { source, ids, now }: Batch,
): Promise<() => void> => {
  const unjudged = (await lockUnjudged(tx, ids)).filter(
    // Otherwise it was changed once more, and is judged the next time.
    ({ id, version, isInForce }) => !isInForce || inForce.byId(id)?.version === version,
  )
  const companyId = unjudged[0]?.companyId
  const ruleIds = unjudged.map(({ id }) => id)
  const devices = new Map(
    parts.directory
      .all()
      .filter((device) => device.companyId === companyId)
      .map((device) => [device.id, device]),
  )
  const isCounted = source === 'occupancy' && companyId !== undefined
  const current = source === null || source === 'occupancy' ? [] : await readCurrent(tx, source, [...devices.keys()])
  const inside = isCounted ? await countPlaces(tx, [companyId], now) : null
  const places = companyId === undefined ? [] : parts.directory.placesOf(companyId)
  // Those of combinations are locked when they are counted, after what keeps others from counting.
  const isCombination = ({ id }: { readonly id: string }) => inForce.byId(id)?.condition.kind === 'combination'
  const idsOf = (some: readonly { readonly id: string }[]) => some.map(({ id }) => id)
  const conditions = [
    ...(await lockConditionsOfRules(tx, idsOf(unjudged.filter((one) => !isCombination(one))))).values(),
    ...(await conditionsOfRules(tx, idsOf(unjudged.filter(isCombination)))).values(),
  ]
  const before = Map.groupBy(conditions, ({ ruleId }) => ruleId)
  const turns: Turn[] = []
  const moved: Parameters<typeof writeConditions>[1][number][] = []
  const stands = new Set<string>()
  for (const one of unjudged) {
    const was = before.get(one.id) ?? []
    const asked = {
      tx,
      rule: inForce.byId(one.id) ?? one.rule,
      isSame: one.isSame,
      was,
      current,
      devices,
      places,
      inside,
      now,
    }
    const found = one.isInForce ? await judgedNow(asked) : nothing
    turns.push(...found.turns)
    for (const after of found.standing) {
      stands.add(keyOf(after))
      if (!was.includes(after)) moved.push({ key: after, after })
    }
    for (const over of was) if (!stands.has(keyOf(over))) moved.push({ key: over, after: null })
  }
  await writeConditions(tx, moved)
  await markJudged(tx, ruleIds)
  const changed = new Map(unjudged.map((one) => [one.id, one]))
  const open = await openOf(tx, ruleIds)
  for (const alarm of open) {
    const one = changed.get(alarm.ruleId)
    if (!one || !alarm.isActive || (one.isInForce && (one.isSame || stands.has(keyOf(alarm))))) continue
    const { rule } = one
    const of = { source: alarm.source, place: alarm.place, value: null }
    turns.push({ ...turnOfTime(rule, alarm.device, of, 'normal', now), note: 'Its rule was changed' })
  }
  const after = await acknowledgedAmong(tx, turns)
  return raise(tx, parts, parts.rules.ofCompany, after, {
    rules: unjudged.flatMap(({ id }) => inForce.byId(id) ?? []),
    at: open,
    now,
  })
}

interface Found {
  /** Its conditions from now on: those that are not among them are over. */
  readonly standing: readonly StoredCondition[]
  readonly turns: readonly Turn[]
}

const nothing: Found = { standing: [], turns: [] }

interface Asked {
  readonly tx: Querier
  readonly rule: Rule
  /** It looks for the same as before: what stands by it stands. */
  readonly isSame: boolean
  readonly was: readonly StoredCondition[]
  readonly current: readonly Current[]
  readonly devices: ReadonlyMap<string, KnownDevice>
  readonly places: readonly KnownPlace[]
  /** How many people are where, of rules about that. */
  readonly inside: CountedPlaces | null
  readonly now: Date
}

const judgedNow = (asked: Asked): Found | Promise<Found> => {
  const { condition } = asked.rule
  switch (condition.kind) {
    case 'combination':
      return byRecount(asked)
    case 'threshold':
    case 'state':
    case 'stale':
    case 'rate':
      switch (sourceOf(condition.measure)) {
        // Of a company as a whole it is observed again within seconds.
        case null:
          return { standing: asked.was, turns: [] }
        case 'occupancy':
          return byCounting(asked)
        default:
          return byReports(asked)
      }
    default:
      return { standing: asked.isSame ? asked.was : [], turns: [] }
  }
}

const byReports = async (asked: Asked): Promise<Found> => {
  const { tx, rule, current, devices, now } = asked
  const { condition } = rule
  const matched = current.flatMap((observation) => {
    const device = devices.get(observation.deviceId)
    const isOfRule = 'measure' in condition && observation.measure === condition.measure
    return device && isOfRule && looksAt(rule, device) ? [{ rule, device, observation }] : []
  })
  const earlier = await earliestOf(
    tx,
    matched.map(({ observation }) => ({ observation, rules: [rule] })),
  )
  return judgedAt(
    asked,
    matched.map((one) => {
      const { device, observation } = one
      const { part, at, correlationId = null } = observation
      const source = part === undefined ? device.id : `${device.id}/${part}`
      const holds = () => holdsNow(one, earlier, now)
      return { source, device, place: null, at, value: valueOf(observation), holds, correlationId }
    }),
  )
}

const byCounting = (asked: Asked): Found => {
  const { rule, places, inside, now } = asked
  const { condition } = rule
  if (!('measure' in condition) || inside === null) return nothing
  const { measure } = condition
  return judgedAt(
    asked,
    placesOfRule(measure, rule.scope, places).flatMap((known) => {
      const place = placeOf(known)
      const value = measuredAt(inside, measure, place)
      if (value === undefined) return []
      const holds = () => meets(condition, { measure, value }, false)
      return [{ source: sourceOfPlace(place), device: null, place, at: now, value, holds, correlationId: null }]
    }),
  )
}

interface At extends Pick<Turn, 'source' | 'device' | 'place' | 'at' | 'value' | 'correlationId'> {
  readonly holds: () => boolean | null
}

const judgedAt = ({ rule, isSame, was, now }: Asked, all: readonly At[]): Found => {
  const standing = new Map(was.map((one) => [one.source, one]))
  const after: StoredCondition[] = isSame ? [...was] : []
  const turns: Turn[] = []
  for (const { source, device, place, at, value, holds: holdsAt, correlationId } of all) {
    const before = standing.get(source)
    if (before && isSame) continue
    const holds = holdsAt()
    const key = { ruleId: rule.id, source, deviceId: device?.id ?? null, place, value, recent: [] }
    if (before && before.state !== 'pending' && holds !== false) {
      // It holds by the new version as well, or nobody can tell: whoever has acknowledged it is not asked again.
      after.push({ ...before, ...key, state: 'active', dueAt: null, lastAt: at > before.lastAt ? at : before.lastAt })
      continue
    }
    const turn = afterObservation(null, holds, now, delaysOf(rule.condition))
    // Whatever is reported later than this counts, also by a clock that is a little behind ours.
    if (turn.after) after.push({ ...turn.after, ...key, lastAt: at })
    for (const { to, at: when } of turn.turns)
      turns.push({ ...turnOfTime(rule, device, { source, place, value }, to, when), correlationId })
  }
  return { standing: after, turns }
}

const holdsNow = (
  one: { readonly rule: Rule; readonly observation: Current },
  earlier: Earlier,
  now: Date,
): boolean | null => {
  const { condition } = one.rule
  if (condition.kind === 'rate') return changesBy(one, condition, earlier)
  if (condition.kind !== 'stale') return meets(condition, one.observation, false)
  const { receivedAt } = one.observation
  return receivedAt !== undefined && receivedAt.getTime() < now.getTime() - condition.seconds * 1000
}

const byRecount = async ({ tx, rule, was, devices, now }: Asked): Promise<Found> => {
  const { condition } = rule
  if (condition.kind !== 'combination') return nothing
  const isHere = ({ source }: StoredCondition) => source.startsWith(`${condition.within}:`)
  const here = was.filter(isHere)
  const there = [...(await devicesHolding(tx, condition.ruleIds)), ...here.flatMap(({ deviceId }) => deviceId ?? [])]
  const places = [...(await placesHolding(tx, condition.ruleIds)), ...here.flatMap(({ place }) => place ?? [])]
  const turns = await recount(tx, rule, [
    ...[...new Set(there)].flatMap((id) => {
      const device = devices.get(id)
      return device ? [turnOfTime(rule, device, { source: id, place: null, value: null }, 'active', now)] : []
    }),
    ...places.map((place) =>
      turnOfTime(rule, null, { source: sourceOfPlace(place), place, value: null }, 'active', now),
    ),
  ])
  const counted = await lockConditionsOfRules(tx, [rule.id])
  return { standing: [...counted.values()].filter(isHere), turns }
}

const doorAlarms: ReadonlySet<string> = new Set(['door.forced-open', 'door.held-open'])

const acknowledgedAmong = async (tx: Querier, turns: readonly Turn[]): Promise<readonly Turn[]> => {
  const isOfDoor = ({ to, rule: { condition } }: Turn) =>
    to === 'active' && condition.kind === 'state' && doorAlarms.has(condition.measure)
  const asked = turns.filter(isOfDoor).flatMap(({ device }) => device?.id ?? [])
  if (asked.length === 0) return turns
  const given = await acknowledgedBefore(tx, asked)
  return turns.map((turn) =>
    isOfDoor(turn) && turn.correlationId !== null ? { ...turn, acknowledged: given.get(turn.correlationId) } : turn,
  )
}
