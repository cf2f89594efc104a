// The embedded MQTT broker. A publish is acknowledged once the intake has answered, which is after COMMIT. It carries
// messages from devices to the house and commands from the house to devices, nothing from device to device.
import { createServer, Socket } from 'node:net'
import type { Outgoing } from '@gatehouse/devices/driver'
import { Aedes, type AuthenticateError, type Client, type PublishPacket } from 'aedes'
import mqtt from 'mqtt-packet'
import type { Logger } from 'pino'
import type { Directory } from '../devices/devices.ts'
import { clock } from '../../kit/clock.ts'
import { type ConnectionLimits, limitConnections } from '../../kit/http/connections.ts'
import { type Credentials, Overloaded } from './credentials.ts'
import type { Flow } from './flow.ts'
import type { Intake, Origin } from './intake.ts'
import { guardSocket, largestPacket, type SocketGuard } from './socket-guard.ts'
import { createSpeakers } from './speakers.ts'
import { carries, deviceOf, type Identity, matches, mayReceive, mayPublish, maySubscribe, ownTopic } from './topics.ts'

// Otherwise it makes two bytes ahead for each number that a packet may have: 65,536 objects and 13 MB, which every collection
// of garbage walks through.
mqtt.writeToStream.cacheNumbers = false

export interface Broker {
  readonly port: number
  /** Whether somebody of the company who may hear it was listening; nothing is ever kept for later. */
  send(outgoing: Outgoing, companyId: string): Promise<boolean>
  /** Whether somebody listens there now. */
  accepts(topic: string, companyId: string): boolean
  /** Credentials or devices changed: whoever may no longer be here is cut off. */
  reconsider(): void
  /** Connections that were not let in. */
  readonly refused: () => number
  /** Connections that are signed in. */
  readonly connections: () => number
  /** Answers what is under way, then closes. */
  close(): Promise<void>
}

export interface BrokerParts {
  readonly intake: Intake
  readonly credentials: Credentials
  readonly directory: Directory
  readonly flow: Flow
  readonly log: Logger
  readonly connections: ConnectionLimits
  /** The connection that a device spoke through last was lost, and it had left no last will. */
  gone(deviceId: string, at: Date): void
  /** Something that is not MQTT, from somebody who is signed in. */
  malformed(origin: Origin, reason: string): void
}

interface Session {
  readonly identity: Identity
  readonly origin: Origin
  /** What it has subscribed to, and how surely it is to hear it. */
  readonly filters: Map<string, 0 | 1>
  /** Another connection of the same client has taken its place. */
  replaced: boolean
  /** When it ended without a word. */
  lostAt: Date | null
  willSent: boolean
}

const connectTimeoutMs = 10_000
const mostFilters = 200
const lastAnswersMs = 5000
const forgetAfterMs = 5000

