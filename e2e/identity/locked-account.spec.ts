// A locked account, and the only way back that its owner needs: another password by mail.
import { messages as accounts } from '@gatehouse/contract/identity/accounts'
import { messages } from '@gatehouse/contract/identity/auth'
import { postSignIn } from '../kit/accounts.ts'
import { expectAccessible } from '../kit/axe.ts'
import { follow } from '../kit/follow.ts'
import { fillSignIn, linkIn, newcomer, nextLetter, signInWithCode, withAccount } from '../kit/people.ts'
import { expect, test } from '../kit/test.ts'
import { failedWith } from '../kit/watch.ts'

// The letter is read in the demo's mailbox.
test.use({ demo: true })
test('ten wrong passwords lock an account; its owner is told, chooses another password and is in', async ({
  page,
  watch,
}) => {
  for (const status of [401, 403, 429]) watch.expect(failedWith(status))
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const ada = newcomer('Ada')
  await withAccount(page.request, ada)
  await page.goto('/signin')
  const alert = page.getByRole('alert')
  const locked = await nextLetter(page.request, ada.email, 'Your account is locked', async () => {
    for (let failure = 1; failure <= 9; failure++)
      expect((await postSignIn(page.request, ada.email, `guess ${failure}`)).status()).toBe(401)
    await fillSignIn(page, { email: ada.email, password: 'guess 10' })
    await expect(alert).toHaveText(messages.invalidCredentials)
  })
  expect(linkIn(locked)).toMatch(/^\/forgot/)
  await fillSignIn(page, { email: ada.email, password: 'guess 11' })
  await expect(alert).toHaveText(messages.tooMany)
  await fillSignIn(page, ada)
  await expect(alert).toHaveText(messages.locked)

  await page.getByRole('link', { name: 'Forgot your password?' }).press('Enter')
  await expect(page).toHaveURL(/\/forgot$/)
  const reset = await nextLetter(page.request, ada.email, 'Choose a new password', async () => {
    await page.getByLabel('Email', { exact: true }).fill(ada.email)
    await page.keyboard.press('Enter')
    await expect(page.getByText(accounts.checkMail)).toBeVisible()
  })
  await expectAccessible(page)

  await follow(page, linkIn(reset))
  const password = 'Copper-harbour-7'
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('Confirm new password', { exact: true }).fill('Copper-harbour-8')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Passwords do not match')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Confirm new password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/signin$/)
  await expect(page.getByText(accounts.passwordChanged)).toBeVisible()

  await fillSignIn(page, ada)
  await expect(alert).toHaveText(messages.invalidCredentials)
  await signInWithCode(page, { email: ada.email, password })
  await expect(page).toHaveURL(/\/profile$/)
})
