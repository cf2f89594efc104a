// The life of an account: signing up, confirming the address, the first sign-in, a picture, another password, and out.
import * as rules from '@gatehouse/contract/identity/account-rules'
import { messages as accounts } from '@gatehouse/contract/identity/accounts'
import { messages } from '@gatehouse/contract/identity/auth'
import { messages as profile } from '@gatehouse/contract/identity/profile'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../kit/axe.ts'
import { follow } from '../kit/follow.ts'
import {
  codeIn,
  codeSubject,
  fillPerson,
  fillSignIn,
  linkIn,
  newcomer,
  nextLetter,
  signInWithCode,
  verifySubject,
} from '../kit/people.ts'
import { expect, test } from '../kit/test.ts'
import { failedWith } from '../kit/watch.ts'

// Letters are read in the demo's mailbox.
test.use({ demo: true })

test('somebody signs up, is verified, signs in, gets a face and another password, and leaves', async ({
  page,
  watch,
}) => {
  // A wrong code; and the old password, twice.
  watch.expect(failedWith(400))
  watch.expect(failedWith(401))
  watch.expect(failedWith(422))
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const grace = newcomer('Grace')
  await page.goto('/signup')
  const verification = await nextLetter(page.request, grace.email, verifySubject, async () => {
    await fillPerson(page, grace)
    await page.getByRole('button', { name: 'Sign up' }).click()
    await expect(page.getByText(accounts.checkMail)).toBeVisible()
  })
  await expectAccessible(page)

  await follow(page, linkIn(verification))
  const verify = page.getByRole('button', { name: 'Verify my email address' })
  await expect(verify).toBeVisible()
  await expectAccessible(page)
  await verify.press('Enter')
  await expect(page).toHaveURL(/\/email-verified$/)
  await expect(page.getByText(accounts.verified)).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Sign in', exact: true }).click()
  const letter = await nextLetter(page.request, grace.email, codeSubject, async () => {
    await fillSignIn(page, grace)
    await expect(page.getByText(messages.enterCode)).toBeVisible()
  })
  const code = codeIn(letter)
  const field = page.getByLabel('6-digit code')
  await expect(field).toBeFocused()
  await field.fill(code === '000000' ? '111111' : '000000')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText(messages.codeFailed)
  await expect(field).toBeFocused()
  await expectAccessible(page)
  await field.fill(code)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/profile$/)
  await expect(page.getByText(messages.signedIn)).toBeVisible()

  await choosesAPicture(page)
  await changesTheName(page)
  const password = 'Copper-harbour-7'
  await changesThePassword(page, grace.password, password)

  await page.getByRole('button', { name: 'Your menu' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).press('Enter')
  await expect(page).toHaveURL(/\/signin$/)
  await expect(page.getByText('You are signed out')).toBeVisible()
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
  await fillSignIn(page, grace)
  await expect(page.getByRole('alert')).toHaveText(messages.invalidCredentials)
  await signInWithCode(page, { email: grace.email, password })
  await expect(page).toHaveURL(/\/profile$/)
  await expect(page.getByRole('heading', { name: 'Admiral Grace' })).toBeVisible()
})

/** A photograph, red on the left and blue on the right, of which the right is chosen. */
const choosesAPicture = async (page: Page) => {
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  await page.getByRole('button', { name: 'Add picture' }).click()
  const dialog = page.getByRole('dialog', { name: 'Profile picture' })
  const choose = dialog.getByLabel('Choose a picture')
  await choose.setInputFiles({ name: 'me.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
  await expect(dialog.getByRole('alert')).toHaveText(rules.pictureMessages.type)
  await expectAccessible(page)
  await choose.setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: await photograph(page) })
  const stage = dialog.getByRole('application', { name: /^What is seen of the picture/ })
  await dialog.getByRole('slider', { name: 'Zoom' }).press('ArrowRight')
  await stage.focus()
  for (let step = 0; step < 40; step++) await page.keyboard.press('ArrowLeft')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save picture' }).click()
  await expect(page.getByText(profile.pictureUpdated)).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Change picture' })).toBeVisible()
  const inTheBar = page.getByRole('button', { name: 'Your menu' }).locator('img')
  await expect.poll(() => colourOf(inTheBar)).toBe('blue')
  await opensAsALink(page)
}

