// Who may not open a page: what the card says, how long it stays, where it leads, and the way out on it.
import { signOut } from '@gatehouse/contract/identity/auth'
import type { Permission } from '@gatehouse/contract/permissions'
import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { expectAccessible } from '../kit/testing/accessible.testing.ts'
import { aBrowser } from '../kit/testing/browser.testing.tsx'
import { advance, passesUntil } from '../kit/testing/fake-time.testing.ts'

const denied = 'Access denied. Missing required permissions: admin_access'
const staff: readonly Permission[] = ['read_profile', 'manage_account']

const turnedAway = async (permissions = staff, address = '/dashboard') => {
  const browser = aBrowser()
  browser.signedIn({ permissions })
  browser.server.hangsOtherwise()
  await browser.open(address, 'at once')
  await passesUntil(() => screen.queryByRole('region', { name: 'Access Denied' }) !== null)
  const card = within(screen.getByRole('region', { name: 'Access Denied' }))
  return { ...browser, card }
}

test('staff who open the dashboard are told what is missing, and are taken home after 3 seconds', async () => {
  const { server, address, card } = await turnedAway()
  expect(card.getByRole('heading', { name: 'Access Denied' })).toBeTruthy()
  expect(card.getByRole('alert').textContent).toBe(denied)
  expect(card.getByRole('button', { name: 'Retry' })).toBeTruthy()
  expect(card.getByRole('button', { name: 'Go to Login' })).toBeTruthy()
  expect(address()).toBe('/dashboard')
  // Then the next page has a quarter of a second to arrive.
  await advance(2_990)
  expect(address()).toBe('/dashboard')
  await advance(300)
  expect(address()).toBe('/profile')
  await advance('500 ms')
  expect(screen.getByRole('heading', { name: 'Kwame Mensah' })).toBeTruthy()
  const asked = server.paths().filter((path) => /^\/api\/(devices|gas|people-count|entry-exit|events)/.test(path))
  expect(asked).toEqual([])
})

test('a guard who opens the dashboard is taken to a page of their own', async () => {
  const { address, card } = await turnedAway(['read_profile', 'read_entry_exit_report'])
  expect(card.getByRole('alert').textContent).toBe(denied)
  await advance('4 s')
  expect(address()).toBe('/entry-exit/report')
  expect(screen.queryByRole('link', { name: 'Dashboard' })).toBeNull()
})

for (const name of ['Retry', 'Go to Login']) {
  test(`${name} on the denied card signs out and leads to the sign-in page`, async () => {
    const { server, user, address, card } = await turnedAway()
    server.answers(signOut, { success: true })
    await user.click(card.getByRole('button', { name }))
    await advance('100 ms')
    expect(address()).toBe('/signin')
    expect(localStorage.getItem('userInfo')).toBeNull()
  })
}

test('signing out that fails says so on the card, which stays', async () => {
  const { server, user, address, card } = await turnedAway(staff, '/roles')
  expect(card.getByRole('alert').textContent).toBe('Access denied. Missing required permissions: manage_roles')
  await expectAccessible()
  server.refuses(signOut, 500, { message: 'Server error. Please try again later.' })
  await user.click(card.getByRole('button', { name: 'Retry' }))
  expect(card.getByRole('alert').textContent).toBe('Logout failed. Please try again.')
  await advance('1 min')
  expect(card.getByRole('alert').textContent).toBe('Logout failed. Please try again.')
  expect(address()).toBe('/roles')
})

test('a slash at the end of an address is taken away', async () => {
  const browser = aBrowser()
  await browser.open('/signin/')
  expect(browser.address()).toBe('/signin')
  expect(screen.getByRole('heading', { name: 'Sign in' })).toBeTruthy()
  browser.signedIn({ permissions: ['read_entry_exit_report'] })
  browser.server.hangsOtherwise()
  await browser.open('/entry-exit/report/?type=exit')
  expect(browser.address()).toBe('/entry-exit/report?type=exit')
  expect(screen.getByRole('heading', { name: 'Entry and exit' })).toBeTruthy()
})
