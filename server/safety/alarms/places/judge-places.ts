// Judges what is so of places, and of no device: what is wrong with the record of companies, and how many people are in their
// sites, floors and zones.
import { isOfPlace, type MeasureName, measuresThatAre, unitOf } from '@gatehouse/contract/safety/measures'
import type pg from 'pg'
import type { KnownPlace } from '../../../building/devices/devices.ts'
import type { PlaceObservation } from '../../../kit/recorders.ts'
import { countPlaces } from '../../occupancy/occupancy.ts'
import { keyOf, lockConditionsOf, type Place, writeConditions } from '../conditions.sql.ts'
import { meets } from '../evaluate.ts'
import type { JudgeParts } from '../judge.ts'
import type { Turn } from '../raise.ts'
import type { Rule } from '../rules.ts'
import { afterObservation, delaysOf } from '../standing.ts'
import { measuredAt, placeOf, placesOfRule, sourceOfPlace } from './places.ts'

type Querier = Pick<pg.ClientBase, 'query'>

interface Matched {
  readonly rule: Rule
  readonly observation: PlaceObservation
  /** null: the company as a whole. */
  readonly place: Place | null
  readonly source: string
  readonly measure: MeasureName
  /** null: there is nothing to hold it against any more, which ends what stands of it. */
  readonly value: boolean | number | null
}

const ofPlaces = measuresThatAre('value').filter(isOfPlace)

/** In the caller's transaction, after what it judges of devices: what has turned. */
export const judgePlaces = async (
  tx: Querier,
  parts: JudgeParts,
  observations: readonly PlaceObservation[],
): Promise<Turn[]> => {
  const counted = observations.filter(({ measure }) => isOfPlace(measure))
  const matched = [
    ...(await ofCompanies(
      parts,
      observations.filter(({ measure }) => !isOfPlace(measure)),
    )),
    ...(counted.length === 0 ? [] : await ofOccupancy(tx, parts, counted)),
  ]
  if (matched.length === 0) return []
  const keys = matched.map(({ rule, source }) => ({ ruleId: rule.id, source }))
  const standing = await lockConditionsOf(tx, keys)
  const moved: Parameters<typeof writeConditions>[1][number][] = []
  const turns: Turn[] = []
  for (const { rule, observation, place, source, measure, value } of matched) {
    const key = { ruleId: rule.id, source }
    const before = standing.get(keyOf(key)) ?? null
    if (value === null && !before) continue
    const { companyId, part = null, correlationId = null } = observation
    const isActive = before?.state === 'active' || before?.state === 'returning'
    // What is counted under a lock comes after what was counted before, whatever the clocks of nodes say.
    const at = before && observation.at < before.lastAt ? before.lastAt : observation.at
    const holds = value === null ? false : meets(rule.condition, { measure, value }, isActive)
    const { after, turns: become } = afterObservation(before, holds, at, delaysOf(rule.condition))
    if (after === null && before === null) continue
    const number = typeof value === 'number' ? value : null
    moved.push({ key, after: after && { ...key, ...after, deviceId: null, place, value: number, recent: [] } })
    for (const { to, at: when } of become) {
      const measured = { value: number, unit: number === null ? null : unitOf(measure) }
      const where = { companyId, device: null, place, part }
      turns.push({ rule, source, ...where, to, at: when, ...measured, correlationId, hiddenFrom: null })
    }
  }
  await writeConditions(tx, moved)
  return turns
}

const ofCompanies = async ({ rules }: JudgeParts, observations: readonly PlaceObservation[]): Promise<Matched[]> => {
  const matched: Matched[] = []
  for (const observation of observations) {
    const { companyId, part, measure, value } = observation
    const source = `company:${companyId}${part === undefined ? '' : `/${part}`}`
    if (value === null) continue
    for (const rule of (await rules.ofCompany(companyId)).ofPlaces(measure))
      matched.push({ rule, observation, place: null, source, measure, value })
  }
  return matched
}

// Whoever has moved people counts at every place that a rule looks at: where somebody came from is nobody's to remember.
const ofOccupancy = async (
  tx: Querier,
  { rules, directory }: JudgeParts,
  observations: readonly PlaceObservation[],
): Promise<Matched[]> => {
  const looking: { rule: Rule; measure: MeasureName; place: KnownPlace; changed: readonly PlaceObservation[] }[] = []
  for (const [companyId, changed] of Map.groupBy(observations, (one) => one.companyId)) {
    const ofCompany = await rules.ofCompany(companyId)
    for (const measure of ofPlaces)
      for (const rule of ofCompany.ofPlaces(measure))
        for (const place of placesOfRule(measure, rule.scope, directory.placesOf(companyId)))
          looking.push({ rule, measure, place, changed })
  }
  const limited = await placesWithShare(
    tx,
    looking.flatMap(({ measure, rule }) => (measure === 'occupancy.share' ? [rule.companyId] : [])),
  )
  const judged = looking.filter(({ measure, place }) => measure !== 'occupancy.share' || limited.has(place.id))
  if (judged.length === 0) return []
  const companies = new Set(judged.map(({ rule }) => rule.companyId))
  const now = observations.reduce((at, one) => (one.at > at ? one.at : at), new Date(0))
  const counted = await countPlaces(tx, [...companies], now)
  return judged.flatMap(({ rule, measure, place, changed }) => {
    const isHere = ({ zoneId }: PlaceObservation) =>
      typeof zoneId === 'string' && place.id === placeOfZone(directory, place, zoneId)
    const observation = changed.findLast(isHere) ?? changed.at(-1)
    if (!observation) return []
    const at = placeOf(place)
    return [
      {
        rule,
        observation,
        place: at,
        source: sourceOfPlace(at),
        measure,
        value: measuredAt(counted, measure, at) ?? null,
      },
    ]
  })
}

// Every company has rules about shares, and few have a limit: whoever walks through a door waits for nobody where there is none.
// A place whose limit was removed is looked at until nothing stands of it.
const placesWithShare = async (tx: Querier, companyIds: readonly string[]): Promise<ReadonlySet<string>> => {
  if (companyIds.length === 0) return new Set()
  const { rows } = await tx.query<{ id: string }>({
    name: 'alarm-places-with-share',
    text: `select place_id as id from occupancy_limit where company_id = any ($1::uuid[])
      union select coalesce(k.zone_id, k.floor_id, k.site_id) from alarm_condition k join alarm_rule r on r.id = k.rule_id
      where k.site_id is not null and r.company_id = any ($1::uuid[])`,
    values: [[...new Set(companyIds)]],
  })
  return new Set(rows.map(({ id }) => id))
}

// As a zone, or as the floor or the site that it is of.
const placeOfZone = (directory: JudgeParts['directory'], { kind }: KnownPlace, zoneId: string) =>
  kind === 'zone' ? zoneId : directory.placeById(zoneId)?.[kind === 'floor' ? 'floorId' : 'siteId']
