// Work that needs much memory, a few at a time: the rest waits, and who would only wait in vain is told so. Nobody's work
// keeps that of others waiting for longer than one of it takes.
import { Refusal } from './errors.ts'

export interface Turns {
  /** `of`: whose work it is, of a company or a person. */
  <T>(of: string, work: () => Promise<T>): Promise<T>
}

interface Most {
  readonly atOnce: number
  /** Of one; as many as of all when absent. */
  readonly atOnceOfOne?: number
  readonly waiting: number
  readonly waitingOfOne: number
}

interface Waiting {
  readonly of: string
  readonly begin: () => void
}

/** Whose turn it is: of those that wait, of whoever had one longest ago. */
export const createTurns = ({ atOnce, atOnceOfOne = atOnce, waiting, waitingOfOne }: Most): Turns => {
  const running = new Map<string, number>()
  let all = 0
  let turn = 0
  const lastTurn = new Map<string, number>()
  let queue: Waiting[] = []

  const mayBegin = (of: string) => all < atOnce && (running.get(of) ?? 0) < atOnceOfOne
  const begin = (of: string) => {
    all++
    running.set(of, (running.get(of) ?? 0) + 1)
    lastTurn.set(of, ++turn)
  }
  const end = (of: string) => {
    all--
    const left = (running.get(of) ?? 1) - 1
    if (left > 0) running.set(of, left)
    else running.delete(of)
    const able = queue.filter((one) => mayBegin(one.of))
    const next = able.toSorted((a, b) => (lastTurn.get(a.of) ?? 0) - (lastTurn.get(b.of) ?? 0))[0]
    if (next) {
      queue = queue.filter((one) => one !== next)
      begin(next.of)
      next.begin()
    }
    // Who neither works nor waits need not be remembered.
    if (all === 0 && queue.length === 0) lastTurn.clear()
  }

  return async (of, work) => {
    if (mayBegin(of)) begin(of)
    else {
      const own = queue.filter((one) => one.of === of).length
      if (queue.length >= waiting || own >= waitingOfOne)
        throw new Refusal(503, 'BUSY', 'Too many people ask for this at the moment. Please try again shortly.')
      await new Promise<void>((resolve) => queue.push({ of, begin: resolve }))
    }
    try {
      return await work()
    } finally {
      end(of)
    }
  }
}
