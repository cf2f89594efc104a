// Which places of set points somebody sees, by the labels of sites, zones and detectors; what a change names has to be among
// them.
import type { SetPointChange } from '@gatehouse/contract/safety/set-points'
import type { Directory } from '../../building/devices/devices.ts'
import { can, type Caller } from '../../kit/http/caller.ts'
import { seesLabelled } from '../../kit/label-scope.ts'
import type { Area, Places } from './areas.ts'

export type Known = Pick<Directory, 'byId' | 'placeById' | 'ofCompany'>
type Person = Pick<Caller, 'companyId' | 'permissions' | 'labels'>

export interface Place {
  readonly id: string
  readonly name: string
  readonly levels: readonly (readonly string[])[]
}

/** A site, a zone or a gas detector of the company. */
export const placeOf = (directory: Known, companyId: string | null, id: string): Place | null => {
  const place = directory.placeById(id)
  if (place?.kind === 'floor') return null
  if (place) return place.companyId === companyId ? { id, name: place.name, levels: place.levels } : null
  const device = directory.byId(id)
  return device && device.companyId === companyId && device.kind === 'gas' ? device : null
}

const seen = (directory: Known, person: Person, id: string): Place | null => {
  const place = placeOf(directory, person.companyId, id)
  return place && seesLabelled(person, place.levels) ? place : null
}

export const namedAmong = (directory: Known, person: Person, ids: readonly string[]) =>
  ids.flatMap((id) => {
    const place = seen(directory, person, id)
    return place ? [{ id: place.id, name: place.name }] : []
  })

export const idsOf = ({ siteIds, zoneIds, deviceIds }: Places): readonly string[] => [
  ...siteIds,
  ...zoneIds,
  ...deviceIds,
]

export const namedPlaces = (directory: Known, person: Person, places: Places) => ({
  sites: namedAmong(directory, person, places.siteIds),
  zones: namedAmong(directory, person, places.zoneIds),
  devices: namedAmong(directory, person, places.deviceIds),
})

export const seenPlaces = (directory: Known, person: Person, places: Places) => {
  const { sites, zones, devices } = namedPlaces(directory, person, places)
  const ids = (some: readonly { readonly id: string }[]) => some.map(({ id }) => id)
  return { siteIds: ids(sites), zoneIds: ids(zones), deviceIds: ids(devices) }
}

/** An area of which all is hidden is as if it were not there. */
export const seesArea = (directory: Known, person: Person, { id, places }: Pick<Area, 'id' | 'places'>): boolean =>
  id === null || can(person, 'admin_access') || idsOf(places).some((place) => seen(directory, person, place) !== null)

export const faultsOfPlaces = (directory: Known, person: Person, change: SetPointChange) =>
  change.kind !== 'profile'
    ? []
    : (['siteIds', 'zoneIds', 'deviceIds'] as const)
        .filter((level) => change.at[level].some((id) => !isOfLevel(directory, person, level, id)))
        .map((level) => ({
          field: `change.at.${level}`,
          message:
            level === 'deviceIds'
              ? 'Choose gas detectors of your company'
              : 'This is not of your company, or not there any more',
        }))

const isOfLevel = (directory: Known, person: Person, level: keyof Places, id: string): boolean => {
  if (seen(directory, person, id) === null) return false
  const place = directory.placeById(id)
  if (level === 'deviceIds') return place === undefined
  return place !== undefined && place.kind === (level === 'siteIds' ? 'site' : 'zone')
}
