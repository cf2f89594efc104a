// Judges what is so of places, and of no device: what is wrong with the record of companies, and how many people are in their
// sites and zones.
import { isOfPlace, unitOf } from '@gatehouse/contract/safety/measures'
import type pg from 'pg'
import { countInside } from '../../../access/entry-exit/entry-exit.ts'
import type { KnownPlace } from '../../../building/devices/devices.ts'
import type { PlaceObservation } from '../../../kit/recorders.ts'
import { keyOf, lockConditionsOf, type Place, writeConditions } from '../conditions.sql.ts'
import { meets } from '../evaluate.ts'
import type { JudgeParts } from '../judge.ts'
import type { Turn } from '../raise.ts'
import type { Rule } from '../rules.ts'
import { afterObservation, delaysOf } from '../standing.ts'
import { peopleIn, placesWithin, sourceOfPlace } from './places.ts'

type Querier = Pick<pg.ClientBase, 'query'>

interface Matched {
  readonly rule: Rule
  readonly observation: PlaceObservation
  /** null: the company as a whole. */
  readonly place: Place | null
  readonly source: string
  readonly value: boolean | number
}

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
  for (const { rule, observation, place, source, value } of matched) {
    const key = { ruleId: rule.id, source }
    const before = standing.get(keyOf(key)) ?? null
    const { companyId, part = null, measure, correlationId = null } = observation
    const isActive = before?.state === 'active' || before?.state === 'returning'
    // What is counted under a lock comes after what was counted before, whatever the clocks of nodes say.
    const at = before && observation.at < before.lastAt ? before.lastAt : observation.at
    const holds = meets(rule.condition, { measure, value }, isActive)
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
      matched.push({ rule, observation, place: null, source, value })
  }
  return matched
}

// Whoever has moved people counts at every place that a rule looks at: where somebody came from is nobody's to remember.
const ofOccupancy = async (
  tx: Querier,
  { rules, directory }: JudgeParts,
  observations: readonly PlaceObservation[],
): Promise<Matched[]> => {
  const looking: { rule: Rule; place: KnownPlace; changed: readonly PlaceObservation[] }[] = []
  for (const [companyId, changed] of Map.groupBy(observations, (one) => one.companyId))
    for (const rule of (await rules.ofCompany(companyId)).ofPlaces('occupancy'))
      for (const place of placesWithin(rule.scope, directory.placesOf(companyId)))
        looking.push({ rule, place, changed })
  if (looking.length === 0) return []
  const companies = new Set(looking.map(({ rule }) => rule.companyId))
  const now = observations.reduce((at, one) => (one.at > at ? one.at : at), new Date(0))
  const counted = await countInside(tx, [...companies], now)
  return looking.flatMap(({ rule, place, changed }) => {
    const isHere = ({ zoneId }: PlaceObservation) =>
      typeof zoneId === 'string' && (place.zoneId ?? place.siteId) === placeOfZone(directory, place, zoneId)
    const observation = changed.findLast(isHere) ?? changed.at(-1)
    if (!observation) return []
    const { siteId, zoneId } = place
    return [
      {
        rule,
        observation,
        place: { siteId, zoneId },
        source: sourceOfPlace(place),
        value: peopleIn(counted, place),
      },
    ]
  })
}

// As a zone, or as the site that it is of.
const placeOfZone = (directory: JudgeParts['directory'], { zoneId: asZone }: Place, zoneId: string) =>
  asZone === null ? directory.placeById(zoneId)?.siteId : zoneId
