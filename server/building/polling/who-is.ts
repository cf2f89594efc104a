// Who-Is over UDP: which BACnet/IP devices answer, and from where. It asks, and answers nobody.
import { createSocket, type Socket } from 'node:dgram'
import { EventEmitter, once } from 'node:events'
import { networkInterfaces } from 'node:os'
import { clock } from '../../kit/clock.ts'
import { z } from 'zod'
import { Client } from './bacnet-session.ts'
import { inWords } from './poll-error.ts'

export interface Target {
  readonly address: string
  /** Every device of a network is asked. */
  readonly isBroadcast: boolean
}

export interface Search {
  readonly targets: readonly Target[]
  readonly port: number
  /** Where devices send what they answer to everybody; the same port, unless a test holds that one. */
  readonly answersAt?: number
  readonly from: number
  readonly to: number
  readonly waitMs: number
  /** So many are listed of a network in which everybody answers for everybody. */
  readonly most?: number
}

export interface Answer {
  readonly instance: number
  readonly vendorId: number
  readonly host: string
  readonly port: number
  /** The number of the BACnet network that it is in behind a router; null: it answered by itself. */
  readonly network: number | null
}

export interface SearchResult {
  /** What went wrong at each target, in their order; null: nothing. */
  readonly errors: readonly (string | null)[]
  readonly receivesBroadcasts: boolean
  readonly answers: readonly Answer[]
  readonly more: boolean
}

const lastInstance = 4_194_302
const usualPort = 47_808

export const whoIs = async (search: Search): Promise<SearchResult> => {
  const { targets, port, answersAt = port, from, to, waitMs, most = 200 } = search
  const family = targets.some(({ address }) => address.includes(':')) ? 'udp6' : 'udp4'
  const { socket, receivesBroadcasts } = await bound(family, answersAt)
  const transport = new SearchTransport(socket, port)
  const client = new Client({ transport })
  const answers = new Map<string, Answer>()
  let more = false
  client.on('iAm', (content) => {
    const answer = answerIn(content)
    // Some devices answer although their instance is not in the range.
    if (!answer || answer.instance < from || answer.instance > to) return
    const key = JSON.stringify(answer)
    if (answers.size >= most && !answers.has(key)) more = true
    else answers.set(key, answer)
  })
  const range = from === 0 && to === lastInstance ? {} : { lowLimit: from, highLimit: to }
  try {
    const ask = async () => {
      const errors: (string | null)[] = []
      for (const target of targets)
        errors.push(await transport.ask(target, (receiver) => client.whoIs(receiver, range)))
      return errors
    }
    const errors = await ask()
    if (errors.some((error) => error === null)) {
      // A datagram may get lost: each is asked twice.
      await realTime(waitMs / 3)
      await ask()
      await realTime((waitMs * 2) / 3)
    }
    return { errors, receivesBroadcasts, answers: [...answers.values()].toSorted(byInstance), more }
  } finally {
    client.close()
  }
}

/** The broadcast addresses of the networks that this machine is in. */
export const networksOfThisMachine = (interfaces = networkInterfaces()): Target[] => {
  const addresses = Object.values(interfaces).flatMap((list) =>
    (list ?? []).flatMap(({ family, internal, address, netmask }) =>
      family === 'IPv4' && !internal && !address.startsWith('169.254.') ? (broadcastOf(address, netmask) ?? []) : [],
    ),
  )
  return [...new Set(addresses)].map((address) => ({ address, isBroadcast: true }))
}

/** null: a network of one or two addresses has none. */
const broadcastOf = (address: string, netmask: string): string | null => {
  const mask = netmask.split('.').map(Number)
  if ((mask[3] ?? 255) > 252) return null
  return address
    .split('.')
    .map((part, at) => Number(part) | (~(mask[at] ?? 255) & 255))
    .join('.')
}

/** A transport of the library that sends where it is asked to, once, and nothing by itself. */
class SearchTransport extends EventEmitter {
  readonly #socket: Socket
  readonly #port: number
  #sending: { readonly address: string; readonly sent: (error: Error | null) => void } | undefined

  constructor(socket: Socket, port: number) {
    super()
    this.#socket = socket
    this.#port = port
    socket.on('error', () => undefined)
    socket.on('message', (message, { address, port: from }) => {
      try {
        this.emit('message', message, `${address}:${from}`)
      } catch {
        // Not to be decoded: no answer.
      }
    })
  }

  /** Answers what went wrong in words; null: it is sent. */
  async ask({ address, isBroadcast }: Target, send: (receiver?: { address: string }) => void): Promise<string | null> {
    const { promise, resolve } = Promise.withResolvers<Error | null>()
    this.#sending = { address, sent: resolve }
    // Without a receiver the frame says that it is a broadcast.
    send(isBroadcast ? undefined : { address: `${address}:${this.#port}` })
    this.#sending = undefined
    const error = await promise
    return error === null ? null : inWords(error, address).message
  }

  send(buffer: Buffer, length: number): void {
    const sending = this.#sending
    if (sending) this.#socket.send(buffer, 0, length, this.#port, sending.address, sending.sent)
  }

  getMaxPayload(): number {
    return 1482
  }

  open(): void {
    // Bound before it is made.
  }

  close(): void {
    this.#socket.close()
  }
}

/** At the port where devices answer to everybody, or where another program holds that, at any. */
const bound = async (family: 'udp4' | 'udp6', port: number) => {
  const at = async (wanted: number) => {
    const socket = createSocket(family)
    try {
      socket.bind({ port: wanted, exclusive: true })
      await once(socket, 'listening')
      socket.setBroadcast(true)
      return socket
    } catch (error) {
      socket.close()
      throw error
    }
  }
  try {
    return { socket: await at(port), receivesBroadcasts: true }
  } catch {
    return { socket: await at(0), receivesBroadcasts: false }
  }
}

const iAm = z.looseObject({
  header: z.looseObject({
    sender: z.looseObject({
      address: z.string(),
      forwardedFrom: z.string().nullish(),
      net: z.int().nullish(),
    }),
  }),
  payload: z.looseObject({ deviceId: z.int().min(0).max(lastInstance), vendorId: z.int() }),
})

const answerIn = (content: unknown): Answer | null => {
  const known = iAm.safeParse(content).data
  if (!known) return null
  const { address, forwardedFrom, net } = known.header.sender
  const { host, port } = endIn(forwardedFrom ?? address)
  const { deviceId, vendorId } = known.payload
  return { instance: deviceId, vendorId, host, port, network: net ?? null }
}

/** Port 47808 is left out in what a router of broadcasts (BBMD) passes on. */
const endIn = (text: string): { readonly host: string; readonly port: number } => {
  const at = text.lastIndexOf(':')
  return at < 0 ? { host: text, port: usualPort } : { host: text.slice(0, at), port: Number(text.slice(at + 1)) }
}

const byInstance = (one: Answer, other: Answer) => one.instance - other.instance

/** Answers come when they come, whatever the clock of the server is held at. */
const realTime = async (ms: number) => {
  await clock.within(ms, new Promise<never>(() => undefined)).catch(() => undefined)
}
