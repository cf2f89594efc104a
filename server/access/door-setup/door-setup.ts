// Setting doors up: taking them in, found or typed in, connecting their controllers, and seeing how far they have got.
import * as doorSetup from '@gatehouse/contract/access/door-setup'
import type { Wiring } from '@gatehouse/contract/access/door-setup'
import { type Connection, doorDrivers, driver as driverName, gatewayTopics } from '@gatehouse/contract/building/devices'
import { v7 as uuid } from 'uuid'
import { z } from 'zod'
import type { Db } from '../../db/pool.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Directory, KnownDevice } from '../../building/devices/devices.ts'
import {
  approveAnnounced,
  insertCredential,
  insertDevice,
  justRegistered,
  keyFrom,
  moveDoor,
  newSecret,
  refuseAnnounced,
  replaceSecret,
  unlessDuplicate,
  usernameFrom,
  waitingOf,
  writeSettings,
} from '../../building/ingest/ingest.ts'
import type { Caller } from '../../kit/http/caller.ts'
import { changes } from '../../kit/changes.ts'
import { invalid, notFound, Refusal } from '../../kit/errors.ts'
import { hashSecret } from '../../kit/secrets/secrets.ts'
import type { Serve } from '../../kit/http/serve.ts'
import { visibleSites } from '../../building/sites/sites.ts'
import { addToGateways, gatewaysFor, insertGateway, placeOf, progressOf } from './door-setup.sql.ts'

export interface SetupParts {
  readonly db: Db
  readonly directory: Directory
  /** Where devices connect; without a host: where the caller found this server. */
  readonly wire: { readonly host: string | null; readonly port: number }
  /** Makes this node know at once what the database tells every node a moment later. */
  readonly changed: () => Promise<void>
}

