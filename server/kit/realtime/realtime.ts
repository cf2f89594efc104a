// Facts to sockets: the same company, permission and label rules as serve(), once per room instead of once per socket.
// Three connections share one way in, one look at rights, and one end.
import { randomUUID } from 'node:crypto'
import type { Server as HttpServer } from 'node:http'
import { Socket as WireSocket } from 'node:net'
import { accessChanged } from '@gatehouse/contract/identity/auth'
import { eventNeeds } from '@gatehouse/contract/contract'
import { readPermission } from '@gatehouse/contract/building/devices'
import type { Permission } from '@gatehouse/contract/permissions'
import { intercomUpdate, namespaces, socketPath } from '@gatehouse/contract/realtime'
import type { Logger } from 'pino'
import { type Namespace, Server, type Socket } from 'socket.io'
import type { Bus } from '../bus.ts'
import type { Caller } from '../http/caller.ts'
import { clock } from '../clock.ts'
import type { Admission } from '../http/connections.ts'
import { admit, type Guest, headersOf, isFromOurPages, type Place } from './realtime-admission.ts'
import { createOutbox } from './realtime-outbox.ts'
import { type Groups, isIntercomCall, roomFor, roomsOf } from './realtime-rooms.ts'

export type { Guest } from './realtime-admission.ts'

/** What the sockets need of the house. */
export interface Visibility extends Groups {
  caller(token: string): Promise<Caller | null>
}

export interface Realtime {
  /** Rights changed somewhere: every socket is asked again and leaves what it may no longer hear. */
  reconsider(): Promise<void>
  /** Who is let in on one of the connections is handed to this. */
  welcome(to: Exclude<keyof typeof namespaces, 'telemetry'>, listener: (guest: Guest) => void): void
  readonly telemetry: Namespace
  /** Whether other nodes are reached; undefined where there are none. */
  readonly together: () => boolean | undefined
  /** How many browsers hear live values here. */
  readonly sockets: () => number
  close(): Promise<void>
}

const heartbeatMs = 2000
const consideredAtOnce = 6
// A peer that has gone without a word is noticed after both, at the latest.
const pingEveryMs = 10_000
const pingPatienceMs = 10_000
// Of what a browser was told and has not fetched: who says that it is there and reads nothing would fill our memory.
const mostUnread = 10_000

