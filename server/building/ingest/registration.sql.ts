// Devices taken in, and what waits to be, in the store.
import { randomBytes } from 'node:crypto'
import type * as devices from '@gatehouse/contract/building/devices'
import { changesOf } from '@gatehouse/devices/changes'
import { sql } from 'kysely'
import { DatabaseError } from 'pg'
import type { z } from 'zod'
import { type Db, execute, firstOf, isoRowsOf, rowsOf } from '../../db/pool.ts'
import { notFound, Refusal } from '../../kit/errors.ts'
import { hashSecret } from '../../kit/secrets/secrets.ts'

type Discovered = z.output<typeof devices.discovered.output>['discovered'][number]

interface Row extends Omit<Discovered, 'seenAt' | 'change'> {
  seenAt: string
  deviceId: string | null
  key: string | null
  before: unknown
  announced: unknown
  revision: string
}

// Of a row `x` of what waits: approved or refused is what was looked at, not what came since.
const currentRevision = sql`md5(coalesce(x.config -> 'parts', '{}')::text)`

/** Of a company: what introduces itself beyond it is not kept. */
export const mostWaiting = 1000

/** What waits for a person, newest first, but for what one has refused and that still says the same. */
export const waitingOf = async (
  db: Db,
  companyId: string | null,
): Promise<(Discovered & { readonly revision: string })[]> => {
  const rows = await isoRowsOf<Row>(db)`
    select x.driver, x.address, x.kind, x.name, x.config ->> 'model' as model, x.seen_at as "seenAt",
      d.id as "deviceId", d.key, d.config as before, x.config as announced, ${currentRevision} as revision
    from discovered x left join device d
      on d.company_id = x.company_id and d.driver = x.driver and d.address = x.address and d.retired_at is null
    where x.company_id = ${companyId} and x.refused is distinct from ${currentRevision}
    order by x.seen_at desc, x.driver, x.address limit ${mostWaiting}
  `
  return rows.map(({ deviceId, key, before, announced, ...row }) => ({
    ...row,
    change:
      deviceId && key ? { deviceId, key, revision: row.revision, differences: changesOf(before, announced) } : null,
  }))
}

/** What was looked at becomes what the device is heard and commanded by; undefined when it says something else by now. */
export const approveAnnounced = (tx: Db, deviceId: string, revision: string) =>
  firstOf<{ key: string; before: unknown; after: unknown }>(tx)`
    with before as (select config from device where id = ${deviceId}), waiting as (
      delete from discovered x using device d
      where d.id = ${deviceId} and x.company_id = d.company_id and x.driver = d.driver and x.address = d.address
        and ${currentRevision} = ${revision}
      returning x.config
    )
    update device d set config = d.config || (w.config - 'settings')
      || jsonb_build_object('parts', coalesce(d.config -> 'parts', '{}') || (w.config -> 'parts'))
    from waiting w where d.id = ${deviceId}
    returning d.key, (select config -> 'parts' from before) as before, d.config -> 'parts' as after
  `

/** It is not shown again while it says exactly this; false when it says something else by now. */
export const refuseAnnounced = async (
  tx: Db,
  companyId: string | null,
  { driver, address, revision }: { driver: string; address: string; revision: string },
): Promise<boolean> => {
  const refused = await execute(tx)`
    update discovered x set refused = ${revision}
    where x.company_id = ${companyId} and x.driver = ${driver} and x.address = ${address} and ${currentRevision} = ${revision}
  `
  return refused === 1
}

export const newSecret = () => randomBytes(24).toString('base64url')

/**
 * What a new credential signs in as. Such names are of the whole installation, so that something is added by chance: else
 * a name that is taken would tell which devices and gateways other companies have.
 */
export const readGateways = (db: Db, companyId: string | null) =>
  rowsOf<devices.Gateway>(db)`
    select username, keys, topics from mqtt_credential where company_id = ${companyId} and device_id is null
    order by username
  `

export const usernameFrom = (name: string): string => `${name}-${randomBytes(4).toString('hex')}`

type Connecting = Pick<NewDevice, 'id' | 'key' | 'companyId' | 'driver' | 'address'>

/** A credential of its own for a device that connects by itself; answers what it signs in as. */
export const insertCredential = async (tx: Db, device: Connecting, secret: string): Promise<string> => {
  const username = usernameFrom(device.key)
  await execute(tx)`
    insert into mqtt_credential (username, company_id, password_hash, device_id, topics)
    values (${username}, ${device.companyId}, ${hashSecret(secret)}, ${device.id},
      ${foreignTopics(device.driver, device.address)})
  `
  return username
}

/** The old secret is out with it; answers what the device signs in as. */
export const replaceSecret = async (tx: Db, deviceId: string, secret: string): Promise<string> => {
  const changed = await firstOf<{ username: string }>(tx)`
    update mqtt_credential set password_hash = ${hashSecret(secret)} where device_id = ${deviceId} returning username
  `
  if (changed) return changed.username
  const device = await firstOf<Connecting>(tx)`
    select id, key, company_id as "companyId", driver, address from device where id = ${deviceId}
  `
  if (!device) throw notFound('The device')
  return insertCredential(tx, device, secret)
}

/** Whether this server asks it, and it does not connect by itself. */
export const isPolled = async (tx: Db, deviceId: string): Promise<boolean> =>
  (await firstOf(tx)`select from device where id = ${deviceId} and driver in ('modbus', 'bacnet')`) !== undefined

