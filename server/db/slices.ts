// Work on all of a building at once, done in slices with a rest after each: what devices report meanwhile is not held up by it.
import { setTimeout as sleep } from 'node:timers/promises'

const longestRestMs = 500

/**
 * One slice after the other; after each but the last a rest as long as the slice took, so that at most half of a core of the
 * store is at it.
 */
export const inSlices = async <T>(slices: readonly T[], work: (slice: T) => Promise<void>): Promise<void> => {
  for (const [n, slice] of slices.entries()) {
    const began = performance.now()
    await work(slice)
    if (n < slices.length - 1) await sleep(Math.min(longestRestMs, performance.now() - began))
  }
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
