// How much of what is heavy is under way at a time, of one owner and of all of them: more is refused at once, and may be
// asked for again. Where it may wait instead, see work-queue.ts.
import { Refusal } from './errors.ts'

/** The owner of work: a company or a person. */
export type Owner = string

export interface Most {
  readonly atOnce: number
  /** Of one owner; as many as of all when absent. */
  readonly atOnceOfOne?: number
}

export interface Slots {
  isFree(owner: Owner): boolean
  /** Takes one. What is answered releases it; called again, that does nothing. */
  acquire(owner: Owner): () => void
  readonly areAllFree: () => boolean
}

/** Counts what is under way. */
export const createSlots = ({ atOnce, atOnceOfOne = atOnce }: Most): Slots => {
  const running = new Map<Owner, number>()
  let all = 0
  const count = (owner: Owner, by: 1 | -1) => {
    all += by
    const own = (running.get(owner) ?? 0) + by
    if (own > 0) running.set(owner, own)
    else running.delete(owner)
  }
  return {
    isFree: (owner) => all < atOnce && (running.get(owner) ?? 0) < atOnceOfOne,
    acquire(owner) {
      count(owner, 1)
      let isReleased = false
      return () => {
        if (!isReleased) count(owner, -1)
        isReleased = true
      }
    },
    areAllFree: () => all === 0,
  }
}

/** Throws 429 with `message` where no slot is free. */
export const createConcurrencyLimit = (most: Most, message: string): Pick<Slots, 'acquire'> => {
  const slots = createSlots(most)
  return {
    acquire(owner) {
      if (!slots.isFree(owner)) throw new Refusal(429, 'TOO_MANY', message)
      return slots.acquire(owner)
    },
  }
}
