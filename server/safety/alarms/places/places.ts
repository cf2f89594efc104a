// Places that alarm rules look at: sites, their floors and zones, and how many people are in each.
import type { Scope } from '@gatehouse/contract/safety/alarm-rules'
import type { MeasureName } from '@gatehouse/contract/safety/measures'
import type { KnownPlace } from '../../../building/devices/devices.ts'
import type { CountedPlaces } from '../../occupancy/occupancy.ts'
import type { Place } from '../conditions.sql.ts'

/** As it is stored of a condition. */
export const placeOf = ({ kind, siteId, floorId, zoneId }: KnownPlace): Place => ({
  siteId,
  floorId: kind === 'floor' ? floorId : null,
  zoneId,
})

export const sourceOfPlace = ({ siteId, floorId, zoneId }: Place): string =>
  zoneId !== null ? `zone:${zoneId}` : floorId !== null ? `floor:${floorId}` : `site:${siteId}`

/** The zones that are named, within the sites that are; without zones those sites, each by itself, or else all sites. */
export const placesWithin = ({ siteIds, zoneIds }: Scope, places: readonly KnownPlace[]): KnownPlace[] =>
  places.filter(
    ({ id, kind, siteId }) =>
      (siteIds.length === 0 || siteIds.includes(siteId)) &&
      (kind === 'zone' ? zoneIds.includes(id) : kind === 'site' && zoneIds.length === 0),
  )

/** What is judged of a place: how many people are there, or what share of its limit that is; undefined where it has none. */
export const measuredAt = (counted: CountedPlaces, measure: MeasureName, place: Place): number | undefined => {
  const people = counted.peopleIn(place)
  if (measure !== 'occupancy.share') return people
  const limit = counted.limitOf(place)
  return limit === undefined ? undefined : (people * 100) / limit
}

/** The places that a rule looks at: of shares every one that has a limit, in the sites and among the zones that are named. */
export const placesOfRule = (
  measure: MeasureName,
  scope: Scope,
  places: readonly KnownPlace[],
): readonly KnownPlace[] => {
  if (measure !== 'occupancy.share' || scope.zoneIds.length > 0) return placesWithin(scope, places)
  return places.filter(({ siteId }) => scope.siteIds.length === 0 || scope.siteIds.includes(siteId))
}
