// A picture for the profile, chosen, decoded and cut by a browser. The other words of what fails are proven with their
// components (docs/decisions/0040-proven-where-it-is-cheapest.md).
import { uploadPicture } from '@gatehouse/contract/identity/profile'
import { expect, test } from '../kit/test.ts'
import { failedWith } from '../kit/watch.ts'

const serverError = 'Server error. Please try again later.'

test('a picture that will not do, or does not arrive, says why in its dialog', async ({ page, company, watch }) => {
  watch.expect(failedWith(500))
  await company.enter(page, await company.aPerson({ role: 'staff' }))
  await page.route(`**/api${uploadPicture.path}`, (route) =>
    route.fulfill({ status: 500, json: { code: 'X', message: serverError, details: [] } }),
  )
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
