// Places that alarm rules look at: sites and their zones, and how many people are in each.
import type { Scope } from '@gatehouse/contract/safety/alarm-rules'
import type { Occupancy } from '../../../access/entry-exit/entry-exit.ts'
import type { KnownPlace } from '../../../building/devices/devices.ts'
import type { Place } from '../conditions.sql.ts'

export const sourceOfPlace = ({ siteId, zoneId }: Place): string =>
  zoneId === null ? `site:${siteId}` : `zone:${zoneId}`

/** The zones that are named, within the sites that are; without zones those sites, each by itself, or else all sites. */
export const placesWithin = ({ siteIds, zoneIds }: Scope, places: readonly KnownPlace[]): KnownPlace[] =>
  places.filter(
    ({ siteId, zoneId }) =>
      (siteIds.length === 0 || siteIds.includes(siteId)) &&
      (zoneId === null ? zoneIds.length === 0 : zoneIds.includes(zoneId)),
  )

export const peopleIn = (counted: readonly Occupancy[], { siteId, zoneId }: Place): number =>
  counted.reduce(
    (sum, one) => ((zoneId === null ? one.siteId === siteId : one.zoneId === zoneId) ? sum + one.people : sum),
    0,
  )
