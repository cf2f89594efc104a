// Answers that must not tell by their time whether an address has an account.
import { clock } from '../../kit/clock.ts'

const stepMs = 250

/** Does the work and answers at the next full step since it began: what a known address costs more is within a step. */
export const evenly = async <T>(work: () => Promise<T>): Promise<T> => {
  const began = clock.steadyMs()
  const answer = await work()
  await clock.sleep(stepMs - ((clock.steadyMs() - began) % stepMs))
  return answer
}
