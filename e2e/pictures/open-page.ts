// A page of the running product for pictures, as an administrator of the demo building sees it.
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContext, expect as expectSoon, type Page } from '@playwright/test'
import { enter, type Signed } from '../kit/accounts.ts'
import type { Product } from '../kit/product.ts'
import type { desktop } from '../playwright.config.ts'
import type { Theme } from './site-pictures.ts'

export const folder = join(import.meta.dirname, '../..', 'docs', 'pictures')
export const minute = 60_000
// Nobody waits for these pictures, and the machine may be busy.
export const expect = expectSoon.configure({ timeout: minute })

interface Look {
  readonly viewport: typeof desktop
  readonly colorScheme: Theme
  readonly deviceScaleFactor?: number
}

export const open = async (
  browser: Browser,
  { address }: Product,
  look: Look,
): Promise<{ page: Page; signed: Signed }> => {
  const context = await browser.newContext({
    ...look,
    baseURL: address,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })
  await awaitLetters(context)
  const page = await context.newPage()
  return { page, signed: await enter(page, 'admin') }
}

/** For who is in a hurry a font that is late is for the next page; a picture has time. */
const awaitLetters = (context: BrowserContext) =>
  context.route(/\.css$/, async (route) => {
    const response = await route.fetch()
    const css = await response.text()
    await route.fulfill({ response, body: css.replaceAll('font-display:optional', 'font-display:block') })
  })

/** Into the folder of the documentation. */
export const take = async (page: Page, name: string) => {
  const path = join(folder, `${name}.png`)
  // Trends come after the values they belong to.
  await shown(page)
  await page.screenshot({ path })
  console.log(`${name}.png  ${Math.round(statSync(path).size / 1000)} kB`)
}

/** Nothing more is on its way, and no short message stands before it. */
export const shown = async (page: Page) => {
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.fonts.ready)
  await expect(page.locator('.notistack-SnackbarContainer > *')).toHaveCount(0)
}
