// One incident, watched at the same time by people of different roles: each is told what they may see and nothing else, on
// the page, in the panel and on the wire. That nobody else is told of it: server/device-health/outages.test.ts and
// server/event-matrix.test.ts.
import type { Page } from '@playwright/test'
import type { Pool } from 'pg'
import { expectAccessible } from './axe.ts'
import { tooWide } from './geometry.ts'
import { phone } from './playwright.config.ts'
import { expect, test } from './test.ts'

/** The server looks every ten seconds for what has been away long enough. */
const told = { timeout: 30_000 }

const bell = (page: Page) => page.locator('button[aria-label^="Notifications"]')
const panelOf = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })

/** All that the server says to a page: on its connections, and as answers. */
const listen = (page: Page): string[] => {
  const heard: string[] = []
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => heard.push(payload.toString()))
  })
  page.on('response', (response) => {
    if (!/\/(socket\.io|api)\//.test(response.url())) return
    response.text().then(
      (text) => heard.push(text),
      () => undefined,
    )
  })
  return heard
}

/**
 * As if they had been away for the half minute already that the server waits before it tells anybody, and as if nobody had
 * been told of them within the hour.
 */
const awayForLong = async (store: Pool, ...keys: string[]) => {
  const backdated = () =>
    store.query(
      `with away as (
         select device_id from device_status join device on id = device_id
         where key = any ($1) order by device_id for update of device_status
       )
       update device_status set last_seen_at = now() - interval '40 s',
         outage_told_at = null, outage_quiet_until = null, outage_over_since = null
       from away
       where away.device_id = device_status.device_id and (select count(*) from device_status join device on id = device_id
         where key = any ($1) and not online) = $2`,
      [keys, keys.length],
    )
  await expect.poll(async () => (await backdated()).rowCount).toBe(keys.length)
}

test('devices that go off line are told to who may see them, as far as they may', async ({
  page: auditors,
  anotherPage,
  company,
  store,
}) => {
  const plantRoom = await company.aZone('Plant room')
  const label = await company.aLabel({ zone: plantRoom, name: 'Plant' })
  const hidden = await company.aDetector({ name: 'Boiler', zone: plantRoom })
  const seen = await company.aDetector({ name: 'Tyne' })
  const ofHidden = new RegExp(`${hidden.key}|${hidden.id}|Boiler|Plant room`)
  const ofSeen = /Tyne \(gas detector/
  const guards = await anotherPage({ viewport: phone, hasTouch: true, isMobile: true })
  await company.enter(auditors, await company.aPerson({ role: 'auditor', labels: [label] }))
  await company.enter(guards, await company.aPerson({ role: 'guard' }))
  const [heardByAuditors, heardByGuards] = [listen(auditors), listen(guards)]
  await auditors.goto('/dashboard')
  await guards.goto('/notifications')
  for (const page of [auditors, guards]) {
    await expect(page.locator('html')).toHaveAttribute('data-live', 'live')
    await expect(bell(page)).toBeVisible()
  }
  // As if one switch had failed: both are away within a moment.
  for (const device of [hidden, seen]) await device.goesOffline()
  await expect(auditors.getByTestId(`health-${hidden.key}`)).toHaveAttribute('data-state', 'offline')
  await awayForLong(store, hidden.key, seen.key)

  // The guard, on patrol: the one device, as it comes, with no page loaded anew.
  const row = guards.getByRole('region', { name: 'Notifications', exact: true }).getByRole('listitem')
  await expect(row.filter({ hasText: ofSeen })).toHaveCount(1, told)
  await expect(row.filter({ hasText: ofSeen })).toContainText('Medium priority')
  await expect(row.filter({ hasText: ofHidden })).toHaveCount(0)
  expect(await tooWide(guards)).toEqual([])
  await expectAccessible(guards)

  // Who may see all of the building: both, in one or in two.
  await bell(auditors).click()
  const list = panelOf(auditors).getByRole('list')
  for (const named of [ofHidden, ofSeen]) await expect(list).toContainText(named, told)

  expect(heardByGuards.join('\n')).toMatch(ofSeen)
  expect(heardByGuards.filter((said) => ofHidden.test(said))).toEqual([])
  expect(heardByAuditors.join('\n')).toMatch(ofHidden)
})
