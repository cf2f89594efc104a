// The set points of a company as they are stored: its areas, the rules that are its set points, where each value is written,
// and whether a second person is wanted.
import { inProfile, type ProfileName, profileNames } from '@gatehouse/contract/safety/gas-profiles'
import { type Db, execute, firstOf, rowsOf } from '../../db/pool.ts'
import { readSetPointRules, type StoredSetPoint } from '../alarms/alarms.ts'
import { type Area, inOrder, nowhere, type Places, type Point, unusual } from './areas.ts'
import type { State } from './differences.ts'

export interface StoredState extends State {
  /** All rules that are set points, those that are not in force included, and those beside them. */
  readonly rules: readonly StoredSetPoint[]
  readonly origins: ReadonlyMap<string, Origin>
}

/** Where a version of a set point is from. */
export interface Origin {
  readonly ruleId: string
  readonly profile: ProfileName | null
  readonly source: string
  /** Of the change that made it; null: it is older than that, or the company began with it. */
  readonly change: {
    readonly at: string
    readonly by: string
    readonly reason: string
    readonly approvedBy: string | null
  } | null
}

const isProfile = (name: string): name is ProfileName => profileNames.some((one) => one === name)

/** A profile that there is no more counts as what detectors leave the factory with. */
const known = (name: string): ProfileName => (isProfile(name) ? name : 'standard')

/** Whoever changes set points of a company waits here for whoever is at it. */
export const lockState = async (tx: Db, companyId: string): Promise<StoredState> => {
  await execute(tx)`insert into set_point_settings (company_id) values (${companyId}) on conflict do nothing`
  await execute(tx)`select from set_point_settings where company_id = ${companyId} for update`
  return readState(tx, companyId, { lock: true })
}

export const readState = async (
  db: Db,
  companyId: string,
  options?: { readonly lock: boolean },
): Promise<StoredState> => {
  const settings = await firstOf<{ secondPerson: boolean; profile: string }>(db)`
    select second_person as "secondPerson", profile from set_point_settings where company_id = ${companyId}
  `
  const rules = await readSetPointRules(db, companyId, options)
  const origins = await readOrigins(db, rules)
  const stored = await rowsOf<Places & { id: string; profile: string }>(db)`
    select id, site_ids as "siteIds", zone_ids as "zoneIds", device_ids as "deviceIds", profile
    from set_point_area where company_id = ${companyId} and removed_at is null order by id
  `
  const areaOf = (area: Omit<Area, 'points'>): Area => ({
    ...area,
    points: inOrder(
      rules.flatMap((rule) => (rule.enabled && rule.slot?.areaId === area.id ? pointOf(rule, origins) : [])),
    ),
  })
  return {
    areas: [
      areaOf({ id: null, places: nowhere, profile: known(settings?.profile ?? 'standard') }),
      ...stored.map(({ id, profile, ...places }) => areaOf({ id, places, profile: known(profile) })),
    ],
    secondPerson: settings?.secondPerson ?? false,
    additional: rules.flatMap(({ slot, ruleId, name }) => (slot === null ? [{ ruleId, name }] : [])),
    rules,
    origins,
  }
}

const pointOf = (rule: StoredSetPoint, origins: StoredState['origins']): Point[] => {
  if (!rule.slot) return []
  const { channel, stage } = rule.slot
  const { profile, source } = originOf(rule, origins)
  const { value, onDelaySeconds: seconds, hysteresis } = rule.condition
  return [{ channel, stage, value, seconds, hysteresis: unusual(channel, value, hysteresis), profile, source }]
}

/** Of one that no change has made: what detectors leave the factory with, or else what the company made of it before. */
export const originOf = (
  { ruleId, condition, slot }: Pick<StoredSetPoint, 'ruleId' | 'condition' | 'slot'>,
  origins: StoredState['origins'],
): Pick<Origin, 'profile' | 'source' | 'change'> => {
  const origin = origins.get(ruleId)
  if (origin) return origin
  const begun = slot && inProfile('standard', slot.channel, slot.stage)
  const isAsBegun = begun?.value === condition.value && begun.seconds === condition.onDelaySeconds
  return isAsBegun
    ? { profile: 'standard', source: begun.source, change: null }
    : { profile: null, source: 'Set before sources were asked for', change: null }
}

// The newest up to the version of each: what a rule is called is changed in versions of which nothing is stored here.
const readOrigins = async (db: Db, rules: readonly StoredSetPoint[]): Promise<ReadonlyMap<string, Origin>> => {
  const rows = await rowsOf<{
    ruleId: string
    profile: string | null
    source: string
    at: Date
    by: string
    reason: string
    approvedBy: string | null
  }>(db)`
    select distinct on (v.rule_id) v.rule_id as "ruleId", v.profile, v.source, c.at, c.by, c.reason, c.approved_by as "approvedBy"
    from set_point_version v join set_point_change c on c.id = v.change_id
    where v.rule_id = any (${rules.map(({ ruleId }) => ruleId)}::uuid[]) order by v.rule_id, v.version desc
  `
  return new Map(
    rows.map(({ ruleId, profile, source, at, by, reason, approvedBy }) => [
      ruleId,
      {
        ruleId,
        profile: profile === null ? null : known(profile),
        source,
        change: { at: at.toISOString(), by, reason, approvedBy },
      },
    ]),
  )
}
