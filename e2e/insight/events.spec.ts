// The stream of events while the building lives: what happens appears by itself, waits while one holds it, has an
// address of its own, and leads to what belongs together.
import * as events from '@gatehouse/contract/insight/events'
import * as entryExit from '@gatehouse/contract/access/entry-exit'
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInBoth } from '../kit/axe.ts'
import { follow } from '../kit/follow.ts'
import { tooSmall, tooWide } from '../kit/geometry.ts'
import { phone } from '../playwright.config.ts'
import { sizesOf } from '../kit/sizes.ts'
import { expect, test } from '../kit/test.ts'
import { failedWith } from '../kit/watch.ts'

const live = (page: Page) => expect(page.locator('html')).toHaveAttribute('data-live', 'live')
const grid = (page: Page) => page.getByRole('grid', { name: 'Events' })
const rows = (page: Page, text: string) => grid(page).getByRole('row').filter({ hasText: text })

test('what a device reports is on top of the stream, waits while it is paused, passes filters that stand in the address, and grows a timeline of what belongs together', async ({
  page,
  company,
}) => {
  const door = await company.aDoor({ name: 'Archive' })
  const detector = await company.aDetector()
  await door.opens()
  await door.closes()
  const admin = await company.enter(page, await company.aPerson({ role: 'admin' }))
  await page.goto('/events')
  await live(page)
  await expect(grid(page)).toBeVisible()
  await door.sends('event', { type: 'something-happened' })
  await expect(grid(page)).toContainText('Something happened')

  // Going on shows it in order.
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByRole('button', { name: /^Resume/ })).toBeVisible()
  const first = grid(page).locator('tbody tr').first()
  await expect(first).toHaveAttribute('data-id', /./)
  const before = (await first.getAttribute('data-id')) ?? 'none'
  for (const type of ['the-first', 'the-second', 'the-third']) await door.sends('event', { type })
  await expect(page.getByRole('button', { name: 'Resume (3 new)' })).toBeVisible()
  await expect(first).toHaveAttribute('data-id', before)
  await page.getByRole('button', { name: /^Resume/ }).click()
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()
  const shown = async () => (await grid(page).locator('tbody tr td:nth-child(3)').allTextContents()).slice(0, 4)
  await expect.poll(shown).toEqual(['The third', 'The second', 'The first', 'Something happened'])

  // Filters are the server’s, and hold for what comes.
  await page.getByRole('combobox', { name: 'Severity' }).click()
  await page.getByRole('option', { name: 'High and above' }).click()
  await expect(page).toHaveURL(/\?severity=high$/)
  await live(page)
  // Those that were there stay until the answer comes.
  const quieter = grid(page).locator('tbody tr:not([data-severity=high],[data-severity=critical])')
  await expect(quieter).toHaveCount(0)
  await door.sends('event', { type: 'something-quiet' })
  await door.forcedOpen()
  await expect(rows(page, 'Archive').first()).toContainText('Forced open')
  await door.closes()
  await expect(quieter).toHaveCount(0)
  const { events: known } = await admin.ask(events.list, { severity: 'high', limit: 200 })
  expect(known.length).toBeGreaterThan(0)
  expect(known.every(({ severity }) => severity === 'high' || severity === 'critical')).toBe(true)
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(page).toHaveURL(/\/events$/)
  await follow(page, '/events?q=nothing-of-this-name')
  await expect(page.getByText('Nothing passes these filters')).toBeVisible()

  // What devices, doors and people did, while one looks.
  const correlationId = randomUUID()
  await detector.sends('event', { type: 'gas-detected', correlationId })
  await door.forcedOpen({ correlationId })
  await follow(page, `/events/timeline/${correlationId}`)
  await live(page)
  const entries = page.getByRole('list', { name: 'In order of time' }).getByRole('listitem')
  // The alarm that it raised stands beside it, and what is on record of that.
  await expect(entries).toHaveCount(4)
  await expect(entries.nth(0)).toContainText('Gas detected')
  const forced = entries.filter({ hasText: /^(?!.*Alarm).*Forced open/ })
  await expect(forced).toHaveCount(1)
  await door.closes({ correlationId })
  await expect(entries.filter({ hasText: 'Closed' })).toHaveCount(1)
  await expectAccessible(page)
  await forced.getByRole('link').click()
  await expect(page.getByRole('dialog')).toContainText(correlationId)

  // An entry logged by hand: the call, and what it left in the log.
  const { csrfToken } = await (await page.request.get('/api/auth/csrf-token')).json()
  const made = await page.request.post(`/api${entryExit.record.path}`, {
    headers: { authorization: `Bearer ${admin.token}`, 'x-csrf-token': String(csrfToken) },
    data: { userId: admin.user.id, doorId: door.id, type: 'entry', timestamp: new Date().toISOString() },
  })
  await follow(page, `/events/timeline/${made.headers()['x-correlation-id']}`)
  await expect(entries).toHaveCount(2)
  await expect(entries.filter({ hasText: admin.user.displayName })).toHaveCount(1)
  await expect(entries.filter({ hasText: 'Logged an entry or exit' })).toHaveCount(1)
})

