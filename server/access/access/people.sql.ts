// People with what they hold, as the store has it.
import type { Credential, Holder, people, Terms, Way } from '@gatehouse/contract/access/access'
import { type RawBuilder, sql } from 'kysely'
import { byKey, byNumber, byWords, type InOrder, type SortedFilter, sortedList } from '../../db/sorted.ts'
import { instant, iso } from '../../db/instant.ts'
import { peopleFound } from '../../db/people-found.sql.ts'
import { type Db, isoRowsOf, rowsOf, valuesOf } from '../../db/pool.ts'
import type { LabelScope } from '../../kit/label-scope.ts'
import { isVisible, ways } from './levels.sql.ts'
import { type OfPerson, person } from './person.sql.ts'

const countsFor = (scope: LabelScope) => ({
  levels: sql`(select count(distinct h.level_id)::int from access_level_holder h join access_level l on l.id = h.level_id
    where h.user_id = u.id and ${isVisible(scope)})`,
  groups: sql`(select count(*)::int from access_group_member m where m.user_id = u.id)`,
})

export const peopleList = (scope: LabelScope) => {
  const { levels, groups } = countsFor(scope)
  return sortedList(
    'u.id',
    {
      name: byKey('u.sort_key'),
      department: byWords(sql`u.department`),
      levels: byNumber(levels),
      groups: byNumber(groups),
    },
    'name',
  )
}

export interface PeopleFilter extends SortedFilter<typeof people> {
  readonly companyId: string
  readonly scope: LabelScope
  readonly userId?: string | undefined
}

// Who is on the page is found first: what they hold is asked for only of them.
export const readPeople = async (db: Db, filter: PeopleFilter) => {
  const { companyId, scope, q, department, levelId, groupId, has, state, userId, order, limit } = filter
  const { levels, groups } = countsFor(scope)
  return rowsOf<InOrder<OfPerson<Holder>>>(db)`
    select ${person} as person, ${order.columns}, u.status = 'active' as active, ${terms} as terms,
      coalesce((select jsonb_agg(jsonb_build_object('kind', c.kind, 'state', c.state) order by c.kind, c.created_at)
        from credential c where c.user_id = u.id and c.revoked_at is null), '[]') as credentials,
      ${levels} as levels, ${groups} as groups
    from users u left join access_person p on p.user_id = u.id
    where u.company_id = ${companyId} and ${await peopleFound(db, companyId, q)}
      and ${userId ? sql`u.id = ${userId}` : sql`true`}
      and ${department ? sql`u.department = ${department}` : sql`true`}
      and ${levelId ? sql`exists (select from access_level_holder h where h.user_id = u.id and h.level_id = ${levelId})` : sql`true`}
      and ${groupId ? sql`exists (select from access_group_member m where m.user_id = u.id and m.group_id = ${groupId})` : sql`true`}
      and ${holdsKind(has)} and ${isInState(state)} and ${order.isBeyond}
    order by ${order.by} limit ${limit}
  `
}

/** Of the row of access_person `p`, or of none: what a person is held to. */
export const terms: RawBuilder<Terms> = sql`jsonb_build_object('from', ${iso('p.valid_from')}, 'to', ${iso('p.valid_to')},
  'suspended', coalesce(p.suspended, false), 'extendedTime', coalesce(p.extended_time, false),
  'passbackExempt', coalesce(p.passback_exempt, false), 'escort', coalesce(p.escort, 'none'))`

const held = sql`select from credential c where c.user_id = u.id and c.revoked_at is null`

const holdsKind = (has: PeopleFilter['has']): RawBuilder<boolean> => {
  if (has === undefined) return sql`true`
  return has === 'none' ? sql`not exists (${held})` : sql`exists (${held} and c.kind = ${has})`
}

const isInState = (state: PeopleFilter['state']): RawBuilder<boolean> => {
  if (state === undefined) return sql`true`
  if (state === 'lost') return sql`exists (${held} and c.state = 'lost')`
  return state === 'suspended'
    ? sql`(coalesce(p.suspended, false) or u.status <> 'active')`
    : sql`p.valid_to <= ${instant()}`
}

/** Of somebody of whom nothing has been set. */
export const usualTerms: Terms = {
  from: null,
  to: null,
  suspended: false,
  extendedTime: false,
  passbackExempt: false,
  escort: 'none',
}

export const readTerms = async (db: Db, userId: string): Promise<Terms> => {
  const [found = usualTerms] = await valuesOf<Terms>(db)`
    select ${terms} as terms from access_person p where p.user_id = ${userId}
  `
  return found
}

export const readLevelsOf = (db: Db, userId: string, scope: LabelScope) =>
  rowsOf<{ level: { id: string; name: string }; ways: Way[] }>(db)`
    select jsonb_build_object('id', l.id, 'name', l.name) as level, ${ways} as ways
    from access_level_holder h join access_level l on l.id = h.level_id left join access_group g on g.id = h.group_id
    where h.user_id = ${userId} and ${isVisible(scope)}
    group by l.id order by l.sort_key, l.id
  `

export const readGroupsOf = (db: Db, userId: string) =>
  isoRowsOf<{ group: { id: string; name: string }; from: string | null; to: string | null; since: string }>(db)`
    select jsonb_build_object('id', g.id, 'name', g.name) as "group", m.valid_from as "from", m.valid_to as "to",
      m.added_at as since
    from access_group_member m join access_group g on g.id = m.group_id where m.user_id = ${userId}
    order by g.sort_key, g.id
  `

/** Those of a person, or one, in this company or in any; what is revoked comes last. */
export const readCredentials = (
  db: Db,
  companyId: string | null,
  of: { readonly userId: string } | { readonly credentialId: string },
) =>
  isoRowsOf<Credential & { readonly userId: string }>(db)`
    select id, user_id as "userId", kind, label, case when kind = 'card' then substr(value, 6) end as number, state, duress,
      kind = 'mobile' and secret is null as waiting, valid_from as "from", valid_to as "to", created_at as since,
      revoked_at as "revokedAt"
    from credential
    where ${companyId === null ? sql`true` : sql`company_id = ${companyId}`} and user_id is not null
      and ${'userId' in of ? sql`user_id = ${of.userId}` : sql`id = ${of.credentialId}`}
    order by revoked_at desc nulls first, kind, created_at nulls first, value
  `

/** As the contract has it: whose it is, is known. */
export const withoutOwner = (owned: Credential & { readonly userId: string }): Credential => {
  const { userId: _, ...credential } = owned
  return credential
}

export const readDepartments = (db: Db, companyId: string) =>
  valuesOf<string>(db)`
    select department from users where company_id = ${companyId} and department > ''
    group by department order by sort_key_of(department) collate "C", department
  `
