// Companies as a caller may know them: facts, administrators, places and devices that no label hides.
import type { Company } from '@gatehouse/contract/identity/companies'
import type { Output } from '@gatehouse/contract/operation'
import type { list, mine } from '@gatehouse/contract/identity/companies'
import type { Permission } from '@gatehouse/contract/permissions'
import { type RawBuilder, sql } from 'kysely'
import { pictureUrl } from '../auth/auth.ts'
import {
  alone,
  byKey,
  byNumber,
  byTime,
  byWords,
  type InOrder,
  type Order,
  type SortedFilter,
  sortedList,
  withoutOrder,
} from '../../db/sorted.ts'
import { type Db, isoRowsOf, rowsOf } from '../../db/pool.ts'
import type { Caller } from '../../kit/http/caller.ts'
import { labelScope, type LabelScope } from '../../kit/label-scope.ts'
import { holdsWords } from '../../kit/search.ts'

type Detailed = Output<typeof mine>

export const readCompany = async (db: Db, caller: Caller, companyId: string): Promise<Company | undefined> => {
  const [found] = await select(db, caller, alone, sql`where c.id = ${companyId}`)
  return found && withoutOrder(found)
}

export const companiesList = (caller: Caller) => {
  const { people, sites, devices } = countsFor(labelScope(caller))
  return sortedList(
    'c.id',
    {
      name: byKey('c.sort_key'),
      country: byWords(sql`c.country`),
      timeZone: byWords(sql`c.time_zone`),
      people: byNumber(people),
      sites: byNumber(sites),
      devices: byNumber(devices),
      createdAt: byTime('c.created_at'),
    },
    'name',
  )
}

export const readCompanies = (
  db: Db,
  caller: Caller,
  { search, order, limit }: SortedFilter<typeof list>,
): Promise<InOrder<Company>[]> =>
  select(
    db,
    caller,
    order,
    sql`where not c.tour and ${holdsWords(sql`c.name`, search)} and ${order.isBeyond}
    order by ${order.by} limit ${limit}`,
  )

/** Everything of a company that the caller may see; undefined when there is none. */
export const readDetailed = async (db: Db, caller: Caller, companyId: string): Promise<Detailed | undefined> => {
  const company = await readCompany(db, caller, companyId)
  if (!company) return undefined
  // An auditor enters the administration area too, and can change nothing there: nobody to ask.
  const administrators = await rowsOf<{ id: string; displayName: string; email: string; picture: string | null }>(db)`
    select u.id, coalesce(u.display_name, u.first_name || ' ' || u.last_name) as "displayName", u.email,
      (select p.id from picture p where p.user_id = u.id) as picture
    from users u where u.company_id = ${companyId} and u.status = 'active' and u.verified and ${holding('admin_access')}
      and ${holding('manage_users')}
    order by u.sort_key, u.id
  `
  const scope = labelScope(caller)
  const sites = await rowsOf<Detailed['sites'][number]>(db)`
    select s.id, s.name, s.time_zone as "timeZone",
      (select count(*)::int from floor f where f.site_id = s.id) as floors,
      (select count(*)::int from zone z where z.site_id = s.id and ${scope.places('z.id')}) as zones,
      (select count(*)::int from device d where d.site_id = s.id and ${standing(scope)}) as devices
    from site s where s.company_id = ${companyId} and ${scope.places('s.id')}
    order by sort_key_of(s.name) collate "C", s.id
  `
  return {
    company,
    administrators: administrators.map(({ picture, ...person }) => ({
      ...person,
      profilePicture: pictureUrl(picture),
    })),
    sites,
  }
}

/** Whether the person `u` was given a permission, by a role or directly. */
export const holding = (permission: Permission): RawBuilder<boolean> => sql`(
  ${permission} = any (u.permissions) or exists (select from user_role ur join role r on r.id = ur.role_id
    where ur.user_id = u.id and ${permission} = any (r.permissions)))`

const countsFor = (scope: LabelScope) => ({
  people: sql`(select count(*)::int from users u where u.company_id = c.id)`,
  sites: sql`(select count(*)::int from site s where s.company_id = c.id and ${scope.places('s.id')})`,
  devices: sql`(select count(*)::int from device d where d.company_id = c.id and ${standing(scope)})`,
})

const select = (db: Db, caller: Caller, order: Order, rest: RawBuilder<unknown>) => {
  const { people, sites, devices } = countsFor(labelScope(caller))
  return isoRowsOf<InOrder<Company>>(db)`
    select c.id, ${order.columns}, c.name, c.time_zone as "timeZone", c.country, c.address, c.phone, c.website, c.publishes,
      c.created_at as "createdAt",
      ${people} as people, ${sites} as sites, ${devices} as devices
    from company c ${rest}
  `
}

const standing = (scope: LabelScope): RawBuilder<boolean> =>
  sql`(d.retired_at is null and ${scope.places('d.id', 'd.zone_id', 'd.site_id')})`
