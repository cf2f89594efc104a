// Labels in the browser: the plant room is there for those who hold its label, and for nobody else, by any way.
import * as devices from '@gatehouse/contract/devices'
import * as entryExit from '@gatehouse/contract/entry-exit'
import type { Page } from '@playwright/test'
import { type Account, enter, enterAs, strangerEmail } from './accounts.ts'
import { expect, test } from './test.ts'
import { failedWith } from './watch.ts'

const plantRoom = /Plant room|door-plant-room|gas-boiler|gas-chiller|camera-plant-room/

test('the plant room appears for a supervisor, not for a guard, and nothing for staff', async ({
  page,
  anotherPage,
}) => {
  const namesFor = async (account: Account, on: Page) =>
    (await (await enter(on, account)).ask(devices.list, {})).devices.map(({ key, zone }) => `${key} in ${zone}`)
  expect((await namesFor('supervisor', page)).filter((name) => plantRoom.test(name)).length).toBe(4)
  expect((await namesFor('guard', await anotherPage())).filter((name) => plantRoom.test(name))).toEqual([])
  expect(await namesFor('staff', await anotherPage())).toEqual([])
})

test('the log of a guard has no row, no filter and no live news of the plant room', async ({
  page,
  anotherPage,
  gateway,
  watch,
}) => {
  watch.expect(failedWith(404))
  const supervisors = await anotherPage()
  const supervisor = await enter(supervisors, 'supervisor')
  await supervisors.goto('/entry-exit/report?q=plant')
  await expect(supervisors.locator('html')).toHaveAttribute('data-live', 'live')
  await expect(supervisors.getByRole('row').nth(1)).toContainText('Plant room')

  const heard = listen(page)
  await enter(page, 'guard')
  await page.goto('/entry-exit/report')
  await expect(page.locator('html')).toHaveAttribute('data-live', 'live')
  await expect(page.getByRole('grid')).toBeVisible()
  await page.getByRole('combobox', { name: 'Door' }).click()
  await expect(page.getByRole('option', { name: 'Server room' })).toBeVisible()
  await expect(page.getByRole('option', { name: 'Plant room' })).toHaveCount(0)
  await page.keyboard.press('Escape')

  await gateway.access('door-plant-room', 'card:0000000003', { result: 'denied', reason: 'not-authorised' })
  await expect(supervisors.getByRole('row').nth(1)).toContainText('Not authorised for this door')
  await gateway.access('door-server-room', 'card:0000000004', { result: 'denied', reason: 'lockdown' })
  await expect(page.getByRole('row').filter({ hasText: 'Lockdown' })).toContainText('Server room')
  await expect(page.getByRole('row').filter({ hasText: 'Plant room' })).toHaveCount(0)
  expect(heard.join('\n')).toContain('Server room')
  expect(heard.filter((frame) => plantRoom.test(frame))).toEqual([])

  await page.getByLabel('Person or door').fill('Plant room')
  await expect(page.getByText('Nothing passes these filters')).toBeVisible()
  const { logs } = await supervisor.ask(entryExit.logs, { q: 'Plant room', limit: 1 })
  await page.goto(`/log-details/${logs[0]?.id}`)
  await expect(page.getByText('There is no such entry or exit')).toBeVisible()
  await supervisors.goto(`/log-details/${logs[0]?.id}`)
  await expect(supervisors.getByText('Not authorised for this door').first()).toBeVisible()
})

test('the other company sees nothing of this one', async ({ anotherPage }) => {
  const page = await anotherPage()
  const heard = listen(page)
  await enterAs(page, strangerEmail)
  await page.goto('/dashboard')
  await expect(page.locator('html')).toHaveAttribute('data-live', 'live')
  await expect(page.getByTestId('health-northwind-door-dock')).toBeVisible()
  await expect(page.locator('[data-testid^="health-"]:not([data-testid^="health-northwind-"])')).toHaveCount(0)
  // Its own readings come every five seconds: by then the other's have come many times.
  await expect.poll(() => heard.filter((frame) => frame.includes('northwind-gas-store')).length).toBeGreaterThan(1)
  expect(heard.filter((frame) => /"(door|gas|counter|camera|intercom)-/.test(frame))).toEqual([])
})

/** Everything the page's live connection receives, over both of its transports. */
const listen = (page: Page): string[] => {
  const heard: string[] = []
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => heard.push(payload.toString()))
  })
  page.on('response', (response) => {
    if (!response.url().includes('/socket.io/') || response.status() !== 200) return
    response.text().then(
      (text) => heard.push(text),
      () => undefined,
    )
  })
  return heard
}