export const createRealtime = async (
  http: HttpServer,
  bus: Bus,
  visibility: Visibility,
  log: Logger,
  place: Place & {
    readonly redisUrl?: string | undefined
    /** Whose a connection is that was let in. */
    readonly know?: Admission['know']
  } = { secure: false },
): Promise<Realtime> => {
  const join = place.redisUrl === undefined ? undefined : (await import('./realtime-nodes.ts')).joinNodes
  const io = new Server(http, {
    path: socketPath,
    serveClient: false,
    maxHttpBufferSize: 100_000,
    perMessageDeflate: false,
    pingInterval: pingEveryMs,
    pingTimeout: pingPatienceMs,
    allowRequest: (request, decide) => decide(null, isFromOurPages(request, place)),
  })
  /** Under the id of what went on over them. */
  const wires = new Map<string, WireSocket>()
  http.on('upgrade', ({ url = '' }, wire) => {
    const id = new URLSearchParams(url.split('?')[1]).get('sid')
    if (id === null || !(wire instanceof WireSocket)) return
    wires.set(id, wire)
    wire.once('close', () => {
      if (wires.get(id) === wire) wires.delete(id)
    })
  })
  // These answers do not pass through Fastify.
  io.engine.on('headers', (headers: Record<string, string>) => Object.assign(headers, headersOf(place)))
  const missed = () => telemetry.local.emit('hello', hello())
  const nodes = place.redisUrl === undefined ? undefined : join?.(io, place.redisUrl, log, missed)
  // Every socket of this node is in here: what is told them at once is not told them again by way of Redis.
  const here = `node ${randomUUID()}`
  const ofNode = nodes ? [here] : []
  let considerations = 0

  const guests = new WeakMap<Socket, Guest>()
  const listeners = new Map<Namespace, (guest: Guest) => void>()
  /** Which sets of permissions the facts ask for that are sent on each. */
  const receives = new Map<Namespace, readonly (readonly Permission[])[]>()
  // A browser that begins by asking again and again goes on over a connection of its own.
  const keepWire = ({ conn, request }: Socket, { companyId, userId }: Caller) => {
    const keep = () => place.know?.(wires.get(idOf(conn)) ?? request.socket, { company: companyId ?? '', name: userId })
    if (conn.transport.name === 'websocket') keep()
    else conn.once('upgrade', keep)
  }
  const open = (name: string, needs: readonly (readonly Permission[])[]): Namespace => {
    const namespace = io.of(name)
    receives.set(namespace, needs)
    const enter = async (socket: Socket): Promise<Error | undefined> => {
      const since = considerations
      const guest = await admit(socket, visibility.caller, place, name === namespaces.notifications)
      if (guest instanceof Error) return guest
      guests.set(socket, guest)
      keepWire(socket, guest.caller)
      await socket.join([...ofNode, ...roomsOf(guest.caller, needs, visibility)])
      // Rights changed while it was at the door, where nobody looked for it.
      if (since !== considerations) await consider(guest)
      return undefined
    }
    namespace.use((socket, next) => {
      // oxlint-disable-next-line promise/no-callback-in-promise -- the library takes its answer this way only
      void enter(socket).then(next, next)
    })
    namespace.on('connection', (socket: Socket) => {
      const guest = guests.get(socket)
      if (guest) listeners.get(namespace)?.(guest)
    })
    return namespace
  }
  const main = open(namespaces.main, [[readPermission.intercom]])
  const notifications = open(namespaces.notifications, [])
  const telemetry = open(namespaces.telemetry, eventNeeds)
  const byName = { main, notifications }

  const hello = () => ({ serverTime: clock.iso(), heartbeatMs })
  listeners.set(telemetry, ({ socket }) => socket.emit('hello', hello()))

  // One's own sockets never wait for Redis. Where nobody listens nothing is written, as at night of ten thousand channels.
  const isListenedTo = (to: Namespace, room: string) => to.adapter.rooms.has(room) || nodes?.reached() === true
  const publish = (to: Namespace, room: string, name: string, message: unknown) => {
    if (to.adapter.rooms.has(room)) to.local.to(room).emit(name, message)
    if (nodes?.reached()) to.to(room).except(here).emit(name, message)
  }
  const outbox = createOutbox((room, batch) => publish(telemetry, room, 'events', batch))
  bus.onAny((fact) => {
    const room = roomFor(fact, visibility)
    if (!room) return
    if (isListenedTo(telemetry, room)) outbox.add(room, fact)
    if (isIntercomCall(fact)) publish(main, room, intercomUpdate, fact.payload)
  })

  const beat = () => {
    telemetry.local.emit('beat')
    const now = clock.ms()
    for (const { socket, caller } of present()) {
      if (caller.expiresAt <= now) end(socket)
      else if (unreadBy(socket) > mostUnread) {
        log.warn(
          { userId: caller.userId, address: socket.handshake.address },
          'a browser that reads nothing was let go',
        )
        socket.conn.close(true)
      }
    }
  }
  const heartbeat = clock.every(heartbeatMs, beat, { realTime: true, log, failure: 'a heartbeat failed' })

  function* present() {
    for (const namespace of receives.keys())
      for (const socket of namespace.sockets.values()) {
        const guest = guests.get(socket)
        if (guest) yield guest
      }
  }

  // Told first, so that the browser asks whether it is still signed in instead of only connecting again.
  const end = (socket: Socket) => {
    socket.emit(accessChanged)
    socket.disconnect(true)
  }

  const consider = async (guest: Guest) => {
    const { socket } = guest
    try {
      const caller = await visibility.caller(guest.token)
      if (!caller) return end(socket)
      // Other rights, or a session that has a new token by now: its old one ends sooner.
      const changed = rightsOf(caller) !== rightsOf(guest.caller) || caller.expiresAt < guest.caller.expiresAt
      guest.caller = caller
      const now = new Set([...ofNode, ...roomsOf(caller, receives.get(socket.nsp) ?? [], visibility)])
      for (const room of socket.rooms) if (room !== socket.id && !now.has(room)) await socket.leave(room)
      await socket.join([...now])
      if (!changed) return
      socket.emit(accessChanged)
      guest.changed?.()
    } catch (error) {
      // Not knowing is no reason to go on sending.
      log.warn({ error }, 'a socket could not be checked and was closed')
      socket.disconnect(true)
    }
  }

  // Several at a time: the last of a thousand hears of it within the second too.
  const reconsider = async () => {
    considerations++
    const all = present()
    const work = async () => {
      for (const guest of all) await consider(guest)
    }
    await Promise.all(Array.from({ length: consideredAtOnce }, work))
  }

  return {
    welcome: (to, listener) => void listeners.set(byName[to], listener),
    reconsider,
    telemetry,
    together: () => nodes?.reached(),
    sockets: () => telemetry.sockets.size,
    async close() {
      void heartbeat.stop()
      outbox.stop()
      await io.close()
      nodes?.close()
    },
  }
}

/** What the library calls it, and its browser when it goes on over another connection. */
const idOf = (conn: Socket['conn']): string => String(Reflect.get(conn, 'id'))

/** How much waits to be taken from here: what the library keeps for the next time that it can send. */
const unreadBy = ({ conn }: Socket): number => {
  const waiting: unknown = Reflect.get(conn, 'writeBuffer')
  return Array.isArray(waiting) ? waiting.length : 0
}

/** All that a socket's rooms, and what its page shows, hang on. */
const rightsOf = ({ companyId, permissions, labels }: Caller): string =>
  [companyId, ...[...permissions].sort(), ...[...labels].sort()].join(' ')
