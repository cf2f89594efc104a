// Places in the store, as far as labels let the caller see them.
import type { Site } from '@gatehouse/contract/building/sites'
import { type RawBuilder, sql } from 'kysely'
import { type Db, execute, firstOf, isAny, rowsOf } from '../../db/pool.ts'
import type { Caller } from '../../kit/http/caller.ts'
import { labelScope } from '../../kit/label-scope.ts'

const siteSeen = (caller: Caller): RawBuilder<boolean> => labelScope(caller).places('s.id')
const zoneSeen = (caller: Caller): RawBuilder<boolean> => labelScope(caller).places('z.id')

/** Of a floor `f` within a site that is seen: it is hidden when it has zones and all of them are. */
export const floorSeen = (caller: Caller): RawBuilder<boolean> =>
  sql`(not exists (select from zone z where z.floor_id = f.id)
    or exists (select from zone z where z.floor_id = f.id and ${zoneSeen(caller)}))`

export const visibleSites = (db: Db, caller: Caller, siteId?: string) =>
  rowsOf<Site>(db)`
    select s.id, s.name, s.time_zone as "timeZone",
      coalesce((select jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'level', f.level)
          order by f.level, sort_key_of(f.name) collate "C")
        from floor f where f.site_id = s.id and ${floorSeen(caller)}), '[]') as floors,
      coalesce((select jsonb_agg(jsonb_build_object('id', z.id, 'name', z.name, 'floorId', z.floor_id, 'use', z.use)
          order by z.name) from zone z where z.site_id = s.id and ${zoneSeen(caller)}), '[]') as zones
    from site s
    where s.company_id = ${caller.companyId} and ${siteSeen(caller)} and ${siteId ? sql`s.id = ${siteId}` : sql`true`}
    order by s.name
  `

interface SeenFloor {
  readonly id: string
  readonly siteId: string
  readonly name: string
  readonly level: number
}

interface SeenZone {
  readonly id: string
  readonly siteId: string
  readonly name: string
  readonly floorId: string | null
  readonly use: string | null
}

export const visibleFloor = (tx: Db, caller: Caller, floorId: string) =>
  firstOf<SeenFloor>(tx)`
    select f.id, f.site_id as "siteId", f.name, f.level from floor f join site s on s.id = f.site_id
    where f.id = ${floorId} and s.company_id = ${caller.companyId} and ${siteSeen(caller)} and ${floorSeen(caller)}
  `

export const visibleZone = (tx: Db, caller: Caller, zoneId: string) =>
  firstOf<SeenZone>(tx)`
    select z.id, z.site_id as "siteId", z.name, z.floor_id as "floorId", z.use from zone z join site s on s.id = z.site_id
    where z.id = ${zoneId} and s.company_id = ${caller.companyId} and ${siteSeen(caller)} and ${zoneSeen(caller)}
  `

/** Changes within a site, or of the company's sites, one after another: names stay unique, nothing is removed twice. */
export const lockSites = (tx: Db, companyId: string | null) =>
  execute(tx)`select pg_advisory_xact_lock(hashtext('sites'), hashtext(${companyId}))`

interface Standing {
  readonly name: string
  readonly seen: boolean
}

/** What stands in a site, or in a zone, or leads from or to it; what is retired does not. */
export const standingIn = async (
  tx: Db,
  caller: Caller,
  at: { site: string } | { zone: string },
): Promise<Standing[]> => {
  const here = 'site' in at ? sql`d.site_id = ${at.site}` : sql`${at.zone} in (d.zone_id, o.from_zone_id, o.to_zone_id)`
  return rowsOf<Standing>(tx)`
    select d.name, ${labelScope(caller).places('d.id', 'd.zone_id', 'd.site_id')} as seen
    from device d left join door o on o.device_id = d.id
    where d.company_id = ${caller.companyId} and d.retired_at is null and ${here}
    order by sort_key_of(d.name) collate "C", d.id
  `
}

/** Whether a site has zones that labels hide from the caller. */
export const hidesZones = (tx: Db, caller: Caller, siteId: string) =>
  isAny(tx)`select from zone z where z.site_id = ${siteId} and not ${zoneSeen(caller)} limit 1`
