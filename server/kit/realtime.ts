// Facts to sockets: the same company, permission and label rules as serve(), once per room instead of once per socket.
import type { IncomingMessage, Server as HttpServer } from 'node:http'
import { accessChanged } from '@gatehouse/contract/auth'
import { eventPermissions } from '@gatehouse/contract/contract'
import type { LiveEvent } from '@gatehouse/contract/operation'
import type { Permission } from '@gatehouse/contract/permissions'
import type { Logger } from 'pino'
import { type Namespace, Server, type Socket } from 'socket.io'
import type { Bus, Fact } from './bus.ts'
import type { Caller } from './caller.ts'
import { wholeToken } from './split-token.ts'

/** What the sockets need of the house. */
export interface Visibility {
  caller(token: string): Promise<Caller | null>
  /** Which group of equally labelled devices a device belongs to; null when it is unknown. */
  groupOf(deviceId: string): string | null
  /** The groups of the caller's company that no label hides from the caller. */
  groupsOf(caller: Caller): string[]
}

export interface Realtime {
  /** Rights changed somewhere: every socket is asked again and leaves what it may no longer hear. */
  reconsider(): Promise<void>
  readonly telemetry: Namespace
  close(): Promise<void>
}

const heartbeatMs = 2000
// How long readings may wait to travel together; the first after a quiet moment never waits. A frame of a screen, or
// longer where sending is dear (a thousand sockets), so that it takes half a core at most.
const flushMs = 16
const longestFlushMs = 200
const periodPerWork = 2
const consideredAtOnce = 6

/** Where our own pages come from, as far as it is known. */
export interface Place {
  readonly publicUrl?: string | undefined
  /** Cookies travel by https only. */
  readonly secure: boolean
}

export const createRealtime = (
  http: HttpServer,
  bus: Bus,
  visibility: Visibility,
  log: Logger,
  place: Place = { secure: false },
): Realtime => {
  const io = new Server(http, {
    path: '/socket.io',
    serveClient: false,
    maxHttpBufferSize: 100_000,
    perMessageDeflate: false,
    allowRequest: (request, decide) => decide(null, isFromOurPages(request, place)),
  })
  // These answers do not pass through Fastify.
  io.engine.on('headers', (headers: Record<string, string>) => Object.assign(headers, headersOf(place)))
  const telemetry = io.of('/telemetry')

  const admit = async (socket: Socket): Promise<Error | undefined> => {
    const given: unknown = socket.handshake.auth['token']
    const token = typeof given === 'string' ? wholeToken(given, cookiesOf(socket), place.secure) : ''
    const caller = token ? await visibility.caller(token).catch(() => undefined) : null
    // Not knowing is no refusal: who is told 'unauthorized' signs out.
    if (!caller) return new Error(caller === null ? 'unauthorized' : 'unavailable')
    socket.data = { token, expiresAt: caller.expiresAt, rights: rightsOf(caller) }
    await socket.join(roomsOf(caller, visibility))
    return undefined
  }
  telemetry.use((socket, next) => {
    // oxlint-disable-next-line promise/no-callback-in-promise -- the library takes its answer this way only
    void admit(socket).then(next, next)
  })
  telemetry.on('connection', (socket) => {
    socket.emit('hello', { serverTime: new Date().toISOString(), heartbeatMs })
  })

  const outbox = createOutbox((room, batch) => telemetry.to(room).emit('events', batch))
  bus.onAny((fact) => {
    const room = roomFor(fact, visibility)
    if (room) outbox.add(room, fact)
  })

  const beat = setInterval(() => {
    telemetry.emit('beat')
    const now = Date.now()
    for (const socket of telemetry.sockets.values()) if (socket.data.expiresAt <= now) end(socket)
  }, heartbeatMs)

  // Told first, so that the browser asks whether it is still signed in instead of only connecting again.
  const end = (socket: Socket) => {
    socket.emit(accessChanged)
    socket.disconnect(true)
  }

  const consider = async (socket: Socket) => {
    try {
      const caller = await visibility.caller(socket.data.token)
      if (!caller) return end(socket)
      const rights = rightsOf(caller)
      // Other rights, or a session that has a new token by now: its old one ends sooner.
      const changed = rights !== socket.data.rights || caller.expiresAt < socket.data.expiresAt
      Object.assign(socket.data, { expiresAt: caller.expiresAt, rights })
      const now = new Set(roomsOf(caller, visibility))
      for (const room of socket.rooms) if (room !== socket.id && !now.has(room)) await socket.leave(room)
      await socket.join([...now])
      if (changed) socket.emit(accessChanged)
    } catch (error) {
      // Not knowing is no reason to go on sending.
      log.warn({ error }, 'a socket could not be checked and was closed')
      socket.disconnect(true)
    }
  }

  // Several at a time: the last of a thousand hears of it within the second too.
  const reconsider = async () => {
    const sockets = telemetry.sockets.values()
    const work = async () => {
      for (const socket of sockets) await consider(socket)
    }
    await Promise.all(Array.from({ length: consideredAtOnce }, work))
  }

  return {
    telemetry,
    reconsider,
    async close() {
      clearInterval(beat)
      outbox.stop()
      await io.close()
    },
  }
}

