// Signing in: every way it can end, in the specification's words, and nothing typed is lost.
import { messages } from '@gatehouse/contract/auth'
import type { Page } from '@playwright/test'
import { emailOf, enter, postSignIn } from './accounts.ts'
import { demoPassword } from './product.ts'
import { expect, test } from './test.ts'
import { failedWith } from './watch.ts'

const type = async (page: Page, email: string, password: string) => {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
}
const submit = (page: Page) => page.getByRole('button', { name: 'Sign in' }).click()

const refuses = async (page: Page, message: string, email: string, password: string) => {
  await expect(page.getByRole('alert')).toHaveText(message)
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(password)
  await expect(page).toHaveURL(/\/signin$/)
}

test('whoever opens a page first is asked to sign in, and led to that page', async ({ page }) => {
  await page.goto('/entry-exit/report?type=exit&period=week#rows')
  await expect(page).toHaveURL(/\/signin$/)
  await expect(page.getByText(messages.pleaseSignIn)).toBeVisible()
  await type(page, emailOf('admin'), demoPassword)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/entry-exit\/report\?(?:type=exit&period=week|period=week&type=exit)#rows$/)
  await expect(page.getByText(messages.signedIn)).toBeVisible()
  await expect(page.getByRole('grid')).toBeVisible()
})

test('an administrator begins on the dashboard, and so does a second visit to the sign-in page', async ({ page }) => {
  await page.goto('/signin')
  await type(page, emailOf('admin'), demoPassword)
  await submit(page)
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByText(messages.signedIn)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  const kept: unknown = await page.evaluate(() => JSON.parse(localStorage.getItem('userInfo') ?? '{}'))
  expect(kept).toMatchObject({ token: expect.any(String), sessionToken: expect.stringMatching(/^[\w-]{43}$/) })
  await page.goto('/signin?session=expired')
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await expect(page.getByText(messages.signedIn)).toHaveCount(0)
})

test('a wrong password is refused', async ({ page, watch }) => {
  watch.expect(failedWith(401))
  await page.goto('/signin')
  await type(page, emailOf('supervisor'), 'not the password')
  await submit(page)
  await refuses(page, messages.invalidCredentials, emailOf('supervisor'), 'not the password')
})

test('what cannot be an address, or is missing, is told beside its field and not sent', async ({ page }) => {
  await page.goto('/signin')
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.method()))
  await type(page, 'not an address', '')
  await submit(page)
  await expect(page.getByText('Please enter a valid email address.')).toBeVisible()
  await expect(page.getByText('Password is required')).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()
  await expect(page.getByLabel('Email')).toHaveValue('not an address')
  expect(sent).not.toContain('POST')
})

test('a suspended account is locked, for whoever knows its password', async ({ page, store, watch }) => {
  watch.expect(failedWith(403))
  const email = emailOf('manager')
  await store.query(`update users set status = 'suspended' where email = $1`, [email])
  try {
    await page.goto('/signin')
    await type(page, email, demoPassword)
    await submit(page)
    await refuses(page, messages.locked, email, demoPassword)
  } finally {
    await store.query(`update users set status = 'active' where email = $1`, [email])
  }
})

test('after ten failures an account has to wait', async ({ page, watch }) => {
  watch.expect(failedWith(429))
  const email = 'nobody@gatehouse.example'
  for (let failure = 0; failure < 10; failure++) {
    const { status } = await postSignIn(page.request, email, `guess ${failure}`).then((r) => ({ status: r.status() }))
    expect(status).toBe(401)
  }
  await page.goto('/signin')
  await type(page, email, 'guess 10')
  await submit(page)
  await refuses(page, messages.tooMany, email, 'guess 10')
})

test('the server cannot be reached: it says so, and the next press works', async ({ page, watch }) => {
  watch.expect(/ERR_INTERNET_DISCONNECTED/)
  await page.goto('/signin')
  // The form is a part of its own: without it nothing could be typed off line.
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
  await page.context().setOffline(true)
  await type(page, emailOf('auditor'), demoPassword)
  await submit(page)
  await refuses(page, messages.network, emailOf('auditor'), demoPassword)
  await page.context().setOffline(false)
  await submit(page)
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('the sign-in page downloads at most 150 kB of script', async ({ page }) => {
  const sizes: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script')
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
  })
  await page.goto('/signin', { waitUntil: 'networkidle' })
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  console.log(`  sign-in page: ${(bytes / 1000).toFixed(1)} kB of script`)
  expect(bytes).toBeGreaterThan(10_000)
  expect(bytes).toBeLessThanOrEqual(150_000)
})

test('a stored user whose token has run out is forgotten', async ({ page, watch }) => {
  // Only the server knows what time it is.
  watch.expect(failedWith(401))
  await enter(page, 'guard')
  await page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('userInfo') ?? '{}')
    const expired = btoa(JSON.stringify({ exp: 1_700_000_000, permissions: [] }))
    localStorage.setItem('userInfo', JSON.stringify({ ...kept, token: `e30.${expired}.signature` }))
  })
  await page.goto('/entry-exit/report')
  await expect(page).toHaveURL(/\/signin$/)
  await expect(page.getByText(messages.sessionExpired)).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('userInfo'))).toBeNull()
})
