// How many people are where, by counters or else by badges, and how well that is known: the one figure that screens, alarms
// and displays show.
import { busyPercent, type Figure, type Mode } from '@gatehouse/contract/safety/occupancy'
import { shownPeople } from '@gatehouse/contract/safety/small-numbers'
import { type Db, rowsOf } from '../../db/pool.ts'
import { type Band, bandOf } from './accuracy.ts'
import { type KnownAccuracy, readAccuracies } from './accuracy.sql.ts'
import { limitsNow } from './limits.sql.ts'
import { badgesByPlace, readStored, type Stored } from './occupancy.sql.ts'
import { countOf } from './tally.ts'

interface KnownPlace {
  readonly id: string
  readonly kind: Figure['kind']
  readonly name: string
  readonly siteId: string
  readonly floorId: string | null
  readonly zoneId: string | null
  /** Whether a door leads there or from there. */
  readonly hasDoors: boolean
}

/** What is so of a place, whoever asks. */
export interface Occupied extends KnownPlace {
  readonly count: number | null
  readonly band: Band | null
  readonly source: Figure['source']
  readonly anchorAt: Date | null
  readonly anchorKind: Figure['anchorKind']
  readonly silentIds: readonly string[]
  readonly drift: number
  readonly limit: number | null
  readonly movedAt: Date | null
}

const readPlaces = (db: Db, companyId: string, placeIds: readonly string[] | null) =>
  rowsOf<KnownPlace>(db)`
    with behind as materialized (
      select unnest(array[z.id, z.floor_id, z.site_id]) as id from zone z where z.company_id = ${companyId} and z.id in (
        select unnest(array[o.from_zone_id, o.to_zone_id]) from door o join device d on d.id = o.device_id
        where d.company_id = ${companyId}
      )
    )
    select p.id, p.kind, p.name, p.site_id as "siteId", p.floor_id as "floorId", p.zone_id as "zoneId",
      p.id in (select b.id from behind b where b.id is not null) as "hasDoors"
    from place p where p.company_id = ${companyId}
      and (${placeIds && [...placeIds]}::uuid[] is null or p.id = any (${placeIds && [...placeIds]}::uuid[]))
    order by sort_key_of(p.name) collate "C", p.id
  `

/** Devices that an outage leaves something to guess of: as many as in the busiest hour of a week may have passed in each. */
const busiestHours = async (db: Db, deviceIds: readonly string[], now: Date) => {
  if (deviceIds.length === 0) return new Map<string, { readonly entries: number; readonly exits: number }>()
  const since = new Date(now.getTime() - 7 * 86_400_000)
  const rows = await rowsOf<{ id: string; entries: number; exits: number }>(db)`
    select id, max(entries)::float8 as entries, max(exits)::float8 as exits from (
      select device_id as id, entries, exits from count_hour
      where device_id = any (${[...deviceIds]}::uuid[]) and at >= ${since}
      union all select door_id, entries, exits from entry_exit_hour
      where door_id = any (${[...deviceIds]}::uuid[]) and at >= ${since}) h group by id
  `
  return new Map(rows.map((row) => [row.id, row]))
}

/** Of every place of a company, or of some of them alone. */
export const readOccupied = async (
  db: Db,
  companyId: string,
  now: Date,
  placeIds: readonly string[] | null = null,
): Promise<Occupied[]> => {
  const places = await readPlaces(db, companyId, placeIds)
  const those = placeIds === null ? {} : { placeIds }
  const counts = await readStored(db, { companyIds: [companyId], ...those })
  const stored = new Map(counts.map((one) => [one.placeId, one]))
  const accuracies = await readAccuracies(db, [companyId], placeIds && counts.flatMap(devicesAt))
  const isByBadges = places.some(({ id, hasDoors }) => hasDoors && !stored.has(id))
  const badges = isByBadges ? await badgesByPlace(db, companyId, now) : new Map<string, number>()
  const limits = await limitsNow(db, [companyId], now, placeIds)
  const missing = [...stored.values()].flatMap(({ gaps }) => Object.keys(gaps))
  const busiest = await busiestHours(db, [...new Set(missing)], now)
  return places.map((place) => {
    const limit = limits.get(place.id) ?? null
    const counted = stored.get(place.id)
    if (counted) return { ...place, ...byCounters(counted, accuracies, busiest), limit }
    return {
      ...place,
      count: place.hasDoors ? (badges.get(place.id) ?? 0) : null,
      band: null,
      source: place.hasDoors ? 'badges' : 'none',
      anchorAt: null,
      anchorKind: null,
      silentIds: [],
      drift: 0,
      limit,
      movedAt: null,
    }
  })
}

