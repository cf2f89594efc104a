// The three connections of a browser as tests have them: no network, the contract's shapes.
import { accessChanged } from '@gatehouse/contract/identity/auth'
import {
  caughtUp,
  type caughtUpShape,
  inboxChange,
  type InboxChange,
  inboxChanged,
  inbound,
  messages,
  namespaces,
  deliveredNotification,
  type Notified,
  notificationDelivered,
} from '@gatehouse/contract/realtime'
import type { Socket } from 'socket.io-client'
import type { OpenSocket } from '../live/open-socket.ts'

type Handler = (...given: unknown[]) => void
type Namespace = (typeof namespaces)[keyof typeof namespaces]
type InboundName = keyof typeof inbound

export interface FakeSockets {
  readonly openSocket: OpenSocket
  readonly emit: (namespace: Namespace, event: string, payload?: unknown) => void
  readonly notifies: (notification: Notified) => void
  readonly changesInbox: (change: InboxChange) => void
  /** What whoever connects for notifications is told first. */
  readonly hasUnread: (has: ReturnType<(typeof caughtUpShape)['parse']>) => void
  /** The session has ended, or what it may do has changed: every connection hears of it. */
  readonly changesAccess: () => void
  /** What is said on the main connection is answered by this; otherwise it is not. */
  readonly acknowledges: <S extends InboundName>(
    texts: S,
    answer: (payload: ReturnType<(typeof inbound)[S]['shape']['parse']>) => unknown,
  ) => void
  readonly received: <S extends InboundName>(texts: S) => ReturnType<(typeof inbound)[S]['shape']['parse']>[]
  readonly keepsSockets: (how: 'open' | 'cut off') => void
}

const beatMs = 2_000

export const createFakeSockets = (report: (fault: string) => void): FakeSockets => {
  const open = new Set<FakeSocket>()
  const acknowledgements = new Map<string, (payload: unknown) => unknown>()
  const texts: { readonly event: string; readonly payload: unknown }[] = []
  let unread = { seq: 0, unreadCount: 0 }
  let isCutOff = false

  const emit: FakeSockets['emit'] = (namespace, event, payload) => {
    for (const socket of open) if (socket.namespace === namespace) socket.receive(event, payload)
  }

  const greet = (socket: FakeSocket) => {
    if (isCutOff) return socket.receive('connect_error', new Error('xhr poll error'))
    socket.connected = true
    socket.active = true
    socket.receive('connect')
    if (socket.namespace === namespaces.notifications) socket.receive(caughtUp, unread)
    if (socket.namespace !== namespaces.telemetry) return
    socket.receive('hello', { serverTime: new Date().toISOString() })
    socket.beat = setInterval(() => socket.receive('beat'), beatMs)
  }

  const listener = (event: string, payload: unknown): unknown => {
    const known = Object.entries(inbound).find(([name]) => name === event)?.[1]
    const parsed = known?.shape.safeParse(payload)
    if (!parsed?.success) {
      report(`${event} was said with what it does not take: ${JSON.stringify(payload)}`)
      return undefined
    }
    texts.push({ event, payload: parsed.data })
    return acknowledgements.get(event)?.(parsed.data)
  }

  return {
    emit,
    notifies: (notification) =>
      emit(namespaces.notifications, notificationDelivered, deliveredNotification.parse(notification)),
    changesInbox: (change) => emit(namespaces.notifications, inboxChanged, inboxChange.parse(change)),
    hasUnread: (has) => void (unread = has),
    changesAccess: () => {
      for (const socket of open) socket.receive(accessChanged)
    },
    acknowledges: (name, answer) => void acknowledgements.set(name, answer as (payload: unknown) => unknown),
    received: (name) => texts.filter(({ event }) => event === name).map(({ payload }) => payload as never),
    keepsSockets: (how) => {
      isCutOff = how === 'cut off'
      if (!isCutOff) return
      for (const socket of open) socket.drop('transport close')
    },
    openSocket: (url, { auth = {} }) => {
      const path = new URL(url).pathname
      const namespace = Object.values(namespaces).find((known) => known === path) ?? namespaces.main
      const socket = createFakeSocket(namespace, { auth, greet, receive: listener, left: (gone) => open.delete(gone) })
      open.add(socket)
      socket.connect()
      return socket as unknown as Socket
    },
  }
}

interface FakeSocket {
  readonly namespace: Namespace
  connected: boolean
  active: boolean
  auth: object | ((answer: (given: object) => void) => void)
  beat: ReturnType<typeof setInterval> | undefined
  readonly receive: (event: string, ...given: unknown[]) => void
  readonly drop: (reason: string) => void
  readonly connect: () => void
}

interface Surroundings {
  readonly auth: FakeSocket['auth']
  readonly greet: (socket: FakeSocket) => void
  readonly receive: (event: string, payload: unknown) => unknown
  readonly left: (socket: FakeSocket) => void
}

const createFakeSocket = (namespace: Namespace, around: Surroundings): FakeSocket => {
  const handlers = new Map<string, Handler[]>()
  const on = (event: string, handler: Handler) => void handlers.set(event, [...(handlers.get(event) ?? []), handler])
  const nothing = () => {}

  const drop = (reason: string) => {
    const was = socket.connected
    clearInterval(socket.beat)
    socket.connected = false
    if (was) socket.receive('disconnect', reason)
  }

  const send =
    (timeoutMs: number) => (event: string, payload: unknown, done: (error: Error | null, answer?: unknown) => void) => {
      const answer = around.receive(event, payload)
      if (answer === undefined) setTimeout(() => done(new Error(messages.timedOut)), timeoutMs)
      else queueMicrotask(() => done(null, answer))
    }

  const socket = {
    namespace,
    connected: false,
    active: false,
    auth: around.auth,
    beat: undefined as FakeSocket['beat'],
    io: { reconnection: nothing, engine: { readyState: 'open', on: nothing, once: nothing } },
    on,
    off: () => handlers.clear(),
    receive: (event: string, ...given: unknown[]) => {
      for (const handler of handlers.get(event) ?? []) handler(...given)
    },
    drop,
    connect: () => {
      const { auth } = socket
      if (typeof auth === 'function') auth(() => around.greet(socket))
      else queueMicrotask(() => around.greet(socket))
    },
    disconnect: () => {
      drop('io client disconnect')
      around.left(socket)
    },
    timeout: (ms: number) => ({ emit: send(ms) }),
  }
  return socket
}
