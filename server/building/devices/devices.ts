// Every device by id, key and address, and every site, floor and zone, held in memory: who it belongs to, where it stands and what
// labels ask for. Loaded at start, and again whenever the database tells that devices, doors, places or labels changed.
import type { DeviceKind } from '@gatehouse/contract/building/devices'
import { type Db, rowsOf } from '../../db/pool.ts'
import type { Caller } from '../../kit/http/caller.ts'
import { labelsById, seesLabelled } from '../../kit/label-scope.ts'

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
      const labels = await readLabels(db)
      const devices = await readDevices(db, labels)
      const found = await readPlaces(db, labels)
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

type Labels = ReadonlyMap<string, string[]>

// Once for all: this is read anew with every change of any device or place, and most have no labels.
const readLabels = async (db: Db): Promise<Labels> => {
  const rows = await rowsOf<{ id: string; labels: string[] }>(db)`${labelsById}`
  return new Map(rows.map(({ id, labels }) => [id, labels]))
}

const readDevices = async (db: Db, labels: Labels): Promise<KnownDevice[]> => {
  const rows = await rowsOf<Omit<KnownDevice, 'group' | 'levels'>>(db)`
    select d.id, d.key, d.company_id as "companyId", d.site_id as "siteId", d.zone_id as "zoneId", d.kind, d.name, z.name as zone,
      s.time_zone as "timeZone", d.driver, d.address, c.username, d.config,
      case when d.kind = 'door'
        then jsonb_build_object('fromZoneId', o.from_zone_id, 'toZoneId', o.to_zone_id) end as door
    from device d join site s on s.id = d.site_id left join zone z on z.id = d.zone_id
      left join door o on o.device_id = d.id left join mqtt_credential c on c.device_id = d.id
    where d.retired_at is null
    order by d.name, d.id
  `
  return rows.map((device) => ({ ...device, ...labelledBy(labels, [device.siteId, device.zoneId, device.id]) }))
}

const readPlaces = async (db: Db, labels: Labels): Promise<KnownPlace[]> => {
  const rows = await rowsOf<Omit<KnownPlace, 'group' | 'levels'>>(db)`
    select p.id, p.kind, p.company_id as "companyId", p.site_id as "siteId", p.floor_id as "floorId", p.zone_id as "zoneId",
      p.name, s.name as site
    from place p join site s on s.id = p.site_id
    order by s.name, p.name, p.id
  `
  const zonesByFloor = Map.groupBy(
    rows.filter(({ kind }) => kind === 'zone').toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    ({ floorId }) => floorId,
  )
  return rows.map((place) => {
    const zones = place.kind === 'floor' ? (zonesByFloor.get(place.id) ?? []).map(({ id }) => id) : [place.zoneId]
    return { ...place, ...labelledBy(labels, [place.siteId, ...zones]) }
  })
}

const labelledBy = (labels: Labels, ids: readonly (string | null)[]) =>
  labelled(ids.map((id) => (id === null ? [] : (labels.get(id) ?? []))))

const labelled = (all: readonly string[][]) => {
  const levels = all.filter((level) => level.length > 0)
  return { levels, group: levels.map((level) => level.join('+')).join('/') }
}
