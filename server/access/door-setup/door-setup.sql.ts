// How far a door has got, and the gateways that carry it, in the store.
import type { checklist } from '@gatehouse/contract/access/door-setup'
import type { Output } from '@gatehouse/contract/operation'
import { type RawBuilder, sql } from 'kysely'
import { instant, iso } from '../../db/instant.ts'
import { numberOf, type Db, firstOf, rowsOf } from '../../db/pool.ts'
import type { KnownDevice } from '../../building/devices/devices.ts'

type Progress = Omit<Output<typeof checklist>, 'connection' | 'wiring' | 'gateways'>

const mostShown = 1024

/** What the store knows of a door: nothing is asked of the door itself. */
export const progressOf = async (db: Db, door: KnownDevice): Promise<Progress> => {
  const row = await firstOf<Progress & { payload: Buffer | null }>(db)`
    select case when k.last_seen_at is not null then jsonb_build_object('online', k.online,
        'lastSeenAt', ${iso('k.last_seen_at')}) end as status,
      case when s.at is not null then jsonb_build_object('at', ${iso('s.at')}, 'receivedAt', ${iso('s.received_at')},
        'mode', s.mode, 'lock', s.lock, 'contact', s.contact) end as state,
      case when q.id is not null then jsonb_build_object('receivedAt', ${iso('q.received_at')}, 'topic', q.topic,
        'reason', q.reason) end as quarantined, q.payload,
      case when c.id is not null then jsonb_build_object('id', c.id, 'asked', c.asked, 'status', c.status,
        'detail', c.detail, 'requestedAt', ${iso('c.requested_at')}) end as command
    from (select) one left join device_status k on k.device_id = ${door.id} left join door_state s on s.device_id = ${door.id}
      left join lateral (
        select id, received_at, topic, substring(payload for ${sql.lit(mostShown)}) as payload, reason from quarantine q
        where q.company_id = ${door.companyId} and q.received_at > ${instant()} - interval '1 day' and ${isOf(door)}
        order by q.received_at desc, q.id desc limit 1
      ) q on true
      left join lateral (
        select id, asked, status, detail, requested_at from command where device_id = ${door.id}
        order by requested_at desc, id desc limit 1
      ) c on true
  `
  if (!row) return { status: null, state: null, quarantined: null, command: null }
  const { payload, quarantined, ...progress } = row
  return { ...progress, quarantined: quarantined && { ...quarantined, payload: payload?.toString('utf8') ?? '' } }
}

// Said with its own credential, on its own topics, or about it.
const isOf = ({ key, username, driver, address }: KnownDevice): RawBuilder<boolean> => {
  const root =
    driver === 'gatehouse' ? `gatehouse/v1/${key}` : driver === 'zigbee2mqtt' ? `zigbee2mqtt/${address}` : address
  return sql`(q.username = ${username} or q.topic = ${root} or starts_with(q.topic, ${`${root}/`})
    or starts_with(q.reason, ${`${key}: `}))`
}

interface Place {
  readonly siteId: string
  readonly zoneId: string | null
  readonly fromZoneId: string | null
  /** For the record. */
  readonly words: Readonly<Record<string, string | null>>
}

export const placeOf = async (tx: Db, doorId: string): Promise<Place | undefined> => {
  const row = await firstOf<
    Omit<Place, 'words'> & { name: string; site: string; zone: string | null; from: string | null }
  >(tx)`
    select d.site_id as "siteId", d.zone_id as "zoneId", o.from_zone_id as "fromZoneId", d.name, s.name as site,
      z.name as zone, x.name as "from"
    from device d join door o on o.device_id = d.id join site s on s.id = d.site_id
      left join zone z on z.id = d.zone_id left join zone x on x.id = o.from_zone_id
    where d.id = ${doorId} for update of d
  `
  if (!row) return undefined
  const { name, site, zone, from, ...place } = row
  return { ...place, words: { name, site, zone, from } }
}

// Recognised by the topics it may use: a gateway carries whatever speaks there.
const carriesWireOf = (driver: string) => sql`${`${driver}/#`} = any (topics)`

/** A door that is added is carried by the gateways that were made for such doors. */
export const addToGateways = async (tx: Db, companyId: string | null, driver: string, key: string): Promise<void> => {
  await sql`
    update mqtt_credential set keys = array_append(keys, ${key})
    where company_id = ${companyId} and doors and keys is not null and ${carriesWireOf(driver)}
  `.execute(tx)
}

/** How many gateways may speak for a door. */
export const gatewaysFor = (db: Db, companyId: string | null, door: KnownDevice) =>
  numberOf(db)`
    select count(*)::int as count from mqtt_credential
    where company_id = ${companyId} and device_id is null and ${carriesWireOf(door.driver)}
      and (keys is null or ${door.key} = any (keys))
  `

interface NewGateway {
  readonly username: string
  readonly companyId: string
  readonly driver: string
  readonly topics: readonly string[]
  readonly hash: string
}

/** It carries the doors that are there on its wire already; answers which. */
export const insertGateway = async (
  tx: Db,
  { username, companyId, driver, topics, hash }: NewGateway,
): Promise<readonly string[]> => {
  const rows = await rowsOf<{ keys: string[] }>(tx)`
    insert into mqtt_credential (username, company_id, password_hash, keys, topics, doors)
    select ${username}, ${companyId}, ${hash}, array(select key from device where company_id = ${companyId} and kind = 'door'
      and driver = ${driver} and retired_at is null order by key), ${[...topics]}::text[], true
    returning keys
  `
  return rows[0]?.keys ?? []
}
