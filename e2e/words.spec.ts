// What people read when something fails: the specification's words, in their place and for their time. The answers that
// a healthy server does not give are given in its stead.
import { confirmEmail, setUpLink } from '@gatehouse/contract/accounts'
import { signOut } from '@gatehouse/contract/auth'
import { update, uploadPicture } from '@gatehouse/contract/profile'
import * as roles from '@gatehouse/contract/roles'
import type { Operation } from '@gatehouse/contract/operation'
import type { Locator, Page } from '@playwright/test'
import { enter } from './accounts.ts'
import { expectAccessible } from './axe.ts'
import { openUntil, standStill } from './clock.ts'
import { fillPerson, newcomer } from './people.ts'
import { demoPassword } from './product.ts'
import { expect, test } from './test.ts'
import { failedWith, pollEnded, refusedOnTheWay } from './watch.ts'

const serverError = 'Server error. Please try again later.'

test('signing out that fails says so for 6 seconds, and leaves one in', async ({ page, watch }) => {
  watch.expect(failedWith(500))
  await enter(page, 'staff')
  await answerWith(page, signOut, 500, serverError)
  await noteStay(page, 'Logout failed. Please try again.')
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Your menu' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await staysFor(6_000, page.getByRole('alert').getByText('Logout failed. Please try again.', { exact: true }))
  await expect(page).toHaveURL(/\/profile$/)
  await expect(page.getByLabel('First name')).toBeVisible()
})

test('signing out that fails says so on the card that denies access', async ({ page, watch }) => {
  watch.expect(failedWith(500))
  await enter(page, 'staff')
  await answerWith(page, signOut, 500, serverError)
  const card = page.getByRole('region', { name: 'Access Denied' })
  // It leaves by itself: not before it is pressed.
  await standStill(page)
  await openUntil(page, '/roles', card)
  await expect(card.getByRole('alert')).toHaveText('Access denied. Missing required permissions: manage_roles')
  await card.getByRole('button', { name: 'Retry' }).click()
  await expect(card.getByRole('alert')).toHaveText('Logout failed. Please try again.')
})

test('while the session is being looked at, the page says so', async ({ page }) => {
  await enter(page, 'staff')
  let answer = () => {}
  const asked = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/check-session', async (route) => {
    await asked
    await route.continue()
  })
  await page.goto('/profile')
  await expect(page.getByText('Verifying access...', { exact: true })).toBeVisible()
  answer()
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
})

test('the end of a session is said for 3 seconds at the top, and stays below the title', async ({ page }) => {
  await noteStay(page, 'Your session has expired')
  await page.goto('/signin?session=expired')
  await staysFor(3_000, page.getByRole('status').getByText('Your session has expired', { exact: true }))
  await expect(page.getByText('Your session has expired. Please log in again.', { exact: true })).toBeVisible()
})

test('whoever opens a page first is told for 3 seconds why they are asked to sign in', async ({ page }) => {
  await noteStay(page, 'Please log in to access this page')
  await page.goto('/profile')
  await staysFor(3_000, page.getByRole('status').getByText('Please log in to access this page', { exact: true }))
})

test('a security token that cannot be had anew is told on the sign-in page', async ({ page, watch }) => {
  watch.expect(failedWith(403))
  watch.expect(failedWith(500))
  await page.route('**/api/auth/signin', async (route) => {
    await page.route('**/api/auth/csrf-token', (second) => second.fulfill({ status: 500, json: {} }))
    await route.fulfill({ status: 403, json: { code: 'EBADCSRFTOKEN', message: 'Please try again.', details: [] } })
  })
  await page.goto('/signin')
  await page.getByLabel('Email').fill('staff@gatehouse.example')
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Failed to refresh security token. Please reload the page.')
})

test('a profile that is not saved says so at the form, and keeps what was typed', async ({ page, watch }) => {
  watch.expect(failedWith(500))
  await enter(page, 'staff')
  await answerWith(page, update, 500, serverError)
  await page.goto('/profile')
  await page.getByLabel('Display name').fill('Somebody else')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').getByText(`Failed to update profile. ${serverError}`)).toBeVisible()
  await expect(page.getByLabel('Display name')).toHaveValue('Somebody else')
  await page.unroute(pathOf(update))
  await answerWith(page, update, 500, '')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert').getByText('Failed to update profile.', { exact: true })).toBeVisible()
})

test('a picture that will not do, or does not arrive, says why in its dialog', async ({ page, watch }) => {
  watch.expect(failedWith(500))
  await enter(page, 'staff')
  await answerWith(page, uploadPicture, 500, serverError)
  await page.goto('/profile')
  await page.getByRole('button', { name: /(Add|Change) picture/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Profile picture' })
  const alert = dialog.getByRole('alert')
  const choose = dialog.getByLabel('Choose a picture')
  await choose.setInputFiles({ name: 'me.webp', mimeType: 'image/webp', buffer: Buffer.alloc(10) })
  await expect(alert).toHaveText('Invalid file type. Please use JPEG, PNG, or GIF images.')
  await choose.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.alloc(5_242_881) })
  await expect(alert).toHaveText('File size too large. Maximum size is 5MB.')
  await choose.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('not a picture') })
  await expect(alert).toHaveText('Invalid file type. Please use JPEG, PNG, or GIF images.')
  const buffer = await page.locator('html').screenshot()
  await choose.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer })
  await expect(alert).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Save picture' }).click()
  await expect(alert).toHaveText(`Failed to update profile picture. ${serverError}`)
  await expect(dialog.getByRole('button', { name: 'Save picture' })).toBeEnabled()
})

