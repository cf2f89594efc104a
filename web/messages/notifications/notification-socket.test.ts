import { createServer } from 'node:http'
import { setTimeout as schedule } from 'node:timers'
import { accessChanged } from '@gatehouse/contract/identity/auth'
import { messages } from '@gatehouse/contract/messages/notifications'
import type { InboxChange } from '@gatehouse/contract/realtime'
import { Server, type Socket } from 'socket.io'
import { aNotification } from './a-notification.testing.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createNotificationSocket, type NotificationSocket, type SocketOptions } from './notification-socket.ts'

let io: Server
let port: number
let url: string
let connection: NotificationSocket
let refusal: string | null
let arrive: (socket: Socket) => void
let met: { auth: unknown; transport: string }[]
let phases: string[]

const open = async (at = 0) => {
  const http = createServer()
  io = new Server(http, { path: '/socket.io' })
  const delivered = io.of('/notifications')
  delivered.use((socket, next) => {
    const transport = socket.conn.transport.name
    met.push({ auth: socket.handshake.auth, transport })
    next(refusal === null ? undefined : new Error(refusal))
  })
  delivered.on('connection', (socket) => arrive(socket))
  await new Promise<void>((ready) => http.listen(at, '127.0.0.1', ready))
  const address = http.address()
  port = typeof address === 'object' && address ? address.port : 0
  url = `http://127.0.0.1:${port}`
}

const connect = (options: Partial<SocketOptions> = {}): NotificationSocket => {
  connection = createNotificationSocket({
    url,
    auth: async () => ({ token: 't', csrfToken: 'c', userId: 'u', after: 7 }),
    onDelivered: () => {},
    onCaughtUp: () => {},
    onChanged: () => {},
    onDoubt: () => {},
    onForged: () => {},
    onFailed: () => {},
    ...options,
  })
  phases = []
  connection.subscribe(() => {
    const { phase } = connection.state()
    if (phases.at(-1) !== phase) phases.push(phase)
  })
  connection.start()
  return connection
}

/** Nobody waits for a pause of about a second: it is over at once, and listed as it was asked for, in ms. */
const skipPauses = (): number[] => {
  const pauses: number[] = []
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((work, ms = 0, ...given) => {
    const isPause = ms >= 900 && ms <= 2_000
    if (isPause) pauses.push(ms)
    return schedule(work, isPause ? 1 : ms, ...given)
  })
  return pauses
}

const until = (wanted: string) =>
  vi.waitFor(() => expect(connection.state().phase).toBe(wanted), { timeout: 18_000, interval: 10 })
// What comes by itself, on a machine that may be slow.
const soon = { timeout: 15_000 }

const notification = (seq: number, changes: object = {}) => ({
  ...aNotification({ id: `id-${seq}`, kind: 'access-changed', title: `No. ${seq}` }),
  seq,
  ...changes,
})

beforeEach(async () => {
  refusal = null
  met = []
  arrive = () => {}
  await open()
})
afterEach(async () => {
  connection.stop()
  await io.close()
  vi.restoreAllMocks()
})

test('signs in with token, CSRF value and user, says what it had last, and is a WebSocket from the start', async () => {
  connect()
  await until('connected')
  expect(phases).toEqual(['connecting', 'connected'])
  expect(met).toMatchObject([{ auth: { token: 't', csrfToken: 'c', userId: 'u', after: 7 }, transport: 'websocket' }])
  connection.stop()
  expect(connection.state()).toEqual({ phase: 'disconnected', attempt: 0, why: null })
})

const ids = ['id-8']
const changes = Object.values({
  read: { kind: 'read', ids },
  unread: { kind: 'unread', ids },
  removed: { kind: 'removed', ids },
  restored: { kind: 'restored' },
  cleared: { kind: 'cleared', until: null },
  'all-read': { kind: 'all-read', until: null },
} satisfies { [Kind in InboxChange['change']['kind']]: Extract<InboxChange['change'], { kind: Kind }> })

