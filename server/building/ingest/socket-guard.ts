// Between a socket and the MQTT parser: reads only while there is room for what is read, and cuts off whoever announces
// a packet larger than allowed before any of it is kept. The parser itself would buffer up to 256 MB.
import type { Socket } from 'node:net'
import type { Flow } from './flow.ts'

export interface SocketGuard {
  begin(bytes: number): void
  end(bytes: number): void
  /** Somebody has signed in who may send packets of this size; from now on only what there is room for is read. */
  admit(largestPacket: number): void
}

export const largestPacket = { ordinary: 256 * 1024, bridge: 4 * 1024 * 1024 }

// One sender may not take all the room for itself.
const mostPerSocket = 2000

export const guardSocket = (socket: Socket, flow: Flow): SocketGuard => {
  const read = socket.read.bind(socket)
  let own = 0
  let waiting = false
  let admitted = false
  let largest = largestPacket.ordinary
  const tooLarge = createMeter()

  const resume = () => {
    if (!waiting) return
    waiting = false
    // The broker asks again upon this event, as it does when new bytes arrive.
    if (!socket.destroyed) socket.emit('readable')
  }
  const full = () => {
    if (!admitted) return false
    if (own >= mostPerSocket) return true
    if (!flow.full()) return false
    if (!waiting) flow.whenRoom(resume)
    return true
  }

  socket.once('close', () => flow.forget(resume))

  socket.read = (size?: number | null) => {
    if (typeof size === 'number') return read(size)
    if (waiting) return null
    if (full()) {
      waiting = true
      return null
    }
    const chunk: Buffer | null = read()
    if (chunk && tooLarge(chunk, largest)) {
      socket.destroy(new Error(`a packet of more than ${largest} bytes`))
      return null
    }
    return chunk
  }

  return {
    begin(bytes) {
      own++
      flow.begin(bytes)
    },
    end(bytes) {
      own--
      flow.end(bytes)
      if (waiting && own < mostPerSocket / 2 && !flow.full()) resume()
    },
    admit(bytes) {
      admitted = true
      largest = bytes
    },
  }
}

// Follows the lengths of packets through the chunks: one type byte, up to four bytes of length, then that many bytes.
const createMeter = () => {
  let left = 0
  let shift = -1
  let length = 0
  return (chunk: Buffer, largest: number): boolean => {
    for (let i = 0; i < chunk.length; ) {
      if (left > 0) {
        const step = Math.min(left, chunk.length - i)
        left -= step
        i += step
      } else if (shift < 0) {
        shift = 0
        length = 0
        i++
      } else {
        const byte = chunk[i++] ?? 0
        length += (byte & 0x7f) * 2 ** shift
        shift += 7
        if (length > largest || shift > 28) return true
        if (byte < 0x80) {
          left = length
          shift = -1
        }
      }
    }
    return false
  }
}