/** Only Shelly devices and cameras speak for themselves on a foreign wire; the others come through their gateway's credential. */
export const foreignTopics = (driver: string, address: string): string[] =>
  driver === 'shelly'
    ? [`${address}/#`, `gatehouse-${address}/rpc`]
    : driver === 'onvif'
      ? [`${address}/onvif-ej/#`]
      : driver === 'axis'
        ? [`axis/${address}/event/#`]
        : []

interface Place {
  readonly siteId: string
  readonly zoneId?: string | null | undefined
  readonly fromZoneId?: string | null | undefined
}

interface NewDevice extends Place {
  readonly id: string
  readonly key: string
  readonly kind: string
  readonly name: string
  readonly driver: string
  readonly address: string
  readonly companyId: string | null
}

/** What it had announced of itself becomes its config, and it is no longer waiting. */
export const insertDevice = async (tx: Db, d: NewDevice): Promise<void> => {
  const inserted = await execute(tx)`
    with waiting as (
      delete from discovered where driver = ${d.driver} and address = ${d.address} and company_id = ${d.companyId}
      returning config
    )
    insert into device (id, company_id, site_id, zone_id, key, kind, name, driver, address, config)
    select ${d.id}, s.company_id, s.id, z.id, ${d.key}, ${d.kind}, ${d.name}, ${d.driver}, ${d.address},
      coalesce((select config from waiting), '{}')
    from site s left join zone z on z.id = ${d.zoneId ?? null} and z.site_id = s.id
    where s.id = ${d.siteId} and s.company_id = ${d.companyId} and (${d.zoneId ?? null}::uuid is null or z.id is not null)
  `
  if (inserted === 0) throw notFound('The site or zone')
  if (d.kind === 'door') await insertDoor(tx, d)
  if (d.kind === 'actuator') await execute(tx)`insert into actuator (device_id) values (${d.id})`
}

// What other kinds say makes its own rows with the first message.
const insertDoor = async (tx: Db, { id, companyId, ...door }: NewDevice) => {
  const inserted = await execute(tx)`
    insert into door (device_id, from_zone_id, to_zone_id)
    select ${id}, ${zoneOf(companyId, door.fromZoneId)}, ${door.zoneId ?? null}::uuid
    where ${door.fromZoneId ?? null}::uuid is null or ${zoneOf(companyId, door.fromZoneId)} is not null
  `
  if (inserted === 0) throw notFound('The zone it leads from')
}

const zoneOf = (companyId: string | null, zoneId: string | null | undefined) =>
  sql`(select id from zone where id = ${zoneId ?? null} and company_id = ${companyId})`

/** Another name, another place, another way through. */
export const moveDoor = async (
  tx: Db,
  { id, name, companyId, siteId, zoneId, fromZoneId }: Place & { id: string; name: string; companyId: string | null },
): Promise<void> => {
  const moved = await execute(tx)`
    update device d set name = ${name}, site_id = s.id, zone_id = z.id
    from site s left join zone z on z.id = ${zoneId ?? null} and z.site_id = s.id
    where d.id = ${id} and d.company_id = ${companyId} and s.id = ${siteId} and s.company_id = ${companyId}
      and (${zoneId ?? null}::uuid is null or z.id is not null)
  `
  if (moved === 0) throw notFound('The site or zone')
  const changed = await execute(tx)`
    update door set from_zone_id = ${zoneOf(companyId, fromZoneId)}, to_zone_id = ${zoneId ?? null}
    where device_id = ${id}
      and (${fromZoneId ?? null}::uuid is null or ${zoneOf(companyId, fromZoneId)} is not null)
  `
  if (changed === 0) throw notFound('The zone it leads from')
}

/** What the installer set; what the device announced of itself stays. */
export const writeSettings = (tx: Db, deviceId: string, settings: object) =>
  execute(tx)`
    update device set config = config || jsonb_build_object('settings',
      coalesce(config -> 'settings', '{}') || ${JSON.stringify(settings)}::jsonb)
    where id = ${deviceId}
  `

/** A key or an address that the company's own devices have is said, and nothing is done. */
export const unlessDuplicate = async <Done>(key: string, work: () => Promise<Done>): Promise<Done> => {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof DatabaseError && error.code === '23505')) throw error
    const fault =
      error.constraint === 'device_address'
        ? { field: 'address', message: 'There is a device of that name on this wire already' }
        : { field: 'key', message: `There is a device "${key}" already` }
    throw new Refusal(409, 'TAKEN', `${fault.message}.`, [fault])
  }
}

export const justRegistered = async (db: Db, id: string): Promise<devices.Device> => {
  const row = await firstOf<
    Pick<devices.Device, 'id' | 'key' | 'kind' | 'name' | 'site' | 'floor' | 'zone' | 'zoneId'>
  >(db)`
    select d.id, d.key, d.kind, d.name, s.name as site, f.name as floor, z.name as zone, z.id as "zoneId"
    from device d join site s on s.id = d.site_id left join zone z on z.id = d.zone_id left join floor f on f.id = z.floor_id
    where d.id = ${id}
  `
  if (!row) throw notFound('The device')
  return {
    ...row,
    online: null,
    lastSeenAt: null,
    battery: null,
    signal: null,
    firmware: null,
    outOfService: null,
    latest: [],
  }
}

/** `Front door` becomes `front-door-3f2a`: what is free is not asked, since others' keys are nobody's business. */
export const keyFrom = (name: string): string => {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/[^\w\s-]/g, '')
    .trim()
    .replaceAll(/[\s_-]+/g, '-')
    .toLowerCase()
    .slice(0, 60)
  return `${plain.replace(/^-|-$/g, '') || 'device'}-${randomBytes(3).toString('hex')}`
}
