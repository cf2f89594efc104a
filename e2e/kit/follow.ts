// From page to page without loading the application again.
import type { Page } from '@playwright/test'

/**
 * To another page of the application as its links lead there: what they share is loaded once. Resolves when the page
 * before is no longer shown: it stays for up to 250 ms, and what is opened over it closes with it.
 */
export const follow = async (page: Page, path: string): Promise<void> => {
  const isLoaded = (await page.locator('html[data-theme] #root').count()) > 0
  if (!isLoaded) await page.goto(path)
  else {
    await page.evaluate((to) => {
      history.pushState({ idx: (history.state?.idx ?? 0) + 1 }, '', to)
      dispatchEvent(new PopStateEvent('popstate'))
    }, path)
    await page.waitForFunction(() => {
      const shown = document.querySelector<HTMLElement>('main[data-page]')
      return shown === null || shown.dataset['page'] === location.pathname
    })
  }
}
