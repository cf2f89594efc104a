// What the set points were: each version with why, by whom and by which source, and those that a detector was judged by at a
// time that is over.
import type { GasChannel } from '@gatehouse/contract/building/wire'
import type { SetPointChannel, Stage } from '@gatehouse/contract/safety/gas-profiles'
import { unitOfGas } from '@gatehouse/contract/safety/measures'
import type { SetPointVersion } from '@gatehouse/contract/safety/set-points'
import { sql } from 'kysely'
import { allOf } from '../../db/conditions.ts'
import { type Db, rowsOf } from '../../db/pool.ts'
import type { KnownDevice } from '../../building/devices/devices.ts'
import { definition, looksAt, type Placed, type StoredSetPoint } from '../alarms/alarms.ts'
import type { Severity } from '@gatehouse/contract/safety/alarms'
import { type Caller, companyOf } from '../../kit/http/caller.ts'
import { type Known, seesArea } from './sight.ts'
import { type Origin, originOf } from './state.sql.ts'
import type { Places } from './areas.ts'

export interface VersionKey {
  readonly at: string
  readonly ruleId: string
  readonly version: number
}

interface Wanted {
  readonly companyId: string
  /** Of which areas beside the whole company. */
  readonly areaIds: readonly string[]
  readonly channel: SetPointChannel | undefined
  readonly ruleId: string | undefined
  readonly beyond: VersionKey | undefined
  readonly limit: number
}

export const readVersions = async (db: Db, wanted: Wanted): Promise<SetPointVersion[]> => {
  const { companyId, areaIds, channel, ruleId, beyond, limit } = wanted
  const rows = await rowsOf<{
    ruleId: string
    version: number
    areaId: string | null
    channel: SetPointChannel
    stage: Stage
    definition: unknown
    isInForce: boolean
    at: Date
    by: string | null
    profile: Origin['profile']
    source: string | null
    isOfChange: boolean
    approvedBy: string | null
    reason: string | null
  }>(db)`
    select r.id as "ruleId", v.version, r.area_id as "areaId", r.channel, r.stage, v.definition, v.enabled as "isInForce",
      v.created_at as at, v.created_by as by, o.profile, o.source, o.version is not distinct from v.version as "isOfChange",
      c.approved_by as "approvedBy", c.reason
    from alarm_rule r join alarm_rule_version v on v.rule_id = r.id
      left join lateral (select * from set_point_version s where s.rule_id = r.id and s.version <= v.version
        order by s.version desc limit 1) o on true
      left join set_point_change c on c.id = o.change_id and o.version = v.version
    where ${allOf(
      sql`r.company_id = ${companyId}`,
      sql`r.channel is not null`,
      sql`(r.area_id is null or r.area_id = any (${[...areaIds]}::uuid[]))`,
      channel && sql`r.channel = ${channel}`,
      ruleId && sql`r.id = ${ruleId}`,
      beyond &&
        sql`(v.created_at, r.id, v.version) < (${beyond.at}::timestamptz, ${beyond.ruleId}::uuid, ${beyond.version})`,
    )}
    order by v.created_at desc, r.id desc, v.version desc limit ${limit}
  `
  return rows.flatMap((row) => {
    const condition = thresholdIn(row.definition)
    if (condition === null) return []
    const { ruleId: id, areaId, channel: of, stage, version, source, profile } = row
    const slot = { areaId, channel: of, stage }
    const origin = source === null ? originOf({ ruleId: id, condition, slot }, new Map()) : { profile, source }
    return [
      {
        id: `${id}/${version}`,
        ruleId: id,
        version,
        areaId,
        channel: of,
        stage,
        value: condition.value,
        seconds: condition.onDelaySeconds,
        hysteresis: condition.hysteresis,
        unit: unitOfGas[of],
        isInForce: row.isInForce,
        source: { profile: origin.profile, text: origin.source },
        at: row.at.toISOString(),
        by: row.by,
        approvedBy: row.approvedBy,
        reason: row.reason,
      },
    ]
  })
}

const thresholdIn = (stored: unknown): StoredSetPoint['condition'] | null => {
  const { condition } = definition.safeParse(stored).data ?? {}
  return condition?.kind === 'threshold' ? condition : null
}

/** All areas that there are or were. */
export const readAreas = (db: Db, companyId: string): Promise<(Places & { readonly id: string })[]> =>
  rowsOf<Places & { id: string }>(db)`
    select id, site_ids as "siteIds", zone_ids as "zoneIds", device_ids as "deviceIds"
    from set_point_area where company_id = ${companyId}
  `

