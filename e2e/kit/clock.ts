// The page's own clock, for what lasts a time: asked at the edges of it, however slow the machine is.
import { expect, type Page } from '@playwright/test'

/** Sets up the page's clock, and notes on it when a text first stands on a page; to be asked before that is opened. */
export const noteWhen = async (page: Page, text: string): Promise<() => Promise<number>> => {
  await page.clock.install()
  await page.addInitScript((sought) => {
    const look = new MutationObserver(() => {
      if (!document.body?.textContent.includes(sought)) return
      look.disconnect()
      Object.assign(window, { notedAt: Date.now() })
    })
    look.observe(document, { childList: true, subtree: true, characterData: true })
  }, text)
  return async () => Number(await page.evaluate(() => Reflect.get(window, 'notedAt')))
}

/** Stops it 10 ms before what began at a time has lasted so long. */
export const stopBefore = (page: Page, beganAt: number, lastsMs: number): Promise<void> =>
  page.clock.pauseAt(beganAt + lastsMs - 10)

/** Lets the rest pass, and what a slow machine needed from what is seen to its timer. */
export const goPast = (page: Page): Promise<void> => page.clock.runFor(500)

/** From now on time passes on a page by `runFor` alone. On a slow machine the moment named is past when the page reads it. */
export const standStill = (page: Page): Promise<void> =>
  expect(async () => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 100)).toPass({ intervals: [0] })
