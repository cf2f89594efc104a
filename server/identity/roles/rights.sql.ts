// What people have been given, as the database says at this moment.
import { isPermission, own, type Permission } from '@gatehouse/contract/permissions'
import { type RawBuilder, sql } from 'kysely'
import { type Db, execute, firstOf, isAny, rowsOf } from '../../db/pool.ts'

export interface Granted {
  readonly id: string
  readonly companyId: string | null
  readonly status: string
  readonly verified: boolean
  readonly email: string
  readonly name: string
  /** All that roles and the account itself give, whether it holds at the moment or not. */
  readonly permissions: ReadonlySet<Permission>
}

/** Those of the people that exist, by id. */
export const grantedTo = async (db: Db, userIds: readonly string[]): Promise<Map<string, Granted>> => {
  const rows = await rowsOf<Omit<Granted, 'permissions'> & { permissions: string[] }>(db)`
    select u.id, u.company_id as "companyId", u.status, u.verified, u.email,
      u.first_name || ' ' || u.last_name as name, ${given} as permissions
    from users u where u.id = any (${[...userIds]}::uuid[])
  `
  return new Map(
    rows.map(({ permissions, ...row }) => [row.id, { ...row, permissions: new Set(permissions.filter(isPermission)) }]),
  )
}

/** What somebody may do at this moment; nothing while suspended, and only `own` until the address is verified. */
export const permissionsOf = async (db: Db, userId: string): Promise<Set<Permission>> => {
  const granted = (await grantedTo(db, [userId])).get(userId)
  if (granted?.status !== 'active') return new Set()
  return new Set([...granted.permissions].filter((p) => granted.verified || own.includes(p)))
}

/** All permissions given to the user `u`. */
export const given: RawBuilder<string[]> =
  sql`(u.permissions || coalesce((select array_agg(distinct p) from user_role ur
  join role r on r.id = ur.role_id, unnest(r.permissions) p where ur.user_id = u.id), '{}'))`

/** Whether there is any way for the user `u` to sign in. */
export const canSignIn: RawBuilder<boolean> = sql`(u.password_hash is not null
  or exists (select from social_account sa where sa.user_id = u.id)
  or exists (select from passkey pk where pk.user_id = u.id))`

// Who only looks (an auditor has `admin_access` too) could not bring anybody back in.
const administering: Permission[] = ['admin_access', 'manage_users']

/** Whether somebody is left who can sign in and administer the company. */
export const hasAnAdmin = (db: Db, companyId: string) =>
  isAny(db)`
    select from users u
    where u.company_id = ${companyId} and u.status = 'active' and u.verified and ${canSignIn}
      and ${given} @> ${administering}::text[]
    limit 1
  `

/** One change of rights at a time in a company. Weaker than an update of its key: new rows may refer to it meanwhile. */
export const lockCompany = (tx: Db, companyId: string) =>
  execute(tx)`select from company where id = ${companyId} for no key update`

export interface RoleRow {
  readonly id: string
  readonly name: string
  readonly companyId: string | null
  readonly system: boolean
  readonly permissions: string[]
}

/** The roles of the company or the installation among these. */
export const rolesAmong = (db: Db, companyId: string | null, roleIds: readonly string[]) =>
  rowsOf<RoleRow>(db)`
    select id, name, company_id as "companyId", system, permissions from role
    where id = any (${[...roleIds]}::uuid[]) and (company_id = ${companyId} or company_id is null) order by sort_key, id
  `

/** What somebody holds, by name: for the record. */
export const namesOfHeld = async (tx: Db, userId: string): Promise<{ roles: string[]; labels: string[] }> => {
  const names = await firstOf<{ roles: string[]; labels: string[] }>(tx)`
    select array(select r.name from user_role ur join role r on r.id = ur.role_id
        where ur.user_id = ${userId} order by r.sort_key) as roles,
      array(select l.name from user_label ul join label l on l.id = ul.label_id
        where ul.user_id = ${userId} order by l.sort_key) as labels
  `
  return names ?? { roles: [], labels: [] }
}
