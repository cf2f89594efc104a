// What a company asks of its people's security, chosen by its administrator and lived with.
import { messages } from '@gatehouse/contract/accounts'
import { defaultPolicy, myPolicy } from '@gatehouse/contract/companies'
import type { Page } from '@playwright/test'
import type { Pool } from 'pg'
import { enterAs, postSignIn, strangerEmail } from './accounts.ts'
import { demoPassword } from './product.ts'
import { expect, test } from './test.ts'
import { failedWith, pollEnded, refusedOnTheWay } from './watch.ts'

const sentence = 'nine brown herons wait by the weir'

// The other company: whatever is chosen there concerns nobody else's test.
const reset = (store: Pool) =>
  store.query(`update company set policy = '{}' where id = (select company_id from users where email = $1)`, [
    strangerEmail,
  ])

test.beforeEach(({ store }) => reset(store))
test.afterEach(({ store }) => reset(store))

const choose = async (page: Page, choice: string) => {
  await page.goto('/settings/security')
  await page.getByRole('radio', { name: choice }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Change it' }).click()
  await expect(page.getByText('From now on this is what the company asks.')).toBeVisible()
}

test('where length counts, a sentence is a password, and a short one is not', async ({ page, store, watch }) => {
  watch.expect(failedWith(422))
  const { rows } = await store.query('select password_hash as kept from users where email = $1', [strangerEmail])
  try {
    await enterAs(page, strangerEmail)
    await choose(page, '15 characters of any kind')
    await page.goto('/settings/account')
    await page.getByRole('button', { name: 'Change password' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change password' })
    const change = async (password: string) => {
      await dialog.getByLabel('Current password', { exact: true }).fill(demoPassword)
      await dialog.getByLabel('New password', { exact: true }).fill(password)
      await dialog.getByLabel('Confirm new password', { exact: true }).fill(password)
      await dialog.getByRole('button', { name: 'Change password' }).click()
    }
    await change('Mauve-lantern4')
    await expect(dialog.getByText('Password must be at least 15 characters')).toBeVisible()
    await change(sentence)
    await expect(page.getByText(messages.passwordChanged)).toBeVisible()
    expect((await postSignIn(page.request, strangerEmail, sentence)).status()).toBe(200)
  } finally {
    await store.query('update users set password_hash = $2 where email = $1', [strangerEmail, rows[0]?.kept])
  }
})

test('where sessions are split, what scripts can read of one opens nothing elsewhere', async ({
  page,
  request,
  watch,
}) => {
  watch.expect(refusedOnTheWay)
  watch.expect(pollEnded)
  const before = await enterAs(page, strangerEmail)
  expect((await before.ask(myPolicy, {})).policy).toEqual(defaultPolicy)
  await choose(page, 'Split between storage and a cookie')
  await page.getByRole('button', { name: 'Your menu' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/signin$/)
  await page.getByLabel('Email').fill(strangerEmail)
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
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