/** As any page may show it, without the token: as a link and as an image. */
const opensAsALink = async (page: Page) => {
  const address = await page.evaluate(() => {
    const user: { profilePicture?: string } = JSON.parse(localStorage.getItem('userInfo') ?? '{}')
    return user.profilePicture ?? ''
  })
  expect((await page.context().request.get(address)).headers()['content-type']).toBe('image/webp')
  const width = await page.evaluate(async (src) => {
    const image = new Image()
    image.src = src
    await image.decode()
    return image.naturalWidth
  }, address)
  expect(width).toBe(256)
}

const changesTheName = async (page: Page) => {
  await page.getByLabel('Display name').fill('Admiral Grace')
  await page.getByLabel('First name').fill('')
  await page.keyboard.press('Enter')
  await expect(page.getByText('First name must be at least 2 characters')).toBeVisible()
  await page.getByLabel('First name').fill('Grace')
  await page.keyboard.press('Enter')
  await expect(page.getByText(profile.updated)).toBeVisible()
  await page.getByRole('button', { name: 'Your menu' }).click()
  const menu = page.getByRole('menu')
  await expect(menu.getByText('Admiral Grace')).toBeVisible()
  await expect.poll(() => colourOf(menu.locator('img'))).toBe('blue')
  await expectAccessible(page, { popup: true })
  // By its key: what was said lies over it for a moment.
  await menu.getByRole('menuitem', { name: 'Account Settings' }).press('Enter')
}

const changesThePassword = async (page: Page, current: string, next: string) => {
  await expect(page).toHaveURL(/\/settings\/account$/)
  await page.getByRole('button', { name: 'Change password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change password' })
  await dialog.getByLabel('Current password', { exact: true }).fill('Not-the-one-1')
  await dialog.getByLabel('New password', { exact: true }).fill(next)
  await dialog.getByLabel('Confirm new password', { exact: true }).fill(next)
  await page.keyboard.press('Enter')
  await expect(dialog.getByText(accounts.wrongPassword).first()).toBeVisible()
  await expect(dialog.getByText(accounts.passwordChangeFailed)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Current password', { exact: true }).fill(current)
  await page.keyboard.press('Enter')
  await expect(page.getByText(accounts.passwordChanged)).toBeVisible()
  await expect(dialog).toHaveCount(0)
}

/** 1200 x 600 pixels, as a camera would have written them. */
const photograph = async (page: Page): Promise<Buffer> => {
  const base64 = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 1200, height: 600 })
    const pen = canvas.getContext('2d')
    for (const [x, colour] of [
      [0, 'red'],
      [600, 'blue'],
    ] as const) {
      if (pen) pen.fillStyle = colour
      pen?.fillRect(x, 0, 600, 600)
    }
    return canvas.toDataURL('image/jpeg').split(',')[1] ?? ''
  })
  return Buffer.from(base64, 'base64')
}

/** Of the middle of a picture, as it is drawn. */
const colourOf = async (picture: Locator): Promise<string> => {
  await expect(picture).toHaveCount(1)
  return picture.evaluate((image) => {
    if (!(image instanceof HTMLImageElement) || image.naturalWidth === 0) return 'nothing yet'
    const canvas = Object.assign(document.createElement('canvas'), { width: 9, height: 9 })
    const pen = canvas.getContext('2d')
    pen?.drawImage(image, 0, 0, 9, 9)
    const [red = 0, , blue = 0] = pen?.getImageData(4, 4, 1, 1).data ?? []
    return blue > 150 && red < 100 ? 'blue' : red > 150 && blue < 100 ? 'red' : `${red}, ${blue}`
  })
}
