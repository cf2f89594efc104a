// Access levels in the store: what each opens, and who holds it.
import type { createLevel, holders, Level, LevelInFull, levels, Way } from '@gatehouse/contract/access/access'
import type { Parsed } from '@gatehouse/contract/operation'
import { type RawBuilder, sql } from 'kysely'
import {
  alone,
  byKey,
  byNumber,
  byWords,
  type InOrder,
  type SortedFilter,
  sortedList,
  withoutOrder,
} from '../../db/sorted.ts'
import { iso } from '../../db/instant.ts'
import { peopleFound } from '../../db/people-found.sql.ts'
import { type Db, firstOf, rowsOf } from '../../db/pool.ts'
import { holdsWords } from '../../kit/search.ts'
import type { LabelScope } from '../../kit/label-scope.ts'
import { type OfPerson, person } from './person.sql.ts'

/** Of the levels `l`: those with no door that is hidden. Who cannot see all that a level opens knows nothing of it. */
export const isVisible = (scope: LabelScope): RawBuilder<boolean> =>
  sql`not exists (select from access_level_opens o where o.level_id = l.id and ${scope.hides('o.door_id')})`

const counts = {
  opens: sql`(select count(*)::int from access_level_opens o where o.level_id = l.id)`,
  holders: sql`(select count(distinct h.user_id)::int from access_level_holder h where h.level_id = l.id)`,
}

export const levelsList = sortedList(
  'l.id',
  {
    name: byKey('l.sort_key'),
    schedule: byWords(sql`s.name`),
    opens: byNumber(counts.opens),
    holders: byNumber(counts.holders),
  },
  'name',
)

export interface LevelFilter extends SortedFilter<typeof levels> {
  readonly companyId: string
  readonly scope: LabelScope
  readonly levelId?: string | undefined
}

export const readLevels = async (db: Db, filter: LevelFilter): Promise<InOrder<Level>[]> => {
  const { companyId, scope, q, scheduleId, doorId, levelId, order, limit } = filter
  return rowsOf<InOrder<Level>>(db)`
    select l.id, ${order.columns}, l.name, l.description,
      case when s.id is not null then jsonb_build_object('id', s.id, 'name', s.name) end as schedule,
      ${counts.opens} as opens, ${counts.holders} as holders
    from access_level l left join schedule s on s.id = l.schedule_id
    where l.company_id = ${companyId} and ${isVisible(scope)}
      and ${holdsWords(sql`(l.name || ' ' || l.description)`, q)}
      and ${levelId ? sql`l.id = ${levelId}` : sql`true`}
      and ${scheduleId ? sql`l.schedule_id = ${scheduleId}` : sql`true`}
      and ${doorId ? sql`exists (select from access_level_opens o where o.level_id = l.id and o.door_id = ${doorId})` : sql`true`}
      and ${order.isBeyond}
    order by ${order.by} limit ${limit}
  `
}

export const readLevel = async (
  db: Db,
  companyId: string,
  scope: LabelScope,
  levelId: string,
): Promise<LevelInFull | undefined> => {
  const [level] = await readLevels(db, { companyId, scope, levelId, limit: 1, order: alone })
  if (!level) return undefined
  const parts = await firstOf<Pick<LevelInFull, 'doors' | 'doorGroups' | 'groups' | 'people'>>(db)`
    select
      coalesce((select jsonb_agg(jsonb_build_object('id', d.id, 'name', d.name, 'place', z.name) order by d.name, d.id)
        from access_level_door a join device d on d.id = a.door_id left join zone z on z.id = d.zone_id
        where a.level_id = ${levelId} and d.retired_at is null), '[]') as doors,
      coalesce((select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name, 'doors',
          (select count(*) from door_group_door m join device d on d.id = m.device_id
            where m.group_id = g.id and d.retired_at is null)) order by g.sort_key, g.id)
        from access_level_door_group a join door_group g on g.id = a.group_id
        where a.level_id = ${levelId}), '[]') as "doorGroups",
      coalesce((select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name,
          'people', (select count(*) from access_group_member m where m.group_id = g.id),
          'from', ${iso('a.valid_from')}, 'to', ${iso('a.valid_to')}) order by g.sort_key, g.id)
        from access_level_group a join access_group g on g.id = a.group_id where a.level_id = ${levelId}), '[]') as groups,
      (select count(*)::int from access_level_person where level_id = ${levelId}) as people
  `
  return parts && { ...withoutOrder(level), ...parts }
}

