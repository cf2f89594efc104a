// The test function of every spec: a product that runs already, its store, and a watch over every page.
import { test as base, type Browser, type BrowserContextOptions, type Page } from '@playwright/test'
import type { Pool } from 'pg'
import { type Company, createCompany } from './company.ts'
import { placesVariable, type Places } from '../global-setup.ts'
import type { Place } from './product.ts'
import { openStore } from './store.ts'
import { createWatch, type Watch } from './watch.ts'

interface ForATest {
  /** On the product that runs the demo, for what only the demo has: its mailbox and its tour. The other has no simulator. */
  readonly demo: boolean
  readonly place: Place
  /** The store, for what no screen and no call can do yet: suspend an account, know a card. */
  readonly store: Pool
  readonly watch: Watch
  /** A page in a browser profile of its own, watched like the first. */
  readonly anotherPage: (options?: BrowserContextOptions) => Promise<Page>
  /** A company of this test alone; made when it is first asked for. */
  readonly company: Company
  /** One more, for what strangers must not see. */
  readonly anotherCompany: () => Promise<Company>
}

interface ForAll {
  readonly storeOf: (place: Place) => Pool
}

export { expect } from '@playwright/test'

export const test = base.extend<ForATest, ForAll>({
  demo: [false, { option: true }],
  place: async ({ demo }, use) => {
    const places: Places = JSON.parse(process.env[placesVariable] ?? '')
    await use(demo ? places.demo : places.plain)
  },
  storeOf: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const pools = new Map<string, Pool>()
      await use((place) => {
        const pool = pools.get(place.dataDir) ?? openStore(place)
        pools.set(place.dataDir, pool)
        return pool
      })
      for (const pool of pools.values()) await pool.end()
    },
    { scope: 'worker' },
  ],
  store: async ({ place, storeOf }, use) => use(storeOf(place)),
  baseURL: async ({ place }, use) => use(place.address),
  company: async ({ place, store }, use) => {
    const company = await createCompany(store, place)
    await use(company)
    await company.end()
  },
  anotherCompany: async ({ place, store }, use) => {
    const made: Company[] = []
    await use(async () => {
      const company = await createCompany(store, place)
      made.push(company)
      return company
    })
    for (const company of made) await company.end()
  },
  watch: [
    async ({ baseURL, context }, use) => {
      const watch = createWatch(baseURL ?? '')
      watch.follow(context)
      await use(watch)
      const faults = watch.faults()
      // Answers still on their way when the pages close are nobody's: they would fail the test after this one.
      for (const routed of [context, ...context.pages()]) await routed.unrouteAll({ behavior: 'ignoreErrors' })
      base.expect(faults, 'what pages may never do').toEqual([])
    },
    { auto: true },
  ],
  anotherPage: async ({ browser, baseURL, watch, viewport }, use) => {
    const opened: Awaited<ReturnType<Browser['newContext']>>[] = []
    await use(async (options = {}) => {
      const context = await browser.newContext({ baseURL: baseURL ?? '', viewport, ...options })
      opened.push(context)
      watch.follow(context)
      return context.newPage()
    })
    for (const context of opened) await context.close()
  },
})
