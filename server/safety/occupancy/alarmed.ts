// How many people are where, as alarm rules judge it: the figure that screens show, counted by one transaction at a time.
import type pg from 'pg'
import { countInside, type Occupancy } from '../../access/entry-exit/entry-exit.ts'
import { rowsOf } from '../../db/pool.ts'
import { kyselyOn } from '../../db/transaction.ts'
import { limitsNow } from './limits.sql.ts'

/** A zone, or else a floor, or else a site. */
interface Place {
  readonly siteId: string
  readonly floorId: string | null
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
    peopleIn: (place) =>
      counted.get(idOf(place)) ?? badges.reduce((sum, one) => (isWithin(one, place) ? sum + one.people : sum), 0),
    limitOf: (place) => limits.get(idOf(place)),
  }
}

const idOf = ({ siteId, floorId, zoneId }: Place): string => zoneId ?? floorId ?? siteId

const isWithin = (one: Occupancy, { siteId, floorId, zoneId }: Place): boolean => {
  if (zoneId !== null) return one.zoneId === zoneId
  return floorId === null ? one.siteId === siteId : one.floorId === floorId
}
