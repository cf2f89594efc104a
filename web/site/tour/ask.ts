// Asks for the tour's answer in the page's smallest way: no session, no token, no client and no contract, which together
// weigh as much as the page.
import type { Answer } from './feed.ts'

/** As the contract has it, which a test holds it to. */
export const tourPath = '/api/tour'

const patienceMs = 4_000

export const askTour = async (): Promise<Answer> => {
  const response = await fetch(tourPath, { signal: AbortSignal.timeout(patienceMs) })
  if (!response.ok) throw new Error(`The tour answered ${response.status}`)
  return response.json()
}
