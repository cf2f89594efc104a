// How many connections are held open, by address and in all: whoever opens thousands and says nothing takes no descriptor
// from the store, from devices, or from people who are at work.
import { readFileSync } from 'node:fs'
import type { Server, Socket } from 'node:net'
import { isLoopback } from './config.ts'

export interface ConnectionLimits {
  readonly most: number
  /** Of those that have said nothing yet. */
  readonly mostUnknown: number
  /** Of one address, of IPv6 of its network of 64 bits. Loopback is a proxy, and speaks for many. */
  readonly mostOfAddress: number
}

export interface Admission {
  /** Something was said over it that is worth keeping it for: it is not pushed out while that lasts. */
  know(socket: Socket): void
  /** All that was asked over it is answered, and it may never be asked for anything again. */
  rest(socket: Socket): void
  /** Ends those that have said nothing. */
  endUnknown(): void
  readonly open: () => number
  /** How many were not let in, or pushed out before they had said anything. */
  readonly refused: () => number
}

/** Lets connections in up to the limits. Full, the oldest that has said nothing goes: a flood pushes out itself. */
export const limitConnections = (server: Server, { most, mostUnknown, mostOfAddress }: ConnectionLimits): Admission => {
  const unknown = new Set<Socket>()
  const ofAddress = new Map<string, number>()
  let open = 0
  let refused = 0
  const refuse = (socket: Socket) => {
    refused++
    socket.destroy()
  }
  // Before anything else is done with it.
  server.prependListener('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    const key = networkOf(address)
    const own = ofAddress.get(key) ?? 0
    if (own >= mostOfAddress && !isLoopback(address)) return refuse(socket)
    const [oldest] = unknown
    if (open >= most || unknown.size >= mostUnknown) {
      if (!oldest) return refuse(socket)
      unknown.delete(oldest)
      refuse(oldest)
    }
    open++
    ofAddress.set(key, own + 1)
    unknown.add(socket)
    socket.once('close', () => {
      open--
      unknown.delete(socket)
      const left = (ofAddress.get(key) ?? 1) - 1
      if (left > 0) ofAddress.set(key, left)
      else ofAddress.delete(key)
    })
  })
  return {
    know: (socket) => void unknown.delete(socket),
    rest(socket) {
      if (!socket.destroyed) unknown.add(socket)
    },
    endUnknown() {
      for (const socket of unknown) socket.destroy()
    },
    open: () => open,
    refused: () => refused,
  }
}

/** An address, or the network of 64 bits that one home or office has of IPv6. */
export const networkOf = (address: string): string => {
  const v4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (v4 !== undefined) return v4
  if (!address.includes(':')) return address
  const [head = '', tail = ''] = address.split('%')[0]?.split('::') ?? []
  const before = head === '' ? [] : head.split(':')
  const after = tail === '' ? [] : tail.split(':')
  const middle = address.includes('::') ? Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0') : []
  return [...before, ...middle, ...after]
    .slice(0, 4)
    .map((part) => Number.parseInt(part, 16).toString(16))
    .join(':')
}

const unlimited = 65_536
const usual = 4096

/** How many files and connections this process may have open; where the system does not say, as many as are usual. */
export const descriptors = (): number => {
  try {
    const said = /^Max open files\s+(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
    return said === 'unlimited' ? unlimited : Math.min(Number(said) || usual, unlimited)
  } catch {
    return usual
  }
}

const mostReserved = 512
const mostAtOnce = 20_000
const mostSilent = 2000
const forPeople = 0.6

/** What is kept for the store, files and calls of ours, and how the rest is parted between people and devices. */
export const sharesOf = (all: number): { readonly http: ConnectionLimits; readonly mqtt: ConnectionLimits } => {
  const left = all - Math.min(mostReserved, Math.floor(all / 4))
  const http = Math.min(mostAtOnce, Math.floor(left * forPeople))
  const mqtt = Math.min(mostAtOnce, left - http)
  // Half of the people may be behind one address; all the devices of a building may.
  return { http: limitsOf(http, Math.ceil(http / 2)), mqtt: limitsOf(mqtt, mqtt) }
}

export const limitsOf = (most: number, mostOfAddress: number): ConnectionLimits => ({
  most,
  mostUnknown: Math.min(mostSilent, Math.ceil(most / 2)),
  mostOfAddress,
})

interface Wanted {
  readonly most?: number | undefined
  readonly mostOfAddress?: number | undefined
}

/** The settings, where there are any, in the place of what the system allows. */
export const connectionLimits = (
  { http, mqtt }: { readonly http: Wanted; readonly mqtt: Wanted },
  all = descriptors(),
): { readonly http: ConnectionLimits; readonly mqtt: ConnectionLimits } => {
  const shares = sharesOf(all)
  const wanted = (share: ConnectionLimits, { most = share.most, mostOfAddress }: Wanted) =>
    limitsOf(most, mostOfAddress ?? Math.min(most, Math.max(share.mostOfAddress, Math.ceil(most / 2))))
  return { http: wanted(shares.http, http), mqtt: wanted(shares.mqtt, mqtt) }
}