/** The ways `h` (rows of access_level_holder) in which somebody holds a level, as the contract has them. */
export const ways: RawBuilder<unknown> = sql`jsonb_agg(jsonb_build_object(
  'group', case when g.id is not null then jsonb_build_object('id', g.id, 'name', g.name) end,
  'from', ${iso('h.valid_from')}, 'to', ${iso('h.valid_to')},
  'memberFrom', ${iso('h.member_from')}, 'memberTo', ${iso('h.member_to')},
  'since', ${iso('h.added_at')}) order by g.sort_key nulls first)`

export const readHolders = async (
  db: Db,
  levelId: string,
  companyId: string | null,
  { q, order, limit }: Omit<SortedFilter<typeof holders>, 'levelId'>,
) =>
  rowsOf<InOrder<OfPerson<{ readonly ways: Way[] }>>>(db)`
    select ${person} as person, ${order.columns}, ${ways} as ways
    from access_level_holder h join users u on u.id = h.user_id left join access_group g on g.id = h.group_id
    where h.level_id = ${levelId} and ${await peopleFound(db, companyId, q)} and ${order.isBeyond}
    group by u.id order by ${order.by} limit ${limit}
  `

/** What a level is made of, as far as a call names it; the rest stays. */
export type LevelParts = {
  readonly [K in keyof Parsed<typeof createLevel>]?: Parsed<typeof createLevel>[K] | undefined
}

/** Writes what a level is made of; what was in it before stays with its own dates. */
export const writeParts = async (tx: Db, levelId: string, parts: LevelParts): Promise<void> => {
  const links = [
    [sql`access_level_door`, sql`door_id`, parts.doorIds],
    [sql`access_level_door_group`, sql`group_id`, parts.doorGroupIds],
    [sql`access_level_group`, sql`group_id`, parts.groupIds],
  ] as const
  for (const [table, column, wanted] of links) {
    if (!wanted) continue
    await sql`delete from ${table} where level_id = ${levelId} and ${column} <> all (${wanted}::uuid[])`.execute(tx)
    await sql`insert into ${table} (level_id, ${column})
      select ${levelId}::uuid, x from unnest(${wanted}::uuid[]) x on conflict do nothing`.execute(tx)
  }
}

/** How many of these are there in the company, and not hidden: doors that are not retired, groups of doors, of people. */
export const countKnown = async (
  tx: Db,
  companyId: string,
  scope: LabelScope,
  { doorIds = [], doorGroupIds = [], groupIds = [], scheduleId = null }: LevelParts,
): Promise<Known> => {
  const known = await firstOf<Known>(tx)`
    select
      (select count(*)::int from device d join door o on o.device_id = d.id where d.company_id = ${companyId}
        and d.retired_at is null and d.id = any (${doorIds}::uuid[])
        and ${scope.sees('d.id')}) as doors,
      (select count(*)::int from door_group g where g.company_id = ${companyId}
        and g.id = any (${doorGroupIds}::uuid[])
        and not exists (select from door_group_door m where m.group_id = g.id
          and ${scope.hides('m.device_id')})) as "doorGroups",
      (select count(*)::int from access_group g where g.company_id = ${companyId}
        and g.id = any (${groupIds}::uuid[])) as groups,
      ${scheduleId}::uuid is null or exists (select from schedule s
        where s.company_id = ${companyId} and s.id = ${scheduleId}::uuid) as schedule
  `
  return known ?? { doors: 0, doorGroups: 0, groups: 0, schedule: false }
}

interface Known {
  readonly doors: number
  readonly doorGroups: number
  readonly groups: number
  readonly schedule: boolean
}
