// Lockdown scenarios in the store: their doors, and who may begin, end and pass.
import type { Scenario, updateScenario } from '@gatehouse/contract/access/lockdowns'
import type { Parsed } from '@gatehouse/contract/operation'
import { type RawBuilder, sql } from 'kysely'
import { numberOf, type Db, isAny, rowsOf } from '../../db/pool.ts'

export interface ScenarioRow extends Omit<Scenario, 'doorCount' | 'hidden' | 'mayTrigger'> {
  readonly doorIds: string[]
}

/** Of `device d` and `lockdown_scenario s`: whether the scenario holds the door. */
const holds: RawBuilder<boolean> = sql`d.company_id = s.company_id and d.kind = 'door' and d.retired_at is null and (
  s.everywhere or exists (select from lockdown_scenario_part p where p.scenario_id = s.id and (
    p.site_id = d.site_id or p.device_id = d.id
    or p.floor_id = (select z.floor_id from zone z where z.id = d.zone_id)
    or p.group_id in (select m.group_id from door_group_door m where m.device_id = d.id))))`

const parts = (table: 'site' | 'floor' | 'door_group' | 'device', column: string, where = sql`true`) => sql`
  coalesce((select jsonb_agg(jsonb_build_object('id', x.id, 'name', x.name)
    order by sort_key_of(x.name) collate "C", x.id)
    from lockdown_scenario_part p join ${sql.table(table)} x on x.id = p.${sql.ref(column)}
    where p.scenario_id = s.id and ${where}), '[]')`

const roles = (may: 'trigger' | 'release' | 'pass') => sql`
  coalesce((select jsonb_agg(jsonb_build_object('_id', r.id, 'name', r.name) order by r.name, r.id)
    from lockdown_scenario_role m join role r on r.id = m.role_id
    where m.scenario_id = s.id and m.may = ${may}), '[]')`

/** By name, each with all of its doors: what labels hide of them is for the caller to be judged by. */
export const readScenarios = (db: Db, companyId: string | null, id?: string) =>
  rowsOf<ScenarioRow>(db)`
    select s.id, s.name, s.description, s.everywhere, ${parts('site', 'site_id')} as sites,
      ${parts('floor', 'floor_id')} as floors, ${parts('door_group', 'group_id')} as groups,
      ${parts('device', 'device_id', sql`x.retired_at is null`)} as doors, ${roles('trigger')} as "triggerRoles",
      ${roles('release')} as "releaseRoles", ${roles('pass')} as "passRoles",
      array(select d.id::text from device d where ${holds} order by d.id) as "doorIds",
      (select l.id from lockdown l where l.scenario_id = s.id and l.released_at is null
        order by l.started_at desc limit 1) as "activeId"
    from lockdown_scenario s
    where s.company_id = ${companyId} and ${id ? sql`s.id = ${id}` : sql`true`}
    order by sort_key_of(s.name) collate "C", s.id
  `

/** What it is made of, as far as a call names it. */
export type Wanted = Omit<Parsed<typeof updateScenario>, 'scenarioId' | 'name' | 'description' | 'everywhere'>

/** What is given takes the place of what was; what is not stays. */
export const keepParts = async (tx: Db, scenarioId: string, wanted: Wanted): Promise<void> => {
  const columns = {
    site_id: wanted.siteIds,
    floor_id: wanted.floorIds,
    group_id: wanted.groupIds,
    device_id: wanted.doorIds,
  }
  for (const [column, ids] of Object.entries(columns)) {
    if (!ids) continue
    const of = sql.ref(column)
    await sql`delete from lockdown_scenario_part where scenario_id = ${scenarioId} and ${of} is not null`.execute(tx)
    await sql`
      insert into lockdown_scenario_part (scenario_id, ${of})
      select distinct ${scenarioId}::uuid, x from unnest(${[...ids]}::uuid[]) x
    `.execute(tx)
  }
  const may = { trigger: wanted.triggerRoleIds, release: wanted.releaseRoleIds, pass: wanted.passRoleIds }
  for (const [what, ids] of Object.entries(may)) {
    if (!ids) continue
    await sql`delete from lockdown_scenario_role where scenario_id = ${scenarioId} and may = ${what}`.execute(tx)
    await sql`
      insert into lockdown_scenario_role (scenario_id, role_id, may)
      select distinct ${scenarioId}::uuid, x, ${what} from unnest(${[...ids]}::uuid[]) x
    `.execute(tx)
  }
}

export const lockScenario = (tx: Db, companyId: string | null, id: string) =>
  isAny(tx)`
    select from lockdown_scenario where id = ${id} and company_id = ${companyId} for update
  `

/** Of the places, groups and roles asked for, how many are there in the company. */
export const countOwn = (
  tx: Db,
  companyId: string,
  table: 'site' | 'floor' | 'door_group' | 'role',
  ids: readonly string[],
) =>
  numberOf(tx)`
    select count(*)::int as n from ${sql.table(table)} x where x.id = any (${[...ids]}::uuid[])
      and (x.company_id = ${companyId} ${table === 'role' ? sql`or x.company_id is null` : sql``})
  `

export const rolesOf = async (db: Db, userId: string): Promise<ReadonlySet<string>> => {
  const rows = await db.selectFrom('user_role').select('role_id').where('user_id', '=', userId).execute()
  return new Set(rows.map(({ role_id }) => role_id))
}
