// What is seen before anybody scrolls, and that words which belong together stand together.
import * as entryExit from '@gatehouse/contract/entry-exit'
import type { Page } from '@playwright/test'
import { enter } from './accounts.ts'
import { expect, test } from './test.ts'

test('doors, people inside, gas and the newest entries are all seen without scrolling, alarms first', async ({
  page,
  gateway,
}) => {
  await enter(page, 'admin')
  await page.goto('/dashboard')
  await expect(page.locator('html')).toHaveAttribute('data-live', 'live')
  await gateway.say('door-roof-terrace', 'event', { type: 'forced-open' })
  const doors = page.getByRole('region', { name: 'Every door' }).getByRole('listitem')
  await expect(doors.first()).toContainText('Roof terrace')
  await expect(doors.first()).toContainText('Forced open')
  await expect(doors.first()).toContainText(/Lock: \w+ · Contact: \w+/)
  for (const door of await doors.all()) await expect(door).toBeInViewport({ ratio: 1 })
  const gas = page.locator('[data-testid^="gas-"]')
  expect(await gas.count()).toBeGreaterThan(10)
  for (const value of await gas.all()) await expect(value).toBeInViewport({ ratio: 1 })
  await expect(page.getByTestId('inside-now')).toBeInViewport({ ratio: 1 })
  const feed = page.getByRole('region', { name: 'Newest entries and exits' }).getByRole('listitem')
  for (const index of [0, 1, 2]) await expect(feed.nth(index)).toBeInViewport({ ratio: 1 })
  await gateway.say('door-roof-terrace', 'event', { type: 'closed' })
  await expect(page.getByTestId('door-door-roof-terrace')).not.toHaveAttribute('data-state', 'critical')
})

test('the words of a row of the log stand on one line', async ({ page }) => {
  await enter(page, 'guard')
  await page.goto('/entry-exit/report')
  await expect(page.getByRole('grid').getByRole('link').first()).toBeVisible()
  const tops = await topsOfWords(page)
  expect(tops.length).toBeGreaterThan(6)
  expect(Math.max(...tops) - Math.min(...tops)).toBeLessThan(0.6)
})

test('the details of a refusal say that nobody went through, and how long before it others came', async ({
  page,
  gateway,
}) => {
  const guard = await enter(page, 'guard')
  const at = Date.now() - 60_000
  for (const ago of [12_000, 0]) {
    const moment = new Date(at - ago).toISOString()
    await gateway.access('door-archive', 'card:0000000005', { result: 'denied', reason: 'expired', at: moment })
  }
  const { logs } = await guard.ask(entryExit.logs, { limit: 50, q: 'Archive', result: 'denied' })
  // Somebody may have been refused there since.
  const refused = logs.find((log) => Date.parse(log.timestamp) === at)
  await page.goto(`/log-details/${refused?.id}`)
  const wentThrough = page.locator('dl > div').filter({ hasText: 'Went through' })
  await expect(wentThrough.getByRole('definition')).toHaveText('No')
  const neighbour = page.getByRole('link').filter({ hasText: '12 s before' })
  await expect(neighbour).toContainText('Denied')
  await neighbour.hover()
  await expect(page.getByRole('tooltip').locator('time')).toHaveText(/\d{4}, \d\d:\d\d:\d\d (GMT|BST)/)
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