test('hands over what is told, in its order, and where it is caught up', async () => {
  const received: unknown[] = []
  arrive = (socket) => {
    for (const seq of [8, 9, 10]) socket.emit('notification', notification(seq))
    socket.emit('caught-up', { seq: 10, unreadCount: 3 })
    for (const change of changes) socket.emit('inbox-changed', { change, unreadCount: 2 })
  }
  connect({
    onDelivered: ({ seq }) => received.push(seq),
    onCaughtUp: (seq, unread) => received.push(['caught up', seq, unread]),
    onChanged: ({ change, unreadCount }) => received.push([change.kind, unreadCount]),
  })
  await vi.waitFor(
    () => expect(received).toEqual([8, 9, 10, ['caught up', 10, 3], ...changes.map(({ kind }) => [kind, 2])]),
    soon,
  )
})

test('refuses what has no id or no message, says so, and goes on', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const received: string[] = []
  const malformed = [
    notification(8, { id: undefined }),
    notification(8, { message: '' }),
    null,
    'text',
    [],
    notification(8, { seq: '8' }),
  ]
  arrive = (socket) => {
    for (const one of malformed) socket.emit('notification', one)
    socket.emit('inbox-changed', { change: { kind: 'read' }, unreadCount: 2 })
    socket.emit('caught-up', 'now')
    socket.emit('notification', notification(9))
  }
  const [onChanged, onCaughtUp] = [vi.fn(), vi.fn()]
  connect({ onDelivered: ({ id }) => received.push(id), onChanged, onCaughtUp })
  await vi.waitFor(() => expect(received).toEqual(['id-9']), soon)
  expect(warned.mock.calls).toEqual(malformed.map(() => [messages.invalid]))
  expect([onChanged.mock.calls, onCaughtUp.mock.calls]).toEqual([[], []])
})

test('gives up after 5 attempts 1 s apart, says so once, and tries again when asked to', async () => {
  const pauses = skipPauses()
  refusal = 'unavailable'
  const onFailed = vi.fn()
  connect({ onFailed })
  await until('failed')
  expect(met).toHaveLength(6)
  expect(pauses).toEqual([1_000, 1_000, 1_000, 1_000, 1_000])
  expect(phases.slice(0, 3)).toEqual(['connecting', 'error', 'connecting'])
  expect(connection.state()).toMatchObject({ attempt: 5, why: 'unavailable' })
  expect(onFailed).toHaveBeenCalledOnce()
  refusal = null
  connection.retry()
  await until('connected')
  expect(connection.state()).toMatchObject({ attempt: 0, why: null })
})

test('comes back by itself within its attempts, with the last that it has by then', async () => {
  let after = 7
  connect({ auth: async () => ({ token: 't', after }), onDelivered: ({ seq }) => (after = seq) })
  await until('connected')
  io.of('/notifications').emit('notification', notification(8))
  await vi.waitFor(() => expect(after).toBe(8), soon)
  await io.close()
  await until('error')
  expect(connection.state().attempt).toBe(1)
  await open(port)
  arrive = (socket) => socket.emit('caught-up', { seq: 8, unreadCount: 1 })
  await until('connected')
  await vi.waitFor(() => expect(connection.state().attempt).toBe(0), soon)
  expect(met.at(-1)?.auth).toEqual({ token: 't', after: 8 })
})

test('who is let in and put out again is not let in for ever', async () => {
  skipPauses()
  arrive = (socket) => socket.disconnect(true)
  connect()
  await until('failed')
  expect(met).toHaveLength(6)
  expect(connection.state().why).toBe('io server disconnect')
})

test('asks whether the session holds where the server does not know it, or has changed what it may do', async () => {
  const onDoubt = vi.fn()
  refusal = 'unauthorized'
  connect({ onDoubt })
  await vi.waitFor(() => expect(onDoubt).toHaveBeenCalledOnce(), soon)
  connection.stop()
  refusal = null
  arrive = (socket) => socket.emit(accessChanged)
  connect({ onDoubt })
  await vi.waitFor(() => expect(onDoubt).toHaveBeenCalledTimes(2), soon)
})

test('who is stopped on the way connects to nothing, and says nothing more', async () => {
  connect()
  connection.stop()
  const before = phases.length
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect([connection.state().phase, phases.length]).toEqual(['disconnected', before])
  expect(io.of('/notifications').sockets.size).toBe(0)
})
