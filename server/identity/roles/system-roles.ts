// The roles every company starts with. One role can be everything a company needs; none can be more than its list.
import { type SystemRole, systemRoleNames, systemRoles } from '@gatehouse/contract/permissions'
import { v7 as uuid } from 'uuid'

/** A connection of its own, or a transaction under way. */
interface Querier {
  query(text: string, values: unknown[]): Promise<{ rows: { id: string }[] }>
}

/** Brings the system roles of a company up to this version's lists; `platform admin` belongs to the installation. */
export const ensureSystemRoles = async (client: Querier, companyId: string): Promise<Map<SystemRole, string>> => {
  const roles = new Map<SystemRole, string>()
  for (const name of systemRoleNames) {
    const permissions = systemRoles[name]
    const { rows } = await client.query(
      `insert into role (id, company_id, name, system, permissions) values ($1, $2, $3, true, $4)
       on conflict (company_id, name) do update set permissions = excluded.permissions returning id`,
      [uuid(), name === 'platform admin' ? null : companyId, name, permissions],
    )
    if (rows[0]) roles.set(name, rows[0].id)
  }
  return roles
}
