// Devices of a test, each on the wire with its own credential: what happens at them is called by its name, and commands
// are answered as a controller answers them.
import { randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  atRest,
  type CommandMessage,
  commandMessage,
  type DecisionMessage,
  decisionMessage,
  type GasChannel,
  type Kind,
  type Message,
  type Spoken,
  spoken,
  topicOf,
  type WholeState,
} from '@gatehouse/contract/building/wire'
import { connect, type IClientOptions, type MqttClient } from 'mqtt'
import type { Place } from './product.ts'

interface Identity {
  readonly id: string
  readonly key: string
  readonly name: string
  readonly secret: string
}

export interface Device extends Identity {
  /** A message as it is on the wire. Resolves once the server has stored it. */
  sends(kind: Kind, body: Record<string, unknown>): Promise<void>
  /** Its power is cut: it says no goodbye, and its last will is found. */
  goesOffline(): Promise<void>
  comesBack(): Promise<void>
  end(): Promise<void>
}

interface Passage {
  readonly direction?: 'entry' | 'exit'
  readonly at?: string
  /** Whether the person went through. */
  readonly taken?: boolean
}

export interface Door extends Device {
  /** Changes part of its state and reports all of it. */
  stands(part: Partial<WholeState>): Promise<void>
  /** From the inside or by a release: the lock gives way. */
  opens(): Promise<void>
  closes(more?: Record<string, unknown>): Promise<void>
  forcedOpen(more?: Record<string, unknown>): Promise<void>
  heldOpen(): Promise<void>
  /** Its controller let somebody in. */
  admits(credential: string, passage?: Passage): Promise<void>
  /** Its controller did not. */
  denies(credential: string, reason: string, passage?: Passage): Promise<void>
  /** Something is shown to its reader: resolves to what the server decides, and opens accordingly. */
  asks(credential: string, direction?: 'entry' | 'exit'): Promise<DecisionMessage>
  /** From now on it does what it is commanded to, as at first. */
  obeys(): void
  /** From now on it refuses every command. */
  refuses(reason?: string): void
  /** From now on it does not answer commands. */
  ignores(): void
}

export interface Detector extends Device {
  reads(
    value: number,
    unit: Message<'reading'>['unit'],
    channel?: GasChannel,
    more?: { readonly at?: string },
  ): Promise<void>
}

/** A fan, a horn, a strobe: it does what it is commanded to. */
export interface Actuator extends Device {
  /** Reports whether it is on, as its contactor has it, whatever it was commanded to. */
  reports(isOn: boolean): Promise<void>
}

export interface Counter extends Device {
  counts(people: { readonly in?: number; readonly out?: number }): Promise<void>
}

export const connectDetector = async (place: Place, identity: Identity): Promise<Detector> => {
  const device = await connectDevice(place, identity)
  return {
    ...device,
    reads: (value, unit, channel = 'CO', more = {}) => device.sends('reading', { channel, value, unit, ...more }),
  }
}

export const connectCounter = async (place: Place, identity: Identity): Promise<Counter> => {
  const device = await connectDevice(place, identity)
  return { ...device, counts: (people) => device.sends('count', { in: 0, out: 0, ...people }) }
}

export const connectActuator = async (place: Place, identity: Identity): Promise<Actuator> => {
  const reports = (isOn: boolean) => device.sends('output', { active: isOn })
  const device = await connectDevice(place, identity, {
    command: (payload) => {
      const { commandId, action } = commandMessage.parse(payload)
      void device.sends('ack', { commandId, result: 'done' }).then(() => reports(action === 'switch-on'))
    },
  })
  await reports(false)
  return { ...device, reports }
}

