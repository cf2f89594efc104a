// Who holds which level and is in which group by themselves, read and written for many people at once.
import { sql } from 'kysely'
import { type Db, isoRowsOf, rowsOf } from '../../db/pool.ts'
import { isVisible } from './levels.sql.ts'
import type { LabelScope } from '../../kit/label-scope.ts'

/** A level or a group that people are given. */
export interface Target {
  readonly of: 'level' | 'group'
  readonly id: string
  readonly name: string
}

export interface Link {
  readonly userId: string
  readonly from: string | null
  readonly to: string | null
}

/** The addresses of those of these people who are in the company, by id. */
export const visiblePeople = async (
  db: Db,
  companyId: string,
  userIds: readonly string[],
): Promise<Map<string, string>> => {
  const rows = await rowsOf<{ id: string; email: string }>(db)`
    select id, email from users where company_id = ${companyId} and id = any (${[...userIds]}::uuid[])
  `
  return new Map(rows.map(({ id, email }) => [id, email]))
}

/** Those of these that the caller may give: levels, and groups with no level, that opens a hidden door. All without `ids`. */
export const targetsOf = async (
  db: Db,
  companyId: string,
  scope: LabelScope,
  ids?: readonly string[],
): Promise<Target[]> => {
  const among = (column: string) => (ids ? sql`${sql.ref(column)} = any (${[...ids]}::uuid[])` : sql`true`)
  return rowsOf<Target>(db)`
    select 'level' as of, l.id, l.name from access_level l
    where l.company_id = ${companyId} and ${among('l.id')} and ${isVisible(scope)}
    union all
    select 'group', g.id, g.name from access_group g
    where g.company_id = ${companyId} and ${among('g.id')}
      and not exists (select from access_level_group a join access_level l on l.id = a.level_id
        where a.group_id = g.id and not (${isVisible(scope)}))
  `
}

/** By `level <id> <person>` and `group <id> <person>`; of everything where no targets are named. */
export const readLinks = async (
  db: Db,
  targetIds: readonly string[] | null,
  userIds: readonly string[],
): Promise<Map<string, Link>> => {
  const among = (column: string) => (targetIds ? sql`${sql.ref(column)} = any (${[...targetIds]}::uuid[])` : sql`true`)
  const rows = await isoRowsOf<Link & { of: Target['of']; id: string }>(db)`
    select 'level' as of, level_id as id, user_id as "userId", valid_from as "from", valid_to as "to"
    from access_level_person where user_id = any (${[...userIds]}::uuid[]) and ${among('level_id')}
    union all
    select 'group', group_id, user_id, valid_from, valid_to
    from access_group_member where user_id = any (${[...userIds]}::uuid[]) and ${among('group_id')}
  `
  return new Map(rows.map(({ of, id, ...link }) => [`${of} ${id} ${link.userId}`, link]))
}

interface Pair {
  readonly userId: string
  readonly target: Target
}

const tables = {
  level: { table: sql`access_level_person`, column: sql`level_id` },
  group: { table: sql`access_group_member`, column: sql`group_id` },
} as const
const kinds = ['level', 'group'] as const

/** With this time, also for those who had another. */
export const giveLinks = async (
  tx: Db,
  pairs: readonly Pair[],
  { from, to }: Pick<Link, 'from' | 'to'>,
): Promise<void> => {
  for (const kind of kinds) {
    const { table, column } = tables[kind]
    const { targets, people } = columnsOf(pairs, kind)
    if (targets.length === 0) continue
    await sql`
      insert into ${table} (${column}, user_id, valid_from, valid_to)
      select target, person, ${from}::timestamptz, ${to}::timestamptz
      from unnest(${targets}::uuid[], ${people}::uuid[]) given (target, person)
      on conflict (${column}, user_id) do update set valid_from = excluded.valid_from, valid_to = excluded.valid_to
    `.execute(tx)
  }
}

export const takeLinks = async (tx: Db, pairs: readonly Pair[]): Promise<void> => {
  for (const kind of kinds) {
    const { table, column } = tables[kind]
    const { targets, people } = columnsOf(pairs, kind)
    if (targets.length === 0) continue
    await sql`
      delete from ${table} held using unnest(${targets}::uuid[], ${people}::uuid[]) taken (target, person)
      where held.${column} = taken.target and held.user_id = taken.person
    `.execute(tx)
  }
}

const columnsOf = (pairs: readonly Pair[], kind: Target['of']) => {
  const chosen = pairs.filter(({ target }) => target.of === kind)
  return { targets: chosen.map(({ target }) => target.id), people: chosen.map(({ userId }) => userId) }
}
