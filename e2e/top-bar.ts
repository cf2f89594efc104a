// The top bar as tests find it, and what is done to a page to move it.
import { expect, type Locator, type Page } from '@playwright/test'

export const bar = (page: Page) =>
  page.locator('header').filter({ has: page.getByRole('link', { name: 'Gatehouse, home' }) })
export const nav = (page: Page) => page.getByRole('navigation', { name: 'Main' })
export const shownIn = (list: Locator) => list.getByRole('link').allTextContents()
export const said = (page: Page, text: string) => expect(page.locator('#announcements')).toContainText(text)
export const heightOf = async (element: Locator) => (await element.boundingBox())?.height

/** The page has been told of it. */
export const heard = (page: Page, event: 'scroll' | 'resize') =>
  page.evaluate((name) => new Promise((resolve) => addEventListener(name, () => resolve(null), { once: true })), event)

/** However short the page is. */
export const scrollTo = (page: Page, top: number) =>
  page.evaluate((y) => {
    document.body.style.minHeight = '300vh'
    window.scrollTo(0, y)
  }, top)
