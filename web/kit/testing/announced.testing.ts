// What the page says to everybody: alerts and statuses, as a screen reader would.
import { passesUntil } from './fake-time.testing.ts'

/** The words of all that are there. */
export const announcedNow = (): string[] =>
  [...document.querySelectorAll('[role=alert], [role=status], output')].map(textOf).filter((text) => text !== '')

export const textOf = ({ textContent }: Element): string => textContent.replaceAll(/\s+/g, ' ').trim()

/** Waits until it is said, and until it is not any more: how long it stays, in steps of 10 ms. */
export const staysFor = async (words: string): Promise<number> => {
  const isAnnounced = () => announcedNow().includes(words)
  await passesUntil(isAnnounced)
  return passesUntil(() => !isAnnounced())
}