export const serveDoorSetup = (serve: Serve, { db, directory, wire, changed }: SetupParts) => {
  const connectionOf = ({ driver, address, username }: Connected): Connection => ({
    ...wire,
    driver: driverName.parse(driver),
    address,
    username: throughGateway(driver) ? null : username,
  })
  const doorOf = (doorId: string): KnownDevice => {
    const device = directory.byId(doorId)
    if (device?.kind !== 'door') throw notFound('This door')
    return device
  }
  /** What introduced itself, as far as it may be a door that the caller sees. */
  const found = async (of: Db, caller: Caller) =>
    (await waitingOf(of, caller.companyId)).filter(({ kind, change, driver }) =>
      change
        ? directory.byId(change.deviceId)?.kind === 'door' && directory.sees(caller, change.deviceId)
        : (kind === 'door' || kind === null) && doorDrivers.some((one) => one === driver),
    )

  serve(doorSetup.discovered, async (_input, caller) => ({ discovered: await found(db, caller) }))

  serve(doorSetup.add, async (wanted, caller, call) => {
    const { companyId } = caller
    const key = wanted.key ?? keyFrom(wanted.name)
    const address = wanted.driver === 'gatehouse' ? key : wanted.address
    if (!address) throw invalid([{ field: 'address', message: 'How does the door call itself on that wire?' }])
    call.annotate({ subject: wanted.name, after: { ...wanted, key, address } })
    await demandSeen(db, caller, wanted)
    const id = uuid()
    const secret = throughGateway(wanted.driver) ? null : newSecret()
    const username = await unlessDuplicate(key, () =>
      inTransaction(db, async (tx) => {
        await insertDevice(tx, { ...wanted, id, key, address, companyId, kind: 'door' })
        await call.record(tx)
        if (secret !== null) return insertCredential(tx, { ...wanted, id, key, address, companyId }, secret)
        await addToGateways(tx, companyId, wanted.driver, key)
        return null
      }),
    )
    await changed()
    return {
      device: await justRegistered(db, id),
      connection: connectionOf({ driver: wanted.driver, address, username }),
      secret,
    }
  })

  serve(doorSetup.relocate, async ({ doorId, ...wanted }, caller, call) => {
    const { companyId } = caller
    const door = doorOf(doorId)
    call.annotate({ subject: door.name })
    await inTransaction(db, async (tx) => {
      const before = await placeOf(tx, doorId)
      if (!before) throw notFound('This door')
      const stored = [before.siteId, before.zoneId, before.fromZoneId]
      await demandSeen(tx, caller, wanted, new Set(stored))
      await moveDoor(tx, { ...wanted, id: doorId, companyId })
      const after = await placeOf(tx, doorId)
      await call.record(tx, changes(before.words, after?.words ?? null))
    })
    await changed()
    return { device: await justRegistered(db, doorId) }
  })

  serve(doorSetup.rewire, async ({ doorId, ...wanted }, _caller, call) => {
    const door = doorOf(doorId)
    call.annotate({ subject: door.name })
    const before = wiringOf(door)
    if (!before) throw new Refusal(409, 'CONFLICT', 'Only a Shelly is told how it is wired.')
    await inTransaction(db, async (tx) => {
      await writeSettings(tx, doorId, wanted)
      await call.record(tx, changes(before, wanted))
    })
    await changed()
    return { wiring: wanted }
  })

  serve(doorSetup.renewSecret, async ({ doorId }, _caller, call) => {
    const door = doorOf(doorId)
    call.annotate({ subject: door.key })
    if (throughGateway(door.driver))
      throw new Refusal(409, 'CONFLICT', 'This door comes through a gateway and has no secret of its own.')
    const secret = newSecret()
    const username = await inTransaction(db, async (tx) => {
      await call.record(tx)
      return replaceSecret(tx, doorId, secret)
    })
    await changed()
    return { connection: connectionOf({ ...door, username }), secret }
  })

  serve(doorSetup.addGateway, async ({ driver, name, topics }, { companyId }, call) => {
    if (companyId === null) throw notFound('A company to make the gateway for')
    const username = usernameFrom(name)
    const secret = newSecret()
    const all = [...new Set([gatewayTopics[driver], ...topics])]
    // What is Gatehouse's own, or everything, is not carried for a wire of somebody else's.
    const wide = topics.findIndex((topic) => /^(gatehouse|\$|[#+])/.test(topic))
    if (wide !== -1) throw invalid([{ field: `topics.${wide}`, message: 'Begin with the name of a topic of its own' }])
    await inTransaction(db, async (tx) => {
      const keys = await insertGateway(tx, { username, companyId, driver, topics: all, hash: hashSecret(secret) })
      await call.record(tx, { subject: username, after: { devices: keys, topics: all } })
    })
    await changed()
    return { connection: { ...wire, driver, address: username, username }, secret }
  })

  serve(doorSetup.refuse, async (what, caller, call) => {
    await inTransaction(db, async (tx) => {
      const row = (await found(tx, caller)).find(
        ({ driver, address }) => driver === what.driver && address === what.address,
      )
      call.annotate({ subject: row?.change?.key ?? row?.name ?? what.address })
      if (!row || !(await refuseAnnounced(tx, caller.companyId, what))) throw contradicts()
      await call.record(tx, { after: { refused: row.change?.differences ?? row.address } })
    })
  })

  serve(doorSetup.approve, async ({ doorId, revision }, _caller, call) => {
    call.annotate({ subject: doorOf(doorId).key })
    await inTransaction(db, async (tx) => {
      const row = await approveAnnounced(tx, doorId, revision)
      if (!row) throw contradicts()
      await call.record(tx, changes({ parts: row.before }, { parts: row.after }))
    })
    await changed()
  })

  serve(doorSetup.checklist, async ({ doorId }, caller) => {
    const door = doorOf(doorId)
    return {
      connection: connectionOf(door),
      wiring: wiringOf(door),
      gateways: throughGateway(door.driver) ? await gatewaysFor(db, caller.companyId, door) : 0,
      ...(await progressOf(db, door)),
    }
  })
}

type Connected = Pick<KnownDevice, 'driver' | 'address' | 'username'>

/** As its driver takes it where nothing is said; see devices/shelly-components.ts. */
const plainWiring: Wiring = { relay: 0, energised: 'unlocked', contact: null, cover: null }

const wiringOf = ({ driver, config }: KnownDevice): Wiring | null => {
  if (driver !== 'shelly') return null
  const { settings } = z
    .object({ settings: z.object({}).loose().catch({}) })
    .catch({ settings: {} })
    .parse(config)
  return doorSetup.wiring.safeParse({ ...plainWiring, ...settings }).data ?? plainWiring
}

const throughGateway = (driver: string): driver is keyof typeof gatewayTopics => driver in gatewayTopics

interface Wanted {
  readonly siteId: string
  readonly zoneId: string | null
  readonly fromZoneId: string | null
}

/** Places that the caller sees, or that it is at already. */
const demandSeen = async (db: Db, caller: Caller, wanted: Wanted, stored: ReadonlySet<string | null> = new Set()) => {
  const seen = await visibleSites(db, caller)
  const zones = new Set(seen.flatMap((site) => site.zones.map(({ id }) => id)))
  const isThere = (id: string | null, among: ReadonlySet<string>) => id === null || stored.has(id) || among.has(id)
  if (!isThere(wanted.siteId, new Set(seen.map(({ id }) => id)))) throw notFound('The site')
  if (!isThere(wanted.zoneId, zones)) throw notFound('The zone it leads to')
  if (!isThere(wanted.fromZoneId, zones)) throw notFound('The zone it leads from')
}

const contradicts = () => new Refusal(409, 'CHANGED', 'This is not what the device says now. Please look at it again.')
