// Which places labels hide from somebody: a roll-call, whoever is on its list and every sum leave them out.
import { type Db, rowsOf } from '../../db/pool.ts'
import { type Caller, can } from '../../kit/http/caller.ts'
import { labelScope } from '../../kit/label-scope.ts'

export interface Hidden {
  readonly sites: readonly string[]
  /** With all zones of hidden sites. */
  readonly zones: readonly string[]
}

export const hiddenPlaces = async (db: Db, caller: Caller): Promise<Hidden> => {
  if (can(caller, 'admin_access')) return { sites: [], zones: [] }
  const scope = labelScope(caller)
  const rows = await rowsOf<{ id: string; site: boolean }>(db)`
    select s.id, true as site from site s
    where s.company_id = ${caller.companyId} and not ${scope.places('s.id')}
    union all
    select z.id, false from zone z
    where z.company_id = ${caller.companyId} and not ${scope.places('z.id', 'z.site_id')}
  `
  return {
    sites: rows.flatMap((row) => (row.site ? [row.id] : [])),
    zones: rows.flatMap((row) => (row.site ? [] : [row.id])),
  }
}
