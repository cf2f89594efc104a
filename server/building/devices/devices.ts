// Every device by id, key and address, and every site, floor and zone, held in memory: who it belongs to, where it stands and what
// labels ask for. Loaded at start, and again whenever the database tells that devices, doors, places or labels changed.
import type { DeviceKind } from '@gatehouse/contract/building/devices'
import { type Db, rowsOf } from '../../db/pool.ts'
import type { Caller } from '../../kit/http/caller.ts'
import { labelsOf, seesLabelled } from '../../kit/label-scope.ts'

export { retireDevice } from './retire.ts'
export { shownDevice } from './shown.ts'
export { type Maintained, outOfServiceOf, serveService } from './service.ts'
export { changeSettings } from './settings.ts'

/** Heard of for longer than this, a device counts as gone: four heartbeats of the slowest we recommend (15 s). */
export const silenceMs = 60_000

export interface KnownDevice {
  readonly id: string
  readonly key: string
  readonly companyId: string
  readonly siteId: string
  readonly zoneId: string | null
  readonly kind: DeviceKind
  readonly name: string
  readonly zone: string | null
  readonly timeZone: string
  readonly driver: string
  readonly address: string
  /** The name of its own credential, which it may have and speak through a gateway all the same; null: it has none. */
  readonly username: string | null
  readonly config: unknown
  /** Equal for devices that ask for the same labels; empty for those that ask for none. */
  readonly group: string
  /** Site, zone and device each ask for one of their labels, where they have any. */
  readonly levels: readonly (readonly string[])[]
  /** null for anything but a door; a zone that is null is outside. */
  readonly door: { readonly fromZoneId: string | null; readonly toZoneId: string | null } | null
}

/** A zone, or a floor or a site as a whole. */
export interface KnownPlace {
  readonly id: string
  readonly kind: 'site' | 'floor' | 'zone'
  readonly companyId: string
  readonly siteId: string
  /** Of a zone the floor that it is on, of a floor itself. */
  readonly floorId: string | null
  /** null: a floor or a site as a whole. */
  readonly zoneId: string | null
  readonly name: string
  readonly site: string
  /** As of devices; a floor asks for what each of its zones asks for: it is seen by who sees all of it. */
  readonly group: string
  readonly levels: readonly (readonly string[])[]
}

export interface Directory {
  load(): Promise<void>
  byId(id: string): KnownDevice | undefined
  placeById(id: string): KnownPlace | undefined
  /** Its sites, with their floors and zones. */
  placesOf(companyId: string): readonly KnownPlace[]
  /** Keys are of a company. null, whoever carries all: the only device of that key. */
  byKey(companyId: string | null, key: string): KnownDevice | undefined
  /** One at most of each company. */
  atAddress(driver: string, address: string): readonly KnownDevice[]
  ofCompany(companyId: string): readonly KnownDevice[]
  all(): readonly KnownDevice[]
  sees(caller: Caller, deviceId: string): boolean
  /** Which group of equally labelled devices and places one belongs to; null when it is unknown. */
  groupOf(id: string): string | null
  /** The groups of the caller's company that no label hides from the caller. */
  groupsOf(caller: Caller): string[]
}

