// Work that needs much memory, a few at a time: the rest waits, and who would only wait in vain is told so.
import { Refusal } from './errors.ts'

export interface Turns {
  <T>(work: () => Promise<T>): Promise<T>
}

export const createTurns = (atOnce: number, longestQueue: number): Turns => {
  let running = 0
  const queue: (() => void)[] = []
  return async (work) => {
    if (running >= atOnce) {
      if (queue.length >= longestQueue) {
        throw new Refusal(503, 'BUSY', 'Too many people ask for this at the moment. Please try again shortly.')
      }
      // Who goes hands its place on, so that nobody slips in between.
      await new Promise<void>((resolve) => queue.push(resolve))
    } else running++
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else running--
    }
  }
}
