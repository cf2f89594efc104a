// The test function of those who look at the gallery: its site, and a watch over every page. No product is needed.
import { test as base, type Page } from '@playwright/test'
import { serveGallery } from './gallery-site.ts'
import { createWatch, type Watch } from './watch.ts'

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

/** The same on one page that stays from look to look: to load it costs more than to look at it. */
export const lookingTest = test.extend<object, { readonly stage: { page?: Page } }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern
  stage: [async ({}, use) => use({}), { scope: 'worker' }],
  page: async ({ stage, browser, baseURL, viewport }, use) => {
    stage.page ??= await (await browser.newContext({ baseURL: baseURL ?? '', viewport })).newPage()
    await use(stage.page)
  },
  context: async ({ page }, use) => use(page.context()),
})
