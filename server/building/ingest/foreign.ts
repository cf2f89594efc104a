// Devices on other people's wires: which ones are registered, and what introduced itself and waits for a person.
import { isDeepStrictEqual } from 'node:util'
import { cleanName } from '@gatehouse/contract/identity/account-rules'
import { configOf, withPart, withoutPart } from '@gatehouse/devices/config'
import {
  type Announcement,
  type Decoded,
  type DriverName,
  type Registered,
  Undecodable,
} from '@gatehouse/devices/driver'
import { type Drivers, listenersByTopic } from '@gatehouse/devices/drivers'
import { sql } from 'kysely'
import { instant } from '../../db/instant.ts'
import { type Db, execute, updateRow, valuesOf } from '../../db/pool.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Directory, KnownDevice } from '../devices/devices.ts'
import { clock } from '../../kit/clock.ts'
import type { Arrival, Origin } from './intake.ts'
import { mostWaiting } from './registration.sql.ts'

export interface Foreign {
  /** After the directory was loaded anew. */
  reload(): Promise<void>
  /** On which topics of their own registered devices speak, beside those of the drivers. */
  topics(): string[]
  /** What a message on the broker turns out to be, to the devices this origin may speak for. */
  decode(arrival: Arrival): readonly Decoded[]
  /** A device introduced itself, or spoke without being registered; resolves with a reason when that cannot be kept. */
  introduced(decoded: Decoded, origin: Origin): Promise<string | null>
}

const strangerAgainMs = 60_000
const mostStrangers = 10_000

export const createForeign = (db: Db, directory: Directory, drivers: Drivers): Foreign => {
  let listeners = new Map<string, Listening[]>()
  // To whom belongs what comes over an external broker, where nobody says: the only company there is.
  let only: string | null = null
  const strangers = new Map<string, number>()

  const mine = (device: KnownDevice | undefined, origin: Origin): device is KnownDevice =>
    device !== undefined && belongs(device, origin) && origin.carries(device.key)

  const announced = async (announcement: Announcement, companyId: string, origin: Origin): Promise<string | null> => {
    const known = directory
      .all()
      .find((d) => d.driver === announcement.driver && d.companyId === companyId && isSame(d, announcement))
    if (known && !origin.carries(known.key)) return `${known.key} is not a device of this sender`
    if (known && !namesTopics(announcement)) return updateDevice(db, known, announcement)
    if (known && isUnchanged(known, announcement))
      return forgetPart(db, announcement.driver, announcement.part, companyId)
    const waits = await execute(db)`
      insert into discovered (driver, address, company_id, kind, name, config)
      select ${announcement.driver}, ${announcement.address}, ${companyId}::uuid, ${announcement.kind}, ${nameOf(announcement)},
        ${JSON.stringify(configWith({}, announcement))}::jsonb
      where ${hasRoom(announcement.driver, announcement.address, companyId)}
      on conflict (company_id, driver, address) do update set seen_at = ${instant()},
        kind = coalesce(excluded.kind, discovered.kind),
        name = case when ${announcement.name}::text is null then discovered.name else excluded.name end,
        config = discovered.config || excluded.config || jsonb_build_object('parts',
          coalesce(discovered.config -> 'parts', '{}') || (excluded.config -> 'parts'))
    `
    return waits > 0 ? null : `${mostWaiting} devices wait already: take them in, or refuse them`
  }

  const stranger = async (driver: DriverName, address: string, companyId: string) => {
    const key = `${companyId} ${driver} ${address}`
    const now = clock.ms()
    if ((strangers.get(key) ?? 0) > now - strangerAgainMs) return
    if (strangers.size >= mostStrangers) strangers.clear()
    strangers.set(key, now)
    await execute(db)`
      insert into discovered (driver, address, company_id, name, config)
      select ${driver}, ${address}, ${companyId}, ${address}, '{}'
      where ${hasRoom(driver, address, companyId)}
      on conflict (company_id, driver, address) do update set seen_at = ${instant()}
    `
  }

  const withdrawn = async (driver: DriverName, part: string, companyId: string, origin: Origin) => {
    for (const device of directory.ofCompany(companyId)) {
      if (device.driver !== driver || !origin.carries(device.key)) continue
      const config = { ...asObject(device.config), ...withoutPart(device.config, part) }
      if (!isDeepStrictEqual(config, device.config)) await writeDevice(db, device.id, device.address, config)
    }
    await forgetPart(db, driver, part, companyId)
  }

  return {
    async reload() {
      listeners = listenersByTopic(directory.all().flatMap(registered))
      const [one, another] = await valuesOf<string>(db)`select id from company where not tour limit 2`
      only = one === undefined || another !== undefined ? null : one
    },
    topics: () => [...listeners.keys()],
    decode: ({ topic, payload, receivedAt, retained, origin }) =>
      drivers.decode(topic, payload, {
        now: receivedAt,
        ...(retained === undefined ? {} : { retained }),
        registered(driver, address) {
          const [device, another] = directory.atAddress(driver, address).filter((d) => mine(d, origin))
          if (another)
            throw new Undecodable(`Devices of several companies are called ${address}: whose this is, is not said`)
          return device && { ...device, driver }
        },
        listeners: (of) => (listeners.get(of) ?? []).filter(({ id }) => mine(directory.byId(id), origin)),
      }),
    async introduced(decoded, origin) {
      const companyId = origin.companyId ?? only
      if (companyId === null) {
        return decoded.what === 'announcement' ? 'Which company this device belongs to cannot be told' : null
      }
      if (decoded.what === 'announcement') return announced(decoded, companyId, origin)
      if (decoded.what === 'withdrawal') await withdrawn(decoded.driver, decoded.part, companyId, origin)
      if (decoded.what === 'stranger') await stranger(decoded.driver, decoded.address, companyId)
      return null
    },
  }
}

