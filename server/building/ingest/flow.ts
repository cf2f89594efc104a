// How much may be under way between the sockets and the store. Beyond that nothing more is read, so that memory stays
// bounded however long the store is away and however hard devices push: what is not read waits at the device.
import { setTimeout as sleep } from 'node:timers/promises'

export interface Flow {
  begin(bytes: number): void
  end(bytes: number): void
  readonly full: () => boolean
  /** Calls once there is room again; first come, first served. */
  whenRoom(resume: () => void): void
  /** Whoever waited is gone. */
  forget(resume: () => void): void
  readonly messages: () => number
  /** Lets nothing more in, and resolves once everything under way has been answered, or after so long. */
  drain(ms: number): Promise<void>
}

const most = { messages: 10_000, bytes: 24 * 1024 * 1024 }

export const createFlow = (limit = most): Flow => {
  let messages = 0
  let bytes = 0
  const waiting = new Set<() => void>()
  let draining = false
  const full = () => draining || messages >= limit.messages || bytes >= limit.bytes
  // Not until a tenth is free: waking somebody for every single place would cost more than it moves.
  const roomy = () => messages <= limit.messages * 0.9 && bytes <= limit.bytes * 0.9
  const wake = () => {
    for (const resume of waiting) {
      if (full()) return
      waiting.delete(resume)
      resume()
    }
  }
  return {
    begin(size) {
      messages++
      bytes += size
    },
    end(size) {
      messages--
      bytes -= size
      if (waiting.size > 0 && roomy()) wake()
    },
    full,
    whenRoom(resume) {
      waiting.add(resume)
    },
    forget(resume) {
      waiting.delete(resume)
    },
    messages: () => messages,
    async drain(ms) {
      draining = true
      const until = performance.now() + ms
      const done = () => messages === 0 || performance.now() >= until
      while (!done()) await sleep(10)
    },
  }
}
