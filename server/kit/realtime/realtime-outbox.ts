// What waits to travel together: events go out at once, and of those that may be coalesced only the newest per key.
import type { LiveEvent } from '@gatehouse/contract/operation'
import type { Fact } from '../bus.ts'

// How long readings may wait to travel together; the first after a quiet moment never waits. A frame of a screen, or
// longer where sending is dear (a thousand sockets), so that it takes half a core at most.
const flushMs = 16
const longestFlushMs = 200
const periodPerWork = 2

type Batch = [name: string, payload: unknown][]

export const createOutbox = (send: (room: string, batch: Batch) => void) => {
  const waiting = new Map<string, Map<string, [string, unknown]>>()
  let nextFlush = 0
  let usualWork = 0
  let timer: NodeJS.Timeout | undefined
  const flush = () => {
    timer = undefined
    const began = performance.now()
    for (const [to, facts] of waiting) send(to, [...facts.values()])
    waiting.clear()
    usualWork += (performance.now() - began - usualWork) / 8
    nextFlush = began + Math.min(longestFlushMs, Math.max(flushMs, usualWork * periodPerWork))
  }
  return {
    add(to: string, { event, payload }: Fact) {
      const key = keyOf(event, payload)
      if (key === null) return send(to, [[event.name, payload]])
      let facts = waiting.get(to)
      if (!facts) {
        facts = new Map()
        waiting.set(to, facts)
      }
      facts.set(key, [event.name, payload])
      if (timer === undefined) timer = setTimeout(flush, Math.max(0, nextFlush - performance.now()))
    },
    stop: () => clearTimeout(timer),
  }
}

const keyOf = (event: LiveEvent, payload: unknown): string | null =>
  event.coalesce ? `${event.name} ${event.coalesce(payload)}` : null
