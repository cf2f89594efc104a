// The long forms of the public pages: choosing by typing, and words about a failure that are in sight.
import { expect, test } from './test.ts'
import { fillPerson, newcomer } from './people.ts'

test('a country that is typed to its end is the one that Enter chooses', async ({ page }) => {
  await page.goto('/signup')
  const country = page.getByRole('combobox', { name: 'Country' })
  for (const name of ['Sweden', 'Niger', 'Guinea']) {
    await country.fill(name)
    await page.keyboard.press('Enter')
    await expect(country).toHaveValue(name)
    await expect(country).toHaveAttribute('aria-expanded', 'false')
  }
})

test('the list of what is chosen opens at it, and Enter leaves it chosen', async ({ page }) => {
  await page.goto('/signup')
  const country = page.getByRole('combobox', { name: 'Country' })
  await country.fill('Sweden')
  await page.keyboard.press('Enter')
  await country.click()
  await expect(page.getByRole('option', { name: 'Sweden' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('option', { name: 'Norway' })).toBeAttached()
  await page.keyboard.press('Enter')
  await expect(country).toHaveValue('Sweden')
})

test('what went wrong with a long form comes into sight', async ({ page, watch }) => {
  watch.expect(/ERR_INTERNET_DISCONNECTED/)
  await page.setViewportSize({ width: 390, height: 700 })
  await page.goto('/signup')
  await fillPerson(page, newcomer('Signe'))
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByText('Network error. Please check your connection.')).toBeInViewport()
})
