// A new password where the company asks for length: what the server says of one is told beside its field.
import { changePassword, messages } from '@gatehouse/contract/identity/accounts'
import { state as secondFactors } from '@gatehouse/contract/identity/second-factors'
import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { aBrowser, aToken, fill, type TestBrowser } from '../../kit/testing/browser.testing.tsx'
import { advance } from '../../kit/testing/fake-time.testing.ts'
import { passwordOnly } from './password-only.testing.ts'

const dialog = () => within(screen.getByRole('dialog', { name: 'Change password' }))
const change = async (browser: TestBrowser, password: string) => {
  for (const [label, text] of [
    ['Current password', 'Gatehouse-1'],
    ['New password', password],
    ['Confirm new password', password],
  ] as const) {
    await fill(browser, dialog().getByLabelText(label, { selector: 'input' }), text)
  }
  await browser.user.click(dialog().getByRole('button', { name: 'Change password' }))
  await advance('500 ms')
}

test('where length counts, a short password is refused beside its field, and a sentence is one', async () => {
  const browser = aBrowser()
  const { server } = browser
  browser.signedIn({ permissions: ['read_profile', 'manage_account'] })
  server.hangsOtherwise()
  server.answers(secondFactors, passwordOnly)
  const short = 'Password must be at least 15 characters'
  server.refuses(changePassword, 422, {
    code: 'VALIDATION',
    message: short,
    details: [{ field: 'newPassword', message: short }],
  })
  await browser.open('/settings/account')
  await browser.user.click(screen.getByRole('button', { name: 'Change password' }))
  await advance('500 ms')
  await change(browser, 'Mauve-lantern4')
  expect(dialog().getByText(short)).toBeTruthy()
  server.answers(changePassword, { success: true, message: messages.passwordChanged, token: aToken() })
  await change(browser, 'nine brown herons wait by the weir')
  expect(screen.getByText(messages.passwordChanged)).toBeTruthy()
  expect(server.asked(changePassword).at(-1)?.newPassword).toBe('nine brown herons wait by the weir')
})
