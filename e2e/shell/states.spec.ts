// What stands in for a page, as far as only a browser shows it: what fits on a phone, what comes before any script, and
// the theme of the first paint. The rest is proven with the components (web/site/*.test.tsx).
import type { Page } from '@playwright/test'
import { expectAccessible } from '../kit/axe.ts'
import { tooSmall, tooWide } from '../kit/geometry.ts'
import { phone } from '../playwright.config.ts'
import { expect, test } from '../kit/test.ts'
import { failedWith } from '../kit/watch.ts'

const aPhone = { viewport: phone, hasTouch: true, isMobile: true, reducedMotion: 'reduce' } as const

test('on a phone: the loading screen until the page is there, a crash and the way out of it, and nothing at an address', async ({
  anotherPage,
  company,
  watch,
}) => {
  watch.expect(/crashed on purpose/)
  watch.expect(failedWith(404))
  const page = await anotherPage(aPhone)
  await company.enter(page, await company.aPerson({ role: 'admin' }))
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(/\/assets\/shell-/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/dashboard', { waitUntil: 'commit' })
  const screen = page.locator('.loading-screen')
  // The document's own goes on in the application's.
  await expect(screen.locator('.loading-arc')).toBeAttached()
  await expect(page.getByText('Please wait while we prepare your experience')).toBeVisible()
  expect([await tooWide(page), await tooSmall(page)]).toEqual([[], []])
  // It has no heading yet: that is the page's that is on its way.
  await expectAccessible(page, { rules: ['color-contrast', 'aria-progressbar-name', 'aria-valid-attr-value'] })
  release()
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  await expect(screen).toHaveCount(0)

  // The dashboard throws as soon as it is drawn.
  await page.route('**/assets/dashboard-page-*.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: 'export const DashboardPage = () => { throw new Error("crashed on purpose") }',
    }),
  )
  const report = page.waitForRequest('**/api/system/crashes')
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Oops! Something Went Wrong!' })).toBeVisible()
  expect((await (await report).response())?.status()).toBe(202)
  await expect(page.getByRole('button', { name: 'The circle' })).toBeVisible()
  await expectAccessible(page)
  expect([await tooWide(page), await tooSmall(page)]).toEqual([[], []])
  await page.unroute('**/assets/dashboard-page-*.js')
  await page.getByRole('button', { name: 'Refresh Page' }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()

  const answer = await page.goto('/no/such/page')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Page not found', level: 1 })).toBeVisible()
  await expectAccessible(page)
})

test('a document whose own script does not arrive says so', async ({ page, watch }) => {
  watch.expect(failedWith(404))
  await page.route(/\/assets\/index-[\w-]+\.js/, (route) => route.fulfill({ status: 404, body: '' }))
  await page.goto('/signin')
  await expect(page.getByText('Loading chunk failed: the application did not arrive.')).toBeVisible()
  await page.unroute(/\/assets\/index-[\w-]+\.js/)
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})

test('the theme is there before the first paint, follows system and other tabs, and changes without moving anything', async ({
  page,
  context,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/contact')
  const theme = (of: Page) => of.locator('html').getAttribute('data-theme')
  expect(await theme(page)).toBe('dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  const other = await context.newPage()
  await other.goto('/contact')
  await page.bringToFront()
  // What comes late is no matter of the theme.
  await page.waitForFunction(() => localStorage.getItem('letters') !== null)
  await page.waitForLoadState('networkidle')
  const figures = await page.evaluate(switchTimes, 'Use the dark theme')
  console.log(`theme switch: ${figures.ms.toFixed(1)} ms to the frame after, ${figures.shift} shift`)
  expect(figures.shift).toBe(0)
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark')
  expect(await page.evaluate(() => localStorage.getItem('themeMode'))).toBe('dark')
  await expect(page.locator('meta[name=theme-color]').first()).toHaveAttribute('content', '#0b1120')
  // No frame of the next page is light.
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.body) Object.assign(window, { atBody: document.documentElement.dataset['theme'] })
    }).observe(document, { childList: true, subtree: true })
  })
  await page.reload()
  expect(await page.evaluate(() => Reflect.get(window, 'atBody'))).toBe('dark')
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark')
})

/** From the click to the end of the first frame that shows it. */
const switchTimes = async (name: string): Promise<{ ms: number; shift: number }> => {
  let shift = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) shift += Number(Reflect.get(entry, 'value'))
  }).observe({ type: 'layout-shift', buffered: false })
  const button = [...document.querySelectorAll('button')].find(
    (each) => each.getAttribute('aria-label') === name || each.textContent === name,
  )
  const began = performance.now()
  button?.click()
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  const ms = performance.now() - began
  await new Promise((resolve) => setTimeout(resolve, 300))
  return { ms, shift }
}
