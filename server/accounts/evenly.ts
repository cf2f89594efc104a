// Answers that must not tell by their time whether an address has an account.
import { setTimeout as sleep } from 'node:timers/promises'

const stepMs = 250

/** Does the work and answers at the next full step since it began: what a known address costs more is within a step. */
export const evenly = async <T>(work: () => Promise<T>): Promise<T> => {
  const began = performance.now()
  const answer = await work()
  await sleep(stepMs - ((performance.now() - began) % stepMs))
  return answer
}