test('who may not touch roles any more is logged out, and told for 6 seconds', async ({ page, watch }) => {
  watch.expect(failedWith(403))
  watch.expect(refusedOnTheWay)
  watch.expect(pollEnded)
  const words = 'You do not have permission to add roles.'
  await enter(page, 'admin')
  await answerWith(page, roles.create, 403, words)
  await noteStay(page, words)
  await page.goto('/roles?add=blank')
  await page.getByRole('dialog').getByLabel('Name').fill('Night desk')
  await page.getByRole('button', { name: 'Add role' }).click()
  await expect(page).toHaveURL(/\/signin$/)
  await staysFor(6_000, page.getByRole('alert').getByText(words, { exact: true }))
})

test('a link that is used or has expired opens no form: it says so, and leads on', async ({ page, watch }) => {
  watch.expect(failedWith(400))
  await page.goto(`/company/register?token=${'x'.repeat(43)}`)
  await expect(page.getByRole('alert')).toHaveText(
    'This set-up link is invalid or has expired. Start Gatehouse again for a new one.',
  )
  await expect(page.getByRole('textbox')).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Register a company without it' }).click()
  await expect(page.getByLabel('Company name')).toBeVisible()
  await page.goto(`/user/register?token=${'x'.repeat(43)}`)
  await expect(page.getByRole('alert')).toHaveText(
    'This invitation is invalid or has expired. Please ask for a new one.',
  )
  await expect(page.getByRole('textbox')).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Ask to join without an invitation' }).click()
  await expect(page.getByLabel('Company', { exact: true })).toBeVisible()
})

test('a link that is used while its form is filled in ends the form', async ({ page, watch }) => {
  watch.expect(failedWith(400))
  const words = 'This set-up link is invalid or has expired. Start Gatehouse again for a new one.'
  await page.route(`${pathOf(setUpLink)}*`, (route) => route.fulfill({ json: { success: true } }))
  await page.goto(`/company/register?token=${'x'.repeat(43)}`)
  await page.getByLabel('Company name').fill('Used Elsewhere')
  await fillPerson(page, newcomer('Late'))
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByRole('alert')).toHaveText(words)
  await expect(page.getByRole('textbox')).toHaveCount(0)
})

test('who goes on to sign in while the address is being verified is not fetched back', async ({ page }) => {
  let answer = () => {}
  const asked = new Promise<void>((resolve) => (answer = resolve))
  await page.route(pathOf(confirmEmail), async (route) => {
    await asked
    await route.fulfill({ json: { success: true, message: 'Email verified successfully.' } })
  })
  await page.goto(`/verify-email?token=${'x'.repeat(43)}`)
  await page.getByRole('button', { name: 'Verify my email address' }).click()
  await expect(page.getByRole('button', { name: 'Verifying…' })).toBeVisible()
  await page.getByRole('link', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/\/signin$/)
  const answered = page.waitForResponse(pathOf(confirmEmail))
  answer()
  await answered
  await page.getByLabel('Email', { exact: true }).fill('late@gatehouse.example')
  await expect(page).toHaveURL(/\/signin$/)
})

const pathOf = ({ path }: Operation) => `**/api${path}`

/** Answers the writes of an operation in the server's stead. */
const answerWith = (page: Page, op: Operation, status: number, message: string) =>
  page.route(pathOf(op), (route) =>
    route.request().method() === op.method
      ? route.fulfill({ status, json: { code: 'X', message, details: [] } })
      : route.continue(),
  )

/** Notes on the page when these words come and go, by its own clock; to be asked before it is opened. */
const noteStay = (page: Page, words: string) =>
  page.addInitScript((sought) => {
    const stay = { from: 0, to: 0 }
    Object.assign(window, { stay })
    const look = () => {
      const said = [...document.querySelectorAll('[role=status], [role=alert]')]
      const isThere = said.some(({ textContent }) => textContent?.includes(sought))
      if (isThere && (stay.from === 0 || stay.to > 0)) Object.assign(stay, { from: Date.now(), to: 0 })
      else if (!isThere && stay.from > 0 && stay.to === 0) stay.to = Date.now()
    }
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true })
  }, words)

/** It comes, and leaves by itself after as long as the specification says. */
const staysFor = async (ms: number, words: Locator) => {
  await expect(words).toBeVisible()
  const stay = () => words.page().evaluate((): { from: number; to: number } => Reflect.get(window, 'stay'))
  await expect.poll(async () => (await stay()).to, { timeout: ms + 10_000 }).toBeGreaterThan(0)
  await expect(words).toHaveCount(0)
  const { from, to } = await stay()
  const stayed = to - from
  expect(stayed).toBeGreaterThan(ms - 700)
  expect(stayed).toBeLessThan(ms + 2_000)
}
