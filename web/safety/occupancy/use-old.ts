// Whether an answer is so old that nothing in it may be shown as current.
import { useClock } from '../../kit/clock.ts'

/** Read again each minute; two in a row that are missing are an outage. */
export const refreshMs = 60_000
const oldAfterMs = 150_000

/** `updatedAt`: of the answer, by the clock of this machine. */
export const useOld = (updatedAt: number): boolean =>
  useClock(() => updatedAt > 0 && Date.now() - updatedAt > oldAfterMs)
