// How many people are where, as alarm rules judge it: the figure that screens show, counted by one transaction at a time.
import type pg from 'pg'
import { countInside } from '../../access/entry-exit/entry-exit.ts'
import { rowsOf } from '../../db/pool.ts'
import { kyselyOn } from '../../db/transaction.ts'
import { limitsNow } from './limits.sql.ts'

interface Place {
  readonly siteId: string
  readonly zoneId: string | null
}

export interface CountedPlaces {
  peopleIn(place: Place): number
  /** People, of those places that have a limit now. */
  limitOf(place: Place): number | undefined
}

/** In the caller's transaction, which has moved its people before; nobody else counts there until it ends. */
export const countPlaces = async (
  tx: Pick<pg.ClientBase, 'query'>,
  companyIds: readonly string[],
  now: Date,
): Promise<CountedPlaces> => {
  const badges = await countInside(tx, companyIds, now)
  const db = kyselyOn(tx)
  const counted = new Map(
    (
      await rowsOf<{ id: string; people: number }>(db)`
        select place_id as id, (base + net - lowest)::int as people from occupancy
        where company_id = any (${[...companyIds]}::uuid[])
      `
    ).map(({ id, people }) => [id, people]),
  )
  const limits = await limitsNow(db, companyIds, now)
  return {
    peopleIn: ({ siteId, zoneId }) =>
      counted.get(zoneId ?? siteId) ??
      badges.reduce(
        (sum, one) => ((zoneId === null ? one.siteId === siteId : one.zoneId === zoneId) ? sum + one.people : sum),
        0,
      ),
    limitOf: ({ siteId, zoneId }) => limits.get(zoneId ?? siteId),
  }
}
