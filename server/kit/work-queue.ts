// Work that needs much memory, a few at a time: the rest waits, and who would only wait in vain is refused. Nobody's work
// keeps that of others waiting for longer than one of it takes.
import { createSlots, type Most, type Owner } from './concurrency-limit.ts'
import { Refusal } from './errors.ts'

/** Does the work when its time has come, and answers as it does; throws 503 where too much waits already. */
export type WorkQueue = <T>(owner: Owner, work: () => Promise<T>) => Promise<T>

interface Limits extends Most {
  readonly waiting: number
  readonly waitingOfOne: number
}

interface Waiting {
  readonly owner: Owner
  readonly begin: () => void
}

/** Of those that wait, the next is of the owner of whom something began longest ago. */
export const createWorkQueue = ({ waiting: mostWaiting, waitingOfOne, ...most }: Limits): WorkQueue => {
  const slots = createSlots(most)
  const lastBegun = new Map<Owner, number>()
  let begun = 0
  let waiting: Waiting[] = []

  const begin = (owner: Owner) => {
    lastBegun.set(owner, ++begun)
    return slots.acquire(owner)
  }
  const beginNext = () => {
    const able = waiting.filter(({ owner }) => slots.isFree(owner))
    const [next] = able.toSorted((a, b) => (lastBegun.get(a.owner) ?? 0) - (lastBegun.get(b.owner) ?? 0))
    if (next) {
      waiting = waiting.filter((one) => one !== next)
      next.begin()
    }
    // Who neither works nor waits need not be remembered.
    if (slots.areAllFree() && waiting.length === 0) lastBegun.clear()
  }

  const slotFor = (owner: Owner): (() => void) | Promise<() => void> => {
    if (slots.isFree(owner)) return begin(owner)
    const own = waiting.filter((one) => one.owner === owner).length
    if (waiting.length >= mostWaiting || own >= waitingOfOne)
      throw new Refusal(503, 'BUSY', 'Too many people ask for this at the moment. Please try again shortly.')
    return new Promise((resolve) => waiting.push({ owner, begin: () => resolve(begin(owner)) }))
  }

  return async (owner, work) => {
    const release = await slotFor(owner)
    try {
      return await work()
    } finally {
      release()
      beginNext()
    }
  }
}
