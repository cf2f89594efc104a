// Taking devices and gateways in, and their credentials for the broker.
import { randomBytes } from 'node:crypto'
import * as devices from '@gatehouse/contract/devices'
import { changesOf } from '@gatehouse/devices/changes'
import { sql, type Transaction } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import type { Db } from '../db/pool.ts'
import type { DB } from '../db/schema.ts'
import { changes } from '../kit/changes.ts'
import { invalid, notFound, Refusal } from '../kit/errors.ts'
import { hashSecret } from '../kit/secrets.ts'
import type { Serve } from '../kit/serve.ts'

/** `changed` makes this node know at once what the database tells every node a moment later. */
export const serveRegistration = (serve: Serve, db: Db, changed: () => Promise<void>) => {
  serve(devices.register, async (wanted, { companyId }, call) => {
    call.tell({ subject: wanted.key, after: { ...wanted } })
    const address = wanted.driver === 'gatehouse' ? wanted.key : wanted.address
    if (!address) throw invalid([{ field: 'address', message: 'How does the device call itself on that wire?' }])
    if (wanted.fromZoneId && wanted.kind !== 'door')
      throw invalid([{ field: 'fromZoneId', message: 'Only a door leads from one zone to another.' }])
    const id = uuid()
    const secret = newSecret()
    await unlessTaken(wanted.key, () =>
      db.transaction().execute(async (tx) => {
        await insertDevice(tx, { ...wanted, id, address, companyId })
        await call.record(tx)
        await sql`
          insert into mqtt_credential (username, company_id, password_hash, device_id, topics)
          values (${wanted.key}, ${companyId}, ${hashSecret(secret)}, ${id}, ${foreignTopics(wanted.driver, address)})
        `.execute(tx)
      }),
    )
    await changed()
    return { device: await justRegistered(db, id), secret }
  })

  serve(devices.rotateCredential, async ({ deviceId }, _caller, call) => {
    const secret = newSecret()
    await db.transaction().execute(async (tx) => {
      await call.record(tx, { subject: (await justRegistered(tx, deviceId)).key })
      await sql`
        insert into mqtt_credential (username, company_id, password_hash, device_id)
        select key, company_id, ${hashSecret(secret)}, id from device where id = ${deviceId}
        on conflict (username) do update set password_hash = excluded.password_hash
        where mqtt_credential.device_id = excluded.device_id
      `.execute(tx)
    })
    await changed()
    return { secret }
  })

  serve(devices.createGateway, async ({ username, keys, topics }, { companyId }, call) => {
    call.tell({ subject: username, after: { devices: keys ?? null, topics } })
    if (companyId === null) throw notFound('A company to make the gateway for')
    const secret = newSecret()
    await unlessTaken(username, () =>
      db.transaction().execute(async (tx) => {
        await call.record(tx)
        await sql`
          insert into mqtt_credential (username, company_id, password_hash, keys, topics)
          values (${username}, ${companyId}, ${hashSecret(secret)}, ${keys ?? null}, ${topics})
        `.execute(tx)
      }),
    )
    await changed()
    return { username, secret }
  })

  serve(devices.discovered, async (_input, { companyId }) => {
    const { rows } = await sql<Waiting>`
      select x.driver, x.address, x.kind, x.name, x.config ->> 'model' as model, x.seen_at as "seenAt",
        d.id as "deviceId", d.key, d.config as before, x.config as announced, ${currentRevision} as revision
      from discovered x left join device d
        on d.company_id = x.company_id and d.driver = x.driver and d.address = x.address and d.retired_at is null
      where x.company_id = ${companyId} order by x.seen_at desc, x.driver, x.address limit 1000
    `.execute(db)
    return { discovered: rows.map(toPerson) }
  })

  serve(devices.approveChange, async ({ deviceId, revision }, _caller, call) => {
    await db.transaction().execute(async (tx) => {
      const row = await approved(tx, deviceId, revision)
      if (!row) throw new Refusal(409, 'CHANGED', 'This is not what the device says now. Please look at it again.')
      await call.record(tx, { subject: row.key, ...changes({ parts: row.before }, { parts: row.after }) })
    })
    await changed()
    return { deviceId }
  })
}

