// What the tour has last been told, and what time it is there: asked for every two seconds while somebody looks, and
// growing old in between.
import type { Output } from '@gatehouse/contract/operation'
import type { now as tourNow } from '@gatehouse/contract/site/tour'

export type Answer = Output<typeof tourNow>

export interface Notified {
  readonly answer: Answer
  /** The server's time, as far as this answer and our own clock since then can say. */
  readonly now: number
}

export interface Feed {
  readonly told: () => Notified
  readonly subscribe: (listener: () => void) => () => void
}

export interface FeedParts {
  readonly ask: () => Promise<Answer>
  readonly isSeen: () => boolean
  /** Calls back when somebody looks again; answers how to stop that. */
  readonly onSeen: (look: () => void) => () => void
}

const askEveryMs = 2_000
const tickMs = 1_000

export const createFeed = (first: Answer, { ask, isSeen, onSeen }: FeedParts): Feed => {
  let notified: Notified = { answer: first, now: Date.parse(first.at) }
  let arrivedAt = Date.now()
  let asking = false
  const listeners = new Set<() => void>()

  const grow = () => {
    notified = { ...notified, now: Date.parse(notified.answer.at) + Math.max(0, Date.now() - arrivedAt) }
    for (const listener of listeners) listener()
  }
  // What was known before, once more, is silence: only a newer answer makes anything younger.
  const receive = (answer: Answer) => {
    if (Date.parse(answer.at) <= Date.parse(notified.answer.at)) return
    arrivedAt = Date.now()
    notified = { ...notified, answer }
    grow()
  }
  const look = () => {
    if (asking || !isSeen()) return
    asking = true
    // No answer is an answer too: what there is grows old.
    ask()
      .then(receive, () => undefined)
      .finally(() => (asking = false))
  }
  const start = () => {
    arrivedAt = Date.now()
    look()
    const timers = [setInterval(grow, tickMs), setInterval(look, askEveryMs)]
    const stopSeeing = onSeen(look)
    return () => {
      for (const timer of timers) clearInterval(timer)
      stopSeeing()
    }
  }
  let stop: (() => void) | undefined
  return {
    told: () => notified,
    subscribe(listener) {
      listeners.add(listener)
      stop ??= start()
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        stop?.()
        stop = undefined
      }
    },
  }
}
