// The way in for device messages: the broker, the external broker and HTTP, one intake behind them all.
import * as ingest from '@gatehouse/contract/building/ingest'
import { type CommandMessage, type Kind, type Spoken, topicOf } from '@gatehouse/contract/building/wire'
import { plainestAction, Unencodable } from '@gatehouse/devices/driver'
import { createDrivers } from '@gatehouse/devices/drivers'
import { driver as driverName } from '@gatehouse/contract/building/devices'
import type { Logger } from 'pino'
import type { Store } from '../../db/pool.ts'
import { holdLease, type Lease } from '../../db/lease.ts'
import type { Directory, KnownDevice } from '../devices/devices.ts'
import { clock } from '../../kit/clock.ts'
import { Refusal } from '../../kit/errors.ts'
import { readLatest } from '../../kit/read-latest.ts'
import type { Serve } from '../../kit/http/serve.ts'
import type { Judge, Recorders, ReceivedMessage } from '../../kit/recorders.ts'
import { type ApiKeys, serveApiKeys } from './api-keys.ts'
import type { ConnectionLimits } from '../../kit/http/connections.ts'
import { createDeviceAddresses, type DeviceAddresses } from '../../kit/http/device-address.ts'
import type { Metrics } from '../../kit/metrics.ts'
import { openBroker } from './broker.ts'
import { type Budget, createBudget } from './budget.ts'
import { notifyExceeded } from './notify-exceeded.ts'
import { createCredentials } from './credentials.ts'
import { type ExternalBroker, joinBroker } from './external-broker.ts'
import { createFlow } from './flow.ts'
import { createForeign } from './foreign.ts'
import { createIntake, type Intake, type Origin } from './intake.ts'
import { createLanes } from './lanes.ts'
import type { Stuck } from './pipeline.ts'
import { createQuarantine } from './quarantine.ts'
import { serveQuarantine } from './serve-quarantine.ts'
import { serveLines } from './lines.ts'
import { serveRegistration } from './registration.ts'

export { createApiKeys } from './api-keys.ts'
export {
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
} from './registration.sql.ts'

export interface IngestParts {
  readonly store: Store
  readonly directory: Directory
  readonly recorders: Recorders
  /** By the alarm rules. */
  readonly judge: Judge
  readonly log: Logger
  readonly host: string
  readonly mqttPort: number
  /** What one device may have stored in a day. */
  readonly deviceDayBytes: number
  readonly connections: ConnectionLimits
  /** What devices to be polled may be although it is this machine. */
  readonly outboundAllow: readonly string[]
  /** Where this server is called. */
  readonly port: number
  /** A broker that is not ours, to be heard beside our own. */
  readonly external?: { readonly url: string; readonly session: string; readonly otherNodes: boolean } | undefined
  readonly health: {
    seen(deviceId: string, at: Date): void
    gone(deviceId: string, at: Date): Promise<void>
  }
  /** The same message came again. */
  readonly repeated?: (received: ReceivedMessage) => void
}

export interface Ingest {
  readonly mqttPort: number
  readonly intake: Intake
  /** Where devices to be polled may be. */
  readonly addresses: DeviceAddresses
  /** Devices or credentials changed: reads them anew, the directory too. */
  reload(): Promise<void>
  /** Sends a command; whether the device was there to hear it. Throws Unencodable when it cannot do what is asked. */
  send(deviceId: string, command: CommandMessage): Promise<boolean>
  /** Whether this process has a connection that a command to it could go out by. */
  reaches(deviceId: string): boolean
  /** Says something else to a device of our own wire; whether it was there to hear it. */
  publish(deviceId: string, what: Exclude<Spoken, 'command'>, message: object, expiresAt: string): Promise<boolean>
  readonly figures: {
    messages(): number
    connections(): number
    refused(): number
    stuck(): Stuck | null
    /** Devices that have used up their budget of the day, and how much of each was refused. */
    exceeding: Budget['exceeding']
    refusedOf: Budget['refused']
  }
  close(): Promise<void>
}