export const createDirectory = (db: Db): Directory => {
  let ids = new Map<string, KnownDevice>()
  let keys = new Map<string, KnownDevice[]>()
  let addresses = new Map<string, KnownDevice[]>()
  let places = new Map<string, KnownPlace>()
  let companies = new Map<string, Company>()

  return {
    async load() {
      const devices = await readDevices(db)
      const found = await readPlaces(db)
      ids = new Map(devices.map((d) => [d.id, d]))
      keys = Map.groupBy(devices, (d) => d.key)
      addresses = Map.groupBy(devices, (d) => `${d.driver} ${d.address}`)
      companies = new Map()
      places = new Map(found.map((place) => [place.id, place]))
      const ofCompany = (id: string) => {
        const known = companies.get(id) ?? { devices: [], places: [], groups: new Map<string, KnownDevice['levels']>() }
        companies.set(id, known)
        return known
      }
      for (const device of devices) {
        const company = ofCompany(device.companyId)
        company.devices.push(device)
        company.groups.set(device.group, device.levels)
      }
      for (const place of found) {
        const company = ofCompany(place.companyId)
        company.places.push(place)
        company.groups.set(place.group, place.levels)
      }
    },
    byId: (id) => ids.get(id),
    placeById: (id) => places.get(id),
    placesOf: (companyId) => companies.get(companyId)?.places ?? [],
    byKey(companyId, key) {
      const named = keys.get(key) ?? []
      if (companyId !== null) return named.find((d) => d.companyId === companyId)
      return named.length === 1 ? named[0] : undefined
    },
    atAddress: (driver, address) => addresses.get(`${driver} ${address}`) ?? [],
    all: () => [...ids.values()],
    ofCompany: (companyId) => companies.get(companyId)?.devices ?? [],
    sees(caller, deviceId) {
      const device = ids.get(deviceId)
      return device !== undefined && device.companyId === caller.companyId && seesLabelled(caller, device.levels)
    },
    groupOf: (id) => (ids.get(id) ?? places.get(id))?.group ?? null,
    groupsOf: (caller) =>
      [...(companies.get(caller.companyId ?? '')?.groups ?? [])].flatMap(([name, levels]) =>
        seesLabelled(caller, levels) ? [name] : [],
      ),
  }
}

interface Company {
  readonly devices: KnownDevice[]
  readonly places: KnownPlace[]
  /** By its name, what labels each asks for. */
  readonly groups: Map<string, KnownDevice['levels']>
}

const readDevices = async (db: Db): Promise<KnownDevice[]> => {
  const rows = await rowsOf<
    Omit<KnownDevice, 'group' | 'levels'> & { labels: Record<'site' | 'zone' | 'device', string[]> }
  >(db)`
    select d.id, d.key, d.company_id as "companyId", d.site_id as "siteId", d.zone_id as "zoneId", d.kind, d.name, z.name as zone,
      s.time_zone as "timeZone", d.driver, d.address, c.username, d.config,
      case when d.kind = 'door'
        then jsonb_build_object('fromZoneId', o.from_zone_id, 'toZoneId', o.to_zone_id) end as door,
      jsonb_build_object(
        'site', ${labelsOf('d.site_id')}, 'zone', ${labelsOf('d.zone_id')}, 'device', ${labelsOf('d.id')}) as labels
    from device d join site s on s.id = d.site_id left join zone z on z.id = d.zone_id
      left join door o on o.device_id = d.id left join mqtt_credential c on c.device_id = d.id
    where d.retired_at is null
    order by d.name, d.id
  `
  return rows.map(({ labels, ...device }) => ({
    ...device,
    ...labelled([labels.site, labels.zone, labels.device]),
  }))
}

const readPlaces = async (db: Db): Promise<KnownPlace[]> => {
  const rows = await rowsOf<
    Omit<KnownPlace, 'group' | 'levels'> & { readonly labels: Record<'site' | 'zone', string[]> }
  >(db)`
    select p.id, p.kind, p.company_id as "companyId", p.site_id as "siteId", p.floor_id as "floorId", p.zone_id as "zoneId",
      p.name, s.name as site, jsonb_build_object('site', ${labelsOf('p.site_id')}, 'zone', ${labelsOf('p.zone_id')}) as labels
    from place p join site s on s.id = p.site_id
    order by s.name, p.name, p.id
  `
  // Here and not by the store, which has no index of zones by floor: this is read anew with every change of any device.
  const zonesByFloor = Map.groupBy(
    rows.filter(({ kind }) => kind === 'zone').toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    ({ floorId }) => floorId,
  )
  return rows.map(({ labels, ...place }) => {
    const zones =
      place.kind === 'floor' ? (zonesByFloor.get(place.id) ?? []).map((zone) => zone.labels.zone) : [labels.zone]
    return { ...place, ...labelled([labels.site, ...zones]) }
  })
}

const labelled = (all: readonly string[][]) => {
  const levels = all.filter((level) => level.length > 0)
  return { levels, group: levels.map((level) => level.join('+')).join('/') }
}
