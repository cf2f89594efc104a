// The telemetry connection: one socket that says hello, beats, and carries batches of events.
import { accessChanged } from '@gatehouse/contract/identity/auth'
import type { Socket } from 'socket.io-client'
import { createListeners } from '../data/store.ts'
import { createHandOver } from './hand-over.ts'
import { openSocket } from './open-socket.ts'
import { authBy } from './socket-life.ts'

export type Phase =
  /** Not wanted: nobody is signed in. */
  | 'off'
  | 'connecting'
  | 'live'
  /** Nothing heard for too long, or disconnected: every live value is grey. */
  | 'lost'
  /** Gave up trying by itself. */
  | 'failed'

export interface LiveState {
  readonly phase: Phase
  /** When the server was last heard, in this machine's time. */
  readonly seenAt: number | null
  /** Which attempt at reconnecting is under way or next. */
  readonly attempt: number
}

export interface LiveOptions {
  readonly url: string
  readonly auth: () => Promise<Record<string, unknown>>
  readonly onHello: (serverTime: string) => void
  /** After every hello, the first too: whatever was fetched before may have missed something. */
  readonly onConnected: () => void
  readonly onEvents: (byName: Map<string, unknown[]>) => void
  readonly onUnauthorized: () => void
  /** The server changed what the user may do, or ended the session. */
  readonly onAccessChanged: () => void
  readonly silenceMs?: number
}

export interface Live {
  readonly start: () => void
  readonly stop: () => void
  /** Tries at once, whatever the phase. */
  readonly retry: () => void
  readonly state: () => LiveState
  readonly subscribe: (listener: () => void) => () => void
}

export const maxAttempts = 5
const connectTimeoutMs = 10_000
// The server beats every 2 s. With the watch's own step this leaves half a second to be grey within five.
const twoBeatsMissedMs = 4_200
const watchEveryMs = 250
// A silent connection is replaced; not at once, so that a server catching its breath is not met by everyone at once.
const replaceAfterMs = 15_000

/** 1 s, 2 s, 4 s... up to 30 s, plus up to 1 s so that clients do not come back in step. */
export const backoffMs = (attempt: number, random = Math.random()): number =>
  Math.min(30_000, 1_000 * 2 ** attempt) + random * 1_000

export const createLive = (options: LiveOptions): Live => {
  const silenceMs = options.silenceMs ?? twoBeatsMissedMs
  const { emit, subscribe } = createListeners()
  const events = createHandOver(options.onEvents)
  let state: LiveState = { phase: 'off', seenAt: null, attempt: 0 }
  let socket: Socket | null = null
  let watchdog: ReturnType<typeof setInterval> | undefined
  let reconnectTimer: ReturnType<typeof setTimeout> | undefined
  let helloes = 0

  const set = (change: Partial<LiveState>) => {
    state = { ...state, ...change }
    emit()
  }

  const received = () => {
    // Not announced: nobody redraws because of a heartbeat.
    state = { ...state, seenAt: Date.now() }
    if (state.phase === 'lost' && socket?.connected) set({ phase: 'live' })
  }

  const tryAgainLater = () => {
    clearTimeout(reconnectTimer)
    if (state.phase === 'off') return
    if (state.attempt >= maxAttempts) return set({ phase: 'failed' })
    const delay = backoffMs(state.attempt)
    set({ phase: state.phase === 'connecting' && helloes === 0 ? 'connecting' : 'lost', attempt: state.attempt + 1 })
    reconnectTimer = setTimeout(connect, delay)
  }

  const connect = () => {
    dispose()
    const made = openSocket()(`${options.url}/telemetry`, {
      path: '/socket.io',
      transports: ['polling', 'websocket'],
      reconnection: false,
      forceNew: true,
      timeout: connectTimeoutMs,
      withCredentials: true,
      auth: authBy(options.auth),
    })
    socket = made
    made.on('hello', (hello: { serverTime?: unknown }) => {
      if (typeof hello.serverTime === 'string') options.onHello(hello.serverTime)
      set({ phase: 'live', seenAt: Date.now(), attempt: 0 })
      helloes += 1
      options.onConnected()
    })
    made.on('beat', received)
    made.on('events', (batch: unknown) => {
      received()
      events.add(batch)
    })
    made.on(accessChanged, options.onAccessChanged)
    made.on('disconnect', tryAgainLater)
    made.on('connect_error', ({ message }) => {
      if (message === 'unauthorized') options.onUnauthorized()
      tryAgainLater()
    })
  }

  const dispose = () => {
    socket?.off()
    socket?.disconnect()
    socket = null
  }

  const watch = () => {
    if (state.seenAt === null || (state.phase !== 'live' && state.phase !== 'lost')) return
    const silent = Date.now() - state.seenAt
    if (state.phase === 'live' && silent > silenceMs) set({ phase: 'lost' })
    if (socket?.connected && silent > replaceAfterMs) {
      dispose()
      tryAgainLater()
    }
  }

  const retry = () => {
    if (state.phase === 'off' || (state.phase === 'live' && socket?.connected)) return
    clearTimeout(reconnectTimer)
    set({ attempt: 0, phase: helloes === 0 ? 'connecting' : 'lost' })
    connect()
  }

  return {
    start: () => {
      if (state.phase !== 'off') return
      set({ phase: 'connecting', attempt: 0 })
      events.start()
      watchdog = setInterval(watch, watchEveryMs)
      connect()
    },
    stop: () => {
      clearInterval(watchdog)
      clearTimeout(reconnectTimer)
      dispose()
      events.stop()
      helloes = 0
      set({ phase: 'off', seenAt: null, attempt: 0 })
    },
    retry,
    state: () => state,
    subscribe,
  }
}
