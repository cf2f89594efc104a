// A device that never forgets: a real MQTT connection with a window of unacknowledged messages, all said again with
// the same ids after a lost connection, and a record of every message that was acknowledged.
import { connect, type Socket } from 'node:net'
import { type Kind, topicOf } from '@gatehouse/contract/building/wire'
import mqtt, { type Packet } from 'mqtt-packet'
import type { ADevice } from '../testing/building.testing.ts'

export type SenderKind = 'gas' | 'counter' | 'door'

export interface SentDevice extends ADevice {
  readonly kind: SenderKind
}

export interface Sender {
  readonly device: SentDevice
  readonly acknowledged: ReadonlySet<number>
  /** Messages made so far; number n has the id `n` and the time `timeOf(n)`. */
  readonly made: () => number
  readonly inFlight: () => number
  readonly connected: () => boolean
  /** How often a connection was made, lost or not. */
  readonly connections: () => number
  /** Says one more, if the window has room. */
  send(): boolean
  close(): void
}

interface SenderParts {
  readonly port: number
  readonly device: SentDevice
  readonly since: number
  readonly window: number
  readonly keepalive: number
  /** Every so many messages one that was acknowledged long ago is said again, as a device with a bad memory would. */
  readonly repeatEvery: number
  /** Bytes that each message has at least: spaces after what it says. */
  readonly length?: number | undefined
  /** An acknowledgement came. */
  received(): void
}

// Apart by more than a millisecond, so that a run crosses minutes and hours as a real day does.
export const stepMs = 53

export const createSender = (parts: SenderParts): Sender => {
  const { device, since } = parts
  const acknowledged = new Set<number>()
  const inFlight = new Map<number, number>()
  let socket: Socket | undefined
  let pinging: NodeJS.Timeout | undefined
  let again: NodeJS.Timeout | undefined
  let welcome = false
  let awaitsPing = false
  let made = 0
  let packetId = 0
  let connections = 0
  let closed = false

  const write = (id: number, n: number, dup: boolean) => {
    const [kind, message] = messageOf(device.kind, n, since)
    const payload = JSON.stringify(message).padEnd(parts.length ?? 0)
    const topic = topicOf(device.key, kind)
    socket?.write(
      mqtt.generate(
        { cmd: 'publish', messageId: id, topic, payload, qos: 1, dup, retain: false },
        { protocolVersion: 4 },
      ),
    )
  }
  const nextId = () => {
    do packetId = (packetId % 65_535) + 1
    while (inFlight.has(packetId))
    return packetId
  }
  const put = (n: number) => {
    const id = nextId()
    inFlight.set(id, n)
    if (welcome) write(id, n, false)
  }

  const receive = (packet: Packet) => {
    if (packet.cmd === 'connack') {
      welcome = packet.returnCode === 0
      if (!welcome) socket?.destroy()
      else for (const [id, n] of inFlight) write(id, n, true)
    }
    if (packet.cmd === 'pingresp') awaitsPing = false
    if (packet.cmd === 'puback' && packet.messageId !== undefined) {
      const n = inFlight.get(packet.messageId)
      if (n === undefined) throw new Error('an acknowledgement of nothing')
      inFlight.delete(packet.messageId)
      acknowledged.add(n)
      parts.received()
    }
  }

  const open = () => {
    connections++
    welcome = false
    awaitsPing = false
    const parser = mqtt.parser({ protocolVersion: 4 })
    const mine = connect({ port: parts.port, host: '127.0.0.1', noDelay: true })
    socket = mine
    parser.on('packet', receive)
    mine.on('data', (chunk) => void parser.parse(chunk))
    mine.on('error', () => undefined)
    mine.on('connect', () => mine.write(mqtt.generate(hello(device, parts.keepalive, connections))))
    mine.on('close', () => {
      welcome = false
      clearInterval(pinging)
      if (!closed) again = setTimeout(open, 20 + Math.random() * 100)
    })
    // As MQTT libraries do: a ping that is not answered within the keep-alive means that the connection is dead.
    pinging = setInterval(() => {
      if (awaitsPing) mine.destroy()
      else if (welcome) awaitsPing = mine.write(mqtt.generate({ cmd: 'pingreq' })) || true
    }, parts.keepalive * 1000)
  }
  open()

  return {
    device,
    acknowledged,
    made: () => made,
    inFlight: () => inFlight.size,
    connected: () => welcome,
    connections: () => connections,
    send() {
      if (inFlight.size >= parts.window || !welcome) return false
      if (made > 0 && made % parts.repeatEvery === 0) put(Math.floor(Math.random() * made))
      put(made++)
      return true
    },
    close() {
      closed = true
      clearTimeout(again)
      clearInterval(pinging)
      if (welcome) socket?.end(mqtt.generate({ cmd: 'disconnect' }))
      else socket?.destroy()
    },
  }
}

/** Device time of message n. */
export const timeOf = (n: number, since: number): number => since + n * stepMs

/** Message n of a device, the same however often it is made. */
export const messageOf = (kind: SenderKind, n: number, since: number): [Kind, object] => {
  const message = { id: String(n), at: new Date(timeOf(n, since)).toISOString() }
  if (kind === 'gas') return ['reading', { ...message, channel: 'CO', value: (n % 1000) / 10, unit: 'ppm' }]
  if (kind === 'counter') return ['count', { ...message, in: n % 3, out: n % 2 }]
  const direction = n % 2 === 0 ? 'entry' : 'exit'
  const result = n % 10 === 9 ? 'denied' : 'granted'
  return ['event', { ...message, type: 'access', direction, result, credential: 'card:1' }]
}

const hello = ({ key, secret }: SentDevice, keepalive: number, connection: number) =>
  ({
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion: 4,
    clean: true,
    clientId: key,
    keepalive,
    username: key,
    password: Buffer.from(secret),
    will: {
      topic: topicOf(key, 'status'),
      payload: JSON.stringify({ id: `will-${connection}`, at: new Date().toISOString(), online: false }),
      qos: 1,
      retain: false,
    },
  }) as const
