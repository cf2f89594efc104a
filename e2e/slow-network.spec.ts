// A slow line (400 kbit/s, 300 ms each way and back): what is read comes first, what works says so, and nothing is sent twice.
import type { Page } from '@playwright/test'
import { messages } from '@gatehouse/contract/profile'
import { enter } from './accounts.ts'
import { hydrated } from './hydrated.ts'
import { expect, test } from './test.ts'

const slowDown = async (page: Page) => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 300,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  })
}

/** When each of its files was asked for and had arrived, and when its first words were drawn; in ms since it was asked for. */
const timesOf = (page: Page) =>
  page.evaluate(() => ({
    drawn: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    files: performance
      .getEntriesByType('resource')
      .flatMap((entry) => (entry instanceof PerformanceResourceTiming ? [entry] : []))
      .map(({ name, startTime, responseEnd, transferSize }) => ({ name, startTime, responseEnd, transferSize })),
  }))

/** What moved by itself since the page was opened, and by how much. */
const shiftsOf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const moved: string[] = []
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            const sources: { node: unknown }[] = Reflect.get(entry, 'sources')
            const what = sources.map(({ node }) => (node instanceof Element ? node.className : String(node)))
            moved.push(`${Reflect.get(entry, 'value')}: ${what.join(', ')}`)
          }
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(moved), 200)
      }),
  )

const fontOf = (page: Page) => page.evaluate(() => getComputedStyle(document.body).fontFamily)

test('words come first, then the pictures that are in sight, then scripts, and our letters with the next page', async ({
  page,
}) => {
  // Scripts wait no longer than this for the pictures: too short for a slow machine, and not what this is about.
  await page.addInitScript((longestMs) => {
    const inTime = window.setTimeout.bind(window)
    const late = (run: () => void, ms?: number) => inTime(run, ms === longestMs ? 60_000 : ms)
    Object.assign(window, { setTimeout: late })
  }, 2_000)
  await slowDown(page)
  await page.goto('/about')
  await hydrated(page)
  await page.waitForFunction(() => localStorage.getItem('letters') !== null)
  const { drawn, files } = await timesOf(page)
  const startOf = (kind: RegExp) =>
    Math.min(...files.filter(({ name }) => kind.test(name)).map(({ startTime }) => startTime))
  const hero = files.find(({ name }) => /\/pictures\/dashboard-/.test(name))
  expect(drawn).toBeLessThan(startOf(/\.js$/))
  expect(hero?.responseEnd).toBeLessThanOrEqual(startOf(/\.js$/))
  expect(startOf(/\.woff2$/)).toBeGreaterThan(startOf(/\.js$/))
  expect(await fontOf(page)).toMatch(/^-apple-system/)
  expect(await shiftsOf(page)).toEqual([])

  await page.goto('/products')
  await hydrated(page)
  expect(await fontOf(page)).toMatch(/^"?Inter Variable/)
  const letters = async () => (await timesOf(page)).files.filter(({ name }) => name.endsWith('.woff2'))
  await expect.poll(async () => (await letters()).map(({ transferSize }) => transferSize)).toEqual([0])
  expect(await shiftsOf(page)).toEqual([])
})

test('the application says that it is on its way, and a form that it saves; impatience saves once', async ({
  page,
}) => {
  await enter(page, 'staff')
  await slowDown(page)
  await page.goto('/profile', { waitUntil: 'commit' })
  await expect(page.getByRole('progressbar', { name: 'Loading' })).toBeVisible()
  await expect(page.getByText('Please wait while we prepare your experience')).toBeVisible()
  await page.getByLabel('Display name').fill('Slow but sure')
  const saves: string[] = []
  page.on('request', (request) => void (request.method() !== 'GET' && saves.push(request.url())))
  // However slow this machine is: it is on its way until everybody has been impatient.
  const onItsWay = Promise.withResolvers<void>()
  await page.route('**/api/auth/profile', async (route) => {
    await onItsWay.promise
    await route.fallback()
  })
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await save.click()
  const saving = page.getByRole('button', { name: 'Saving…' })
  await expect(saving).toHaveAttribute('aria-disabled', 'true')
  // Playwright would wait until it is worth pressing.
  await saving.click({ force: true })
  await page.getByLabel('Display name').press('Enter')
  onItsWay.resolve()
  await expect(page.getByText(messages.updated)).toBeVisible()
  await expect(save).toBeVisible()
  expect(saves.filter((url) => url.includes('/api/')).length, saves.join(' ')).toBe(1)
  await page.getByLabel('Display name').fill('')
  const answered = page.waitForResponse((response) => response.request().method() === 'PUT')
  await save.click()
  expect((await answered).status()).toBe(200)
})
