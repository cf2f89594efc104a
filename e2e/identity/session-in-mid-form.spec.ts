// The session ends on the server while somebody types, and the live connection hears of it. Where only an answer says so is
// proven with the pages (web/identity/auth/session-in-mid-form.test.tsx).
import { messages } from '@gatehouse/contract/identity/auth'
import type { Page } from '@playwright/test'
import type { Pool } from 'pg'
import { expectAccessible } from '../kit/axe.ts'
import type { Person } from '../kit/company.ts'
import { fillSignIn } from '../kit/people.ts'
import { expect, test } from '../kit/test.ts'
import { failedWith, pollEnded } from '../kit/watch.ts'

test('the live connection hears that the session has ended: home, a banner, and back to the half-made role', async ({
  page,
  company,
  store,
  watch,
}) => {
  watch.expect(failedWith(401))
  watch.expect(pollEnded)
  const iris = await company.aPerson({ role: 'admin', name: 'Iris Lindqvist' })
  await company.enter(page, iris)
  await page.goto('/roles')
  await page.getByRole('link', { name: 'Add role' }).click()
  const sheet = page.getByRole('dialog', { name: 'Add a role' })
  await sheet.getByLabel('Name').fill('Night desk')
  await sheet.getByLabel('Description').fill('Whoever sits below from ten to six')
  await sheet.getByRole('checkbox', { name: 'See doors and their state' }).check()
  await expect(page.locator('html')).toHaveAttribute('data-live', 'live')
  await endSessions(store, iris)
  await expect(page).toHaveURL(/\/$/)
  const banner = page.getByText(messages.sessionEnded, { exact: true })
  await expect(banner).toBeVisible()
  await expectAccessible(page)

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
  expect(await stored(page)).not.toContain('Whoever sits below')
})

/** As the store has it from now on: the page hears of it. */
const endSessions = (store: Pool, { email }: Person) =>
  store.query('update session set revoked_at = now() where user_id = (select id from users where email = $1)', [email])

/** All that the browser has kept. */
const stored = (page: Page) =>
  page.evaluate(() => JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage), document.cookie]))
