// The staff list, and what is known of one of its people; rows as the contract has them.
import type { Output } from '@gatehouse/contract/operation'
import type * as staff from '@gatehouse/contract/identity/staff'
import { type RawBuilder, sql } from 'kysely'
import { pictureUrl } from '../auth/auth.ts'
import {
  alone,
  byKey,
  byWords,
  type InOrder,
  type Order,
  type SortedFilter,
  sortedList,
  withoutOrder,
} from '../../db/sorted.ts'
import { peopleFound } from '../../db/people-found.sql.ts'
import { type Db, firstOf, isoOf, isoRowsOf, rowsOf, type Store, valuesOf } from '../../db/pool.ts'
import { type Caller, can } from '../../kit/http/caller.ts'
import { labelScope, type LabelScope } from '../../kit/label-scope.ts'

type Details = Output<typeof staff.details>
type Shown<Part extends keyof Details> = Exclude<Details[Part], { missing: string }>
type Passage = Shown<'history'>['passages'][number]
export type Credential = Shown<'credentials'>['credentials'][number]

const account = sql`case when u.password_hash is null and not exists (select from social_account s where s.user_id = u.id)
    and not exists (select from passkey k where k.user_id = u.id) then 'none'
  else u.status end`

export const staffList = sortedList(
  'u.id',
  {
    name: byKey('u.sort_key'),
    job: byWords(sql`u.job`),
    department: byWords(sql`u.department`),
    phone: byWords(sql`u.phone`),
    account: byWords(account),
  },
  'name',
)

export interface StaffFilter extends SortedFilter<typeof staff.list> {
  readonly companyId: string
}

export const readStaff = async (db: Db, filter: StaffFilter): Promise<InOrder<staff.Member>[]> => {
  const { companyId, search, department, order, limit } = filter
  return select(
    db,
    order,
    sql`u.company_id = ${companyId}
      and ${await peopleFound(db, companyId, search)}
      and ${department ? sql`u.department = ${department}` : sql`true`}
      and ${order.isBeyond}
    order by ${order.by} limit ${limit}`,
  )
}

export const readMember = async (db: Db, companyId: string, email: string): Promise<staff.Member | undefined> => {
  const [found] = await select(db, alone, sql`u.company_id = ${companyId} and lower(u.email) = lower(${email})`)
  return found && withoutOrder(found)
}

export const readDepartments = (db: Db, companyId: string) =>
  valuesOf<string>(db)`
    select department from users where company_id = ${companyId} and department > ''
    group by department order by sort_key_of(department) collate "C", department
  `

export const readCredentials = (db: Db, userId: string) =>
  isoRowsOf<Credential>(db)`
    select id, kind, state, valid_from as "validFrom", valid_to as "validTo", revoked_at as "revokedAt",
      case kind when 'card' then value when 'pin' then case when duress then 'duress PIN' else 'PIN' end
        else coalesce(nullif(label, ''), 'pass on a phone') end as value
    from credential where user_id = ${userId} order by revoked_at desc nulls first, kind, value
  `

export const readAccess = async (db: Db, userId: string): Promise<Shown<'access'>> => {
  const held = await firstOf<Shown<'access'>>(db)`
    select coalesce((select jsonb_agg(r.name order by r.sort_key)
        from user_role ur join role r on r.id = ur.role_id where ur.user_id = ${userId}), '[]') as roles,
      coalesce((select jsonb_agg(jsonb_build_object('name', l.name, 'colour', l.colour) order by l.sort_key)
        from user_label ul join label l on l.id = ul.label_id where ul.user_id = ${userId}), '[]') as labels
  `
  return held ?? { roles: [], labels: [] }
}

/** The newest passages of a person, but for those at doors that are hidden. */
export const readPassages = async (
  store: Store,
  { companyId, userId, scope, limit }: { companyId: string; userId: string; scope: LabelScope; limit: number },
): Promise<Passage[]> => {
  const values: unknown[] = []
  const given = (value: unknown) => `$${values.push(value)}`
  const rows = await store.rows<
    [
      id: string,
      at: string,
      type: Passage['type'],
      result: string,
      doorId: string | null,
      door: string | null,
      zone: string | null,
    ]
  >(
    `select l.id, l.at::text, l.type, l.result, d.id, d.name, z.name
    from entry_exit_log l left join device d on d.id = l.door_id left join zone z on z.id = l.zone_id
    where l.user_id = ${given(userId)} and l.company_id = ${given(companyId)} and ${scope.seesText('l.door_id', given)}
    order by l.at desc, l.id desc limit ${limit}`,
    values,
  )
  return rows.map(([id, at, type, result, doorId, door, zone]) => ({
    id,
    at: isoOf(at),
    type,
    doorId,
    door: door ?? 'Unknown door',
    zone,
    result,
  }))
}

/**
 * Whether a person is inside, as far as the caller may know: null when no door has told, or when they could be where
 * labels hide it. The latter does not hang on where the person really is, or it would tell.
 */
export const readInside = async (
  db: Db,
  caller: Caller,
  companyId: string,
  userId: string,
): Promise<boolean | null> => {
  const seen = labelScope(caller).places('z.id', 'z.site_id')
  const rows = await rowsOf<{ inside: boolean; told: boolean; all: boolean }>(db)`
    select exists (select from presence p join zone z on z.id = p.zone_id
        where p.user_id = ${userId} and p.company_id = ${companyId} and ${seen}) as inside,
      exists (select from presence where user_id = ${userId} and company_id = ${companyId}) as told,
      ${can(caller, 'admin_access')} or not exists (
        select from zone z where z.company_id = ${companyId} and not (${seen})) as all
  `
  const { inside, told: notified, all } = rows[0] ?? { inside: false, told: false, all: false }
  return inside || (notified && all) ? inside : null
}

const select = async (db: Db, order: Order, rest: RawBuilder<unknown>): Promise<InOrder<staff.Member>[]> => {
  const rows = await rowsOf<InOrder<Omit<staff.Member, 'profilePicture'> & { picture: string | null }>>(db)`
    select u.id, ${order.columns}, u.email, coalesce(u.display_name, u.first_name || ' ' || u.last_name) as "displayName",
      u.first_name as "firstName", u.last_name as "lastName", u.phone, u.job, u.department,
      (select p.id from picture p where p.user_id = u.id) as picture,
      ${account} as account
    from users u where ${rest}
  `
  return rows.map(({ picture, ...member }) => ({ ...member, profilePicture: pictureUrl(picture) }))
}
