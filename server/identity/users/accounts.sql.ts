// Accounts as those who look after them see them, and what each may do and why.
import type { Account, list } from '@gatehouse/contract/identity/users'
import { allPermissions, isPermission } from '@gatehouse/contract/permissions'
import { type RawBuilder, sql } from 'kysely'
import { accountOf, pictureUrl } from '../auth/auth.ts'
import {
  alone,
  byKey,
  byTime,
  byTimeIfAny,
  byWords,
  type InOrder,
  type Order,
  type SortedFilter,
  sortedList,
  withoutOrder,
} from '../../db/sorted.ts'
import { instant } from '../../db/instant.ts'
import { peopleFound } from '../../db/people-found.sql.ts'
import { type Db, isoRowsOf, rowsOf } from '../../db/pool.ts'
import { type Caller, can } from '../../kit/http/caller.ts'
import { canSignIn, given } from '../roles/roles.ts'

const status = (): RawBuilder<Account['status']> => sql`(case when u.status = 'suspended' then 'suspended'
  when not ${canSignIn} then 'staff'
  when exists (select from sign_in_attempt a where a.account = ${accountOf(sql`u.email`)} and a.locked_until > ${instant()})
    then 'locked' else 'active' end)`

/** Accounts of the caller's company by last name and first name. */
export const accountsList = sortedList(
  'u.id',
  {
    name: byKey('u.sort_key'),
    status: byWords(sql`${status()}`),
    job: byWords(sql`u.job`),
    department: byWords(sql`u.department`),
    lastLoggedIn: byTimeIfAny(sql`u.last_signed_in_at`),
    createdAt: byTime('u.created_at'),
  },
  'name',
)

export const readAccounts = async (db: Db, caller: Caller, wanted: SortedFilter<typeof list>) =>
  select(
    db,
    caller,
    sql`${await peopleFound(db, caller.companyId, wanted.search)}
      and ${wanted.status ? sql`${status()} = ${wanted.status}` : sql`true`}
      and ${wanted.roleId ? sql`exists (select from user_role ur where ur.user_id = u.id and ur.role_id = ${wanted.roleId})` : sql`true`}
      and ${wanted.labelId ? sql`exists (select from user_label ul where ul.user_id = u.id and ul.label_id = ${wanted.labelId})` : sql`true`}
      and ${wanted.order.isBeyond}`,
    wanted.limit,
    wanted.order,
  )

/** An account of the caller's company. */
export const accountById = async (db: Db, caller: Caller, userId: string): Promise<Account | undefined> => {
  const [found] = await select(db, caller, sql`u.id = ${userId}`, 1, alone)
  return found && withoutOrder(found)
}

interface Row extends Omit<Account, 'profilePicture' | 'can'> {
  picture: string | null
  inHands: boolean
}

const select = async (
  db: Db,
  caller: Caller,
  where: RawBuilder<unknown>,
  limit: number,
  order: Order,
): Promise<InOrder<Account>[]> => {
  const lacking = allPermissions.filter((p) => !can(caller, p))
  const rows = await isoRowsOf<InOrder<Row>>(db)`
    select u.id, ${order.columns}, u.email, coalesce(u.display_name, u.first_name || ' ' || u.last_name) as "displayName",
      u.first_name as "firstName", u.last_name as "lastName", u.phone, u.job, u.department, ${status()} as status,
      u.verified, u.two_factor as "secondFactor", u.created_at as "createdAt", u.last_signed_in_at as "lastLoggedIn",
      (select p.id from picture p where p.user_id = u.id) as picture,
      (select count(*)::int from passkey pk where pk.user_id = u.id) as passkeys,
      not (${given} && ${lacking}::text[]) as "inHands",
      coalesce((select jsonb_agg(jsonb_build_object('_id', r.id, 'name', r.name) order by r.sort_key)
        from user_role ur join role r on r.id = ur.role_id where ur.user_id = u.id), '[]') as roles,
      coalesce((select jsonb_agg(jsonb_build_object('_id', l.id, 'name', l.name, 'colour', l.colour) order by l.sort_key)
        from user_label ul join label l on l.id = ul.label_id
        where ul.user_id = u.id and l.company_id = u.company_id), '[]') as labels
    from users u where u.company_id = ${caller.companyId} and ${where}
    order by ${order.by} limit ${limit}
  `
  return rows.map(({ picture, inHands, ...row }) => ({
    ...row,
    profilePicture: pictureUrl(picture),
    can: {
      manage: inHands,
      viewAs:
        inHands &&
        row.id !== caller.userId &&
        caller.viewer === null &&
        can(caller, 'admin_access') &&
        (row.status === 'active' || row.status === 'locked'),
    },
  }))
}

export interface Grounds {
  readonly permission: string
  readonly from: { kind: 'role' | 'account'; name: string }[]
}

/** Every permission that was given to somebody, each with every way it was given. */
export const groundsOf = async (db: Db, userId: string): Promise<Grounds[]> => {
  const rows = await rowsOf<{ permission: string; kind: 'role' | 'account'; name: string }>(db)`
    select p as permission, 'role' as kind, r.name from user_role ur join role r on r.id = ur.role_id,
      unnest(r.permissions) p where ur.user_id = ${userId}
    union all select p, 'account', 'The account itself' from users u, unnest(u.permissions) p where u.id = ${userId}
    order by 1, 2, 3
  `
  const known = Map.groupBy(
    rows.filter((row) => isPermission(row.permission)),
    (row) => row.permission,
  )
  return [...known].map(([permission, ways]) => ({ permission, from: ways.map(({ kind, name }) => ({ kind, name })) }))
}
