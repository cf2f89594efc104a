// What stands in for a page: while it is on its way, when it crashed, when nothing is there, and when nobody answers.
import type { Page } from '@playwright/test'
import { emailOf, enter } from './accounts.ts'
import { expectAccessible } from './axe.ts'
import { tooSmall, tooWide } from './geometry.ts'
import { phone } from './playwright.config.ts'
import { expect, test } from './test.ts'
import { failedWith, unreachable } from './watch.ts'

const aPhone = { viewport: phone, hasTouch: true, isMobile: true }

const loadingMessages = [
  'Initializing',
  'Loading AI Models',
  'Connecting IoT Devices',
  'Securing Network',
  'Almost There',
]

test('the loading screen: its words, its steps of 10 every 800 ms, its messages every 2 s', async ({ anotherPage }) => {
  const page = await anotherPage(aPhone)
  await enter(page, 'admin')
  await page.clock.install()
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(/\/assets\/app-shell-/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/dashboard', { waitUntil: 'commit' })
  const screen = page.locator('.loading-screen')
  await expect(page.getByText('Please wait while we prepare your experience')).toBeVisible()
  await expect(screen.getByRole('progressbar', { name: 'Loading' })).toBeVisible()
  // The document's own goes on in the application's.
  await expect(screen.locator('.loading-arc')).toBeAttached()
  await expect(page).toHaveTitle('Gatehouse')
  const progress = async () => Number(await screen.getAttribute('data-progress'))
  const message = () => screen.locator('.loading-message').textContent()
  await page.clock.pauseAt(Date.now() + 3_600_000)
  const [atFirst, firstMessage] = [await progress(), await message()]
  await page.clock.runFor(800)
  expect(await progress()).toBe((atFirst + 10) % 110)
  await page.clock.runFor(800)
  expect(await progress()).toBe((atFirst + 20) % 110)
  await page.clock.runFor(400)
  const at = loadingMessages.indexOf(firstMessage ?? '')
  expect(at).toBeGreaterThanOrEqual(0)
  const seen = [await message()]
  for (let n = 0; n < 4; n += 1) {
    await page.clock.runFor(2_000)
    seen.push(await message())
  }
  expect(seen).toEqual([1, 2, 3, 4, 5].map((n) => loadingMessages[(at + n) % 5]))
  expect([await tooWide(page), await tooSmall(page)]).toEqual([[], []])
  await page.clock.resume()
  // It has no heading yet: that is the page's that is on its way.
  await expectAccessible(page, { rules: ['color-contrast', 'aria-progressbar-name', 'aria-valid-attr-value'] })
  release()
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  await expect(screen).toHaveCount(0)
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

test.describe('a crash while drawing', () => {
  test.beforeEach(({ watch }) => watch.expect(/crashed on purpose/))

  test('shows the error page, is in the console, and is told to the server', async ({ page }) => {
    const logged: string[] = []
    page.on('console', (message) => message.type() === 'error' && logged.push(message.text()))
    const report = page.waitForRequest('**/api/system/crashes')
    await crash(page)
    await expect(page.getByRole('heading', { name: 'Oops! Something Went Wrong!' })).toBeVisible()
    const crashes = () => logged.filter((text) => text.startsWith('Error: crashed on purpose'))
    await expect.poll(crashes).toHaveLength(1)
    expect((await report).postDataJSON()).toMatchObject({ message: 'Error: crashed on purpose', path: '/dashboard' })
    expect((await (await report).response())?.status()).toBe(202)
    await expect(page.getByRole('link', { name: 'Go Back Home' })).toHaveAttribute('href', '/')
    await expect(page.getByRole('link', { name: 'Go to Sign In' })).toHaveAttribute('href', '/')
    await expectAccessible(page)
    await page.unroute('**/assets/dashboard-page-*.js')
    await page.getByRole('button', { name: 'Refresh Page' }).click()
    await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  })

  test('the circle is caught 20 times, by mouse and keyboard: confetti for 3 s, then the alert', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.clock.install()
    await crash(page)
    const circle = page.getByRole('button', { name: 'The circle' })
    const score = page.locator('output', { hasText: '/ 20' })
    await expect(score).toHaveText('0 / 20')
    const place = () => circle.evaluate((button) => `${button.style.left} ${button.style.top}`)
    const before = await place()
    await page.clock.pauseAt(Date.now() + 60_000)
    await circle.click()
    await expect(score).toHaveText('1 / 20')
    expect(await place()).not.toBe(before)
    const ripple = page.getByTestId('ripple')
    await page.clock.runFor(999)
    await expect(ripple).toHaveCount(1)
    await page.clock.runFor(1)
    await expect(ripple).toHaveCount(0)
    for (const key of ['Enter', 'Space']) await circle.press(key)
    await expect(score).toHaveText('3 / 20')
    let said = ''
    page.on('dialog', async (dialog) => {
      said = dialog.message()
      await dialog.accept()
    })
    for (let caught = 3; caught < 20; caught += 1) await circle.press('Enter')
    await expect(score).toHaveText('20 / 20')
    await expect(page.getByTestId('confetti')).toBeVisible()
    await circle.press('Enter')
    await expect(score).toHaveText('20 / 20')
    await page.clock.runFor(2_999)
    await expect(page.getByTestId('confetti')).toBeVisible()
    expect(said).toBe('')
    await page.clock.runFor(1)
    await expect.poll(() => said).toBe('Congratulations! You caught the circle 20 times!')
    await expect(score).toHaveText('0 / 20')
    await expect(page.getByTestId('confetti')).toHaveCount(0)
  })

  test('without motion there is no confetti, and the alert comes at once', async ({ anotherPage }) => {
    const page = await anotherPage({ ...aPhone, reducedMotion: 'reduce' })
    await crash(page)
    const circle = page.getByRole('button', { name: 'The circle' })
    await expect(circle).toBeVisible()
    await expectAccessible(page)
    expect([await tooWide(page), await tooSmall(page)]).toEqual([[], []])
    let said = ''
    page.on('dialog', async (dialog) => {
      said = dialog.message()
      await dialog.accept()
    })
    for (let caught = 0; caught < 20; caught += 1) await circle.press('Space')
    await expect.poll(() => said, { timeout: 1_000 }).toContain('Congratulations!')
    await expect(page.getByTestId('confetti')).toHaveCount(0)
  })
})

test('where nothing is, the page says what may have happened and leads on', async ({ page, watch }) => {
  watch.expect(failedWith(404))
  const answer = await page.goto('/no/such/page')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Page not found', level: 1 })).toBeVisible()
  await expect(page.getByText('/no/such/page')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Home page' })).toHaveAttribute('href', '/')
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/signin')
  await expectAccessible(page)

  // Whoever is signed in has a page of their own, and can search, however soon they want to.
  await enter(page, 'guard')
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(/\/assets\/surrounded-tools-/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/no/such/page')
  const own = page.getByRole('navigation', { name: 'Pages that are there' })
  await expect(own.getByRole('link', { name: 'Open Gatehouse' })).toHaveAttribute('href', '/entry-exit/report')
  await expect(own.getByRole('link', { name: 'Sign in' })).toHaveCount(0)
  await expect(page.getByText('It may be about something of another company, or that was deleted')).toBeVisible()
  await own.getByRole('button', { name: 'Search' }).click()
  release()
  await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible()
})

test('off line, the sign-in page says so for as long as it lasts', async ({ page, context, watch }) => {
  watch.expect(unreachable)
  watch.expect(/ERR_FAILED/)
  await page.goto('/signin')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  const notice = page.getByTestId('reach')
  await context.setOffline(true)
  await expect(notice).toContainText('You are offline.')
  await context.setOffline(false)
  await expect(notice).toHaveCount(0)
  await page.route('**/api/**', (route) => route.abort())
  await page.getByLabel('Email').fill(emailOf('admin'))
  await page.getByLabel('Password', { exact: true }).fill('whatever it is')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('Network error. Please check your connection.')).toBeVisible()
  await expect(notice).toContainText('Gatehouse cannot be reached.')
  await page.unroute('**/api/**')
  await page.evaluate(() => void window.dispatchEvent(new Event('online')))
  await expect(notice).toHaveCount(0)
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
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(1_500)
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

/** The dashboard of an administrator throws as soon as it is drawn. */
const crash = async (page: Page) => {
  await enter(page, 'admin')
  await page.route('**/assets/dashboard-page-*.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: 'export const DashboardPage = () => { throw new Error("crashed on purpose") }; export { DashboardPage as t }',
    }),
  )
  await page.goto('/dashboard')
}
