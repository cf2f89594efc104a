// What is seen before anybody scrolls, that words which belong together stand together, and that nothing looks well once it
// is lost.
import * as entryExit from '@gatehouse/contract/access/entry-exit'
import type { Locator, Page } from '@playwright/test'
import { film, greenOn } from '../kit/film.ts'
import { follow } from '../kit/follow.ts'
import { expect, test } from '../kit/test.ts'

test('doors, people inside, gas and the newest entries are all seen without scrolling, alarms first; once all is lost nothing is green, until it is back; a row stands on one line, and a refusal says that nobody went through', async ({
  page,
  company,
}) => {
  const lobby = await company.aZone('Lobby')
  const main = await company.aDoor({ name: 'Main entrance', leadsTo: lobby })
  const roof = await company.aDoor({ name: 'Roof terrace' })
  const further = await Promise.all(
    Array.from({ length: 10 }, (_, n) => company.aDoor({ name: `Floor ${n + 1} lift lobby` })),
  )
  const detectors = [
    await company.aDetector({ name: 'Boiler' }),
    await company.aDetector({ name: 'Chiller' }),
    await company.aDetector({ name: 'Drainage sump' }),
  ]
  const canteen = await company.aCounter({ name: 'Canteen' })
  await canteen.counts({ in: 3, out: 1 })
  for (const detector of detectors) {
    await detector.reads(2, 'ppm', 'CO')
    await detector.reads(20.9, '%vol', 'O2')
    await detector.reads(21, 'degC', 'temperature')
    await detector.reads(50, '%RH', 'humidity')
  }
  await company.aPerson({ name: 'Priya Raghavan', card: 'card:0000000001' })
  await main.admits('card:0000000001')
  const at = Date.now() - 60_000
  for (const ago of [12_000, 0])
    await main.denies('card:0000000001', 'expired', { at: new Date(at - ago).toISOString() })

  const admin = await company.enter(page, await company.aPerson({ role: 'admin' }))
  await page.goto('/dashboard')
  await expect(page.locator('html')).toHaveAttribute('data-live', 'live')
  await roof.forcedOpen()
  const doors = page.getByRole('region', { name: 'Every door' }).getByRole('listitem')
  await expect(doors.first()).toContainText('Roof terrace')
  await expect(doors.first()).toContainText('Forced open')
  await expect(doors.first()).toContainText(/Lock: \w+ · Contact: \w+/)
  await expect(doors).toHaveCount(12)
  await expect.poll(() => outOfSight(doors)).toEqual([])
  const gas = page.locator('[data-testid^="gas-"]')
  await expect.poll(() => gas.count()).toBeGreaterThan(10)
  await expect.poll(() => outOfSight(gas)).toEqual([])
  await expect(page.getByTestId('inside-now')).toBeInViewport({ ratio: 1 })
  const feed = page.getByRole('region', { name: 'Newest entries and exits' }).getByRole('listitem')
  for (const index of [0, 1, 2]) await expect(feed.nth(index)).toBeInViewport({ ratio: 1 })
  await roof.closes()
  await expect(page.getByTestId(`door-${roof.key}`)).not.toHaveAttribute('data-state', 'critical')

  // When one that is connected and sends nothing counts as off line is for server/building/device-health/silence.test.ts.
  const devices = [main, roof, ...further, canteen, ...detectors]
  const health = (state: string) => page.locator(`[data-testid^="health-"][data-state="${state}"]`)
  await expect(health('normal')).toHaveCount(devices.length)
  await expect.poll(() => greenOn(page)).not.toEqual([])
  const camera = await film(page)
  for (const device of devices) await device.goesOffline()
  await expect(health('normal')).toHaveCount(0)
  // How the system is, is asked a moment after devices have gone.
  await expect(page.getByTestId('system-health')).toHaveAttribute('data-status', /degraded|failing/)
  await expect.poll(() => greenOn(page)).toEqual([])
  for (const device of devices)
    await expect(page.getByTestId(`health-${device.key}`)).toHaveAttribute('data-state', 'offline')
  for (const { key } of [main, roof, ...further])
    await expect(page.getByTestId(`door-${key}`)).toHaveAttribute('data-state', 'offline')
  await expect(page.getByTestId(`counter-${canteen.key}`)).toHaveAttribute('data-state', 'offline')
  await expect(page.locator('[data-testid^="gas-"]:not([data-quality="offline"])')).toHaveCount(0)
  await expect(page.locator('html')).toHaveAttribute('data-live', 'live')
  await expect(page.getByText('Nothing needs attention')).toHaveCount(0)
  expect((await camera.film())[`door-${main.key}`]).toEqual(['normal', 'offline'])
  for (const device of devices) await device.comesBack()
  await expect(health('normal')).toHaveCount(devices.length)

  await follow(page, '/entry-exit/report')
  await expect(page.getByRole('grid').getByRole('link').first()).toBeVisible()
  const tops = await topsOfWords(page)
  expect(tops.length).toBeGreaterThan(6)
  expect(Math.max(...tops) - Math.min(...tops)).toBeLessThan(0.6)

  const { logs } = await admin.ask(entryExit.logs, { limit: 50, result: 'denied' })
  const refused = logs.find((log) => Date.parse(log.timestamp) === at)
  await follow(page, `/log-details/${refused?.id}`)
  const wentThrough = page.locator('dl > div').filter({ hasText: 'Passage' })
  await expect(wentThrough.getByRole('definition')).toHaveText('No')
  const neighbour = page.getByRole('link').filter({ hasText: '12 s before' })
  await expect(neighbour).toContainText('Denied')
  await neighbour.hover()
  await expect(page.getByRole('tooltip').locator('time')).toHaveText(/\d{4}, \d\d:\d\d:\d\d (GMT|BST)/)
})

/** Those of which a part cannot be seen without scrolling; all in one look. */
const outOfSight = (all: Locator): Promise<string[]> =>
  all.evaluateAll(async (elements) => {
    const seen = new Promise<IntersectionObserverEntry[]>((resolve) => {
      const observer = new IntersectionObserver((entries) => resolve(entries))
      for (const element of elements) observer.observe(element)
    })
    const hidden = (await seen).filter(({ intersectionRatio }) => intersectionRatio < 1 - 1e-9)
    return hidden.map(({ target }) => target.textContent ?? '')
  })

/** Where the letters of each cell of the first row begin, from the top. */
const topsOfWords = (page: Page): Promise<number[]> =>
  page
    .getByRole('grid')
    .locator('[data-index="0"]')
    .evaluate((row) => {
      const walker = document.createTreeWalker(row, NodeFilter.SHOW_TEXT)
      const tops: number[] = []
      for (let text = walker.nextNode(); text; text = walker.nextNode()) {
        if (!text.nodeValue?.trim()) continue
        const range = document.createRange()
        range.selectNodeContents(text)
        tops.push(range.getBoundingClientRect().top)
      }
      return tops
    })