export const openBroker = async (host: string, port: number, parts: BrokerParts): Promise<Broker> => {
  const { intake, credentials, directory, flow, log } = parts
  const sessions = new Map<Client, Session>()
  const guards = new WeakMap<Client, SocketGuard>()
  const byClientId = new Map<string, Session>()
  /** Who may hear of one device only, and who of any, by company. */
  const places = new Map<string, Set<Client>>()
  const speakers = createSpeakers<Client>()
  let closing = false

  /** The id of the registered device that a topic of the sender is about. */
  const deviceAt = ({ identity }: Session, topic: string): string | undefined => {
    const key = deviceOf(identity, topic)
    return key === null ? undefined : directory.byKey(identity.companyId, key)?.id
  }

  const broker = await Aedes.createBroker({
    connectTimeout: connectTimeoutMs,
    drainTimeout: 30_000,
    maxInflightInbound: 100,
    // No session outlives its connection: a command for a device that is away is refused now, not delivered late.
    preConnect(_client, packet, done) {
      packet.clean = true
      if (packet.clientId.length > 200) return done(new Misbehaviour('the client id is too long'), false)
      done(null, true)
    },
    authenticate(client, username, password, done) {
      if (closing || flow.full()) return done(refusal(3), false)
      if (!username || !password) return done(refusal(4), false)
      void signIn(client, username, password, (returnCode) =>
        returnCode === 0 ? done(null, true) : done(refusal(returnCode), false),
      )
    },
    authorizePublish(client, packet, done) {
      const session = client ? sessions.get(client) : undefined
      if (!client || !session) return done(new Misbehaviour('not signed in'))
      if (!mayPublish(session.identity, packet.topic)) {
        log.warn({ username: session.identity.username, topic: packet.topic }, 'a device may not publish there')
        return done(new Misbehaviour(`may not publish to ${packet.topic}`))
      }
      if (client.closed) takeWill(client, session, packet, done)
      else take(client, session, packet, false, done)
    },
    authorizeSubscribe(client, subscription, done) {
      const session = sessions.get(client)
      const { topic } = subscription
      if (!session || session.filters.size >= mostFilters || !maySubscribe(session.identity, topic)) {
        log.warn({ username: session?.identity.username, topic }, 'a device may not subscribe there')
        return done(null, null)
      }
      session.filters.set(topic, subscription.qos === 0 ? 0 : 1)
      done(null, subscription)
    },
    authorizeForward(client, packet) {
      const session = sessions.get(client)
      return session && mayReceive(session.identity, packet.topic) ? packet : null
    },
  })

  const signIn = async (
    client: Client,
    username: string,
    password: Uint8Array,
    answer: (returnCode: 0 | 3 | 4) => void,
  ): Promise<void> => {
    const identity = await credentials.verify(username, password).catch((error) => {
      if (!(error instanceof Overloaded)) log.error({ error }, 'a device could not be signed in')
      return undefined
    })
    if (identity && !client.closed) admit(client, identity)
    answer(identity ? 0 : identity === null ? 4 : 3)
  }

  const admit = (client: Client, identity: Identity) => {
    // Names of clients are theirs to choose, so two senders may choose the same: each has a space of its own.
    client.id = `${identity.username}/${client.id}`
    const origin = {
      username: identity.username,
      companyId: identity.companyId,
      carries: (key: string) => carries(identity, key),
    }
    const before = byClientId.get(client.id)
    if (before) before.replaced = true
    const session: Session = { identity, origin, filters: new Map(), replaced: false, lostAt: null, willSent: false }
    byClientId.set(client.id, session)
    sessions.set(client, session)
    const place = placeOf(identity)
    places.set(place, (places.get(place) ?? new Set<Client>()).add(client))
    guards.get(client)?.admit(identity.topics.length > 0 ? largestPacket.bridge : largestPacket.ordinary)
  }

  const forget = (client: Client) => {
    const session = sessions.get(client)
    sessions.delete(client)
    const place = session && placeOf(session.identity)
    if (place !== undefined && places.get(place)?.delete(client) && places.get(place)?.size === 0) places.delete(place)
    if (session && byClientId.get(client.id) === session) byClientId.delete(client.id)
  }

  const take = (
    client: Client,
    session: Session,
    packet: Publication,
    will: boolean,
    done: (error?: Error) => void,
  ) => {
    const { topic } = packet
    const payload = typeof packet.payload === 'string' ? Buffer.from(packet.payload) : packet.payload
    const size = topic.length + payload.length
    const guard = guards.get(client)
    guard?.begin(size)
    const taking = async () => {
      const { result } = await intake.take({ origin: session.origin, topic, payload, receivedAt: clock.now(), will })
      // Only what is stored says that a device is there.
      if (result !== 'quarantined' && !will) spoke(client, session, deviceAt(session, topic))
    }
    const answer = (error?: Error) => {
      guard?.end(size)
      done(error)
    }
    taking().then(
      () => answer(),
      (error) => answer(error instanceof Error ? error : new Error(String(error))),
    )
  }

  const spoke = (client: Client, session: Session, device: string | undefined) => {
    if (device === undefined) return
    // It was lost before this was stored: unless the device has spoken through another since, it is gone by now.
    if (session.lostAt && !speakers.last(device)) parts.gone(device, session.lostAt)
    else if (sessions.has(client)) speakers.spoke(device, client)
  }

  // A will says that its connection is gone; that is news only if the device has not spoken through another since.
  const takeWill = (client: Client, session: Session, packet: Publication, done: (error?: Error) => void) => {
    const device = deviceAt(session, packet.topic)
    const another = device !== undefined && (speakers.last(device) ?? client) !== client
    if (closing || session.replaced || another) return done(new Misbehaviour('not the last word'))
    session.willSent = true
    take(client, session, packet, true, done)
  }

  // One by one and not through the broker's topics: those are the same for all companies. A device that speaks for
  // itself hears of itself, so that a thousand doors are not each asked about a thousand others.
  const subscribersOf = (topic: string, companyId: string) =>
    [`${companyId} of all`, `${companyId} ${ownTopic(topic)?.key}`]
      .flatMap((place) => [...(places.get(place) ?? [])])
      .flatMap((client) => {
        const session = sessions.get(client)
        if (session?.identity.companyId !== companyId || !mayReceive(session.identity, topic)) return []
        const asked = [...session.filters].flatMap(([filter, qos]) => (matches(filter, topic) ? [qos] : []))
        return asked.length > 0 ? [{ client, qos: asked.includes(1) ? (1 as const) : (0 as const) }] : []
      })

  const publish = broker.publish.bind(broker)
  // What devices publish has been taken by now. Passing it on to subscribers would let devices talk to each other.
  broker.publish = (packet: PublishPacket, from: Client | null | Done, done?: Done) => {
    if (typeof from === 'function') publish(packet, from)
    else done?.()
  }

  broker.on('clientReady', (client) => {
    const session = sessions.get(client)
    if (!session || !(client.conn instanceof Socket)) return
    admission.know(client.conn, { company: session.identity.companyId, name: session.identity.username })
  })
  broker.on('unsubscribe', (filters, client) => {
    for (const filter of filters) sessions.get(client)?.filters.delete(filter)
  })
  broker.on('clientError', (client, error) => {
    const session = sessions.get(client)
    log.debug({ error, username: session?.identity.username }, 'a device was cut off')
    if (session && isFraming(error)) parts.malformed(session.origin, `Not MQTT: ${error.message}`)
  })
  broker.on('connectionError', (_client, error) => log.debug({ error }, 'a connection was refused'))
  broker.addListener('error', (error) => log.error({ error }, 'the broker failed'))
  broker.on('clientDisconnect', (client) => {
    const session = sessions.get(client)
    if (!session) return
    const lost = !closing && !session.replaced && !session.willSent && !disconnectedCleanly(client)
    if (lost) session.lostAt = clock.now()
    for (const device of speakers.left(client)) if (lost) parts.gone(device, clock.now())
    forget(client)
  })

  const server = createServer({ noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 }, (socket) => {
    // Not let in.
    if (socket.destroyed) return
    const guard = guardSocket(socket, flow)
    const client = broker.handle(socket)
    guards.set(client, guard)
    socket.once('close', () => {
      // Usually forgotten when its will has been looked at, a moment after this; but not if it went while signing in.
      setTimeout(() => forget(client), forgetAfterMs).unref()
    })
  })
  // Who signs in is through in no time, and is known then.
  const admission = limitConnections(server, parts.connections, log)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  server.on('error', (error) => log.error({ error }, 'the MQTT port failed'))
  const address = server.address()

  return {
    port: typeof address === 'object' && address ? address.port : port,
    connections: () => sessions.size,
    refused: admission.refused,
    async send({ topic, payload, retain, expiresAt }, companyId) {
      if (Date.parse(expiresAt) <= clock.ms()) return false
      const subscribers = subscribersOf(topic, companyId)
      const packet = { cmd: 'publish' as const, topic, payload, retain, dup: false }
      await Promise.all(
        subscribers.map(
          ({ client, qos }) => new Promise<void>((done) => client.publish({ ...packet, qos }, () => done())),
        ),
      )
      return subscribers.length > 0
    },
    accepts: (topic, companyId) => subscribersOf(topic, companyId).length > 0,
    reconsider() {
      for (const [client, { identity }] of sessions) if (!credentials.holds(identity)) client.close()
    },
    async close() {
      closing = true
      server.close()
      await flow.drain(lastAnswersMs)
      await new Promise<void>((resolve) => broker.close(resolve))
      admission.endUnknown()
    },
  }
}

const placeOf = ({ companyId, deviceKey, topics }: Identity) =>
  deviceKey !== null && topics.length === 0 ? `${companyId} ${deviceKey}` : `${companyId} of all`

type Done = (error?: Error) => void
type Publication = Pick<PublishPacket, 'topic' | 'payload'>

/** What a sender did wrong, or what came too late: the connection ends, and nothing else happens. */
class Misbehaviour extends Error {}

// MQTT 3.1.1, return codes of CONNACK: 3 come back later, 4 wrong name or password.
const refusal = (returnCode: 3 | 4): AuthenticateError =>
  // oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- the enum exists in its types only
  Object.assign(new Error('refused'), { returnCode })

// Aedes tells nobody of a DISCONNECT, but remembers it.
const disconnectedCleanly = (client: Client): boolean => Reflect.get(client, '_disconnected') === true

const endings = new Set(['keep alive timeout', 'connection closed', 'drain timeout', 'shutting down'])

const isFraming = (error: Error): boolean =>
  !('code' in error) && !(error instanceof Misbehaviour) && !endings.has(error.message)
