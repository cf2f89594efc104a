// Signing in, as a journey. Every other way that it can end is proven with the page itself (web/auth/sign-in-page.test.tsx).
import { messages } from '@gatehouse/contract/auth'
import { expect, test } from './test.ts'

test('whoever opens a page first is asked to sign in, led to that page, and is known at the next visit', async ({
  page,
  company,
}) => {
  const admin = await company.aPerson({ role: 'admin' })
  await (await company.aDoor()).denies('card:0000000001', 'expired', { direction: 'exit' })
  await page.goto('/entry-exit/report?type=exit&period=week#rows')
  await expect(page).toHaveURL(/\/signin$/)
  await expect(page.getByText(messages.pleaseSignIn)).toBeVisible()
  await page.getByLabel('Email').fill(admin.email)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/entry-exit\/report\?(?:type=exit&period=week|period=week&type=exit)#rows$/)
  await expect(page.getByText(messages.signedIn)).toBeVisible()
  await expect(page.getByRole('grid')).toBeVisible()
  const kept: unknown = await page.evaluate(() => JSON.parse(localStorage.getItem('userInfo') ?? '{}'))
  expect(kept).toMatchObject({ token: expect.any(String), sessionToken: expect.stringMatching(/^[\w-]{43}$/) })
  await page.goto('/signin?session=expired')
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await expect(page.getByText(messages.signedIn)).toHaveCount(0)
})
