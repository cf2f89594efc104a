// The way out in the user's menu.
import { signOut } from '@gatehouse/contract/identity/auth'
import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { aBrowser } from '../../kit/testing/browser.testing.tsx'
import { advance } from '../../kit/testing/fake-time.testing.ts'
import { staysFor } from '../../kit/testing/announced.testing.ts'

test('signing out that fails says so for 6 seconds, and leaves one in', async () => {
  const browser = aBrowser()
  browser.signedIn({ permissions: ['read_profile', 'manage_account'] })
  browser.server.hangsOtherwise()
  browser.server.refuses(signOut, 500, { message: 'Server error. Please try again later.' })
  await browser.open('/profile')
  await browser.user.click(screen.getByRole('button', { name: 'Your menu' }))
  await advance('500 ms')
  await browser.user.click(screen.getByRole('menuitem', { name: 'Logout' }))
  const stays = await staysFor('Logout failed. Please try again.')
  expect(stays).toBeGreaterThanOrEqual(6_000)
  expect(stays).toBeLessThan(6_700)
  expect(browser.address()).toBe('/profile')
  expect(screen.getByLabelText(/^First name/)).toBeTruthy()
})
