// Links that are mailed or printed: used, expired, cut off on the way, and used while one is at it.
import {
  confirmEmail,
  invitation,
  messages,
  registerCompany,
  resetPassword,
  setUpLink,
} from '@gatehouse/contract/identity/accounts'
import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { expectAccessible } from '../../kit/testing/accessible.testing.ts'
import { aBrowser, fill } from '../../kit/testing/browser.testing.tsx'
import { advance, passesUntil, settled } from '../../kit/testing/fake-time.testing.ts'
import { announcedNow } from '../../kit/testing/announced.testing.ts'
import { fillPerson } from './person.testing.ts'

const token = 'x'.repeat(43)
const setUpInvalid = 'This set-up link is invalid or has expired. Start Gatehouse again for a new one.'
const alert = () => screen.getByRole('alert').textContent

test('a set-up link that is used or has expired opens no form: it says so, and leads on', async () => {
  const browser = aBrowser()
  browser.server.refuses(setUpLink, 400, { code: 'INVALID_TOKEN', message: messages.setUpInvalid })
  await browser.open(`/company/register?token=${token}`)
  expect(alert()).toBe(setUpInvalid)
  expect(screen.queryByRole('textbox')).toBeNull()
  await expectAccessible()
  await browser.user.click(screen.getByRole('link', { name: 'Register a company without it' }))
  await advance('500 ms')
  expect(screen.getByLabelText(/^Company name/)).toBeTruthy()
})

test('an invitation that is used or has expired opens no form: it says so, and leads on', async () => {
  const browser = aBrowser()
  browser.server.refuses(invitation, 400, { code: 'INVALID_TOKEN', message: messages.invitationInvalid })
  await browser.open(`/user/register?token=${token}`)
  expect(alert()).toBe('This invitation is invalid or has expired. Please ask for a new one.')
  expect(screen.queryByRole('textbox')).toBeNull()
  await expectAccessible()
  await browser.user.click(screen.getByRole('link', { name: 'Ask to join without an invitation' }))
  await advance('500 ms')
  expect(screen.getByLabelText(/^Company$|^Company /)).toBeTruthy()
})

test('a link that is used while its form is filled in ends the form', async () => {
  const browser = aBrowser()
  browser.server.answers(setUpLink, { success: true })
  browser.server.refuses(registerCompany, 400, { code: 'INVALID_TOKEN', message: messages.setUpInvalid })
  await browser.open(`/company/register?token=${token}`)
  await fill(browser, screen.getByLabelText(/^Company name/), 'Used Elsewhere')
  await fillPerson(browser)
  await browser.user.click(screen.getByRole('button', { name: 'Register' }))
  expect(alert()).toBe(setUpInvalid)
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('who goes on to sign in while the address is being verified is not fetched back', async () => {
  const browser = aBrowser()
  const answer = browser.server.hangs(confirmEmail)
  browser.server.answers(confirmEmail, { success: true, message: 'Email verified successfully.' })
  await browser.open(`/verify-email?token=${token}`)
  await browser.user.click(screen.getByRole('button', { name: 'Verify my email address' }))
  expect(screen.getByRole('button', { name: 'Verifying…' })).toBeTruthy()
  await browser.user.click(screen.getByRole('link', { name: 'Sign in' }))
  expect(browser.address()).toBe('/signin')
  answer()
  await settled()
  await browser.user.type(screen.getByLabelText('Email'), 'late@gatehouse.example')
  expect(browser.address()).toBe('/signin')
})

test('a link that was cut off on the way is told to be void before anything is typed', async () => {
  const browser = aBrowser()
  await browser.open('/forgot?token=x')
  expect(alert()).toBe(messages.resetInvalid)
  expect(screen.queryByLabelText('New password')).toBeNull()
  await browser.open('/verify-email?token=')
  expect(screen.getByText(messages.linkInvalid)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Verify my email address' })).toBeNull()
})

test('a link that has been used for a new password says so, and leads to another', async () => {
  const browser = aBrowser()
  browser.server.refuses(resetPassword, 400, { code: 'INVALID_TOKEN', message: messages.resetInvalid })
  await browser.open(`/forgot?token=${token}`)
  for (const label of ['New password', 'Confirm new password'])
    await fill(browser, screen.getByLabelText(label, { selector: 'input' }), 'Mauve-lantern-4')
  await browser.user.keyboard('{Enter}')
  await advance('500 ms')
  expect(alert()).toBe(messages.resetInvalid)
  expect(screen.getByRole('link', { name: 'Ask for a new link' })).toBeTruthy()
  await expectAccessible()
})

test('a password that is chosen while somebody else is signed in is told to them, not a sign-in', async () => {
  const browser = aBrowser()
  browser.signedIn({ permissions: ['read_profile'] })
  browser.server.hangsOtherwise()
  browser.server.answers(resetPassword, { success: true, message: messages.passwordChanged })
  await browser.open(`/forgot?token=${token}`)
  const password = screen.getByLabelText('New password', { selector: 'input' })
  const again = screen.getByLabelText('Confirm new password', { selector: 'input' })
  await fill(browser, password, 'Copper-harbour-7')
  await browser.user.type(again, 'Copper-harbour-8{Enter}')
  expect(screen.getByText('Passwords do not match')).toBeTruthy()
  expect(browser.server.asked(resetPassword)).toEqual([])
  await browser.user.type(again, '{Backspace}7{Enter}')
  await passesUntil(() => announcedNow().includes(messages.passwordChanged))
  expect(screen.getByRole('button', { name: 'Your menu' })).toBeTruthy()
  expect(screen.queryByText('Login successful')).toBeNull()
})
