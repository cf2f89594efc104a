// The session ends on the server while somebody types: whoever signs in again finds the text, and no password was kept.
import { messages } from '@gatehouse/contract/auth'
import { messages as profile } from '@gatehouse/contract/profile'
import type { Page } from '@playwright/test'
import type { Pool } from 'pg'
import { expectAccessible } from './axe.ts'
import { fillSignIn, type Newcomer, newcomer, unique, withCompany } from './people.ts'
import { expect, test } from './test.ts'
import { failedWith, pollEnded } from './watch.ts'

test.describe.configure({ timeout: 120_000 })

test('what was typed when the session ended is there after signing in again; passwords are not', async ({
  page,
  store,
  watch,
}) => {
  watch.expect(failedWith(401))
  // While the live connection is kept away, see below.
  watch.expect(/ERR_FAILED|ERR_BLOCKED_BY_CLIENT/)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const petra = newcomer('Petra')
  await withCompany(page.request, petra, `Half Typed ${unique()}`)
  // The code by mail has its own tests.
  await store.query(`update users set two_factor = 'none' where email = $1`, [petra.email])

  // Without a live connection nobody tells the page: the next question of its own is refused.
  await page.route('**/socket.io/**', (route) => route.abort())
  await page.goto('/profile')
  await expect(page.getByText(messages.pleaseSignIn)).toBeVisible()
  await fillSignIn(page, petra)
  await expect(page).toHaveURL(/\/profile$/)
  await page.getByLabel('Display name').fill('Petra the Half-Typed')
  await page.getByLabel('Phone').fill('+46 8 1234567')
  // Everything on the page has asked what it asks.
  await expect(page.getByRole('heading', { name: 'My doors' })).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await page.waitForLoadState('networkidle')
  await endSessions(page, store, petra)
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  await isSentToSignIn(page)
  expect(await stored(page)).not.toContain(petra.password)
  await fillSignIn(page, petra)
  await expect(page).toHaveURL(/\/profile$/)
  await expect(page.getByText('What you had typed here is back.')).toBeVisible()
  await expect(page.getByLabel('Display name')).toHaveValue('Petra the Half-Typed')
  await expect(page.getByLabel('Phone')).toHaveValue('+46 8 1234567')
  await expect(page.getByRole('heading', { name: 'Petra Lindqvist' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(page.getByText(profile.updated)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Petra the Half-Typed' })).toBeVisible()

  // A password is typed again.
  await page.getByRole('link', { name: 'Account', exact: true }).click()
  await page.getByRole('button', { name: 'Change password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change password' })
  await dialog.getByLabel('Current password', { exact: true }).fill(petra.password)
  await dialog.getByLabel('New password', { exact: true }).fill('Copper-harbour-7')
  await dialog.getByLabel('Confirm new password', { exact: true }).fill('Copper-harbour-7')
  await endSessions(page, store, petra)
  await page.keyboard.press('Enter')
  await isSentToSignIn(page)
  const kept = await stored(page)
  expect(kept).not.toContain('Copper-harbour-7')
  expect(kept).not.toContain(petra.password)
  await fillSignIn(page, petra)
  await expect(page).toHaveURL(/\/settings\/account$/)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(dialog.getByLabel('Current password', { exact: true })).toHaveValue('')
  await expect(dialog.getByLabel('New password', { exact: true })).toHaveValue('')
})

test('the live connection hears that the session has ended: home, a banner, and back to the half-made role', async ({
  page,
  store,
  watch,
}) => {
  watch.expect(failedWith(401))
  watch.expect(pollEnded)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const iris = newcomer('Iris')
  await withCompany(page.request, iris, `Half Made ${unique()}`)
  await store.query(`update users set two_factor = 'none' where email = $1`, [iris.email])
  await page.goto('/roles')
  await fillSignIn(page, iris)
  await page.getByRole('link', { name: 'Add role' }).click()
  const sheet = page.getByRole('dialog', { name: 'Add a role' })
  await sheet.getByLabel('Name').fill('Night desk')
  await sheet.getByLabel('Description').fill('Whoever sits below from ten to six')
  await sheet.getByRole('checkbox', { name: 'See doors and their state' }).check()
  await expect(page.locator('html')).toHaveAttribute('data-live', 'live')
  await endSessions(page, store, iris, 'and the page hears of it')
  await expect(page).toHaveURL(/\/$/)
  const banner = page.getByText(messages.sessionEnded, { exact: true })
  await expect(banner).toBeVisible()
  await expectAccessible(page)
  await expect(banner).toHaveCount(0)

  await page.getByRole('link', { name: 'Sign in', exact: true }).click()
  await fillSignIn(page, iris)
  await expect(page).toHaveURL(/\/roles\?add=blank$/)
  await expect(sheet.getByText('What you had typed here is back.')).toBeVisible()
  await expect(sheet.getByLabel('Name')).toHaveValue('Night desk')
  await expect(sheet.getByLabel('Description')).toHaveValue('Whoever sits below from ten to six')
  await expect(sheet.getByRole('checkbox', { name: 'See doors and their state' })).toBeChecked()
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Add role' }).click()
  await expect(page.getByText('The role Night desk is added.')).toBeVisible()
  await expect(sheet).toHaveCount(0)
  await expectAccessible(page)
  expect(await stored(page)).not.toContain('Whoever sits below')
})

/** As the store has it from now on; unless the page hears of it, waits until the server answers by it. */
const endSessions = async (page: Page, store: Pool, { email }: Newcomer, heard?: 'and the page hears of it') => {
  const token = await page.evaluate((): string => JSON.parse(localStorage.getItem('userInfo') ?? '{}').token)
  const ended = 'update session set revoked_at = now() where user_id = (select id from users where email = $1)'
  await store.query(ended, [email])
  if (heard) return
  const headers = { authorization: `Bearer ${token}` }
  const asked = async () => (await page.request.get('/api/check-session', { headers })).status()
  await expect.poll(asked).toBe(401)
}

const isSentToSignIn = async (page: Page) => {
  await expect(page).toHaveURL(/\/signin\?session=expired$/)
  await expect(page.getByText(messages.sessionEnded, { exact: true })).toBeVisible()
  await expect(page.getByText(messages.sessionExpired)).toBeVisible()
  await expectAccessible(page)
}

/** All that the browser has kept. */
const stored = (page: Page) =>
  page.evaluate(() => JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage), document.cookie]))