/** Browsers say where a page comes from, and pages cannot; programs say nothing. */
const isFromOurPages = ({ headers }: IncomingMessage, { publicUrl }: Place): boolean => {
  if (headers.origin === undefined) return true
  const host = URL.parse(headers.origin)?.host
  return host !== undefined && (host === headers.host || host === URL.parse(publicUrl ?? '')?.host)
}

const headersOf = ({ secure }: Place): Record<string, string> => ({
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  ...(secure ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
})

const cookiesOf = (socket: Socket) =>
  Object.fromEntries(
    (socket.handshake.headers.cookie ?? '').split(/;\s*/).map((pair): [string, string] => {
      const at = pair.indexOf('=')
      return [pair.slice(0, at), pair.slice(at + 1)]
    }),
  )

/** All that a socket's rooms, and what its page shows, hang on. */
const rightsOf = ({ companyId, permissions, labels }: Caller): string =>
  [companyId, ...[...permissions].sort(), ...[...labels].sort()].join(' ')

const everywhere = '*'

const room = (companyId: string, permission: Permission, group: string) => `${companyId} ${permission} ${group}`

const roomFor = ({ event, companyId, payload }: Fact, visibility: Visibility): string | null => {
  const permission = typeof event.permission === 'function' ? event.permission(payload) : event.permission
  if (event.scope === 'company') return room(companyId, permission, everywhere)
  const deviceId = event.device?.(payload)
  // About no device: company-wide, as in lists.
  if (!deviceId) return room(companyId, permission, everywhere)
  const group = visibility.groupOf(deviceId)
  return group === null ? null : room(companyId, permission, group)
}

const roomsOf = (caller: Caller, visibility: Visibility): string[] => {
  const companyId = caller.companyId
  if (!companyId) return []
  const groups = [everywhere, ...visibility.groupsOf(caller)]
  const held = eventPermissions.filter((permission) => caller.permissions.has(permission))
  return held.flatMap((permission) => groups.map((group) => room(companyId, permission, group)))
}

type Batch = [name: string, payload: unknown][]

// Events go out at once; those that may be coalesced wait for company, and only the newest per key survives.
const createOutbox = (send: (room: string, batch: Batch) => void) => {
  const waiting = new Map<string, Map<string, [string, unknown]>>()
  let nextFlush = 0
  let usualWork = 0
  let timer: NodeJS.Timeout | undefined
  const flush = () => {
    timer = undefined
    const began = performance.now()
    for (const [to, facts] of waiting) send(to, [...facts.values()])
    waiting.clear()
    usualWork += (performance.now() - began - usualWork) / 8
    nextFlush = began + Math.min(longestFlushMs, Math.max(flushMs, usualWork * periodPerWork))
  }
  return {
    add(to: string, { event, payload }: Fact) {
      const key = keyOf(event, payload)
      if (key === null) return send(to, [[event.name, payload]])
      let facts = waiting.get(to)
      if (!facts) {
        facts = new Map()
        waiting.set(to, facts)
      }
      facts.set(key, [event.name, payload])
      if (timer === undefined) timer = setTimeout(flush, Math.max(0, nextFlush - performance.now()))
    },
    stop: () => clearTimeout(timer),
  }
}

const keyOf = (event: LiveEvent, payload: unknown): string | null =>
  event.coalesce ? `${event.name} ${event.coalesce(payload)}` : null
