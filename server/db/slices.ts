// Work on all of a building at once, done in slices with a rest after each: what devices report meanwhile is not held up by it.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

const longestRestMs = 500
const turnKey = 88_221

/**
 * Waits, at the beginning of a transaction, until no other such work is at it, on whatever node; the turn ends with the
 * transaction. Two at once would take every core of a small store from what devices report.
 */
export const takeTurn = (tx: Pick<pg.ClientBase, 'query'>): Promise<unknown> =>
  tx.query('select pg_advisory_xact_lock($1)', [turnKey])

/**
 * Does one step after the other until one answers that none is left; after each a rest as long as the step took, so that at
 * most half of a core of the store is at it.
 */
export const inSteps = async (step: () => Promise<'left' | 'done'>): Promise<void> => {
  for (;;) {
    const began = performance.now()
    if ((await step()) === 'done') return
    await sleep(Math.min(longestRestMs, performance.now() - began))
  }
}

/** One slice after the other, as `inSteps` has it. */
export const inSlices = async <T>(slices: readonly T[], work: (slice: T) => Promise<void>): Promise<void> => {
  const rest = slices.values()
  let next = rest.next()
  await inSteps(async () => {
    if (next.done) return 'done'
    await work(next.value)
    next = rest.next()
    return next.done ? 'done' : 'left'
  })
}

/** Groups `items`, in their order, into slices that weigh `most` or have one item. */
export const slicesOf = <T>(items: readonly T[], most: number, weightOf: (item: T) => number): T[][] => {
  const slices: T[][] = []
  let slice: T[] = []
  let weight = 0
  for (const item of items) {
    const more = weightOf(item)
    if (slice.length > 0 && weight + more > most) {
      slices.push(slice)
      slice = []
      weight = 0
    }
    slice.push(item)
    weight += more
  }
  if (slice.length > 0) slices.push(slice)
  return slices
}
