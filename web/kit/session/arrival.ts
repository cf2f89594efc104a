// What whoever leads to a page says about it, beside the address: kept in the browser's history as the router keeps it,
// so that the application and the public documents, each a document of its own, can say it to each other.
import { tab } from '../data/storage.ts'

const key = 'arrival'

/** Opens another document and lets it know. */
export const goWith = (to: string, state: unknown): void => {
  if (state !== null && state !== undefined) tab.set(key, JSON.stringify(state))
  window.location.assign(to)
}

/** Once, when a document begins and before anybody reads what was said. */
export const settleArrival = (): void => {
  const carried = tab.get(key)
  if (carried === null) return
  tab.remove(key)
  // In the router's own form: `usr` is what it hands on as the location's state.
  window.history.replaceState({ usr: JSON.parse(carried), key: 'default', idx: 0 }, '')
}

/** What was said on the way to this document. */
export const arrivalState = (): unknown => {
  const stored: { usr?: unknown } | null = window.history.state
  return stored?.usr ?? null
}
