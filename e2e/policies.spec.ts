// What a company asks of its people's security, chosen by its administrator and lived with. Passwords by length are proven
// with the dialog (web/settings/password-dialog.test.tsx) and the server's rule (server/auth/password-rule.test.ts).
import { defaultPolicy, myPolicy } from '@gatehouse/contract/companies'
import type { Page } from '@playwright/test'
import { expect, test } from './test.ts'
import { pollEnded, refusedOnTheWay } from './watch.ts'

const choose = async (page: Page, choice: string) => {
  await page.goto('/settings/security')
  await page.getByRole('radio', { name: choice }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Change it' }).click()
  await expect(page.getByText('From now on this is what the company asks.')).toBeVisible()
}

test('where sessions are split, what scripts can read of one opens nothing elsewhere', async ({
  page,
  company,
  request,
  watch,
}) => {
  watch.expect(refusedOnTheWay)
  watch.expect(pollEnded)
  const admin = await company.aPerson({ role: 'admin' })
  const before = await company.enter(page, admin)
  expect((await before.ask(myPolicy, {})).policy).toEqual(defaultPolicy)
  await choose(page, 'Split between storage and a cookie')
  await page.getByRole('button', { name: 'Your menu' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/signin$/)
  await page.getByLabel('Email').fill(admin.email)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.locator('html')).toHaveAttribute('data-live', 'live')
  const token = await page.evaluate<string>(() => JSON.parse(localStorage.getItem('userInfo') ?? '{}').token)
  const headers = { authorization: `Bearer ${token}` }
  expect((await request.get('/api/check-session', { headers })).status()).toBe(401)
  expect((await page.request.get('/api/check-session', { headers })).status()).toBe(200)
  const other = await page.context().newPage()
  await other.goto('/profile')
  await expect(other.locator('html')).toHaveAttribute('data-live', 'live')
  await page.reload()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.locator('html')).toHaveAttribute('data-live', 'live')
})
