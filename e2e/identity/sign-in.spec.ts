// Signing in, as a journey. Every other way that it can end is proven with the page itself (web/identity/auth/sign-in-page.test.tsx);
// what else a company may ask of its people's security with its dialogs (web/identity/settings/password-dialog.test.tsx) and the
// server's rules (server/identity/auth/password-rule.test.ts).
import { messages } from '@gatehouse/contract/identity/auth'
import { defaultPolicy, myPolicy } from '@gatehouse/contract/identity/companies'
import type { Page } from '@playwright/test'
import type { Person } from '../kit/company.ts'
import { follow } from '../kit/follow.ts'
import { expect, test } from '../kit/test.ts'
import { pollEnded, refusedOnTheWay } from '../kit/watch.ts'

test('whoever opens a page first is asked to sign in, led to that page, and is known at the next visit; where sessions are split, what scripts can read of one opens nothing elsewhere', async ({
  page,
  company,
  request,
  watch,
}) => {
  watch.expect(refusedOnTheWay)
  watch.expect(pollEnded)
  const admin = await company.aPerson({ role: 'admin' })
  await (await company.aDoor()).denies('card:0000000001', 'expired', { direction: 'exit' })
  await page.goto('/entry-exit/report?type=exit&period=week#rows')
  await expect(page).toHaveURL(/\/signin$/)
  await expect(page.getByText(messages.pleaseSignIn)).toBeVisible()
  await signIn(page, admin)
  await expect(page).toHaveURL(/\/entry-exit\/report\?(?:type=exit&period=week|period=week&type=exit)#rows$/)
  await expect(page.getByText(messages.signedIn)).toBeVisible()
  await expect(page.getByRole('grid')).toBeVisible()
  const stored: unknown = await page.evaluate(() => JSON.parse(localStorage.getItem('userInfo') ?? '{}'))
  expect(stored).toMatchObject({ token: expect.any(String), sessionToken: expect.stringMatching(/^[\w-]{43}$/) })
  await page.goto('/signin?session=expired')
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await expect(page.getByText(messages.signedIn)).toHaveCount(0)

  const asked = await page.request.get(`/api${myPolicy.path}`, { headers: await signatureOf(page) })
  expect(await asked.json()).toMatchObject({ policy: defaultPolicy })
  await choosePolicy(page, 'Split between storage and a cookie')
  await page.getByRole('button', { name: 'Your menu' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/signin$/)
  await signIn(page, admin)
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.locator('html')).toHaveAttribute('data-live', 'live')
  const headers = await signatureOf(page)
  expect((await request.get('/api/check-session', { headers })).status()).toBe(401)
  expect((await page.request.get('/api/check-session', { headers })).status()).toBe(200)
  const other = await page.context().newPage()
  await other.goto('/profile')
  await expect(other.locator('html')).toHaveAttribute('data-live', 'live')
  await page.reload()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.locator('html')).toHaveAttribute('data-live', 'live')
})

const signIn = async (page: Page, { email, password }: Person) => {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

const signatureOf = async (page: Page) => {
  const token = await page.evaluate<string>(() => JSON.parse(localStorage.getItem('userInfo') ?? '{}').token)
  return { authorization: `Bearer ${token}` }
}

const choosePolicy = async (page: Page, choice: string) => {
  await follow(page, '/settings/security')
  await page.getByRole('radio', { name: choice }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Change it' }).click()
  await expect(page.getByText('From now on this is what the company asks.')).toBeVisible()
}