export const connectDoor = async (place: Place, identity: Identity): Promise<Door> => {
  let resting: 'Locked' | 'Unlocked' | 'LockedDown' = 'Locked'
  let state: WholeState = { ...atRest }
  let answer: 'obeys' | 'ignores' | { readonly refusal: string } = 'obeys'
  let relock: NodeJS.Timeout | undefined

  const stands = (part: Partial<WholeState>) => {
    state = { ...state, ...part }
    return device.sends('state', state)
  }
  const rest = (part: Partial<WholeState> = {}) => {
    clearTimeout(relock)
    return stands({ ...part, mode: resting, lock: resting === 'Unlocked' ? 'Unlocked' : 'Locked' })
  }
  const unlock = (seconds: number, part: Partial<WholeState> = {}) => {
    clearTimeout(relock)
    relock = setTimeout(() => void rest(), seconds * 1000)
    return stands({ ...part, mode: resting === 'Unlocked' ? 'Unlocked' : 'Accessed', lock: 'Unlocked' })
  }
  const passes = (credential: string, { direction = 'entry', ...passage }: Passage, body: Record<string, unknown>) =>
    device.sends('event', { type: 'access', direction, credential, ...body, ...passage })

  /** null: done; else why not. */
  const obey = async ({ action, args }: CommandMessage): Promise<string | null> => {
    if (action === 'release-lockdown' && resting === 'LockedDown') resting = 'Locked'
    else if (resting === 'LockedDown') return 'the door is locked down'
    else if (action === 'unlock') {
      await unlock(Number(args['seconds'] ?? pulseSeconds))
      return null
    } else if (action === 'lock') resting = 'Locked'
    else if (action === 'hold-unlocked') resting = 'Unlocked'
    else if (action === 'lockdown') resting = 'LockedDown'
    else return `a door cannot ${action}`
    await rest()
    return null
  }
  const settle = async (command: CommandMessage) => {
    if (answer === 'ignores') return
    const reason = answer === 'obeys' ? await obey(command) : answer.refusal
    const result = reason === null ? { result: 'done' } : { result: 'refused', reason }
    await device.sends('ack', { commandId: command.commandId, ...result })
  }

  const decided = new EventEmitter()
  const decide = async (decision: DecisionMessage) => {
    if (decision.result === 'granted') await unlock(decision.seconds)
    decided.emit(decision.askId, decision)
  }
  const device = await connectDevice(place, identity, {
    command: (payload) => {
      const command = commandMessage.parse(payload)
      if (Date.parse(command.expiresAt) > Date.now()) void settle(command)
    },
    decision: (payload) => void decide(decisionMessage.parse(payload)),
  })
  await stands({})
  return {
    ...device,
    stands,
    async opens() {
      await device.sends('event', { type: 'opened' })
      await unlock(pulseSeconds, { contact: 'Open' })
    },
    async closes(more = {}) {
      await device.sends('event', { type: 'closed', ...more })
      await rest({ contact: 'Closed', alarm: 'Normal' })
    },
    async forcedOpen(more = {}) {
      await device.sends('event', { type: 'forced-open', ...more })
      await stands({ contact: 'Open', alarm: 'DoorForcedOpen' })
    },
    async heldOpen() {
      await device.sends('event', { type: 'held-open' })
      await stands({ contact: 'Open', alarm: 'DoorOpenTooLong' })
    },
    admits: (credential, passage = {}) => passes(credential, { taken: true, ...passage }, { result: 'granted' }),
    denies: (credential, reason, passage = {}) => passes(credential, passage, { result: 'denied', reason }),
    async asks(credential, direction = 'entry') {
      const id = randomUUID()
      const answered = once(decided, id)
      await device.sends('ask', { id, credential, direction })
      const [decision]: DecisionMessage[] = await answered
      if (!decision) throw new Error(`${identity.name} got no decision`)
      return decision
    },
    obeys: () => void (answer = 'obeys'),
    refuses: (refusal = 'out of order') => void (answer = { refusal }),
    ignores: () => void (answer = 'ignores'),
    async end() {
      clearTimeout(relock)
      await device.end()
    },
  }
}

const pulseSeconds = 5

const connectDevice = async (
  { mqtt }: Place,
  identity: Identity,
  listeners: { readonly [kind in Spoken]?: (payload: unknown) => void } = {},
): Promise<Device> => {
  const { key, secret } = identity
  let client: MqttClient | undefined
  const stamped = (body: Record<string, unknown>) =>
    JSON.stringify({ id: randomUUID(), at: new Date().toISOString(), ...body })
  const sends: Device['sends'] = async (kind, body) => {
    await client?.publishAsync(topicOf(key, kind), stamped(body), { qos: 1 })
  }
  const comesBack = async () => {
    client = await connectWhenKnown(mqtt, {
      username: key,
      password: secret,
      clientId: `e2e-${key}`,
      will: { topic: topicOf(key, 'status'), payload: Buffer.from(stamped({ online: false })), qos: 1, retain: false },
    })
    client.on('message', (topic, payload) => {
      const kind = spoken.find((known) => topic === topicOf(key, known))
      if (kind) listeners[kind]?.(JSON.parse(payload.toString()))
    })
    await client.subscribeAsync(
      spoken.map((kind) => topicOf(key, kind)),
      { qos: 1 },
    )
    await sends('status', { online: true })
  }
  await comesBack()
  return {
    ...identity,
    sends,
    comesBack,
    goesOffline: async () => client?.endAsync(true),
    end: async () => client?.endAsync(),
  }
}

/** The server is notified of a new credential by its database, a moment after it is written: until then it refuses it. */
const connectWhenKnown = async (url: string, options: IClientOptions): Promise<MqttClient> => {
  for (const until = Date.now() + 60_000; ; await sleep(50)) {
    const client = connect(url, { ...options, reconnectPeriod: 0 })
    const error = await new Promise<Error | null>((resolve) => {
      client.once('connect', () => resolve(null))
      client.once('error', resolve)
      client.once('close', () => resolve(new Error('The broker closed the connection')))
    })
    client.on('error', () => undefined)
    if (!error) return client
    client.end(true)
    if (Date.now() > until) throw new Error(`${options.username} never became known`, { cause: error })
  }
}
