// Every device by id, key and address, held in memory: who it belongs to, where it stands and what labels ask for.
// Loaded at start, and again whenever the database tells that devices, doors or labels changed.
import type { DeviceKind } from '@gatehouse/contract/building/devices'
import { type Db, rowsOf } from '../../db/pool.ts'
import type { Caller } from '../../kit/http/caller.ts'
import { labelsOf, seesLabelled } from '../../kit/label-scope.ts'

export { retireDevice } from './retire.ts'

/** Heard of for longer than this, a device counts as gone: four heartbeats of the slowest we recommend (15 s). */
export const silenceMs = 60_000

export interface KnownDevice {
  readonly id: string
  readonly key: string
  readonly companyId: string
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

export interface Directory {
  load(): Promise<void>
  byId(id: string): KnownDevice | undefined
  /** Keys are of a company. null, whoever carries all: the only device of that key. */
  byKey(companyId: string | null, key: string): KnownDevice | undefined
  /** One at most of each company. */
  atAddress(driver: string, address: string): readonly KnownDevice[]
  ofCompany(companyId: string): readonly KnownDevice[]
  all(): readonly KnownDevice[]
  sees(caller: Caller, deviceId: string): boolean
  /** Which group of equally labelled devices a device belongs to; null when it is unknown. */
  groupOf(deviceId: string): string | null
  /** The groups of the caller's company that no label hides from the caller. */
  groupsOf(caller: Caller): string[]
}

export const createDirectory = (db: Db): Directory => {
  let ids = new Map<string, KnownDevice>()
  let keys = new Map<string, KnownDevice[]>()
  let addresses = new Map<string, KnownDevice[]>()
  let companies = new Map<string, { devices: KnownDevice[]; groups: Map<string, KnownDevice[]> }>()

  const groupsOf = (caller: Caller) => companies.get(caller.companyId ?? '')?.groups ?? new Map<string, KnownDevice[]>()
  const seen = (caller: Caller, group: readonly KnownDevice[]) => seesLabelled(caller, group[0]?.levels ?? [])

  return {
    async load() {
      const devices = await readDevices(db)
      ids = new Map(devices.map((d) => [d.id, d]))
      keys = Map.groupBy(devices, (d) => d.key)
      addresses = Map.groupBy(devices, (d) => `${d.driver} ${d.address}`)
      companies = new Map()
      for (const device of devices) {
        const company = companies.get(device.companyId) ?? { devices: [], groups: new Map<string, KnownDevice[]>() }
        companies.set(device.companyId, company)
        company.devices.push(device)
        const group = company.groups.get(device.group)
        if (group) group.push(device)
        else company.groups.set(device.group, [device])
      }
    },
    byId: (id) => ids.get(id),
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
    groupOf: (deviceId) => ids.get(deviceId)?.group ?? null,
    groupsOf: (caller) => [...groupsOf(caller)].flatMap(([name, group]) => (seen(caller, group) ? [name] : [])),
  }
}

const readDevices = async (db: Db): Promise<KnownDevice[]> => {
  const rows = await rowsOf<
    Omit<KnownDevice, 'group' | 'levels'> & { labels: Record<'site' | 'zone' | 'device', string[]> }
  >(db)`
    select d.id, d.key, d.company_id as "companyId", d.zone_id as "zoneId", d.kind, d.name, z.name as zone,
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
  return rows.map(({ labels, ...device }) => {
    const levels = [labels.site, labels.zone, labels.device].filter((level) => level.length > 0)
    return { ...device, levels, group: levels.map((level) => level.join('+')).join('/') }
  })
}
