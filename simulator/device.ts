// One device on the wire: its own connection, credential and last will. What it says it keeps until the broker has
// acknowledged it, and says it again after a lost connection.
import { isSpoken, type Kind, type Message, type Spoken, topicOf } from '@gatehouse/contract/building/wire'
import { hash } from '@gatehouse/demo/random'
import type { WorldDevice } from '@gatehouse/demo/world'
import { connect, type MqttClient } from 'mqtt'

type Named<T> = { [P in keyof T as string extends P ? never : P]: T[P] }
/** A message without what every message has. */
export type Body<K extends Kind> = Omit<Named<Message<K>>, 'id' | 'at'> & Record<string, unknown>

/** A whole message, of a kind that its place says. */
export type SentMessage = { readonly id: string; readonly at: string; readonly [field: string]: unknown }

export interface Device extends WorldDevice {
  /** Says something that has its id and time already. */
  send(kind: Kind, message: SentMessage): void
  /** Says something now. */
  report<K extends Kind>(kind: K, body: Body<K>): void
  connected(): boolean
  /** Said and not yet acknowledged. */
  pending(): number
  /** Connected, but says nothing any more. */
  mute(muted: boolean): void
  /** Power or network is gone: no goodbye, what was unsaid is lost. */
  cut(): void
  restore(): void
}

export interface DeviceParts {
  readonly device: WorldDevice
  readonly url: string
  readonly password: string
  /** Milliseconds until the first connection. */
  readonly after: number
  /** What it listens to. */
  readonly subscribes: readonly Spoken[]
  readonly connected: (device: Device) => void
  /** The server said something to it. */
  readonly received: (device: Device, kind: Spoken, payload: Buffer) => void
  readonly trouble: (key: string, error: Error) => void
}

/** While nobody acknowledges, readings and health are dropped from the first number on, anything from the second. */
const keeps = { readings: 1000, all: 5000 }

export const startDevice = (parts: DeviceParts): Device => {
  const { device: identity, url, password } = parts
  const { key } = identity
  const born = Date.now().toString(36)
  let stated = 0
  let muted = false
  let waiting = 0
  let client: MqttClient | undefined
  let opening: NodeJS.Timeout | undefined
  let opened = false

  const stamp = () => ({ id: `${born}-${++stated}`, at: new Date().toISOString() })
  const will = () => ({
    topic: topicOf(key, 'status'),
    payload: Buffer.from(JSON.stringify({ ...stamp(), online: false })),
    qos: 1 as const,
    retain: false,
  })

  const open = (after: number) => {
    const mine = connect(url, {
      // What is said before the first connection waits for it.
      manualConnect: true,
      clientId: `simulated-${key}`,
      username: key,
      password,
      keepalive: 20,
      reconnectPeriod: 1000 + ((hash(key) >>> 0) % 1000),
      connectTimeout: 10_000,
      will: will(),
    })
    client = mine
    waiting = 0
    opened = false
    opening = setTimeout(() => {
      opened = true
      mine.connect()
    }, after)
    mine.on('connect', () => {
      const topics = parts.subscribes.map((kind) => topicOf(key, kind))
      mine.subscribe(topics, { qos: 1 }, (error) => {
        if (error && mine === client) parts.trouble(key, error)
      })
      parts.connected(device)
    })
    // A will is fixed when a connection is made; each needs an id of its own, or the second would count as a repeat.
    mine.on('reconnect', () => {
      mine.options.will = will()
    })
    mine.on('message', (topic, payload) => {
      const kind = topic.slice(topic.lastIndexOf('/') + 1)
      if (isSpoken(kind)) parts.received(device, kind, payload)
    })
    mine.on('error', (error) => parts.trouble(key, error))
  }

  const device: Device = {
    ...identity,
    send: (kind, message) => {
      const speaker = client
      const most = kind === 'reading' || kind === 'status' ? keeps.readings : keeps.all
      if (muted || !speaker || waiting >= most) return
      if (kind === 'status' && !speaker.connected) return
      waiting += 1
      speaker.publish(topicOf(key, kind), JSON.stringify(message), { qos: 1 }, (error) => {
        if (speaker !== client) return
        waiting -= 1
        if (error) parts.trouble(key, error)
      })
    },
    report: (kind, body) => device.send(kind, { ...body, ...stamp() }),
    connected: () => client?.connected ?? false,
    pending: () => waiting,
    mute: (on) => {
      muted = on
    },
    cut: () => {
      clearTimeout(opening)
      const gone = client
      client = undefined
      waiting = 0
      // One that was never opened has no stream, and its library stumbles over ending that.
      if (opened) gone?.end(true)
    },
    restore: () => {
      if (!client) open(0)
    },
  }
  open(parts.after)
  return device
}
