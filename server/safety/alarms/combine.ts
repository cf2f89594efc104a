// Rules that combine others: so many of them are in alarm in one place. Counted from the conditions that stand, so that it
// matters neither which of them came first nor whose clock is ahead.
import type { Condition } from '@gatehouse/contract/safety/alarm-rules'
import type pg from 'pg'
import {
  keyOf,
  lockCombinations,
  lockConditionsOf,
  type Place as AtPlace,
  type StoredCondition,
  writeConditions,
  zoneOf,
} from './conditions.sql.ts'
import type { Turn } from './raise.ts'
import type { CompanyRules, Rule } from './rules.ts'
import { afterObservation } from './standing.ts'

type Querier = Pick<pg.ClientBase, 'query'>
type Combination = Extract<Condition, { kind: 'combination' }>

interface Place {
  readonly source: string
  readonly id: string
}

interface Recount {
  readonly rule: Rule
  readonly condition: Combination
  readonly place: Place
  /** The newest turn there: of its device is what becomes of the combination. */
  readonly turn: Turn
}

const placeOf = (turn: Turn, within: Combination['within']): Place | null => {
  const { device, place, companyId } = turn
  const named = (id: string | null | undefined) => (id ? { source: `${within}:${id}`, id } : null)
  switch (within) {
    case 'company':
      return named(companyId)
    case 'device':
      return named(device?.id)
    case 'site':
      return named((device ?? place)?.siteId)
    default:
      return named(zoneOf(turn))
  }
}

/** What becomes of combinations by what has become of the rules that they name; their conditions are written. */
export const combined = async (
  tx: Querier,
  rulesOf: (companyId: string) => Promise<CompanyRules>,
  turns: readonly Turn[],
): Promise<Turn[]> => {
  const recounts: Recount[] = []
  for (const turn of turns) {
    if (turn.to === 'moment') continue
    for (const rule of (await rulesOf(turn.companyId)).all) {
      const { condition } = rule
      if (condition.kind !== 'combination' || !condition.ruleIds.includes(turn.rule.id)) continue
      const place = placeOf(turn, condition.within)
      if (place) recounts.push({ rule, condition, place, turn })
    }
  }
  return recounted(tx, recounts)
}

/** Of one rule, at each of these: as where something has turned. */
export const recount = async (tx: Querier, rule: Rule, turns: readonly Turn[]): Promise<Turn[]> => {
  const { condition } = rule
  if (condition.kind !== 'combination') return []
  return recounted(
    tx,
    turns.flatMap((turn) => {
      const place = placeOf(turn, condition.within)
      return place ? [{ rule, condition, place, turn }] : []
    }),
  )
}

const recounted = async (tx: Querier, all: readonly Recount[]): Promise<Turn[]> => {
  if (all.length === 0) return []
  const newest = new Map<string, Recount>()
  for (const one of all) {
    const key = keyOf({ ruleId: one.rule.id, source: one.place.source })
    const known = newest.get(key)
    if (!known || known.turn.at <= one.turn.at) newest.set(key, one)
  }
  const keys = [...newest.values()].map(({ rule, place }) => ({ ruleId: rule.id, source: place.source }))
  await lockCombinations(tx, keys)
  const standing = await lockConditionsOf(tx, keys)
  const next: Turn[] = []
  const moved: { key: { ruleId: string; source: string }; after: StoredCondition | null }[] = []
  for (const ofRule of Map.groupBy(newest.values(), ({ rule }) => rule.id).values()) {
    const [first] = ofRule
    if (!first) continue
    const counts = await countsOf(
      tx,
      first.condition,
      ofRule.map(({ place }) => place.id),
    )
    for (const { rule, condition, place, turn } of ofRule) {
      const key = { ruleId: rule.id, source: place.source }
      const before = standing.get(keyOf(key)) ?? null
      const at = before && turn.at < before.lastAt ? before.lastAt : turn.at
      const counted = counts.get(place.id)
      const holds = counted !== undefined && counted.n >= condition.atLeast
      const { after, turns: become } = afterObservation(before, holds, at, condition)
      if (after === null && before === null) continue
      // Of one that holds, so that it goes on when another is retired.
      const where = holds ? counted : { deviceId: turn.device?.id ?? null, place: turn.place }
      moved.push({
        key,
        after: after && { ...key, ...after, deviceId: where.deviceId, place: where.place, value: null, recent: [] },
      })
      for (const { to, at: when } of become)
        next.push({ ...turn, rule, source: place.source, part: null, to, at: when, value: null, unit: null })
    }
  }
  await writeConditions(tx, moved)
  return next
}

interface Counted {
  readonly n: number
  /** The newest that holds there. */
  readonly deviceId: string | null
  readonly place: AtPlace | null
}

const columns = {
  device: 'n.id',
  zone: 'coalesce(n.zone_id, k.zone_id)',
  site: 'coalesce(n.site_id, k.site_id)',
} as const

// At one device each rule has a vote. In a place each device has one, however many of the rules it meets: two set points of
// one detector are not two detectors. So has each place of which something holds that is of no device.
const countsOf = async (
  tx: Querier,
  { ruleIds, within }: Combination,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Counted>> => {
  const holding = `k.rule_id = any ($1::uuid[]) and k.state in ('active', 'returning')`
  const newest = `(array_agg(k.device_id order by k.last_at desc))[1] as "deviceId", (array_agg(case when k.site_id is not null
    then jsonb_build_object('siteId', k.site_id, 'floorId', k.floor_id, 'zoneId', k.zone_id) end order by k.last_at desc))[1] as place`
  const voter = within === 'device' ? 'k.rule_id::text' : 'coalesce(k.device_id::text, k.source)'
  const { rows } = await tx.query<Counted & { id: string }>(
    within === 'company'
      ? `select $2::uuid[] as ids, r.company_id as id, count(distinct ${voter})::int as n, ${newest}
         from alarm_condition k join alarm_rule r on r.id = k.rule_id where ${holding} group by r.company_id`
      : `select ${columns[within]} as id, count(distinct ${voter})::int as n, ${newest}
         from alarm_condition k left join device n on n.id = k.device_id
         where ${holding} and ${columns[within]} = any ($2::uuid[]) group by 1`,
    [ruleIds, ids],
  )
  return new Map(rows.map(({ id, ...counted }) => [id, counted]))
}
