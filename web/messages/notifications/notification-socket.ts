// The connection on which notifications are told as they come. It goes on from the last one that is here.
import { messages as notificationMessages } from '@gatehouse/contract/messages/notifications'
import {
  caughtUp,
  inboxChanged,
  type InboxChange,
  limits,
  namespaces,
  socketPath,
  type Notified,
  notificationDelivered,
} from '@gatehouse/contract/realtime'
import { accessChanged } from '@gatehouse/contract/identity/auth'
import type { Socket } from 'socket.io-client'
import { createStore } from '../../kit/data/store.ts'
import { openSocket } from '../../kit/live/open-socket.ts'
import { authBy, endQuietly, messageIn } from '../../kit/live/socket-life.ts'

export type ConnectionPhase = 'disconnected' | 'connecting' | 'connected' | 'error' | 'failed'

export interface ConnectionState {
  readonly phase: ConnectionPhase
  /** Which attempt at connecting again is under way or next. */
  readonly attempt: number
  /** What the last attempt failed of, in the words of who said it. */
  readonly why: string | null
}

export interface SocketOptions {
  readonly url: string
  /** Asked before each attempt: by then another one may be the last that is here. */
  readonly auth: () => Promise<Record<string, unknown>>
  readonly onDelivered: (delivered: Notified) => void
  readonly onCaughtUp: (seq: number, unreadCount: number) => void
  readonly onChanged: (changed: InboxChange) => void
  /** The server does not know the session, or has changed what it may do. */
  readonly onDoubt: () => void
  /** The server does not know the CSRF value: another one has to be asked for. */
  readonly onForged: () => void
  /** Gave up. */
  readonly onFailed: () => void
}

export interface NotificationSocket {
  readonly start: () => void
  readonly stop: () => void
  /** Tries at once, where it has given up or waits. */
  readonly retry: () => void
  readonly state: () => ConnectionState
  readonly subscribe: (listener: () => void) => () => void
}

const { attempts, delay } = limits.notifications
const off: ConnectionState = { phase: 'disconnected', attempt: 0, why: null }

export const createNotificationSocket = (options: SocketOptions): NotificationSocket => {
  const state = createStore(off)
  let socket: Socket | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  const set = (change: Partial<ConnectionState>) => state.set({ ...state.get(), ...change })

  // It is worth going on where anything came: who is only let in and put out again is not.
  const received = () => {
    if (state.get().attempt > 0) set({ attempt: 0 })
  }

  const troubled = (why: string) => {
    clearTimeout(timer)
    leave()
    if (state.get().attempt >= attempts) {
      set({ phase: 'failed', why })
      options.onFailed()
      return
    }
    set({ phase: 'error', why, attempt: state.get().attempt + 1 })
    timer = setTimeout(connect, delay)
  }

  const connect = () => {
    leave()
    set({ phase: 'connecting' })
    // A WebSocket at once needs one connection where polling needs four; where it is not let through, polling first.
    const ways = state.get().attempt % 2 === 0 ? ['websocket', 'polling'] : ['polling', 'websocket']
    const made = openSocket()(options.url + namespaces.notifications, {
      path: socketPath,
      transports: ways,
      tryAllTransports: true,
      reconnection: false,
      forceNew: true,
      withCredentials: true,
      auth: authBy(options.auth),
    })
    socket = made
    // A WebSocket that is closed before it has said anything is no error to the library, which would go on waiting.
    made.io.engine.on('close', (reason) => {
      if (socket === made && !made.connected && reason !== 'forced close') troubled(reason)
    })
    made.on('connect', () => set({ phase: 'connected', why: null }))
    made.on(notificationDelivered, (delivered: unknown) => {
      received()
      if (isNotified(delivered)) options.onDelivered(delivered)
      else console.warn(notificationMessages.invalid)
    })
    made.on(caughtUp, (given: unknown) => {
      received()
      if (isRecord(given) && typeof given['seq'] === 'number' && typeof given['unreadCount'] === 'number')
        options.onCaughtUp(given['seq'], given['unreadCount'])
    })
    made.on(inboxChanged, (changed: unknown) => {
      if (isChange(changed)) options.onChanged(changed)
    })
    made.on(accessChanged, options.onDoubt)
    made.on('disconnect', (reason) => troubled(reason))
    made.on('connect_error', (error: unknown) => {
      const why = messageIn(error)
      if (why === 'unauthorized') options.onDoubt()
      if (why === 'EBADCSRFTOKEN') options.onForged()
      troubled(why)
    })
  }

  const leave = () => {
    if (socket) endQuietly(socket)
    socket = null
  }

  return {
    start: () => {
      if (state.get().phase !== 'disconnected') return
      connect()
    },
    stop: () => {
      clearTimeout(timer)
      leave()
      set(off)
    },
    retry: () => {
      if (state.get().phase !== 'error' && state.get().phase !== 'failed') return
      clearTimeout(timer)
      set({ attempt: 0 })
      connect()
    },
    state: state.get,
    subscribe: state.subscribe,
  }
}

// What the server sends it validates itself in every test: here only what everything stands on is looked at.
const isNotified = (value: unknown): value is Notified =>
  isRecord(value) &&
  isText(value['id']) &&
  isText(value['message']) &&
  typeof value['seq'] === 'number' &&
  typeof value['title'] === 'string' &&
  typeof value['timestamp'] === 'string' &&
  Array.isArray(value['requiredPermissions'])

// Every kind that the contract has, and whether it names some: the compiler refuses one that is missing here.
const namesSome: Record<InboxChange['change']['kind'], boolean> = {
  read: true,
  unread: true,
  removed: true,
  'all-read': false,
  cleared: false,
  restored: false,
}

const isChange = (value: unknown): value is InboxChange => {
  if (!isRecord(value) || typeof value['unreadCount'] !== 'number' || !isRecord(value['change'])) return false
  const { kind, ids } = value['change']
  return Object.entries(namesSome).some(([known, some]) => kind === known && (!some || Array.isArray(ids)))
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
