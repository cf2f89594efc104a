// A door forced at night: the guard sees it, says so, looks behind the door and locks it, and all of it stands on one
// page afterwards.
import { enter } from './accounts.ts'
import { expectAccessible } from './axe.ts'
import { tooWide } from './geometry.ts'
import { phone } from './playwright.config.ts'
import { stage } from './simulator.ts'
import { expect, test } from './test.ts'

const door = 'Fire exit, rear stair'

test('a door forced at night is one incident, from the alarm to the lock', async ({ page, place }) => {
  await enter(page, 'guard')
  await page.goto('/doors')
  await expect(page.locator('html')).toHaveAttribute('data-live', 'live')
  const row = page.getByRole('grid', { name: 'Doors' }).getByRole('row', { name: door })
  await expect(row).toContainText('Locked')
  await expectAccessible(page)

  await stage(place, 'forced-door', { device: 'door-fire-exit', seconds: 16 })
  await expect(row).toContainText('Forced open')
  await row.getByRole('link', { name: door }).click()
  const sheet = page.getByRole('dialog', { name: door })
  await expect(sheet.getByTestId('reported')).toContainText('Contact open')
  await sheet.getByLabel('Note').fill('On my way')
  await sheet.getByRole('button', { name: 'Acknowledge' }).click()
  await expect(sheet.getByText('Acknowledged by Kwame Mensah')).toBeVisible()

  // This one asks why with every unlock.
  await sheet.getByRole('button', { name: `Unlock ${door} for 5 s` }).click()
  const question = page.getByRole('alertdialog', { name: `Unlock ${door}?` })
  await question.getByLabel('Why').fill('To look behind it')
  await question.getByRole('button', { name: 'Unlock for 5 s' }).click()
  await expect(sheet.getByRole('status').filter({ hasText: 'Unlocked for 5 s' })).toBeVisible()
  await sheet.getByRole('button', { name: `Lock ${door} now` }).click()
  await expect(sheet.getByRole('status').filter({ hasText: /^Locked$/ })).toBeVisible()
  await expectAccessible(page)

  await sheet.getByRole('link', { name: 'Timeline of this incident' }).click()
  const entries = page.getByRole('list', { name: 'In order of time' })
  const told = ['Forced open', 'Acknowledged', `Unlock ${door} for 5 s`, `Lock ${door}`, 'Closed']
  const headings = entries.locator('strong')
  await expect
    .poll(async () => (await headings.allTextContents()).filter((words) => told.includes(words)), { timeout: 30_000 })
    .toEqual(told)
  await expect(entries).toContainText('Kwame Mensah: “To look behind it”')
  await expect(entries).toContainText('by Kwame Mensah: “On my way”')
  await expectAccessible(page)
  await page.setViewportSize(phone)
  expect(await tooWide(page)).toEqual([])
  await page.goto('/doors')
  await expect(page.getByRole('row', { name: door })).toContainText('Locked')
  expect(await tooWide(page)).toEqual([])
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
