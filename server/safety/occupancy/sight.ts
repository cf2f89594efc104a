// Which places somebody may see, and how exactly.
import type { Directory, KnownPlace } from '../../building/devices/devices.ts'
import { type Caller, can } from '../../kit/http/caller.ts'
import { seesLabelled } from '../../kit/label-scope.ts'
import type { Occupied, Reader } from './figures.ts'

export interface Sight extends Reader {
  /** Sites, floors and zones by their ids. */
  readonly places: ReadonlyMap<string, KnownPlace>
  /** Of a site of which labels hide a zone, the sum would give that away. */
  seesWhole(place: Pick<Occupied, 'id' | 'kind'>): boolean
}

export const sightOf = (directory: Directory, caller: Caller): Sight => {
  const all = directory.placesOf(caller.companyId ?? '')
  const places = new Map(all.filter(({ levels }) => seesLabelled(caller, levels)).map((place) => [place.id, place]))
  const partly = new Set(all.filter(({ id }) => !places.has(id)).map(({ siteId }) => siteId))
  return {
    places,
    isExact: can(caller, 'view_people_count_detail'),
    nameOf: (deviceId) => (directory.sees(caller, deviceId) ? directory.byId(deviceId)?.name : undefined),
    seesWhole: ({ id, kind }) => places.has(id) && !(kind === 'site' && partly.has(id)),
  }
}
