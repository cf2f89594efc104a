// The desk's list of alarms under the stopwatch: each alarm that comes into it is reported two animation frames later, when it
// is on the screen.
import type { Page } from 'playwright-core'

export interface WatchedAlarms {
  /** Milliseconds since 1970 at which the next alarm that was not there before is on the screen. */
  next(patienceMs: number): Promise<number>
}

/** Must run before the page loads: it looks at the document from its beginning. What is there at first does not count. */
export const watchAlarms = async (page: Page): Promise<WatchedAlarms> => {
  let appeared: ((at: number) => void) | undefined
  await page.exposeFunction('alarmAppeared', (at: number) => appeared?.(at))
  await page.addInitScript(observer)
  return {
    next: (patienceMs) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error('an alarm did not appear on the page')), patienceMs)
        appeared = (at) => {
          clearTimeout(timer)
          resolve(at)
        }
      }),
  }
}

// Plain JavaScript for the page. One look per batch of changes, and the time of the second frame after it.
const observer = `
const known = new Set()
new MutationObserver(() => {
  let isNew = false
  for (const { pathname } of document.querySelectorAll('a[href^="/alarms/"]')) {
    if (known.has(pathname)) continue
    known.add(pathname)
    isNew = true
  }
  if (isNew) requestAnimationFrame(() => requestAnimationFrame(() => globalThis.alarmAppeared(Date.now())))
}).observe(document, { subtree: true, childList: true })
`
