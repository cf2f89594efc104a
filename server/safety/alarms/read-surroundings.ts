// What lies around the device, the zone or the floor of an alarm: where it is drawn, and the doors by which one comes and goes.
import { sql } from 'kysely'
import { type Db, firstOf, rowsOf } from '../../db/pool.ts'
import { type Caller, can } from '../../kit/http/caller.ts'
import { labelScope } from '../../kit/label-scope.ts'
import { floorSeen } from '../../building/sites/sites.ts'

export interface PlanOf {
  readonly floorId: string
  readonly floor: string
}

/** Of one of these at most. */
interface At {
  readonly deviceId: string | null
  readonly zoneId: string | null
  readonly floorId: string | null
}

/** The plan that the device stands on, or the zone is on, or of the floor; null: none that the caller may see. */
export const readPlanOf = async (db: Db, caller: Caller, { deviceId, zoneId, floorId }: At): Promise<PlanOf | null> => {
  if (!can(caller, 'read_dashboard')) return null
  const plan = await firstOf<PlanOf>(db)`
    select f.id as "floorId", f.name as floor
    from (select floor_id from plan_device where device_id = ${deviceId}
        union all select floor_id from zone where id = ${zoneId}
        union all select ${floorId}::uuid) p join floor f on f.id = p.floor_id
      join site s on s.id = f.site_id join plan n on n.floor_id = f.id
    where s.company_id = ${caller.companyId} and ${labelScope(caller).places('s.id')}
      and ${floorSeen(caller)}
  `
  return plan ?? null
}

export interface DoorBeside {
  readonly id: string
  readonly isAdjacent: boolean
}

const mostDoors = 20

/** The doors of its zone, or of the zones of its floor, then those of the zones one door away; of a door, those of both its zones. */
export const readDoorsBeside = async (
  db: Db,
  caller: Caller,
  { deviceId, zoneId, floorId }: At,
): Promise<DoorBeside[]> => {
  if (!can(caller, 'read_doors')) return []
  const zonesOf = (door: string) => sql.raw(`(${door}.from_zone_id), (${door}.to_zone_id)`)
  return rowsOf<DoorBeside>(db)`
    with here as (
      select z.id from device a left join door o on o.device_id = a.id,
        lateral (values (a.zone_id), ${zonesOf('o')}) z (id)
      where a.id = ${deviceId} and z.id is not null
      union select z.id from zone z where z.id = ${zoneId} or z.floor_id = ${floorId}
    ), beyond as (
      select z.id from door o, lateral (values ${zonesOf('o')}) z (id)
      where z.id is not null and (o.from_zone_id in (select id from here) or o.to_zone_id in (select id from here))
    )
    select d.id, not (o.from_zone_id in (select id from here) or o.to_zone_id in (select id from here)
        or d.zone_id in (select id from here)) is true as "isAdjacent"
    from door o join device d on d.id = o.device_id
    where d.company_id = ${caller.companyId} and d.retired_at is null and d.id is distinct from ${deviceId}
      and (o.from_zone_id in (select id from beyond union select id from here)
        or o.to_zone_id in (select id from beyond union select id from here) or d.zone_id in (select id from here))
      and ${labelScope(caller).places('d.id', 'd.zone_id', 'd.site_id')}
    order by 2, d.name, d.id limit ${sql.lit(mostDoors)}
  `
}
