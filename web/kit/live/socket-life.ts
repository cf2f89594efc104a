// What every connection of the product does alike at its end and in trouble.
import type { Socket } from 'socket.io-client'

/**
 * Ends it without a word in the console: a browser warns of a WebSocket that is closed before it is open, so one that
 * is still being opened is closed once it is.
 */
export const endQuietly = (socket: Socket): void => {
  socket.off()
  const { engine } = socket.io
  socket.io.reconnection(false)
  if (engine?.readyState !== 'opening') {
    socket.disconnect()
    return
  }
  // Nothing is asked for in anybody's name any more.
  socket.auth = {}
  engine.once('open', () => socket.disconnect())
}

/** As the library asks for it before each attempt; where it cannot be had, the server says why not. */
export const authBy =
  (auth: () => Promise<Record<string, unknown>>) =>
  (answer: (given: object) => void): void =>
    void auth().then(answer, () => answer({}))

/** What went wrong, as the library says it: an error mostly, and a bare text where no transport is left. */
export const messageIn = (error: unknown): string =>
  error instanceof Error ? error.message : typeof error === 'string' ? error : 'unknown'