const approved = async (tx: Db, deviceId: string, revision: string) => {
  const { rows } = await sql<{ key: string; before: unknown; after: unknown }>`
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
    `.execute(tx)
  return rows[0]
}

type Discovered = z.output<typeof devices.discovered.output>['discovered'][number]

interface Waiting extends Omit<Discovered, 'seenAt' | 'change'> {
  seenAt: Date
  deviceId: string | null
  key: string | null
  before: unknown
  announced: unknown
  revision: string
}

// Of a row `x` of what waits: approved is what was looked at, not what came since.
const currentRevision = sql`md5(coalesce(x.config -> 'parts', '{}')::text)`

const toPerson = ({ seenAt, deviceId, key, before, announced, revision, ...row }: Waiting): Discovered => ({
  ...row,
  seenAt: seenAt.toISOString(),
  change: deviceId && key ? { deviceId, key, revision, differences: changesOf(before, announced) } : null,
})

const newSecret = () => randomBytes(24).toString('base64url')

// Only Shelly devices speak for themselves on a foreign wire; the others come through their gateway's credential.
const foreignTopics = (driver: string, address: string) =>
  driver === 'shelly' ? [`${address}/#`, `gatehouse-${address}/rpc`] : []

interface NewDevice {
  id: string
  key: string
  kind: string
  name: string
  siteId: string
  zoneId?: string | undefined
  fromZoneId?: string | undefined
  driver: string
  address: string
  companyId: string | null
}

// What it had announced of itself becomes its config, and it is no longer waiting.
const insertDevice = async (tx: Transaction<DB>, d: NewDevice) => {
  const { rows } = await sql`
    with waiting as (
      delete from discovered where driver = ${d.driver} and address = ${d.address} and company_id = ${d.companyId}
      returning config
    )
    insert into device (id, company_id, site_id, zone_id, key, kind, name, driver, address, config)
    select ${d.id}, s.company_id, s.id, z.id, ${d.key}, ${d.kind}, ${d.name}, ${d.driver}, ${d.address},
      coalesce((select config from waiting), '{}')
    from site s left join zone z on z.id = ${d.zoneId ?? null} and z.site_id = s.id
    where s.id = ${d.siteId} and s.company_id = ${d.companyId} and (${d.zoneId ?? null}::uuid is null or z.id is not null)
    returning id
  `.execute(tx)
  if (rows.length === 0) throw notFound('The site or zone')
  if (d.kind === 'door') await insertDoor(tx, d)
}

// What other kinds say makes its own rows with the first message.
const insertDoor = async (tx: Transaction<DB>, { id, companyId, ...door }: NewDevice) => {
  const [fromZoneId, toZoneId] = [door.fromZoneId ?? null, door.zoneId ?? null]
  const { rows } = await sql`
    insert into door (device_id, from_zone_id, to_zone_id)
    select ${id}, z.id, ${toZoneId} from (select) one left join zone z on z.id = ${fromZoneId} and z.company_id = ${companyId}
    where ${fromZoneId}::uuid is null or z.id is not null
    returning device_id
  `.execute(tx)
  if (rows.length === 0) throw notFound('The zone it leads from')
}

const unlessTaken = async (name: string, work: () => Promise<unknown>) => {
  try {
    await work()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === '23505') {
      throw new Refusal(409, 'TAKEN', `There is a device or gateway "${name}", or one at this address, already.`)
    }
    throw error
  }
}

const justRegistered = async (db: Db, id: string): Promise<devices.Device> => {
  const { rows } = await sql<
    Pick<devices.Device, 'id' | 'key' | 'kind' | 'name' | 'site' | 'floor' | 'zone' | 'zoneId'>
  >`
    select d.id, d.key, d.kind, d.name, s.name as site, f.name as floor, z.name as zone, z.id as "zoneId"
    from device d join site s on s.id = d.site_id left join zone z on z.id = d.zone_id left join floor f on f.id = z.floor_id
    where d.id = ${id}
  `.execute(db)
  const [row] = rows
  if (!row) throw notFound('The device')
  return { ...row, online: null, lastSeenAt: null, battery: null, signal: null, firmware: null, latest: [] }
}