test('an event has its own address: opened by mouse and by keyboard, closed, shared with a phone, which it fits, and not for a stranger', async ({
  page,
  request,
  company,
  anotherCompany,
  watch,
}) => {
  watch.expect(failedWith(404))
  const door = await company.aDoor({ name: 'Main entrance' })
  for (const _ of ['once', 'twice']) {
    await door.opens()
    await door.closes()
  }
  await door.forcedOpen()
  const admin = await company.enter(page, await company.aPerson({ role: 'admin' }))
  await page.goto('/events?kind=door')
  await grid(page).getByRole('link').nth(2).click()
  await expect(page).toHaveURL(/\/events\/[\da-f-]{36}\?kind=door$/)
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByRole('heading', { name: 'As the device said it' })).toBeVisible()
  const id = page.url().match(/events\/([\da-f-]{36})/)?.[1] ?? ''
  const { event } = await admin.ask(events.byId, { id })
  await expect(sheet.getByText(event.correlationId)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/events\?kind=door$/)
  await expect(sheet).toHaveCount(0)
  await follow(page, `/events/${id}`)
  await expect(sheet.getByText(event.id)).toBeVisible()
  await sheet.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL(/\/events$/)

  await grid(page).locator('tbody tr').first().focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  const focused = grid(page).locator('tr[data-index="2"]')
  await expect(focused).toBeFocused()
  await expect(focused).toHaveAttribute('data-id', /./)
  const walked = await focused.getAttribute('data-id')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/events/${walked}`))
  await expect(sheet).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await expect(grid(page).locator(`tr[data-id="${walked}"]`)).toBeFocused()

  // A stranger is shown the same words for it as for what was never there.
  const other = await anotherCompany()
  const stranger = await other.signIn(request, await other.aPerson({ role: 'admin' }))
  const { correlationId } = event
  for (const [asker, one, all] of [
    [stranger, id, correlationId],
    [admin, randomUUID(), randomUUID()],
  ] as const) {
    await expect(asker.ask(events.byId, { id: one })).rejects.toThrow(': 404 ')
    expect((await asker.ask(events.timeline, { correlationId: all })).entries).toEqual([])
  }
  await follow(page, `/events/${randomUUID()}`)
  await expect(page.getByText('There is no such event')).toBeVisible()
  await follow(page, `/events/timeline/${randomUUID()}`)
  await expect(page.getByText('There is nothing here that you may see')).toBeVisible()

  // Opened anew, on a phone.
  await (await sizesOf(page))(phone, 'touch')
  await page.goto(`/events/${id}`)
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'As the device said it' })).toBeVisible()
  await expectAccessibleInBoth(page)
  for (const path of ['/events', '/events?severity=high']) {
    await follow(page, path)
    await expect(grid(page)).toBeVisible()
    await expect(page.getByRole('searchbox', { name: 'Device or event' })).toBeVisible()
    await expectAccessible(page)
    await expect.poll(async () => [await tooWide(page), await tooSmall(page)]).toEqual([[], []])
  }
  await grid(page).getByRole('link').first().click()
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'As the device said it' })).toBeVisible()
  await follow(page, '/events/nowhere')
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
})
