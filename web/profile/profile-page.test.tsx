// @vitest-environment happy-dom
// What becomes of a profile that the server does not take.
import { update } from '@gatehouse/contract/profile'
import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { aBrowser } from '../kit/browser.testing.tsx'
import { saidNow } from '../kit/said.testing.ts'

test('a profile that is not saved says so at the form, and keeps what was typed', async () => {
  const browser = aBrowser()
  browser.signedIn({ permissions: ['read_profile', 'manage_account'] })
  browser.server.hangsOtherwise()
  browser.server.refuses(update, 500, { message: 'Server error. Please try again later.' })
  await browser.open('/profile')
  const name = screen.getByLabelText<HTMLInputElement>('Display name')
  await browser.user.clear(name)
  await browser.user.type(name, 'Somebody else{Enter}')
  expect(saidNow()).toContain('Failed to update profile. Server error. Please try again later.')
  expect(name.value).toBe('Somebody else')
  browser.server.refuses(update, 500)
  await browser.user.click(screen.getByRole('button', { name: 'Save' }))
  expect(saidNow()).toContain('Failed to update profile.')
  expect(name.value).toBe('Somebody else')
})
