// The session ends on the server while somebody types: whoever signs in again finds the text, and no password was kept.
import { changePassword } from '@gatehouse/contract/identity/accounts'
import { checkSession, messages, signIn, type User } from '@gatehouse/contract/identity/auth'
import { messages as profile, update } from '@gatehouse/contract/identity/profile'
import { state as secondFactors } from '@gatehouse/contract/identity/second-factors'
import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { expectAccessible } from '../../kit/testing/accessible.testing.ts'
import { aBrowser, aToken, fill, type TestBrowser } from '../../kit/testing/browser.testing.tsx'
import { advance } from '../../kit/testing/fake-time.testing.ts'
import { passwordOnly } from '../settings/password-only.testing.ts'

const word = 'Mauve-lantern-4'
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label, { selector: 'input' })

const begin = (): { browser: TestBrowser; petra: User } => {
  const browser = aBrowser()
  const petra = browser.signedIn({ permissions: ['read_profile', 'manage_account'], displayName: 'Petra Lindqvist' })
  browser.server.hangsOtherwise()
  browser.server.answers(signIn, { requires2FA: false, userId: petra.id, token: aToken(), user: petra })
  return { browser, petra }
}
const endsSession = ({ server }: TestBrowser, ...ops: Parameters<TestBrowser['server']['refuses']>[0][]) => {
  for (const op of [checkSession, ...ops]) server.refuses(op, 401, { code: 'UNAUTHENTICATED' })
}
const isSentToSignIn = async ({ address }: TestBrowser) => {
  expect(address()).toBe('/signin?session=expired')
  expect(screen.getByText(messages.sessionEnded)).toBeTruthy()
  expect(screen.getByText(messages.sessionExpired)).toBeTruthy()
  await expectAccessible()
}
const signInAgain = async (browser: TestBrowser) => {
  await fill(browser, field('Email'), 'petra@gatehouse.example')
  await fill(browser, field('Password'), word)
  await browser.user.keyboard('{Enter}')
  await advance('1 s')
}
const stored = () => JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage), document.cookie])

test('what was typed when the session ended is there after signing in again', async () => {
  const { browser, petra } = begin()
  const { server, user, address } = browser
  await browser.open('/profile')
  await fill(browser, field('Display name'), 'Petra the Half-Typed')
  await fill(browser, field('Phone'), '+46 8 1234567')
  endsSession(browser, update)
  screen.getByRole('button', { name: 'Save' }).focus()
  await user.keyboard('{Enter}')
  await isSentToSignIn(browser)
  expect(stored()).not.toContain(word)
  await signInAgain(browser)
  expect(address()).toBe('/profile')
  expect(screen.getByText(/What you had typed here is back\./)).toBeTruthy()
  expect(field('Display name').value).toBe('Petra the Half-Typed')
  expect(field('Phone').value).toBe('+46 8 1234567')
  expect(screen.getByRole('heading', { name: 'Petra Lindqvist' })).toBeTruthy()
  await expectAccessible()
  server.answers(update, {
    success: true,
    user: { ...petra, displayName: 'Petra the Half-Typed', phone: '+46 8 1234567' },
    message: profile.updated,
  })
  screen.getByRole('button', { name: 'Save' }).focus()
  await user.keyboard('{Enter}')
  await advance('500 ms')
  expect(screen.getByText(profile.updated)).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Petra the Half-Typed' })).toBeTruthy()
})

test('a password is typed again', async () => {
  const { browser } = begin()
  const { server, user, address } = browser
  server.answers(secondFactors, passwordOnly)
  const open = async () => {
    await user.click(screen.getByRole('button', { name: 'Change password' }))
    await advance('500 ms')
    const dialog = within(screen.getByRole('dialog', { name: 'Change password' }))
    return (label: string) => dialog.getByLabelText<HTMLInputElement>(label, { selector: 'input' })
  }
  await browser.open('/settings/account')
  const inDialog = await open()
  await fill(browser, inDialog('Current password'), word)
  await fill(browser, inDialog('New password'), 'Copper-harbour-7')
  await fill(browser, inDialog('Confirm new password'), 'Copper-harbour-7')
  endsSession(browser, changePassword)
  await user.keyboard('{Enter}')
  await isSentToSignIn(browser)
  expect(stored()).not.toContain('Copper-harbour-7')
  expect(stored()).not.toContain(word)
  await signInAgain(browser)
  expect(address()).toBe('/settings/account')
  const again = await open()
  expect(again('Current password').value).toBe('')
  expect(again('New password').value).toBe('')
})
