// How many connections are held open, by address, by whose they are and in all: whoever opens thousands takes no descriptor
// from the store, and no place from devices or from people who are at work.
import { readFileSync } from 'node:fs'
import type { Server, Socket } from 'node:net'
import type { Logger } from 'pino'
import { clock } from '../clock.ts'
import { isLoopback } from '../config.ts'

export interface ConnectionLimits {
  readonly most: number
  /** Of those that are somebody's; the rest is for whoever comes next. */
  readonly mostKnown: number
  /** Of those that are nobody's. */
  readonly mostUnknown: number
  /** Of one address, of IPv6 of its network of 64 bits. Loopback is a proxy, and speaks for many. */
  readonly mostOfAddress: number
}

/** Who speaks over a connection: a person, or the credential of devices, of a company. */
export interface Speaker {
  readonly company: string
  readonly name: string
}

export interface Admission {
  /** Somebody who may be here speaks over it: it is not closed to make room for what is nobody's. */
  know(socket: Socket, who: Speaker): void
  /** It is nobody's, or nobody's again. It goes when there is no room, unless others have been quiet for longer. */
  release(socket: Socket): void
  /** Ends those that are nobody's. */
  endUnknown(): void
  readonly open: () => number
  /** How many were not let in, or closed to make room. */
  readonly refused: () => number
}

/**
 * Lets connections in up to the limits. Full, the oldest that is nobody's goes: a flood closes itself. Of those that are
 * somebody's, who holds the most gives way, so that nobody takes the room of others however many they open.
 */
export const limitConnections = (
  server: Server,
  { most, mostKnown, mostUnknown, mostOfAddress }: ConnectionLimits,
  log: Pick<Logger, 'warn'>,
): Admission => {
  const unknown = new Set<Socket>()
  const known = new Map<Socket, Speaker>()
  const companies = new Map<string, Holding>()
  const addresses = new Map<Socket, string>()
  const ofAddress = new Map<string, number>()
  let refused = 0
  let unpublished = 0
  let reportedAt = Number.NEGATIVE_INFINITY
  const refuse = (socket: Socket) => {
    refused++
    unpublished++
    // A flood is told of, and fills no log.
    if (clock.steadyMs() - reportedAt >= reportEveryMs) {
      log.warn({ closed: unpublished, open: addresses.size, most }, 'connections were closed to make room for others')
      reportedAt = clock.steadyMs()
      unpublished = 0
    }
    socket.destroy()
  }
  const pushOut = (socket: Socket | undefined): boolean => {
    if (!socket) return false
    unknown.delete(socket)
    refuse(socket)
    return true
  }
  const unhold = (socket: Socket) => {
    const who = known.get(socket)
    known.delete(socket)
    const holding = who && companies.get(who.company)
    if (!holding) return
    holding.count--
    const own = holding.names.get(who.name)
    own?.delete(socket)
    if (own?.size === 0) holding.names.delete(who.name)
    if (holding.count === 0) companies.delete(who.company)
  }
  const oldestOf = (key: string): Socket | undefined => {
    for (const socket of unknown) if (addresses.get(socket) === key) return socket
    return undefined
  }
  // Among equals whoever came last, or all would take turns.
  const latestOfMost = ({ company, name }: Speaker): Socket | undefined => {
    const holding = largest(companies, company, ({ count }) => count)
    const own = holding && largest(holding.names, name, ({ size }) => size)
    return own && [...own].at(-1)
  }

  // Before anything else is done with it.
  server.prependListener('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    const key = networkOf(address)
    const isFull = !isLoopback(address) && (ofAddress.get(key) ?? 0) >= mostOfAddress
    if (isFull && !pushOut(oldestOf(key))) return refuse(socket)
    const [oldest] = unknown
    if ((addresses.size >= most || unknown.size >= mostUnknown) && !pushOut(oldest)) return refuse(socket)
    addresses.set(socket, key)
    ofAddress.set(key, (ofAddress.get(key) ?? 0) + 1)
    unknown.add(socket)
    socket.once('close', () => {
      addresses.delete(socket)
      unknown.delete(socket)
      unhold(socket)
      const left = (ofAddress.get(key) ?? 1) - 1
      if (left > 0) ofAddress.set(key, left)
      else ofAddress.delete(key)
    })
  })
  return {
    know(socket, who) {
      if (!addresses.has(socket) || socket.destroyed) return
      unknown.delete(socket)
      unhold(socket)
      known.set(socket, who)
      const holding = companies.get(who.company) ?? { count: 0, names: new Map<string, Set<Socket>>() }
      companies.set(who.company, holding)
      holding.count++
      holding.names.set(who.name, (holding.names.get(who.name) ?? new Set<Socket>()).add(socket))
      if (known.size <= mostKnown) return
      const latest = latestOfMost(who)
      if (latest) unhold(latest)
      if (latest) refuse(latest)
    },
    release(socket) {
      unhold(socket)
      unknown.delete(socket)
      if (addresses.has(socket) && !socket.destroyed) unknown.add(socket)
    },
    endUnknown() {
      for (const socket of unknown) socket.destroy()
    },
    open: () => addresses.size,
    refused: () => refused,
  }
}

const reportEveryMs = 60_000

/** What one company holds, by name. */
interface Holding {
  count: number
  readonly names: Map<string, Set<Socket>>
}

const largest = <T>(all: ReadonlyMap<string, T>, first: string, sizeOf: (one: T) => number): T | undefined => {
  let found = all.get(first)
  for (const one of all.values()) if (!found || sizeOf(one) > sizeOf(found)) found = one
  return found
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
    const reported = /^Max open files\s+(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
    return reported === 'unlimited' ? unlimited : Math.min(Number(reported) || usual, unlimited)
  } catch {
    return usual
  }
}

const mostReserved = 512
const mostAtOnce = 20_000
const mostSilent = 2000
const mostForNewcomers = 64
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
  mostKnown: most - Math.min(mostForNewcomers, Math.floor(most / 8)),
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
