// Taking devices and gateways in, and their credentials for the broker.
import * as devices from '@gatehouse/contract/building/devices'
import { gatewayTopics } from '@gatehouse/contract/building/devices'
import type { Parsed } from '@gatehouse/contract/operation'
import { v7 as uuid } from 'uuid'
import { type Db, execute } from '../../db/pool.ts'
import { inTransaction } from '../../db/transaction.ts'
import { changes } from '../../kit/changes.ts'
import { invalid, notFound, Refusal } from '../../kit/errors.ts'
import { demandDeviceAddress, type DeviceAddresses } from '../../kit/http/device-address.ts'
import { hashSecret } from '../../kit/secrets/secrets.ts'
import type { Serve } from '../../kit/http/serve.ts'
import {
  approveAnnounced,
  insertCredential,
  insertDevice,
  isPolled,
  justRegistered,
  keyFrom,
  newSecret,
  readGateways,
  refuseAnnounced,
  replaceSecret,
  unlessDuplicate,
  usernameFrom,
  waitingOf,
  writeSettings,
} from './registration.sql.ts'

interface RegistrationParts {
  readonly db: Db
  /** Where devices connect; without a host: where the caller found this server. */
  readonly wire: { readonly host: string | null; readonly port: number }
  readonly addresses: DeviceAddresses
  /** Makes this node know at once what the database tells every node a moment later. */
  readonly changed: () => Promise<void>
}

export const serveRegistration = (serve: Serve, { db, wire, addresses, changed }: RegistrationParts) => {
  serve(devices.register, async (wanted, { companyId }, call) => {
    const key = wanted.key ?? keyFrom(wanted.name)
    call.annotate({ subject: key, after: { ...wanted, key } })
    if (wanted.fromZoneId && wanted.kind !== 'door')
      throw invalid([{ field: 'fromZoneId', message: 'Only a door leads from one zone to another.' }])
    const id = uuid()
    const { driver } = wanted
    if (driver === 'modbus' || driver === 'bacnet') {
      const settings = polledSettings(wanted, addresses)
      const address = `${settings.host}:${settings.port} ${key}`
      await unlessDuplicate(key, () =>
        inTransaction(db, async (tx) => {
          await insertDevice(tx, { ...wanted, id, key, address, companyId })
          await writeSettings(tx, id, settings)
          await call.record(tx)
        }),
      )
      await changed()
      return { device: await justRegistered(db, id), connection: null, username: null, secret: null }
    }
    if ((driver === 'onvif' || driver === 'axis') && wanted.kind !== 'counter')
      throw invalid([{ field: 'kind', message: 'Cameras of this protocol are people counters.' }])
    if (wanted.settings)
      throw invalid([{ field: 'settings', message: 'Only polled devices (modbus, bacnet) have these settings.' }])
    const address = driver === 'gatehouse' ? key : wanted.address
    if (!address) throw invalid([{ field: 'address', message: 'How does the device call itself on that wire?' }])
    const secret = newSecret()
    const username = await unlessDuplicate(key, () =>
      inTransaction(db, async (tx) => {
        await insertDevice(tx, { ...wanted, id, key, address, companyId })
        await call.record(tx)
        return insertCredential(tx, { ...wanted, id, key, address, companyId }, secret)
      }),
    )
    await changed()
    const connection = { ...wire, driver, address, username }
    return { device: await justRegistered(db, id), connection, username, secret }
  })

  serve(devices.rotateCredential, async ({ deviceId }, _caller, call) => {
    const secret = newSecret()
    const username = await inTransaction(db, async (tx) => {
      await call.record(tx, { subject: (await justRegistered(tx, deviceId)).key })
      if (await isPolled(tx, deviceId))
        throw new Refusal(409, 'POLLED', 'This device is polled: it does not sign in, and has no secret.')
      return replaceSecret(tx, deviceId, secret)
    })
    await changed()
    return { username, secret }
  })

  serve(devices.gateways, async (_input, { companyId }) => ({ gateways: await readGateways(db, companyId) }))

  serve(devices.createGateway, async ({ name, driver, keys, topics: others }, { companyId }, call) => {
    if (companyId === null) throw notFound('A company to make the gateway for')
    const username = usernameFrom(name)
    const ofItsWire = Object.entries(gatewayTopics).flatMap(([wireName, topic]) => (wireName === driver ? [topic] : []))
    const topics = [...new Set([...ofItsWire, ...others])]
    call.annotate({ subject: username, after: { devices: keys ?? null, topics } })
    const secret = newSecret()
    await inTransaction(db, async (tx) => {
      await call.record(tx)
      await execute(tx)`
        insert into mqtt_credential (username, company_id, password_hash, keys, topics)
        values (${username}, ${companyId}, ${hashSecret(secret)}, ${keys ?? null}, ${topics})
      `
    })
    await changed()
    return { username, secret, connection: { ...wire, driver, address: '+', username } }
  })

  serve(devices.discovered, async (_input, { companyId }) => ({ discovered: await waitingOf(db, companyId) }))

  serve(devices.approveChange, async ({ deviceId, revision }, _caller, call) => {
    await inTransaction(db, async (tx) => {
      const row = await approveAnnounced(tx, deviceId, revision)
      if (!row) throw contradicts()
      await call.record(tx, { subject: row.key, ...changes({ parts: row.before }, { parts: row.after }) })
    })
    await changed()
    return { deviceId }
  })

  serve(devices.refuse, async (what, { companyId }, call) => {
    await inTransaction(db, async (tx) => {
      const row = (await waitingOf(tx, companyId)).find(
        ({ driver, address }) => driver === what.driver && address === what.address,
      )
      call.annotate({ subject: row?.change?.key ?? row?.name ?? what.address })
      if (!row || !(await refuseAnnounced(tx, companyId, what))) throw contradicts()
      await call.record(tx, { after: { refused: row.change?.differences ?? row.address } })
    })
  })
}

type Wanted = Parsed<typeof devices.register>

const polledSettings = ({ driver, kind, settings }: Wanted, addresses: DeviceAddresses) => {
  if (kind !== 'gas') throw invalid([{ field: 'kind', message: 'Only gas detectors are polled.' }])
  if (!settings) throw invalid([{ field: 'settings', message: 'How is the device reached, and what is read of it?' }])
  if (settings.protocol !== driver)
    throw invalid([{ field: 'settings.protocol', message: `This device is added with the driver ${driver}.` }])
  demandDeviceAddress(addresses, settings)
  return settings
}

const contradicts = () => new Refusal(409, 'CHANGED', 'This is not what the device says now. Please look at it again.')
