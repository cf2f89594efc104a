// A slow line (400 kbit/s, 300 ms each way and back): what is read comes first. That what works says so, and that nothing is
// sent twice, is proven with the form (web/identity/profile/profile-page.test.tsx).
import type { Page } from '@playwright/test'
import { hydrated } from '../kit/hydrated.ts'
import { expect, test } from '../kit/test.ts'

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
