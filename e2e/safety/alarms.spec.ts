// Alarms as a guard and those who set them up meet them: one touch on a phone at night, an acknowledgement given without a
// connection, what comes by push, a shelf that ends, a rule tried against history before it is saved.
import * as activity from '@gatehouse/contract/record/activity'
import type { Page } from '@playwright/test'
import * as alarms from '@gatehouse/contract/safety/alarms'
import { expectAccessible } from '../kit/axe.ts'
import { tooSmall, tooWide } from '../kit/geometry.ts'
import type { Signed } from '../kit/accounts.ts'
import { openPushService, type PushService } from '../kit/push-service.ts'
import { desktop, phone } from '../playwright.config.ts'
import { expect, test } from '../kit/test.ts'
import { unreachable } from '../kit/watch.ts'

test('a guard on the phone at night answers a gas alarm with one touch from any page, and another without a connection', async ({
  page: desk,
  anotherPage,
  company,
  watch,
}) => {
  watch.expect(unreachable)
  const guards = await anotherPage({ viewport: phone, hasTouch: true, isMobile: true, colorScheme: 'dark' })
  const boiler = await company.aDetector({ name: 'Boiler', zone: await company.aZone('Plant room') })
  const kwame = await company.aPerson({ role: 'guard', name: 'Kwame Mensah' })
  await boiler.reads(1, 'ppm', 'CO')
  await company.enter(guards, kwame)
  const admin = await company.enter(desk, await company.aPerson({ role: 'admin', name: 'Ada Okafor' }))
  await Promise.all([guards.goto('/entry-exit/dashboard'), desk.goto('/alarms')])
  for (const page of [guards, desk]) await expect(page.locator('html')).toHaveAttribute('data-live', 'live')
  await expect(desk.getByText('Nothing is in alarm')).toBeVisible()

  await boiler.reads(80, 'ppm', 'CO')
  const bar = guards.getByTestId('alarm-bar')
  await expect(bar).toContainText(/Critical.*Carbon monoxide: high alarm.*Boiler/)
  await expect.poll(async () => [...(await tooWide(guards)), ...(await tooSmall(guards))]).toEqual([])
  await expectAccessible(guards)
  const rows = desk.getByRole('grid', { name: 'Alarms' }).getByRole('row')
  await expect(rows.nth(1)).toContainText(/Critical.*Carbon monoxide: high alarm.*Boiler.*Unacknowledged.*80 ppm/)
  await expect(rows.nth(2)).toContainText('Carbon monoxide: low alarm')
  await expectAccessible(desk)

  // One touch.
  await bar.getByRole('button', { name: /^Acknowledge/ }).tap()
  await expect(rows.filter({ hasText: 'high alarm' })).toContainText('Kwame Mensah')

  // Without a connection it waits, says so, and is sent when the connection is back.
  await guards.getByTestId('alarm-bar').getByRole('link', { name: 'Carbon monoxide: low alarm' }).tap()
  const sheet = guards.getByRole('dialog', { name: 'Carbon monoxide: low alarm' })
  await expect(sheet.getByTestId('alarm-facts')).toContainText('Still holds')
  await guards.context().setOffline(true)
  await sheet.getByRole('button', { name: 'Acknowledge' }).tap()
  await expect(guards.getByText('Acknowledgement pending').first()).toBeVisible()
  await guards.context().setOffline(false)
  await expect(rows.filter({ hasText: 'low alarm' })).toContainText('Kwame Mensah')
  await expect(guards.getByText('Acknowledgement pending')).toHaveCount(0)

  const { entries } = await admin.ask(activity.list, { action: 'alarms.acknowledge' })
  expect(entries.map(({ actor, subject }) => ({ actor, subject }))).toEqual([
    { actor: kwame.email, subject: 'Carbon monoxide: low alarm at Boiler' },
    { actor: kwame.email, subject: 'Carbon monoxide: high alarm at Boiler' },
  ])

  // While it holds nobody resolves it.
  await desk.getByRole('link', { name: 'Carbon monoxide: low alarm' }).first().click()
  const opened = desk.getByRole('dialog', { name: 'Carbon monoxide: low alarm' })
  await expect(opened.getByText('Its condition still holds')).toBeVisible()
  await expect(opened).toContainText('Kwame Mensah')
  await expectAccessible(desk)
})

