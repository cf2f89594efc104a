// What a finished roll-call knows of occupancy: who was inside as it began, once nobody on its list is unaccounted for.
import { type Db, rowsOf } from '../../db/pool.ts'
import type { NewAnchor } from './anchors.ts'

/**
 * Of roll-calls that ended in the last day, with every person on their list found: the places that are added up, with who
 * was there as it began. Whoever was not in the building is not counted, and whoever came in since was not there yet.
 */
export const musterAnchors = async (tx: Db, companyId: string): Promise<NewAnchor[]> => {
  const rows = await rowsOf<
    Pick<NewAnchor, 'placeId' | 'siteId' | 'zoneId' | 'at' | 'people'> & {
      readonly musterId: string
      readonly by: string
    }
  >(tx)`
    select m.id as "musterId", o.place_id as "placeId", p.site_id as "siteId", p.zone_id as "zoneId", m.started_at as at,
      m.ended_by_name as by,
      (select count(*) from muster_person n left join zone z on z.id = n.zone_id
        where n.muster_id = m.id and n.status <> 'not-here' and (n.added_at is null or n.added_by_name is not null)
          and (p.kind = 'site' or (p.kind = 'zone' and z.id = p.id) or (p.kind = 'floor' and z.floor_id = p.id)))::int as people
    from muster m join place p on p.site_id = m.site_id join occupancy o on o.place_id = p.id
    where m.company_id = ${companyId} and m.ended_at is not null and not m.mistaken
      and m.started_at > o.anchored_at
      and (m.zone_ids = '{}' or (p.kind = 'zone' and p.id = any (m.zone_ids)))
      and not exists (select from muster_person n where n.muster_id = m.id and n.status in ('unaccounted', 'missing', 're-entered'))
      and exists (select from muster_person n where n.muster_id = m.id)
      and not exists (select from occupancy_anchor a where a.muster_id = m.id and a.place_id = p.id)
    order by m.started_at, p.kind, p.id
  `
  return rows.map((row) => ({
    ...row,
    companyId,
    kind: 'muster',
    reason: 'Everybody on the list of a roll-call was found',
  }))
}
