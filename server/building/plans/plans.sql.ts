// The plans of floors in the store, and what is placed on them.
import type { DeviceKind } from '@gatehouse/contract/building/devices'
import type { Plan, Spot } from '@gatehouse/contract/building/plans'
import { type RawBuilder, sql } from 'kysely'
import { type Db, execute, isoRowsOf, rowsOf, valuesOf } from '../../db/pool.ts'
import type { Caller } from '../../kit/http/caller.ts'
import { labelScope, type LabelScope } from '../../kit/label-scope.ts'
import { floorSeen } from '../sites/sites.ts'

export type PlanRow = Omit<Plan, 'devices'>

interface Row extends Omit<PlanRow, 'picture'>, Omit<NonNullable<Plan['picture']>, 'id'> {
  readonly pictureId: string | null
}

const seen = (caller: Caller): RawBuilder<boolean> =>
  sql`(s.company_id = ${caller.companyId} and ${labelScope(caller).places('s.id')} and ${floorSeen(caller)})`

/** The floors that the caller sees, by site and level; with their plans where they have one. */
export const visiblePlans = async (db: Db, caller: Caller, floorId?: string): Promise<PlanRow[]> => {
  const rows = await isoRowsOf<Row>(db)`
    select f.id as "floorId", f.name as floor, f.level, s.id as "siteId", s.name as site, p.picture_id as "pictureId",
      p.width, p.height, p.source, p.uploaded_at as "uploadedAt"
    from floor f join site s on s.id = f.site_id left join plan p on p.floor_id = f.id
    where ${seen(caller)} and ${floorId ? sql`f.id = ${floorId}` : sql`true`}
    order by sort_key_of(s.name) collate "C", s.id, f.level, sort_key_of(f.name) collate "C", f.id
  `
  return rows.map(({ pictureId, width, height, source, uploadedAt, ...floor }) => ({
    ...floor,
    picture: pictureId === null ? null : { id: pictureId, width, height, source, uploadedAt },
  }))
}

export const pictureBytes = async (
  db: Db,
  caller: Caller,
  { floorId, pictureId, size }: { floorId: string; pictureId: string; size: 'small' | 'large' },
): Promise<Buffer | undefined> =>
  (
    await valuesOf<Buffer>(db)`
    select ${sql.ref(`p.${size}`)} from plan p join floor f on f.id = p.floor_id join site s on s.id = f.site_id
    where p.floor_id = ${floorId} and p.picture_id = ${pictureId} and ${seen(caller)}
  `
  )[0]

export interface SpotRow extends Spot {
  readonly floorId: string
  readonly floor: string
}

/** What stands on the plan of a floor; whoever sees it is for the directory to say. */
export const spotsOn = (db: Db, companyId: string | null, floorId: string) =>
  rowsOf<SpotRow>(db)`
    select p.device_id as "deviceId", p.x, p.y, p.rotation, p.floor_id as "floorId", f.name as floor
    from plan_device p join floor f on f.id = p.floor_id join device d on d.id = p.device_id
    where f.company_id = ${companyId} and d.retired_at is null and p.floor_id = ${floorId}
  `

/** How many devices stand on each floor's plan, of these kinds and without what labels hide. */
export const countSpots = async (
  db: Db,
  companyId: string | null,
  { kinds, scope }: { kinds: readonly DeviceKind[]; scope: LabelScope },
): Promise<Map<string, number>> => {
  const rows = await rowsOf<{ floorId: string; devices: number }>(db)`
    select p.floor_id as "floorId", count(*)::int as devices from plan_device p join device d on d.id = p.device_id
    where d.company_id = ${companyId} and d.retired_at is null and d.kind = any (${[...kinds]}::text[])
      and ${scope.places('d.id', 'd.zone_id', 'd.site_id')}
    group by p.floor_id
  `
  return new Map(rows.map(({ floorId, devices }) => [floorId, devices]))
}

/** Where these are now, on whatever floor. Locked in one order, until the transaction ends. */
export const spotsOf = (tx: Db, deviceIds: readonly string[]) =>
  rowsOf<SpotRow>(tx)`
    select p.device_id as "deviceId", p.x, p.y, p.rotation, p.floor_id as "floorId", f.name as floor
    from plan_device p join floor f on f.id = p.floor_id
    where p.device_id = any (${[...deviceIds]}::uuid[]) order by p.device_id for update of p
  `

/** Those that are not of the site of this floor. */
export const elsewhereThan = (tx: Db, floorId: string, deviceIds: readonly string[]) =>
  valuesOf<string>(tx)`
    select d.id from device d where d.id = any (${[...deviceIds]}::uuid[])
      and d.site_id is distinct from (select site_id from floor where id = ${floorId})
  `

export const putSpots = async (tx: Db, floorId: string, spots: readonly Spot[]): Promise<void> => {
  if (spots.length === 0) return
  await execute(tx)`
    insert into plan_device (device_id, floor_id, x, y, rotation)
    select id, ${floorId}, x, y, rotation from unnest(${spots.map((s) => s.deviceId)}::uuid[],
      ${spots.map((s) => s.x)}::float8[], ${spots.map((s) => s.y)}::float8[], ${spots.map((s) => s.rotation)}::int[])
      as t (id, x, y, rotation) order by id
    on conflict (device_id) do update set floor_id = excluded.floor_id, x = excluded.x, y = excluded.y,
      rotation = excluded.rotation
  `
}

export const takeSpots = (tx: Db, floorId: string, deviceIds: readonly string[]) =>
  execute(tx)`delete from plan_device where floor_id = ${floorId} and device_id = any (${[...deviceIds]}::uuid[])`