test('a guard answers what is pushed to the phone in two touches; where nobody answers the manager has a push', async ({
  page: managers,
  anotherPage,
  company,
  store,
}) => {
  const services = { guard: await openPushService(), manager: await openPushService() }
  const phones = await anotherPage({ viewport: phone, hasTouch: true, isMobile: true })
  const [kwame, ingrid] = [await company.aPerson({ role: 'guard' }), await company.aPerson({ role: 'manager' })]
  // Whom its policies notify is known when the first device reports.
  const boiler = await company.aDetector({ name: 'Boiler' })
  const guard = await company.enter(phones, kwame)
  const manager = await company.enter(managers, ingrid)
  await subscribe(phones, guard, services.guard)
  await subscribe(managers, manager, services.manager)
  const pushedTo = (who: keyof typeof services): Pushed[] => services[who].accepted.map((text) => JSON.parse(text))
  await boiler.reads(1, 'ppm', 'CO')

  await boiler.reads(40, 'ppm', 'CO')
  await expect.poll(() => pushedTo('guard')).toMatchObject([{ title: 'Carbon monoxide: low alarm: Boiler' }])
  let touches = 0
  const opensPush = async () => {
    touches += 1
    await phones.goto(pushedTo('guard').at(-1)?.path ?? '')
  }
  await opensPush()
  const sheet = phones.getByRole('dialog', { name: 'Carbon monoxide: low alarm' })
  await expect.poll(async () => [...(await tooWide(phones)), ...(await tooSmall(phones))]).toEqual([])
  touches += 1
  await sheet.getByRole('button', { name: 'Acknowledge' }).tap()
  await expect(sheet.getByTestId('alarm-facts')).toContainText(`By ${kwame.name}`)
  expect(touches).toBeLessThanOrEqual(3)

  // Nobody answers the next one: five minutes later, which are moved here, managers are notified once more.
  await boiler.reads(90, 'ppm', 'CO')
  await expect.poll(() => pushedTo('guard').length).toBe(2)
  const before = services.manager.accepted.length
  await store.query(
    `update alarm_escalation set due_at = now() where next_step = 1 and alarm_id in
       (select id from alarm where company_id = $1 and acknowledged_at is null)`,
    [company.id],
  )
  await expect.poll(() => services.manager.accepted.length).toBe(before + 1)
  expect(pushedTo('manager').at(-1)?.title).toBe('Carbon monoxide: high alarm: Boiler')
  expect(services.guard.accepted).toHaveLength(2)
  for (const service of Object.values(services)) service.close()
})

test('a shelved alarm leaves the bar and the tab, and comes back by itself', async ({ page, company, store }) => {
  const door = await company.aDoor({ name: 'Fire exit' })
  const manager = await company.enter(page, await company.aPerson({ role: 'manager' }))
  await page.goto('/alarms')
  await door.forcedOpen()
  await expect(page.getByTestId('alarm-bar')).toContainText('Door forced open')
  await expect(page).toHaveTitle('(1) Alarms · Gatehouse')
  await page.getByRole('link', { name: 'Door forced open' }).first().click()
  const sheet = page.getByRole('dialog', { name: 'Door forced open' })
  await sheet.getByRole('button', { name: 'Shelve…' }).click()
  const question = page.getByRole('dialog', { name: /^Shelve Door forced open/ })
  await question.getByRole('textbox', { name: /Reason/ }).fill('The hinge is being mended')
  await question.getByRole('button', { name: 'Shelve' }).click()
  await expect(page.getByTestId('alarm-bar')).toHaveCount(0)
  await expect(sheet.getByTestId('alarm-facts')).toContainText(/Shelved until/)
  await expect(page).toHaveTitle('Alarms · Gatehouse')

  const [shelved] = (await manager.ask(alarms.list, { state: 'shelved' })).alarms
  await store.query('update alarm set shelved_until = now() where id = $1', [shelved?.id])
  await expect(page.getByTestId('alarm-bar')).toContainText('Door forced open')
  await expect(sheet.getByTestId('alarm-facts')).toContainText('Unacknowledged')
  await expect(page).toHaveTitle('(1) Alarms · Gatehouse')
})

interface Pushed {
  readonly title: string
  readonly path: string
}

const subscribe = async (page: Page, { token }: Signed, { subscription }: PushService) => {
  const { csrfToken } = await (await page.request.get('/api/auth/csrf-token')).json()
  const headers = { authorization: `Bearer ${token}`, 'x-csrf-token': csrfToken }
  const answer = await page.request.post('/api/push/subscriptions', { headers, data: subscription })
  expect(answer.ok(), await answer.text()).toBe(true)
}

test('who manages alarms tries a rule against history, saves it, and it raises the next one', async ({
  page,
  company,
}) => {
  const room = await company.aDetector({ name: 'Cold store' })
  await room.reads(4, 'degC', 'temperature')
  await company.enter(page, await company.aPerson({ role: 'admin' }))
  await page.setViewportSize(desktop)
  await page.goto('/alert-system?rule=new')
  const editor = page.getByRole('dialog', { name: 'Add an alarm rule' })
  await editor.getByRole('textbox', { name: 'Name' }).fill('Cold store too warm')
  await editor.getByRole('combobox', { name: 'Measure' }).click()
  await page.getByRole('option', { name: 'Temperature' }).click()
  await editor.getByRole('textbox', { name: /Set point/ }).fill('8')
  await editor.getByRole('button', { name: /Test against history/ }).click()
  await expect(editor.getByText(/Would have raised|would have raised|No alarm/).first()).toBeVisible()
  await expectAccessible(page)
  await editor.getByRole('button', { name: 'Add rule' }).click()
  await expect(
    page.getByRole('grid', { name: 'Alarm rules' }).getByRole('row', { name: /Cold store too warm/ }),
  ).toContainText('Temperature at or above 8')
  await room.reads(9.5, 'degC', 'temperature')
  await expect(page.getByTestId('alarm-bar')).toContainText('Cold store too warm')
  for (const tab of ['Escalation', 'On call', 'Held back', 'Health']) {
    await page.getByRole('tab', { name: tab }).click()
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    await expectAccessible(page)
  }
})