export const startIngest = async (parts: IngestParts): Promise<Ingest> => {
  const { store, directory, log, health } = parts
  const drivers = createDrivers()
  const pipeline = createLanes(store, parts.recorders, parts.judge, log)
  const quarantine = createQuarantine(store, log)
  const budget = createBudget(parts.deviceDayBytes)
  const credentials = createCredentials(store.db)
  const foreign = createForeign(store.db, directory, drivers)
  const flow = createFlow()
  let notingMalformed = 0
  let stored = new Map<string, number | null>()
  const intake = createIntake({
    pipeline,
    quarantine,
    directory,
    foreign,
    budget,
    exceeded: (device) => notifyExceeded(store, device, parts.deviceDayBytes, log),
    retentionDays: (kind) => stored.get(seriesOf[kind]) ?? null,
    seen: (deviceId, at) => health.seen(deviceId, at),
    ...(parts.repeated ? { repeated: parts.repeated } : {}),
  })
  const load = async () => {
    // Who is let in is known by then: read before the devices, and in force after them.
    const letIn = await credentials.read()
    await directory.load()
    await foreign.reload()
    letIn()
    const rows = await store.db.selectFrom('retention').select(['series', 'keep_days']).execute()
    stored = new Map(rows.map((row) => [row.series, row.keep_days]))
  }
  await load()
  const broker = await openBroker(parts.host, parts.mqttPort, {
    intake,
    credentials,
    directory,
    flow,
    log,
    connections: parts.connections,
    gone(deviceId, at) {
      health.gone(deviceId, at).catch((error) => log.warn({ error }, 'a lost device could not be noted'))
    },
    malformed({ companyId, username }, reason) {
      if (notingMalformed >= mostMalformedNoted) return
      notingMalformed++
      const nothing = { topic: '', payload: new Uint8Array(), receivedAt: clock.now() }
      quarantine
        .keep({ ...nothing, companyId, username, source: 'mqtt', reason })
        .catch((error) => log.warn({ error }, 'a malformed frame could not be noted'))
        .finally(() => notingMalformed--)
    },
  })

  let external: ExternalBroker | undefined
  const subscribe = async () => {
    const shared = [...drivers.topics.filter((topic) => !announcements.includes(topic)), ...foreign.topics()]
    await external?.subscribe({ shared, plain: announcements })
  }
  const join = (to: { readonly url: string; readonly session: string }) => {
    external = joinBroker({ ...to, intake, flow, log })
    subscribe().catch((error) => log.error({ error }, 'the broker could not be subscribed to'))
  }
  const leave = () => {
    external?.leave()
    external = undefined
  }
  const lease = parts.external && startReceiving(parts.external, { store, log, join, leave })
  const addresses = createDeviceAddresses(parts.outboundAllow, () => [parts.port, broker.port, store.port])
  const commanded = (device: KnownDevice) => {
    const driver = driverName.safeParse(device.driver).data
    if (!driver) throw new Unencodable(`${device.key} is polled, and takes no commands`)
    return { ...device, driver }
  }
  // Where it cannot be told what to do there, no topic: why is said when it is tried.
  const topicsOfCommand = (device: KnownDevice): string[] => {
    const plainest = { commandId: '', at: '', action: plainestAction(device.kind), args: {}, expiresAt: '' }
    try {
      return drivers.encode(plainest, commanded(device)).map(({ topic }) => topic)
    } catch (error) {
      if (error instanceof Unencodable) return []
      throw error
    }
  }

  return {
    mqttPort: broker.port,
    intake,
    addresses,
    reload: readLatest(async () => {
      await load()
      broker.reconsider()
      await subscribe()
    }),
    async send(deviceId, command) {
      const device = directory.byId(deviceId)
      if (!device) return false
      const outgoing = drivers.encode(command, commanded(device))
      // Over there nobody says which company a command is for.
      const beyond = directory.atAddress(device.driver, device.address).length === 1 ? external : undefined
      const announcement = await Promise.all(
        outgoing.map(async (one) => (await broker.send(one, device.companyId)) || (beyond?.send(one) ?? false)),
      )
      return announcement.length > 0 && announcement.every(Boolean)
    },
    async publish(deviceId, what, message, expiresAt) {
      const device = directory.byId(deviceId)
      if (device?.driver !== 'gatehouse') return false
      const payload = JSON.stringify(message)
      const one = { topic: topicOf(device.key, what), payload, qos: 1, retain: false, expiresAt } as const
      const beyond = directory.atAddress(device.driver, device.address).length === 1 ? external : undefined
      return (await broker.send(one, device.companyId)) || (beyond?.send(one) ?? false)
    },
    reaches(deviceId) {
      const device = directory.byId(deviceId)
      if (!device) return false
      if (external?.connected() && directory.atAddress(device.driver, device.address).length === 1) return true
      return topicsOfCommand(device).every((topic) => broker.accepts(topic, device.companyId))
    },
    figures: {
      messages: flow.messages,
      connections: broker.connections,
      refused: broker.refused,
      stuck: pipeline.stuck,
      exceeding: budget.exceeding,
      refusedOf: budget.refused,
    },
    async close() {
      await external?.close()
      external = undefined
      await lease?.release()
      await broker.close()
      await pipeline.close()
      await quarantine.close()
    },
  }
}

