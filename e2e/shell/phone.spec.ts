// A guard on patrol, with a phone: one hand, thumbs, and the same rights.
import { expect, test } from '../kit/test.ts'
import { pollEnded, refusedOnTheWay } from '../kit/watch.ts'

test('a guard signs in, sees what needs somebody and acknowledges it, filters the log, opens a row and signs out, by touch', async ({
  page,
  company,
  watch,
}) => {
  watch.expect(refusedOnTheWay)
  watch.expect(pollEnded)
  const door = await company.aDoor()
  const guard = await company.aPerson({ role: 'guard', card: 'card:0000000001' })
  await door.denies(guard.card, 'lockdown')
  await door.admits(guard.card)
  await (await company.aDoor({ name: 'Fire exit' })).forcedOpen()
  await page.goto('/signin')
  await page.getByLabel('Email').fill(guard.email)
  await page.getByLabel('Password', { exact: true }).fill(guard.password)
  await page.getByRole('button', { name: 'Sign in' }).tap()
  // What needs somebody is the first that a guard sees, with no other tap.
  await expect(page).toHaveURL(/\/desk$/)
  const bar = page.getByTestId('alarm-bar')
  await expect(bar).toBeInViewport({ ratio: 1 })
  // With one tap the alarm is acknowledged; from the list it is two to its door.
  await bar.getByRole('button', { name: 'Acknowledge Door forced open, Fire exit' }).tap()
  await expect(bar).toHaveCount(0)
  await page.getByRole('link', { name: '1 open alarm' }).tap()
  await expect(page.getByText(`Acknowledged by ${guard.name}`)).toBeVisible()
  await page.getByRole('link', { name: 'Door forced open' }).tap()
  await page.getByRole('dialog', { name: 'Door forced open' }).getByRole('link', { name: 'Fire exit' }).tap()
  await expect(page.getByRole('dialog', { name: 'Fire exit' })).toBeVisible()
  await page.getByRole('button', { name: 'Close', exact: true }).tap()
  await page.getByRole('button', { name: 'Main menu' }).tap()
  await page.getByRole('dialog').getByRole('link', { name: 'Entry and exit' }).tap()
  await expect(page).toHaveURL(/\/entry-exit\/report$/)
  const rows = page.getByRole('grid').getByRole('row')
  await expect(rows.nth(1)).toBeVisible()

  await expect(page.getByRole('combobox', { name: 'Result' })).toBeHidden()
  await page.getByRole('button', { name: 'Filters', exact: true }).tap()
  await page.getByRole('combobox', { name: 'Result' }).tap()
  await page.getByRole('option', { name: 'Denied' }).tap()
  await expect(page).toHaveURL(/\?result=denied$/)
  await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeVisible()
  await expect(rows.nth(1)).toContainText('Denied')

  await rows.nth(1).tap()
  await expect(page).toHaveURL(/\/log-details\//)
  await expect(page.getByRole('heading', { name: 'Decision' })).toBeVisible()

  await page.getByRole('button', { name: 'Main menu' }).tap()
  await page.getByRole('dialog').getByRole('link', { name: 'Entry and exit' }).tap()
  await expect(page).toHaveURL(/\/entry-exit\/report$/)
  await expect(rows.nth(1)).toBeVisible()
  await page.getByRole('button', { name: 'Your menu' }).tap()
  await page.getByRole('menuitem', { name: 'Logout' }).tap()
  await expect(page).toHaveURL(/\/signin$/)
})