/** For how long a set point was what it was, at one detector. */
export interface SetPointStretch {
  readonly ruleId: string
  /** null: of an alarm rule beside the company's set points. */
  readonly stage: Stage | null
  /** What was compared with it: the value as it was, or its average over 15 minutes or over 8 hours. */
  readonly of: 'value' | 'stel' | 'twa'
  readonly comparison: 'above' | 'below'
  readonly value: number
  readonly severity: Severity
  /** Within the time that was asked for. */
  readonly from: string
  readonly to: string
}

interface Span {
  readonly from: string
  readonly to: string
}

/**
 * The set points of a channel, in its unit (`unitOfGas`), as they were from one moment to another: by the rules in force then,
 * at the place where the detector is now. Oldest first. What changed nothing about it ends no stretch.
 */
export const setPointsAt = async (db: Db, device: KnownDevice, channel: GasChannel, span: Span) =>
  (await setPointsWithin(db, device.companyId, span))(device, channel)

/** The same of all channels of a company, read at once. */
export const setPointsWithin = async (
  db: Db,
  companyId: string,
  { from, to }: Span,
): Promise<(device: Placed, channel: GasChannel) => SetPointStretch[]> => {
  const rows = await rowsOf<VersionInForce>(db)`
    select r.id as "ruleId", r.stage, v.severity, v.definition, greatest(v.from, ${from}::timestamptz) as "from",
      least(v.to, r.deleted_at, ${to}::timestamptz) as "to"
    from alarm_rule r cross join lateral (
      select n.severity, n.definition, n.enabled, n.created_at as "from",
        lead(n.created_at) over (order by n.version) as "to"
      from alarm_rule_version n where n.rule_id = r.id) v
    where r.company_id = ${companyId} and v.enabled
      and v.definition -> 'condition' ->> 'kind' = 'threshold'
      and v.definition -> 'condition' ->> 'measure' like 'gas.%'
      and v.from < ${to}::timestamptz and coalesce(least(v.to, r.deleted_at), ${to}::timestamptz) > ${from}::timestamptz
    order by v.from, r.id
  `
  const known = rows.flatMap(({ definition: stored, ...row }) => {
    const held = definition.safeParse(stored).data
    if (held?.condition.kind !== 'threshold') return []
    return [{ ...row, held, condition: held.condition }]
  })
  return (device, channel) =>
    joined(
      known.flatMap(({ ruleId, stage, severity, held, condition, ...time }) => {
        const { measure, comparison, value } = condition
        const [, of, average] = measure.split('.')
        if (of !== channel || !looksAt(held, device)) return []
        return [
          {
            ruleId,
            stage,
            of: average === 'stel' || average === 'twa' ? average : 'value',
            comparison,
            value,
            severity,
            from: time.from.toISOString(),
            to: time.to.toISOString(),
          },
        ]
      }),
    )
}

interface VersionInForce {
  readonly ruleId: string
  readonly stage: Stage | null
  readonly severity: Severity
  readonly definition: unknown
  readonly from: Date
  readonly to: Date
}

const joined = (versions: readonly SetPointStretch[]): SetPointStretch[] => {
  const stretches: SetPointStretch[] = []
  for (const next of versions) {
    const index = stretches.findLastIndex(({ ruleId }) => ruleId === next.ruleId)
    const last = stretches[index]
    const isSame =
      last?.to === next.from &&
      last.value === next.value &&
      last.of === next.of &&
      last.severity === next.severity &&
      last.comparison === next.comparison
    if (last && isSame) stretches.splice(index, 1, { ...last, to: next.to })
    else stretches.push(next)
  }
  return stretches
}

/** What was changed of the set points meanwhile, the oldest first, as far as the caller sees where they apply. */
export const setPointChanges = async (
  db: Db,
  directory: Known,
  caller: Caller,
  { from, to }: Span,
): Promise<SetPointVersion[]> => {
  const companyId = companyOf(caller)
  const areas = await readAreas(db, companyId)
  const areaIds = areas.flatMap(({ id, ...places }) => (seesArea(directory, caller, { id, places }) ? [id] : []))
  const newest = await readVersions(db, {
    companyId,
    areaIds,
    channel: undefined,
    ruleId: undefined,
    beyond: { at: to, ruleId: firstId, version: 0 },
    limit: mostChanges,
  })
  // Those that every company begins with nobody has changed.
  return newest.filter(({ at, by }) => at >= from && by !== null).toReversed()
}

const firstId = '00000000-0000-0000-0000-000000000000'
const mostChanges = 1000