// Two nodes with sessions of their own would share what devices say: what is kept for one that has died is heard by nobody.
const startReceiving = (
  { url, session, otherNodes }: NonNullable<IngestParts['external']>,
  {
    store,
    log,
    join,
    leave,
  }: Pick<IngestParts, 'store' | 'log'> & {
    readonly join: (to: { readonly url: string; readonly session: string }) => void
    readonly leave: () => void
  },
): Lease | undefined => {
  const acquired = () => join({ url, session })
  // The key is that of earlier versions, which may run beside this one.
  if (otherNodes) return holdLease({ store, key: 'turn at the broker', log, acquired, lost: leave })
  acquired()
  return undefined
}

interface ServedParts extends Pick<IngestParts, 'store'> {
  readonly metrics: Pick<Metrics, 'gauge'>
  /** Where devices find this server; null: wherever the caller found it. */
  readonly host: string | null
}

export const serveIngest = (serve: Serve, { store, metrics, host }: ServedParts, keys: ApiKeys, started: Ingest) => {
  const { db } = store
  const wire = { host, port: started.mqttPort }
  showFigures(metrics, started)
  const { intake } = started
  serveApiKeys(serve, db, keys)
  serveRegistration(serve, { db, wire, addresses: started.addresses, changed: started.reload })
  serveLines(serve, { db, changed: started.reload })
  serveQuarantine(serve, db, started.intake)

  let waiting = 0
  serve.machine(ingest.batch, async (items, { companyId, name, deviceKeys }) => {
    if (waiting >= mostWaiting)
      throw new Refusal(503, 'BUSY', 'Too many messages are waiting to be stored. Please try again shortly.')
    const receivedAt = clock.now()
    const origin = ofCompany(companyId, name, deviceKeys)
    waiting += items.length
    try {
      return { results: await Promise.all(items.map((item) => intake.takeItem(item, origin, receivedAt))) }
    } finally {
      waiting -= items.length
    }
  })
}

// What waits in calls is bounded beside what waits on the broker, so that neither can crowd out the other.
const mostWaiting = 10_000
const mostMalformedNoted = 100

/** Of a program or a quarantined message; `keys`: the only devices it may speak for, all where there are none named. */
const ofCompany = (
  companyId: string | null,
  username: string | null,
  keys: readonly string[] | null = null,
): Origin => {
  const named = keys && new Set(keys)
  return { companyId, username, carries: (key) => named === null || named.has(key) }
}

// Where devices introduce themselves. The broker keeps these messages, and gives them to plain subscriptions only.
const announcements = ['zigbee2mqtt/bridge/devices', 'homeassistant/+/+/config', 'homeassistant/+/+/+/config']

// Whose retention says how old a message may be. What has no series of its own stands in the stream of events.
const seriesOf: Record<Kind, string> = {
  reading: 'gas_reading',
  count: 'people_count',
  total: 'people_count',
  event: 'entry_exit_log',
  state: 'event',
  call: 'event',
  status: 'event',
  ack: 'event',
  ask: 'entry_exit_log',
  output: 'event',
}

/** What is under way and who is there, at `/metrics`. */
const showFigures = ({ gauge }: Pick<Metrics, 'gauge'>, { figures }: Pick<Ingest, 'figures'>): void => {
  gauge('gatehouse_messages_waiting', 'Device messages not yet stored', figures.messages)
  gauge('gatehouse_device_connections', 'Connections to the embedded broker', figures.connections)
  gauge('gatehouse_device_connections_refused', 'Connections to the broker beyond its limits', figures.refused)
}
