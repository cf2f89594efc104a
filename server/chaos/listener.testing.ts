// A browser's telemetry connection: connects again by itself, and remembers when it last heard a reading.
import { io, type Socket } from 'socket.io-client'

export interface Listener {
  readonly socket: Socket
  readonly seenAt: () => number
  /** What refused connections were told. */
  readonly refusals: readonly string[]
  close(): void
}

export const startListener = (port: number, token: string): Listener => {
  const socket = io(`http://127.0.0.1:${port}/telemetry`, {
    path: '/socket.io',
    transports: ['websocket'],
    forceNew: true,
    auth: { token },
    reconnectionDelay: 100,
    reconnectionDelayMax: 500,
    timeout: 2000,
  })
  const refusals: string[] = []
  let receivedAt = 0
  let closed = false
  socket.on('events', (batch: [string, unknown][]) => {
    if (batch.some(([name]) => name === 'gas.recorded')) receivedAt = performance.now()
  })
  // Socket.IO does not try again by itself after either of these.
  const again = () => void setTimeout(() => (closed || socket.active ? undefined : socket.connect()), 200)
  socket.on('connect_error', ({ message }) => {
    refusals.push(message)
    again()
  })
  socket.on('disconnect', again)
  return {
    socket,
    seenAt: () => receivedAt,
    refusals,
    close() {
      closed = true
      socket.disconnect()
    },
  }
}
