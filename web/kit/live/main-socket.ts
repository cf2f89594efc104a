// The main connection: polling first and then something better, tried again for as long as it is wanted.
import { accessChanged } from '@gatehouse/contract/identity/auth'
import { intercomUpdate, limits, messages, namespaces, socketPath } from '@gatehouse/contract/realtime'
import type { Socket } from 'socket.io-client'
import { createStore } from '../data/store.ts'
import { openSocket } from './open-socket.ts'
import { authBy, endQuietly, messageIn } from './socket-life.ts'

export type MainState = 'open' | 'closed' | 'reconnecting'

export interface MainOptions {
  readonly url: string
  readonly auth: () => Promise<Record<string, unknown>>
  readonly onIntercom: (update: unknown) => void
  /** The server does not know the session, or has changed what it may do. */
  readonly onDoubt: () => void
  /** The server does not know the CSRF value: another one has to be asked for. */
  readonly onForged: () => void
}

export interface MainSocket {
  readonly start: () => void
  readonly stop: () => void
  /** What the server answers. Rejects with the socket layer's own message where it does not answer in time. */
  readonly ask: (event: string, payload: object, timeoutMs: number) => Promise<unknown>
  /** It need not arrive: what cannot be said now waits, up to a hundred of them. */
  readonly send: (event: string, payload: object) => void
  readonly state: () => MainState
  readonly subscribe: (listener: () => void) => () => void
}

const { timeout, delay, delayMax, randomization } = limits.main
const mostWaiting = 100
const acknowledgedInMs = 10_000

export const createMainSocket = (options: MainOptions): MainSocket => {
  const state = createStore<MainState>('closed')
  let socket: Socket | null = null
  let refused = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let waiting: (readonly [event: string, payload: object])[] = []

  const set = (next: MainState) => {
    if (state.get() !== next) state.set(next)
  }

  const ask = (event: string, payload: object, timeoutMs: number): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (!socket?.connected) {
        reject(new Error(messages.disconnected))
        return
      }
      socket.timeout(timeoutMs).emit(event, payload, (error: Error | null, answer: unknown) => {
        if (error) reject(error)
        else resolve(answer)
      })
    })

  const keep = (event: string, payload: object) => {
    waiting = [...waiting, [event, payload] as const].slice(-mostWaiting)
  }

  const send = async (event: string, payload: object) => {
    const mine = socket
    try {
      await ask(event, payload, acknowledgedInMs)
    } catch (error) {
      // Whether it arrived nobody knows: the server takes it twice as once.
      if (messageIn(error) === messages.disconnected && socket === mine) keep(event, payload)
    }
  }

  // The library tries again by itself where the way is broken, and not where the server said no.
  const tryLater = () => {
    clearTimeout(timer)
    const wait = Math.min(delayMax, delay * 2 ** refused) * (1 + randomization * (2 * Math.random() - 1))
    refused++
    timer = setTimeout(() => socket?.connect(), wait)
  }

  const connect = () => {
    const made = openSocket()(options.url + namespaces.main, {
      path: socketPath,
      transports: ['polling', 'websocket', 'webtransport'],
      timeout,
      reconnection: true,
      reconnectionAttempts: limits.main.attempts,
      reconnectionDelay: delay,
      reconnectionDelayMax: delayMax,
      randomizationFactor: randomization,
      forceNew: true,
      withCredentials: true,
      auth: authBy(options.auth),
    })
    socket = made
    made.on('connect', () => {
      refused = 0
      set('open')
      const all = waiting
      waiting = []
      for (const [event, payload] of all) void send(event, payload)
    })
    made.on('disconnect', () => {
      set('reconnecting')
      if (!made.active) tryLater()
    })
    made.on('connect_error', (error: unknown) => {
      set('reconnecting')
      const why = messageIn(error)
      if (why === 'unauthorized') options.onDoubt()
      if (why === 'EBADCSRFTOKEN') options.onForged()
      if (!made.active) tryLater()
    })
    made.on(accessChanged, options.onDoubt)
    made.on(intercomUpdate, options.onIntercom)
  }

  return {
    start: () => {
      if (!socket) connect()
    },
    stop: () => {
      clearTimeout(timer)
      if (socket) endQuietly(socket)
      socket = null
      refused = 0
      waiting = []
      set('closed')
    },
    ask,
    send: (event, payload) => {
      if (socket?.connected) void send(event, payload)
      else keep(event, payload)
    },
    state: state.get,
    subscribe: state.subscribe,
  }
}