const nameOf = ({ name, address }: Announcement): string => cleanName(name ?? '') || address

/** What waits is as much as its list shows; what a person has refused is remembered beside it, as long as that is not more. */
const hasRoom = (driver: DriverName, address: string, companyId: string) => sql<boolean>`(
  exists (select from discovered x where x.company_id = ${companyId} and x.driver = ${driver} and x.address = ${address})
  or (select count(*) filter (where x.refused is null) < ${mostWaiting} and count(*) < ${2 * mostWaiting}
    from discovered x where x.company_id = ${companyId}))`

const belongs = (device: KnownDevice, { companyId }: Origin) => companyId === null || device.companyId === companyId

type Listening = Registered & Pick<KnownDevice, 'id'>

const registered = (device: KnownDevice): Listening[] =>
  device.driver === 'homeassistant' ? [{ ...device, driver: device.driver }] : []

const asObject = (config: unknown): object => (typeof config === 'object' && config !== null ? config : {})

const isSame = (device: KnownDevice, { identity, address }: Announcement) => {
  const config = asObject(device.config)
  return 'identity' in config ? config.identity === identity : device.address === address
}

// Where its commands go and what is believed of it stands in the announcement itself, which anybody on that wire can
// write: of a registered device it waits for a person. The other drivers keep to topics made of the address.
const namesTopics = ({ driver }: Announcement) => driver === 'homeassistant'

const isUnchanged = (device: KnownDevice, { part, config }: Announcement) =>
  isDeepStrictEqual(configOf(device).parts[part], config)

// A part that waits is withdrawn, or is again what it was.
const forgetPart = async (db: Db, driver: DriverName, part: string, companyId: string): Promise<null> => {
  const hasIt = sql`driver = ${driver} and company_id = ${companyId} and config -> 'parts' ? ${part}`
  await execute(db)`delete from discovered where ${hasIt} and (config -> 'parts') - ${part}::text = '{}'`
  await execute(db)`update discovered set config = config #- ${['parts', part]}::text[] where ${hasIt}`
  return null
}

const configWith = (before: unknown, announcement: Announcement) => ({
  ...asObject(before),
  ...withPart(before, announcement),
  identity: announcement.identity,
  ...(announcement.model === null ? {} : { model: announcement.model }),
})

// A device may have been renamed on its own side, or describe itself anew; most announcements say nothing new.
const updateDevice = async (db: Db, device: KnownDevice, announcement: Announcement): Promise<null> => {
  const config = configWith(device.config, announcement)
  const known = device.address === announcement.address && isDeepStrictEqual(config, device.config)
  if (!known) await writeDevice(db, device.id, announcement.address, config)
  return null
}

// Whoever was called so before has another name now, or is gone: names are swapped while nobody listens. Both rows are
// locked in one order first, because the other one is about to be written in the same way.
const writeDevice = async (db: Db, id: string, address: string, config: object): Promise<void> => {
  await inTransaction(db, async (tx) => {
    const ids = await valuesOf<string>(tx)`
      select d.id from device d join device self on self.id = ${id}
        and d.company_id = self.company_id and d.driver = self.driver
      where d.id = ${id} or d.address = ${address} order by d.id for update of d
    `
    const others = ids.filter((other) => other !== id)
    await execute(tx)`
      update device set address = 'formerly ' || address || ' ' || id
      where id = any (${others}::uuid[]) and address = ${address}
    `
    await updateRow(tx, 'device', id, { address, config: JSON.stringify(config) })
  })
}
