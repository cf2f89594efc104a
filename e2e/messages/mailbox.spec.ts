// The demo's mailbox: letters are read where no mail server is, and their links and codes lead in.
import { messages as accountMessages } from '@gatehouse/contract/identity/accounts'
import { messages } from '@gatehouse/contract/identity/auth'
import type { Letter } from '@gatehouse/contract/messages/mail'
import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInBoth } from '../kit/axe.ts'
import { follow } from '../kit/follow.ts'
import { newcomer } from '../kit/people.ts'
import { phone } from '../playwright.config.ts'
import { expect, test } from '../kit/test.ts'

const password = 'Mauve-lantern-4'

const post = async (page: Page, path: string, data: object) => {
  const { csrfToken }: { csrfToken: string } = await (await page.request.get('/api/auth/csrf-token')).json()
  const response = await page.request.post(`/api${path}`, { headers: { 'x-csrf-token': csrfToken }, data })
  expect(response.status()).toBe(200)
}

const signUp = (page: Page, email: string) =>
  post(page, '/auth/signup', { ...newcomer('Grace'), email, country: 'GB', password, confirmPassword: password })

const openLetter = async (page: Page, to: string, subject: string) => {
  await page.goto('/demo/mailbox')
  await page.getByRole('link', { name: `${subject} ${to}` }).click()
  await expect(page.getByRole('heading', { name: subject, level: 2 })).toBeVisible()
}

test.use({ demo: true })

test('whoever signs up reads the letter, light and dark, follows its link, signs in with the letter’s code, and is in', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light' })
  const email = `grace.${Date.now()}@gatehouse.example`
  await signUp(page, email)
  await openLetter(page, email, 'Please verify your email address')
  const look = page.frameLocator('iframe[title^="E-mail"]')
  await expect(look.getByText('Hello Grace,')).toBeVisible()
  await isAccessible(page, email)
  await look.getByRole('link', { name: 'Verify email address' }).click()
  await expect(page).toHaveURL(/\/verify-email\?token=/)
  await page.getByRole('button', { name: 'Verify my email address' }).click()
  await expect(page.getByText(accountMessages.verified)).toBeVisible()

  await follow(page, '/signin')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText(messages.enterCode)).toBeVisible()
  const mailbox = await page.context().newPage()
  await openLetter(mailbox, email, 'Your sign-in code')
  await mailbox.getByRole('button', { name: 'As text' }).click()
  const code = /^ {4}(\d{6})$/m.exec((await mailbox.locator('pre').textContent()) ?? '')?.[1]
  await page.getByLabel('6-digit code').fill(code ?? '')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText(messages.signedIn)).toBeVisible()
})

/** The letter that is open, the list of all and the letter by itself, also on a phone. */
const isAccessible = async (page: Page, email: string) => {
  const atTheDesk = page.viewportSize()
  await expectAccessibleInBoth(page)
  await page.setViewportSize(phone)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'All e-mails' }).click()
  await expect(page.getByRole('list', { name: 'E-mails' })).toBeVisible()
  await expectAccessibleInBoth(page, async () =>
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width),
  )
  await page.goBack()
  if (atTheDesk) await page.setViewportSize(atTheDesk)

  const { mails }: { mails: Letter[] } = await (await page.request.get('/api/demo/mailbox')).json()
  const alone = await page.context().newPage()
  await alone.emulateMedia({ colorScheme: 'light' })
  await alone.setContent(mails.find(({ to }) => to === email)?.html ?? '')
  await expectAccessible(alone)
  await alone.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(alone, { rules: ['color-contrast'] })
  await alone.close()
}
