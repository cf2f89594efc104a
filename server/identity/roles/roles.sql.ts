// Roles and the people who hold them, as those who look after them see them.
import type { Person, Role } from '@gatehouse/contract/identity/roles'
import { type RawBuilder, sql } from 'kysely'
import { pictureUrl } from '../auth/auth.ts'
import { alone, byKey, type InOrder, type Order, sortedList, withoutOrder } from '../../db/sorted.ts'
import { peopleFound } from '../../db/people-found.sql.ts'
import { type Db, isAny, rowsOf, valuesOf } from '../../db/pool.ts'
import { type Caller, can } from '../../kit/http/caller.ts'
import { canSignIn } from './rights.sql.ts'

/** Who neither manages nor assigns roles nor manages users sees their own; the installation's, who looks after it. */
export const visibleRoles = async (db: Db, caller: Caller, roleIds?: readonly string[]): Promise<Role[]> => {
  const looksAfter = can(caller, 'manage_roles') || can(caller, 'assign_roles') || can(caller, 'manage_users')
  const seen = looksAfter
    ? can(caller, 'manage_companies')
      ? sql`(r.company_id = ${caller.companyId} or r.company_id is null)`
      : sql`r.company_id = ${caller.companyId}`
    : sql`false`
  return rowsOf<Role>(db)`
    select r.id as _id, r.name, r.permissions, r.description, r.system,
      (select count(*)::int from user_role ur join users u on u.id = ur.user_id
        where ur.role_id = r.id and u.company_id = ${caller.companyId}) as people
    from role r
    where (${seen} or r.id in (select role_id from user_role where user_id = ${caller.userId}))
      and ${roleIds ? sql`r.id = any (${[...roleIds]}::uuid[])` : sql`true`}
    order by r.system desc, r.sort_key, r.id
  `
}

/** Whether a role of the company, or of the installation, is called so in any case. */
export const roleNameInUse = (db: Db, companyId: string, name: string, except?: string) =>
  isAny(db)`
    select from role where (company_id = ${companyId} or company_id is null) and lower(name) = lower(${name})
      and id is distinct from ${except ?? null}
  `

export interface PeopleWanted {
  readonly companyId: string | null
  readonly search?: string | undefined
  readonly roleId?: string | undefined
  readonly order: Order
  readonly limit: number
}

export const peopleList = sortedList('u.id', { name: byKey('u.sort_key') }, 'name')

export const readPeople = async (db: Db, { companyId, search, roleId, order, limit }: PeopleWanted) =>
  select(
    db,
    sql`u.company_id = ${companyId}
      and ${await peopleFound(db, companyId, search)}
      and ${roleId ? sql`exists (select from user_role ur where ur.user_id = u.id and ur.role_id = ${roleId})` : sql`true`}
      and ${order.isBeyond}`,
    limit,
    order,
  )

export const readPerson = async (db: Db, companyId: string | null, userId: string): Promise<Person | undefined> =>
  (await select(db, sql`u.company_id = ${companyId} and u.id = ${userId}`, 1, alone)).map(withoutOrder)[0]

export const peopleByIds = async (db: Db, userIds: readonly string[]): Promise<Person[]> =>
  (await select(db, sql`u.id = any (${[...userIds]}::uuid[])`, userIds.length, alone)).map(withoutOrder)

const select = async (db: Db, where: RawBuilder<unknown>, limit: number, order: Order): Promise<InOrder<Person>[]> => {
  const rows = await rowsOf<InOrder<Omit<Person, 'profilePicture'> & { picture: string | null }>>(db)`
    select u.id, ${order.columns}, coalesce(u.display_name, u.first_name || ' ' || u.last_name) as "displayName", u.email,
      (select p.id from picture p where p.user_id = u.id) as picture,
      coalesce((select jsonb_agg(jsonb_build_object('_id', r.id, 'name', r.name) order by r.sort_key)
        from user_role ur join role r on r.id = ur.role_id where ur.user_id = u.id), '[]') as roles
    from users u where ${where}
    order by ${order.by} limit ${limit}
  `
  return rows.map(({ picture, ...person }) => ({ ...person, profilePicture: pictureUrl(picture) }))
}

export interface Notified {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly companyId: string | null
  readonly roles: string[]
  readonly labels: string[]
  readonly byMail: boolean
}

export const holdersOf = (db: Db, roleId: string) =>
  valuesOf<string>(db)`select user_id from user_role where role_id = ${roleId}`

/** Whom to tell that their roles or labels changed: those of the people who sign in. */
export const peopleToNotify = (db: Db, userIds: readonly string[]) =>
  rowsOf<Notified>(db)`
    select u.id, u.email, u.first_name as name, u.company_id as "companyId",
      array(select r.name from user_role ur join role r on r.id = ur.role_id where ur.user_id = u.id order by r.sort_key) as roles,
      array(select l.name from user_label ul join label l on l.id = ul.label_id where ul.user_id = u.id order by l.sort_key) as labels,
      u.notification_preferences #>> '{email,access-changed}' is distinct from 'false' as "byMail"
    from users u
    where u.id = any (${[...userIds]}::uuid[]) and u.status = 'active' and ${canSignIn}
  `

/** Whether a lockdown scenario, or a lockdown under way, says by this role who may begin, end or pass it. */
export const isNamedInLockdowns = (tx: Db, roleId: string) =>
  isAny(tx)`
    select from lockdown_scenario_role where role_id = ${roleId}
    union all
    select from lockdown_role r join lockdown l on l.id = r.lockdown_id
    where r.role_id = ${roleId} and l.released_at is null
    limit 1
  `
