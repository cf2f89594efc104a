// What becomes of a profile that the server does not take.
import { messages, update } from '@gatehouse/contract/identity/profile'
import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { aBrowser } from '../../kit/testing/browser.testing.tsx'
import { advance } from '../../kit/testing/fake-time.testing.ts'
import { announcedNow } from '../../kit/testing/announced.testing.ts'

test('a profile that is not saved says so at the form, and keeps what was typed', async () => {
  const browser = aBrowser()
  browser.signedIn({ permissions: ['read_profile', 'manage_account'] })
  browser.server.hangsOtherwise()
  browser.server.refuses(update, 500, { message: 'Server error. Please try again later.' })
  await browser.open('/profile')
  const name = screen.getByLabelText<HTMLInputElement>('Display name')
  await browser.user.clear(name)
  await browser.user.type(name, 'Somebody else{Enter}')
  expect(announcedNow()).toContain('Failed to update profile. Server error. Please try again later.')
  expect(name.value).toBe('Somebody else')
  browser.server.refuses(update, 500)
  await browser.user.click(screen.getByRole('button', { name: 'Save' }))
  expect(announcedNow()).toContain('Failed to update profile.')
  expect(name.value).toBe('Somebody else')
})

test('a form says that it saves; impatience saves once, and what was left empty is saved too', async () => {
  const browser = aBrowser()
  const before = browser.signedIn({ permissions: ['read_profile', 'manage_account'] })
  browser.server.hangsOtherwise()
  const saved = browser.server.hangs(update)
  browser.server.answers(update, ({ displayName = '' }) => ({
    success: true as const,
    user: { ...before, displayName: displayName || 'Kwame Mensah' },
    message: messages.updated,
  }))
  await browser.open('/profile')
  const name = screen.getByLabelText<HTMLInputElement>('Display name')
  await browser.user.clear(name)
  await browser.user.type(name, 'Slow but sure')
  await browser.user.click(screen.getByRole('button', { name: 'Save' }))
  const saving = screen.getByRole('button', { name: 'Saving…' })
  expect(saving.getAttribute('aria-disabled')).toBe('true')
  await browser.user.click(saving)
  await browser.user.type(name, '{Enter}')
  saved()
  await advance('500 ms')
  expect(screen.getByText(messages.updated)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Save' })).toBeTruthy()
  expect(browser.server.asked(update)).toEqual([{ displayName: 'Slow but sure' }])
  await browser.user.clear(name)
  await browser.user.click(screen.getByRole('button', { name: 'Save' }))
  await advance('500 ms')
  expect(browser.server.asked(update).at(-1)).toEqual({ displayName: '' })
  expect(screen.getAllByText(messages.updated)).toHaveLength(1)
})