/** The devices at the borders of a place. */
export const devicesAt = ({ borders }: Pick<Stored, 'borders'>): string[] => [
  ...new Set(borders.split(',').flatMap((one) => one.split(' ')[0] ?? [])),
]

const byCounters = (counted: Stored, accuracies: KnownAccuracy, busiest: Awaited<ReturnType<typeof busiestHours>>) => {
  const silentIds = devicesAt(counted).filter((id) => !accuracies.isOnline(id))
  return {
    count: countOf(counted),
    band:
      silentIds.length > 0 || counted.anchorKind === 'start'
        ? null
        : widened(counted, bandOf(counted, accuracies.of), busiest),
    source: 'counters' as const,
    anchorAt: counted.anchoredAt,
    anchorKind: counted.anchorKind,
    silentIds,
    drift: -counted.lowest,
    movedAt: counted.lastAt === null ? null : new Date(counted.lastAt),
  }
}

const widened = (
  { gaps, flows, borders }: Stored,
  { low, high }: Band,
  busiest: Awaited<ReturnType<typeof busiestHours>>,
): Band => {
  let [fewer, more] = [0, 0]
  for (const [deviceId, seconds] of Object.entries(gaps)) {
    const hour = busiest.get(deviceId)
    if (!hour) continue
    const sign = flows[deviceId]?.sign ?? (borders.includes(`${deviceId} -1`) ? -1 : 1)
    const [entries, exits] = sign === 1 ? [hour.entries, hour.exits] : [hour.exits, hour.entries]
    more += (entries * seconds) / 3600
    fewer += (exits * seconds) / 3600
  }
  return { low: Math.max(0, Math.floor(low - fewer)), high: Math.ceil(high + more) }
}

export const modeOf = (count: number | null, limit: number): Mode => {
  if (count === null) return 'unknown'
  if (count > limit) return 'full'
  if (count === limit) return 'one-in-one-out'
  return count * 100 >= limit * busyPercent ? 'busy' : 'open'
}

/** A site or a floor minus the sum of its zones, where all of them are counted alike. */
export const differenceOf = (place: Occupied, all: readonly Occupied[]): number | null => {
  if (place.kind === 'zone' || place.count === null) return null
  const parts = all.filter(
    ({ kind, siteId, floorId }) =>
      kind === 'zone' && (place.kind === 'site' ? siteId === place.id : floorId === place.id),
  )
  const isComparable = parts.length > 0 && parts.every(({ count, source }) => count !== null && source === place.source)
  return isComparable ? place.count - parts.reduce((sum, { count }) => sum + (count ?? 0), 0) : null
}

export interface Reader {
  /** Holds `view_people_count_detail`. */
  readonly isExact: boolean
  /** The name of a device, where the reader may see it. */
  nameOf(deviceId: string): string | undefined
}

/** As somebody may see it: without the permission of small numbers nothing from which one could be worked out. */
export const figureOf = (place: Occupied, all: readonly Occupied[], { isExact, nameOf }: Reader): Figure => {
  const { count, band, limit, silentIds } = place
  const occupancy = count === null ? null : shownPeople(count, isExact)
  const atLeast = occupancy === 'few' ? 0 : occupancy
  const isStale = silentIds.length > 0
  return {
    id: place.id,
    kind: place.kind,
    name: place.name,
    siteId: place.siteId,
    floorId: place.floorId,
    occupancy,
    low: band && shownPeople(band.low, isExact),
    high: band && shownPeople(band.high, isExact),
    source: place.source,
    anchorAt: place.anchorAt?.toISOString() ?? null,
    anchorKind: place.anchorKind,
    stale: isStale,
    silent: silentIds.flatMap((id) => {
      const name = nameOf(id)
      return name === undefined ? [] : [{ id, name }]
    }),
    drift: isExact ? place.drift : null,
    limit,
    share:
      limit === null || occupancy === null || occupancy === 'few' ? null : Math.round((occupancy * 1000) / limit) / 10,
    free: limit === null || occupancy === null ? null : freeOf(limit, occupancy, isExact),
    mode: limit === null ? null : modeOf(isStale ? null : atLeast, limit),
    difference: isExact ? differenceOf(place, all) : null,
    movedAt: place.movedAt?.toISOString() ?? null,
  }
}

// Of a number that is rounded down to fives, the most that it may stand for.
const freeOf = (limit: number, occupancy: number | 'few', isExact: boolean) => {
  if (occupancy === 'few') return shownPeople(Math.max(0, limit - 4), isExact)
  return shownPeople(Math.max(0, limit - occupancy - (isExact ? 0 : 4)), isExact)
}
