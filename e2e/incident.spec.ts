// One incident, watched at the same time by people of different roles and companies: each is told what they may see and
// nothing else, on the page, in the panel and on the wire.
import type { Page } from '@playwright/test'
import type { Pool } from 'pg'
import { emailOf, enter, enterAs, strangerEmail } from './accounts.ts'
import { expectAccessible } from './axe.ts'
import { tooWide } from './geometry.ts'
import { stage } from './simulator.ts'
import { expect, test } from './test.ts'

/** In a zone that is labelled: not for guards. And one that they watch over. */
const hidden = { key: 'gas-boiler', named: /gas-boiler|Boiler|Plant room/ } as const
const seen = { key: 'gas-tyne', named: /Tyne \(gas detector/ }
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

const nothingYet = (store: Pool, ...emails: string[]) =>
  store.query('delete from notification where user_id in (select id from users where email = any ($1))', [emails])

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

test('devices that go off line are told to who may see them, as far as they may, and to nobody else', async ({
  page: auditors,
  anotherPage,
  place,
  store,
}) => {
  test.setTimeout(150_000)
  const guards = await anotherPage({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  const strangers = await anotherPage()
  const staffs = await anotherPage()
  const pages = { auditors, guards, strangers, staffs }
  await nothingYet(store, emailOf('auditor'), emailOf('guard'), emailOf('staff'), strangerEmail)
  await enter(auditors, 'auditor')
  await enter(guards, 'guard')
  await enter(staffs, 'staff')
  await enterAs(strangers, strangerEmail)
  const heard = Object.fromEntries(Object.entries(pages).map(([name, page]) => [name, listen(page)]))
  await auditors.goto('/dashboard')
  await guards.goto('/notifications')
  await strangers.goto('/dashboard')
  await staffs.goto('/notifications')
  for (const page of Object.values(pages)) {
    await expect(page.locator('html')).toHaveAttribute('data-live', 'live')
    await expect(bell(page)).toBeVisible()
  }
  // As if one switch had failed: both are away within a moment.
  for (const { key } of [hidden, seen]) await stage(place, 'device-failure', { device: key, seconds: 100 })
  await expect(auditors.getByTestId(`health-${hidden.key}`)).toHaveAttribute('data-state', 'offline')
  await awayForLong(store, hidden.key, seen.key)

  // The guard, on patrol: the one device, as it comes, with no page loaded anew.
  const row = guards.getByRole('region', { name: 'Notifications', exact: true }).getByRole('listitem')
  await expect(row.filter({ hasText: seen.named })).toHaveCount(1, told)
  await expect(row.filter({ hasText: seen.named })).toContainText('Medium priority')
  await expect(row.filter({ hasText: hidden.named })).toHaveCount(0)
  expect(await tooWide(guards)).toEqual([])
  await expectAccessible(guards)

  // Who may see all of the building: both, in one or in two.
  await bell(auditors).click()
  const list = panelOf(auditors).getByRole('list')
  for (const { named } of [hidden, seen]) await expect(list).toContainText(named, told)

  // Neither colleagues who watch over nothing, nor anybody of another company.
  await expect(staffs.getByText('No notifications', { exact: true })).toBeVisible()
  for (const page of [staffs, strangers]) await expect(bell(page)).toHaveAttribute('aria-label', 'Notifications')
  await bell(strangers).click()
  await expect(panelOf(strangers).getByText('No notifications')).toBeVisible()

  expect(heard['guards']?.join('\n')).toMatch(seen.named)
  expect(heard['guards']?.filter((said) => hidden.named.test(said))).toEqual([])
  const anything = new RegExp(`${hidden.key}|${seen.key}|Nothing is heard of`)
  for (const name of ['staffs', 'strangers'])
    expect(
      heard[name]?.filter((said) => anything.test(said)),
      name,
    ).toEqual([])
  expect(heard['auditors']?.join('\n')).toMatch(hidden.named)
})
