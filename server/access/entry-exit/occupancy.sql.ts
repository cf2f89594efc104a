// How many people are inside, for alarm rules: changed by whoever moves people, counted by one transaction at a time, so that
// of several that let people in at once the last one counts all of them.
import type { PlaceObservation } from '../../kit/recorders.ts'
import type pg from 'pg'
import { type Db, rowsOf } from '../../db/pool.ts'
import { kyselyOn } from '../../db/transaction.ts'
import { insideNow } from './inside.sql.ts'
import { mayHaveMoved, type NewLog } from './record.sql.ts'

type Querier = Pick<pg.ClientBase, 'query'>

export interface Occupancy {
  readonly companyId: string
  readonly siteId: string
  readonly floorId: string | null
  readonly zoneId: string
  readonly people: number
}

/** Locked until the end of the transaction, which has moved its people before. Zones without people are left out. */
export const countInside = async (tx: Querier, companyIds: readonly string[], now: Date): Promise<Occupancy[]> => {
  await tx.query({
    name: 'occupancy-lock',
    text: `select pg_advisory_xact_lock(hashtextextended('occupancy ' || id, 0))
      from (select id from unnest($1::uuid[]) t (id) order by id) in_order`,
    values: [companyIds],
  })
  return read(kyselyOn(tx), companyIds, now)
}

const read = (db: Db, companyIds: readonly string[], now: Date): Promise<Occupancy[]> =>
  rowsOf<Occupancy>(db)`
    select p.company_id as "companyId", z.site_id as "siteId", z.floor_id as "floorId", z.id as "zoneId", count(*)::int as people
    from ${insideNow(now)} p join zone z on z.id = p.zone_id
    where p.company_id = any (${[...companyIds]}::uuid[]) group by p.company_id, z.site_id, z.floor_id, z.id
  `

/** What alarm rules are judged by once these are stored. */
export const occupancyAfter = (logs: readonly NewLog[], at: Date): PlaceObservation[] =>
  logs.filter(mayHaveMoved).map(({ companyId, leadsTo: zoneId, correlationId }) => ({
    companyId,
    zoneId,
    measure: 'occupancy',
    value: null,
    at,
    correlationId,
  }))

/** As they are at this moment, without keeping anybody from moving. */
export const peopleInside = read
