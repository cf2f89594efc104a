// The long forms of the public pages: words about a failure come into sight. Choosing by typing is proven with the page
// (web/identity/auth/sign-up/sign-up-page.test.tsx).
import { expect, test } from '../kit/test.ts'
import { fillPerson, newcomer } from '../kit/people.ts'

test('what went wrong with a long form comes into sight', async ({ page, watch }) => {
  watch.expect(/ERR_INTERNET_DISCONNECTED/)
  await page.setViewportSize({ width: 390, height: 700 })
  await page.goto('/signup')
  await fillPerson(page, newcomer('Signe'))
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByText('Network error. Please check your connection.')).toBeInViewport()
})
