// A browser on `/notifications`: it remembers where it stopped, and comes back by itself.
import { accessChanged } from '@gatehouse/contract/identity/auth'
import {
  caughtUp,
  caughtUpShape,
  inboxChange,
  type InboxChange,
  inboxChanged,
  namespaces,
  socketPath,
  deliveredNotification,
  type Notified,
  notificationDelivered,
} from '@gatehouse/contract/realtime'
import { aCsrfPair, claimedIn } from '../../kit/http/csrf.testing.ts'
import { io, type Socket } from 'socket.io-client'
import type { z } from 'zod'

export interface Browser {
  readonly socket: Socket
  /** In the order in which they came. */
  readonly notification: Notified[]
  /** When each came, since when the connection stood, and since when all that was missed was there (0: not yet). */
  readonly arrivals: {
    readonly title: string
    readonly at: number
    readonly connectedAt: number
    readonly wholeAt: number
  }[]
  readonly caughtUp: z.output<typeof caughtUpShape>[]
  readonly changes: InboxChange[]
  /** How often it was told that its rights have changed. */
  readonly accessChanges: () => number
  /** When it came back last. */
  readonly connectedAt: () => number
  readonly refusals: readonly string[]
  /** The network goes, without a word. */
  cut(): void
  /** Waits for the next word that everything has been told. */
  whole(): Promise<void>
  close(): void
}

export interface Wanted {
  readonly token: string | undefined
  readonly after?: number
  readonly transports?: string[]
  readonly headers?: Record<string, string>
  readonly says?: Record<string, unknown>
}

export const aBrowser = (address: string, { token, after, says: text = {}, headers, transports }: Wanted): Browser => {
  // As after a call for the CSRF value, which goes with its cookie.
  const pair = headers?.['cookie'] === undefined ? aCsrfPair() : undefined
  let last = after
  let connectedAt = 0
  let accessChanges = 0
  let closed = false
  const all: Notified[] = []
  const arrivals: Browser['arrivals'] = []
  let wholeAt = 0
  const caught: Browser['caughtUp'] = []
  const changes: InboxChange[] = []
  const refusals: string[] = []
  const socket = io(`${address}${namespaces.notifications}`, {
    path: socketPath,
    transports: transports ?? ['websocket'],
    forceNew: true,
    reconnectionDelay: 50,
    reconnectionDelayMax: 250,
    timeout: 10_000,
    extraHeaders: { ...(pair ? { cookie: pair.cookie } : {}), ...headers },
    auth: (answer) =>
      answer({
        token,
        userId: claimedIn(token),
        ...(pair ? { csrfToken: pair.csrfToken } : {}),
        ...(last === undefined ? {} : { after: last }),
        ...text,
      }),
  })
  socket.on('connect', () => {
    connectedAt = Date.now()
    wholeAt = 0
  })
  socket.on(notificationDelivered, (given: unknown) => {
    const one = deliveredNotification.parse(given)
    all.push(one)
    arrivals.push({ title: one.title, at: Date.now(), connectedAt, wholeAt })
    last = one.seq
  })
  socket.on(caughtUp, (given: unknown) => {
    const message = caughtUpShape.parse(given)
    caught.push(message)
    wholeAt ||= Date.now()
    last = Math.max(message.seq, last ?? 0)
  })
  socket.on(inboxChanged, (given: unknown) => changes.push(inboxChange.parse(given)))
  socket.on(accessChanged, () => accessChanges++)
  // Socket.IO does not try again by itself after either of these.
  const again = () => void setTimeout(() => (closed || socket.active ? undefined : socket.connect()), 50)
  socket.on('connect_error', ({ message }) => {
    refusals.push(message)
    again()
  })
  socket.on('disconnect', (reason) => {
    if (reason !== 'io server disconnect') again()
  })
  return {
    socket,
    notification: all,
    arrivals,
    caughtUp: caught,
    changes,
    refusals,
    accessChanges: () => accessChanges,
    connectedAt: () => connectedAt,
    cut: () => void (socket.connected && socket.io.engine.close()),
    async whole() {
      const had = caught.length
      for (const end = Date.now() + 20_000; caught.length === had; ) {
        if (Date.now() > end) throw new Error(`never caught up: ${refusals.join(', ')}`)
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
    },
    close() {
      closed = true
      socket.disconnect()
    },
  }
}
