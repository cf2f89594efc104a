// A change of set points being made, in one transaction: areas as they are to be, and of each rule that is otherwise than it
// has to be another version. What is as it was has none.
import { profiles } from '@gatehouse/contract/safety/gas-profiles'
import type { SetPointChange } from '@gatehouse/contract/safety/set-points'
import { isDeepStrictEqual } from 'node:util'
import { v7 as uuid } from 'uuid'
import { type Db, execute } from '../../db/pool.ts'
import { clock } from '../../kit/clock.ts'
import {
  endSetPoint,
  removeSetPointRule,
  type StoredSetPoint,
  type WantedSetPoint,
  writeSetPoint,
} from '../alarms/alarms.ts'
import { type Area, changedBy, type Point, unusual, wantedOf } from './areas.ts'
import { samePlaces, samePoint } from './differences.ts'
import { originOf, type StoredState } from './state.sql.ts'

export interface Making {
  readonly companyId: string
  readonly change: SetPointChange
  readonly reason: string
  readonly by: string
  /** null: nobody had to. */
  readonly approvedBy: string | null
}

export const makeChange = async (tx: Db, state: StoredState, making: Making): Promise<void> => {
  const { companyId, change, reason, by, approvedBy } = making
  const changeId = uuid()
  // One moment of all of it: what ends and what begins in its place leave no time between them.
  const at = clock.now()
  await execute(tx)`
    insert into set_point_change (id, company_id, at, by, reason, approved_by)
    values (${changeId}, ${companyId}, ${at}, ${by}, ${reason}, ${approvedBy})
  `
  if (change.kind === 'second-person') {
    await execute(tx)`
      update set_point_settings set second_person = ${change.wanted} where company_id = ${companyId}
    `
    return
  }
  if (change.kind === 'delete-rule') {
    if (state.additional.some(({ ruleId }) => ruleId === change.ruleId)) await removeSetPointRule(tx, change.ruleId, at)
    return
  }
  const areas = changedBy(state.areas, change, uuid())
  await writeAreas(tx, { companyId, at }, state.areas, areas)
  await writeRules(tx, state, areas, { companyId, at, by, changeId })
}

const writeAreas = async (
  tx: Db,
  { companyId, at }: { readonly companyId: string; readonly at: Date },
  before: readonly Area[],
  after: readonly Area[],
) => {
  for (const { id, places, profile } of after) {
    const was = before.find((area) => area.id === id)
    if (was && was.profile === profile && samePlaces(was.places, places)) continue
    if (id === null) {
      await execute(tx)`update set_point_settings set profile = ${profile} where company_id = ${companyId}`
      continue
    }
    await execute(tx)`
      insert into set_point_area (id, company_id, site_ids, zone_ids, device_ids, profile)
      values (${id}, ${companyId}, ${[...places.siteIds]}::uuid[], ${[...places.zoneIds]}::uuid[],
        ${[...places.deviceIds]}::uuid[], ${profile})
      on conflict (id) do update set site_ids = excluded.site_ids, zone_ids = excluded.zone_ids,
        device_ids = excluded.device_ids, profile = excluded.profile
    `
  }
  const gone = before.flatMap(({ id }) => (id === null || after.some((area) => area.id === id) ? [] : [id]))
  if (gone.length > 0) await execute(tx)`update set_point_area set removed_at = ${at} where id = any (${gone}::uuid[])`
}

const writeRules = async (
  tx: Db,
  { rules, origins }: StoredState,
  areas: readonly Area[],
  {
    companyId,
    at,
    by,
    changeId,
  }: { readonly companyId: string; readonly at: Date; readonly by: string; readonly changeId: string },
) => {
  const noteVersion = async (
    { ruleId, version }: { ruleId: string; version: number },
    { profile, source }: Pick<Point, 'profile' | 'source'>,
  ) =>
    execute(tx)`
      insert into set_point_version (rule_id, version, change_id, profile, source)
      values (${ruleId}, ${version}, ${changeId}, ${profile}, ${source})
    `
  const left = new Map(rules.flatMap((rule) => (rule.slot ? [[keyOf(rule.slot), rule] as const] : [])))
  for (const wanted of wantedOf(areas, ({ profile }) => profiles[profile].title)) {
    const key = keyOf(wanted)
    const before = left.get(key)
    left.delete(key)
    const point = areas
      .find(({ id }) => id === wanted.areaId)
      ?.points.find(({ channel, stage }) => channel === wanted.channel && stage === wanted.stage)
    if (!point || (before && isAsWanted(before, wanted, point, origins))) continue
    await noteVersion(await writeSetPoint(tx, companyId, wanted, { before, at, by }), point)
  }
  for (const rule of left.values()) {
    if (rule.enabled) await noteVersion(await endSetPoint(tx, rule, { at, by }), originOf(rule, origins))
    if (!areas.some(({ id }) => id === rule.slot?.areaId)) await removeSetPointRule(tx, rule.ruleId, at)
  }
}

const keyOf = ({ areaId, channel, stage }: NonNullable<StoredSetPoint['slot']>) => `${areaId ?? ''} ${channel} ${stage}`

const isAsWanted = (
  rule: StoredSetPoint,
  wanted: WantedSetPoint,
  point: Point,
  origins: StoredState['origins'],
): boolean => {
  const { condition, definition, enabled } = rule
  const { profile, source } = originOf(rule, origins)
  return (
    enabled &&
    samePoint(point, {
      ...point,
      value: condition.value,
      seconds: condition.onDelaySeconds,
      hysteresis: unusual(point.channel, condition.value, condition.hysteresis),
      profile,
      source,
    }) &&
    samePlaces(definition.scope, wanted.scope) &&
    isDeepStrictEqual(definition.except, wanted.except)
  )
}
