// Occupancy of counters that were placed before the server first counted by them: of a building that is taken over with its past.
import { type Db, execute } from '../../db/pool.ts'
import { followBorders, type NewAnchor, setAnchors } from './anchors.ts'
import { lockOccupancy } from './occupancy.sql.ts'

/**
 * Adds up every place of the company from `since` on; each of the headcounts, in the order of time, is an anchor. Until `until`
 * no device was offline.
 */
export const placedSince = async (
  tx: Db,
  companyId: string,
  { since, until }: { readonly since: Date; readonly until: Date },
  headcounts: readonly (readonly NewAnchor[])[],
): Promise<void> => {
  const done = await lockOccupancy(tx)
  await followBorders(tx, companyId, done, since)
  for (const anchors of headcounts) await setAnchors(tx, anchors, done)
  await execute(tx)`update occupancy set gaps_at = ${until} where company_id = ${companyId}`
}
