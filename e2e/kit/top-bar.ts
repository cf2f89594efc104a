// The top bar as tests find it, and what is done to a page to move it.
import { expect, type Locator, type Page } from '@playwright/test'

export const bar = (page: Page) =>
  page.locator('header').filter({ has: page.getByRole('link', { name: 'Gatehouse, home' }) })
export const nav = (page: Page) => page.getByRole('navigation', { name: 'Main' })
export const shownIn = (list: Locator) => list.getByRole('link').allTextContents()
export const announced = (page: Page, text: string) => expect(page.locator('#announcements')).toContainText(text)
export const heightOf = async (element: Locator) => (await element.boundingBox())?.height

/** However short the page is. */
export const scrollTo = (page: Page, top: number) =>
  page.evaluate(async (y) => {
    document.body.style.minHeight = '300vh'
    // Heights change by a transition, however short: the page is that long with a later frame.
    while (document.body.scrollHeight < 2 * window.innerHeight) await new Promise(requestAnimationFrame)
    window.scrollTo(0, y)
  }, top)
