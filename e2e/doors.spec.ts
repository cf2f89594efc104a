// A door forced at night: a guard with a phone is told, says so, looks behind the door and locks it; at the desk all of it
// stands on one page as it happens, and on the record with who did it.
import * as activity from '@gatehouse/contract/activity'
import { emailOf, enter } from './accounts.ts'
import { expectAccessible } from './axe.ts'
import { tooSmall, tooWide } from './geometry.ts'
import { phone } from './playwright.config.ts'
import { stage } from './simulator.ts'
import { expect, test } from './test.ts'

const door = 'Fire exit, rear stair'

test('a door forced at night is one incident, from the alarm on a phone to the lock, and for the desk one page', async ({
  page: admins,
  anotherPage,
  place,
  store,
}) => {
  const guards = await anotherPage({ viewport: phone, hasTouch: true, isMobile: true })
  const [admin] = await Promise.all([enter(admins, 'admin'), enter(guards, 'guard')])
  await store.query(`delete from notification where kind = 'door-forced-open'`)
  await Promise.all([admins.goto('/doors'), guards.goto('/entry-exit/dashboard')])
  for (const page of [admins, guards]) await expect(page.locator('html')).toHaveAttribute('data-live', 'live')
  const row = admins.getByRole('grid', { name: 'Doors' }).getByRole('row', { name: door })
  await expect(row).toContainText('Locked')
  await expectAccessible(admins)

  await stage(place, 'forced-door', { device: 'door-fire-exit', seconds: 24 })
  await expect(row).toContainText('Forced open')
  await row.getByRole('link', { name: door }).click()
  await admins.getByRole('dialog', { name: door }).getByRole('link', { name: 'Timeline of this incident' }).click()

  // On patrol, on whatever page: from the bell to the door.
  await guards.getByRole('button', { name: /^Notifications, \d+ unread$/ }).tap()
  const told = guards.getByRole('listitem').filter({ hasText: `${door} was forced open` })
  await told.getByRole('button', { expanded: false }).tap()
  await told.getByRole('link', { name: 'Open the door' }).tap()
  const sheet = guards.getByRole('dialog', { name: door })
  await expect(sheet.getByTestId('reported')).toContainText('Contact open')
  expect([...(await tooWide(guards)), ...(await tooSmall(guards))]).toEqual([])
  await sheet.getByLabel('Note').fill('On my way')
  await sheet.getByRole('button', { name: 'Acknowledge' }).tap()
  await expect(sheet.getByText('Acknowledged by Kwame Mensah')).toBeVisible()
  // This one asks why with every unlock.
  await sheet.getByRole('button', { name: `Unlock ${door} for 5 s` }).tap()
  const question = guards.getByRole('alertdialog', { name: `Unlock ${door}?` })
  await question.getByLabel('Why').fill('To look behind it')
  await question.getByRole('button', { name: 'Unlock for 5 s' }).tap()
  await expect(sheet.getByRole('status').filter({ hasText: 'Unlocked for 5 s' })).toBeVisible()
  await sheet.getByRole('button', { name: `Lock ${door} now` }).tap()
  await expect(sheet.getByRole('status').filter({ hasText: /^Locked$/ })).toBeVisible()
  await expectAccessible(guards)

  // The desk has looked on: nothing was loaded anew there.
  const entries = admins.getByRole('list', { name: 'In order of time' })
  const steps = ['Forced open', 'Acknowledged', `Unlock ${door} for 5 s`, `Lock ${door}`, 'Closed']
  const headings = entries.locator('strong')
  await expect
    .poll(async () => (await headings.allTextContents()).filter((words) => steps.includes(words)), { timeout: 30_000 })
    .toEqual(steps)
  await expect(entries).toContainText('Kwame Mensah: “To look behind it”')
  await expect(entries).toContainText('by Kwame Mensah: “On my way”')
  await expectAccessible(admins)
  const correlationId = new URL(admins.url()).pathname.split('/').at(-1) ?? ''
  const { entries: recorded } = await admin.ask(activity.list, { correlationId })
  const deeds = ['doors.acknowledge', 'doors.unlock', 'doors.unlock.confirmed', 'doors.lock', 'doors.lock.confirmed']
  expect(recorded.filter(({ action }) => deeds.includes(action)).toReversed()).toMatchObject(
    deeds.map((action) => ({ action, actor: emailOf('guard'), subject: door, outcome: 'done' })),
  )
  await expect(entries).toContainText(`Told ${door} to unlock`)
  await admins.setViewportSize(phone)
  // What is drawn by the width of the window is drawn anew a moment later.
  await expect.poll(() => tooWide(admins)).toEqual([])
  await guards.goto('/doors')
  await expect(guards.getByRole('row', { name: door })).toContainText('Locked')
  expect(await tooWide(guards)).toEqual([])
})

test('a door is unlocked from where it is shown, with the reason it asks for, by those who may', async ({
  page,
  anotherPage,
}) => {
  await enter(page, 'admin')
  await page.goto('/dashboard')
  await expect(page.locator('html')).toHaveAttribute('data-live', 'live')
  const tile = page.getByTestId('door-door-fire-exit')
  await tile.hover()
  const button = tile.getByRole('button', { name: `Unlock ${door}…` })
  await button.click()
  const question = page.getByRole('dialog', { name: `Unlock ${door}?` })
  const unlock = question.getByRole('button', { name: 'Unlock for 5 s' })
  await unlock.click()
  await expect(question).toContainText('Say why, in a few words')
  await question.getByLabel('Why').fill('A delivery at the back')
  await expectAccessible(page)
  await unlock.click()
  await expect(question.getByRole('status').filter({ hasText: 'Unlocked for 5 s' })).toBeVisible()
  await question.getByRole('button', { name: 'Close' }).click()
  await expect(button).toBeFocused()

  const auditors = await anotherPage()
  await enter(auditors, 'auditor')
  await auditors.goto('/entry-exit/report')
  await auditors.getByRole('grid').getByRole('link').first().click()
  await expect(auditors.getByText('Person and door')).toBeVisible()
  await expect(auditors.getByRole('button', { name: /^Unlock/ })).toHaveCount(0)
})
