// Occupancy of a demo building: where its counters stand, what its zones may hold, and what guards counted on their rounds at
// night.
import { isLoadUse, loadFactors, occupantLoad } from '@gatehouse/contract/safety/load-factors'
import { guardAt } from '@gatehouse/demo/guard-day'
import { dateOf, localDay } from '@gatehouse/demo/local-day'
import { headcountOn, nightsBefore } from '@gatehouse/demo/whereabouts'
import type { World } from '@gatehouse/demo/world'
import type pg from 'pg'
import { v7 as uuid } from 'uuid'
import { kyselyOn } from '../../db/transaction.ts'
import { type NewAnchor, placedSince } from '../../safety/occupancy/occupancy.ts'
import { insert } from './insert.sql.ts'
import type { Ids } from './world.sql.ts'

interface Span {
  readonly seed: number
  readonly to: number
}

/** Enough for counters to have been learnt of. */
const nights = 7
/** So often the canteen is cleaned after. */
const usesOfCanteen = 200

/** After the counts of the past. */
export const insertOccupancy = async (tx: pg.Client, world: World, ids: Ids, { seed, to }: Span): Promise<void> => {
  const doors = new Map(world.doors.map((door) => [door.key, door]))
  const zoneId = (key: string | null | undefined) => (key ? (ids.zones.get(key) ?? null) : null)
  const borders = world.counters.flatMap((counter) => {
    const door = doors.get(counter.door)
    return door ? [{ device: ids.devices.get(counter.key), door }] : []
  })
  await insert(
    tx,
    'count_border',
    ['id', 'company_id', 'device_id', 'from_zone_id', 'to_zone_id', 'created_at'],
    borders.map(({ device, door }) => [uuid(), ids.company, device, zoneId(door.from), zoneId(door.to), new Date(to)]),
  )
  const counted = new Set(borders.flatMap(({ door }) => [door.from, door.to]))
  const loads = world.zones.flatMap(({ key, floor, use, area }) =>
    counted.has(key) && isLoadUse(use)
      ? [{ key, floor, use, area, people: occupantLoad(area, 'm2', loadFactors[use].squareFeet) }]
      : [],
  )
  const byHand = { use: null, area: null, unit: 'm2', squareFeet: null }
  await insert(
    tx,
    'occupancy_limit',
    ['id', 'company_id', 'place_id', 'site_id', 'floor_id', 'zone_id', 'people', 'basis'],
    [
      ...loads.map(({ key, use, area, people }) => {
        const basis = JSON.stringify({ use, area, unit: 'm2', squareFeet: null, localRule: '' })
        return [uuid(), ids.company, zoneId(key), ids.site, null, zoneId(key), people, basis]
      }),
      ...[...Map.groupBy(loads, ({ floor }) => floor)].flatMap(([key, zones]) => {
        const floor = ids.floors.get(key)
        if (floor === undefined) return []
        const people = zones.reduce((sum, zone) => sum + zone.people, 0)
        const basis = JSON.stringify({ ...byHand, localRule: 'The loads of its zones together' })
        return [[uuid(), ids.company, floor, ids.site, floor, null, people, basis]]
      }),
    ],
  )
  const canteen = zoneId('canteen')
  if (canteen !== null)
    await insert(
      tx,
      'cleaning_rule',
      ['zone_id', 'company_id', 'uses', 'cleaned_at', 'cleaned_by'],
      [[canteen, ids.company, usesOfCanteen, new Date(to - 20 * 3_600_000), null]],
    )
  const headcounts = nightsBefore(world, to, nights).flatMap((date) => {
    const found = headcountOn(world, seed, date)
    return found && found.at < to ? [found] : []
  })
  const [first, ...later] = headcounts
  if (!first) return
  await placedSince(
    kyselyOn(tx),
    ids.company,
    { since: new Date(first.at), until: new Date(to) },
    [first, ...later].map(({ at, people }) => anchorsOf(world, ids, at, people)),
  )
}

const anchorsOf = (world: World, ids: Ids, at: number, people: ReadonlyMap<string, number>): NewAnchor[] => {
  const guards = world.people.filter(({ rhythm }) => rhythm === 'guard')
  const guard = guardAt(guards, localDay(world.timeZone, dateOf(world.timeZone, at)), at)
  const anchor = (placeId: string | undefined, zoneId: string | null, count: number): NewAnchor[] =>
    placeId === undefined
      ? []
      : [
          {
            companyId: ids.company,
            placeId,
            siteId: ids.site,
            zoneId,
            at: new Date(at),
            kind: 'manual',
            people: count,
            reason: 'Counted on the round at night',
            by: guard ? `${guard.firstName} ${guard.lastName}` : 'The guard on duty',
            userId: guard ? (ids.people.get(guard.credential) ?? null) : null,
          },
        ]
  const sum = (zones: readonly string[]) => zones.reduce((all, key) => all + (people.get(key) ?? 0), 0)
  return [
    ...anchor(ids.site, null, sum([...people.keys()])),
    ...world.floors.flatMap(({ key }) =>
      anchor(ids.floors.get(key), null, sum(world.zones.filter(({ floor }) => floor === key).map((zone) => zone.key))),
    ),
    ...world.zones.flatMap(({ key }) => {
      const id = ids.zones.get(key)
      return anchor(id, id ?? null, people.get(key) ?? 0)
    }),
  ]
}
