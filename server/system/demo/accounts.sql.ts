// The demo accounts of the store.
import { systemRoleNames } from '@gatehouse/contract/permissions'
import type { DemoAccount } from '@gatehouse/contract/system/demo'
import { type Db, rowsOf } from '../../db/pool.ts'

// Those that are stored and can sign in: an older store lacks what was added to the demo since.
export const accountsIn = async (db: Db, accounts: readonly string[]): Promise<DemoAccount[]> => {
  const found = await rowsOf<DemoAccount>(db)`
    select u.email, u.first_name || ' ' || u.last_name as name, r.name as role, c.name as company
    from users u join company c on c.id = u.company_id
      join lateral (select r.name from user_role ur join role r on r.id = ur.role_id
        where ur.user_id = u.id order by r.name limit 1) r on true
    where c.demo and u.email = any (${[...accounts]}) and u.password_hash is not null and u.status = 'active'
    order by array_position(${[...accounts]}::text[], u.email)
  `
  const companies = [...new Set(found.map(({ company }) => company))]
  const rank = ({ company, role }: DemoAccount) => companies.indexOf(company) * roles.length + placeOf(role)
  return found.toSorted((a, b) => rank(a) - rank(b))
}

/** From who sees most to who sees least; who looks after all companies is tried last. */
const roles: readonly string[] = [...systemRoleNames.filter((name) => name !== 'platform admin'), 'platform admin']
const placeOf = (role: string): number => roles.indexOf(role)
