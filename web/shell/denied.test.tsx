// @vitest-environment happy-dom
// Who may not open a page: what the card says, and that it stays where signing out fails.
import { signOut } from '@gatehouse/contract/auth'
import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { expectAccessible } from '../kit/accessible.testing.ts'
import { aBrowser } from '../kit/browser.testing.tsx'
import { advance } from '../kit/fake-time.testing.ts'

test('signing out that fails says so on the card that denies access', async () => {
  const browser = aBrowser()
  browser.signedIn({ permissions: ['read_profile'] })
  browser.server.hangsOtherwise()
  await browser.open('/roles')
  const card = within(screen.getByRole('region', { name: 'Access Denied' }))
  expect(card.getByRole('alert').textContent).toBe('Access denied. Missing required permissions: manage_roles')
  await expectAccessible()
  browser.server.refuses(signOut, 500, { message: 'Server error. Please try again later.' })
  await browser.user.click(card.getByRole('button', { name: 'Retry' }))
  expect(card.getByRole('alert').textContent).toBe('Logout failed. Please try again.')
  await advance('1 min')
  expect(card.getByRole('alert').textContent).toBe('Logout failed. Please try again.')
  expect(browser.address()).toBe('/roles')
})
