// When something is on the screen, by the page's own clock: it runs on the same machine as the test's.
import type { Locator } from '@playwright/test'

export interface Awaited {
  /** Resolves to the moment at which it was drawn. */
  readonly drawn: () => Promise<number>
}

/** Watches an element that is there for a text; what a test does after this cannot be missed. */
export const awaitText = async (element: Locator, text: string): Promise<Awaited> => {
  const handle = await element.evaluateHandle(
    (watched, wanted) => ({
      drawn: new Promise<number>((resolve) => {
        const look = () => {
          if (!watched.textContent?.includes(wanted)) return false
          observer.disconnect()
          requestAnimationFrame(() => resolve(Date.now()))
          return true
        }
        const observer = new MutationObserver(look)
        if (!look()) observer.observe(watched, { subtree: true, childList: true, characterData: true })
      }),
    }),
    text,
  )
  return { drawn: () => handle.evaluate(({ drawn }) => drawn) }
}
