// The test function of those who look at the gallery: its site, and a watch over every page. No product is needed.
import { test as base, type BrowserContext, expect, type Page } from '@playwright/test'
import { recordCanvases } from './gallery-canvas.ts'
import { incomparable, sameLetters } from './gallery-letters.ts'
import { serveGallery } from './gallery-site.ts'
import { createWatch, type Watch } from '../kit/watch.ts'

export const noon = new Date('2026-11-21T12:00:00Z')

export const test = base.extend<{ readonly watch: Watch }, { readonly gallery: string }>({
  gallery: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const { address, close } = await serveGallery()
      await use(address)
      close()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ gallery }, use) => use(gallery),
  watch: [
    async ({ gallery, context }, use) => {
      const watch = createWatch(gallery)
      watch.follow(context)
      await use(watch)
      base.expect(watch.faults(), 'what pages may never do').toEqual([])
    },
    { auto: true },
  ],
})

/** To a page of the gallery by the list beside it, with the hand away. */
export const turnTo = async (page: Page, name: string): Promise<void> => {
  await page.mouse.move(0, 0)
  await page.evaluate(
    (to) => {
      document.querySelector<HTMLAnchorElement>(`nav a[href="${to}"]`)?.click()
      scrollTo(0, 0)
    },
    `/${slugOf(name)}`,
  )
  await headed(page, name)
}

export const headed = (page: Page, name: string): Promise<void> =>
  expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible()

export const slugOf = (words: string): string => words.toLowerCase().replaceAll(/[^a-z]+/g, '-')

/** What is kept from look to look: the page, since to load it costs more than to look at it. */
class Stage {
  page: Page | undefined
  /** By the name of the gallery's page. */
  readonly snapshots = new Map<string, readonly string[]>()
  private reason: Promise<string> | undefined

  incomparable(page: Page): Promise<string> {
    return (this.reason ??= incomparable(page))
  }
}

/** The same on one page that stays. */
export const lookingTest = test.extend<object, { readonly stage: Stage }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern
  stage: [async ({}, use) => use(new Stage()), { scope: 'worker' }],
  page: async ({ stage, browser, baseURL, viewport }, use) => {
    stage.page ??= await openStage(await browser.newContext({ baseURL: baseURL ?? '', viewport }))
    await use(stage.page)
  },
  context: async ({ page }, use) => use(page.context()),
})

/** On one page that stays, whose clock a test holds. */
export const handsTest = test.extend<object, { readonly hands: { page?: Page } }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern
  hands: [async ({}, use) => use({}), { scope: 'worker' }],
  page: async ({ hands, browser, baseURL, viewport }, use) => {
    if (!hands.page) {
      hands.page = await (await browser.newContext({ baseURL: baseURL ?? '', viewport })).newPage()
      await hands.page.clock.install({ time: noon })
      await hands.page.goto('/')
    }
    await use(hands.page)
  },
  context: async ({ page }, use) => use(page.context()),
})

const openStage = async (context: BrowserContext): Promise<Page> => {
  await context.addInitScript(recordCanvases)
  await context.addInitScript(sameLetters)
  return context.newPage()
}
