// All pages, below their button in the bar and in the menu of a phone: two presses lead to any, and the current is marked.
import { allPagesFor } from '@gatehouse/contract/pages'
import { systemRoles } from '@gatehouse/contract/permissions'
import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { expectAccessible } from '../../kit/testing/accessible.testing.ts'
import { aBrowser } from '../../kit/testing/browser.testing.tsx'
import { advance } from '../../kit/testing/fake-time.testing.ts'

const company = { id: '00000000-0000-4000-8000-000000000009', name: 'Harbour', timeZone: 'Europe/London' }
const roles = ['admin', 'manager', 'supervisor', 'guard', 'staff', 'auditor'] as const

const opens = async (role: (typeof roles)[number], address: string, size?: { width: number; height: number }) => {
  const browser = aBrowser(size)
  browser.signedIn({ permissions: systemRoles[role], company })
  browser.server.hangsOtherwise()
  await browser.open(address)
  await advance('2 s')
  return browser
}

const opener = () => screen.getByRole('button', { name: /^All pages/ })
const allPages = () => screen.getByRole('dialog', { name: 'All pages' })
const pathsIn = (element: HTMLElement) => [...element.querySelectorAll('a')].map((link) => link.getAttribute('href'))
const markedIn = (element: HTMLElement) =>
  [...element.querySelectorAll('a[aria-current]')].map(({ textContent }) => textContent)
const focused = () => document.activeElement?.textContent

test.each(roles)('%s: every page of theirs is two presses away, at the desk and on a phone', async (role) => {
  const wanted = allPagesFor(new Set(systemRoles[role]), true).flatMap(({ pages }) => pages.map(({ path }) => path))
  const atTheDesk = await opens(role, '/profile')
  await atTheDesk.user.click(opener())
  await advance('500 ms')
  expect(pathsIn(allPages())).toEqual(wanted)
  await atTheDesk.user.click(within(allPages()).getByRole('link', { name: 'Notifications' }))
  await advance('500 ms')
  expect(atTheDesk.address()).toBe('/notifications')
  expect(screen.queryByRole('dialog', { name: 'All pages' })).toBeNull()
  await atTheDesk.user.click(screen.getByRole('button', { name: 'Main menu' }))
  await advance('500 ms')
  const side = pathsIn(screen.getByRole('dialog', { name: 'Main menu' })).filter((path) => path !== '/')
  expect(new Set(side)).toEqual(new Set([...wanted, ...(role === 'admin' ? ['/user-management'] : [])]))
  // No page twice.
  expect(new Set(side).size).toBe(side.length)
})

test('it is walked by keyboard; Escape closes it and gives the focus back', async () => {
  const { user } = await opens('manager', '/desk')
  opener().focus()
  await user.keyboard('{Enter}')
  await advance('500 ms')
  await expectAccessible({ within: allPages() })
  expect(within(allPages()).getByRole('navigation', { name: 'People and company' })).toBeTruthy()
  within(allPages()).getByRole('link', { name: 'Desk' }).focus()
  await user.keyboard('{ArrowDown}')
  expect(focused()).toBe('Doors')
  await user.keyboard('{End}')
  expect(focused()).toBe('Activity History')
  await user.keyboard('{Escape}')
  await advance('500 ms')
  expect(screen.queryByRole('dialog', { name: 'All pages' })).toBeNull()
  expect(document.activeElement).toBe(opener())
})

test('the current page is marked there and on the button, also where the bar has no entry for it', async () => {
  const { user } = await opens('manager', '/door-management/schedules')
  expect(screen.getByRole('navigation', { name: 'Main' }).querySelector('a[aria-current]')).toBeNull()
  expect(opener().getAttribute('aria-current')).toBe('page')
  expect(opener().textContent).toBe('Door management')
  await user.click(opener())
  await advance('500 ms')
  expect(markedIn(allPages())).toEqual(['Schedules'])
  await user.click(within(allPages()).getByRole('link', { name: 'Doors' }))
  await advance('1 s')
  expect(opener().getAttribute('aria-current')).toBeNull()
  expect(opener().textContent).toBe('')
})

test('on a phone it is marked in the menu', async () => {
  const { user } = await opens('manager', '/door-management/people', { width: 390, height: 844 })
  await user.click(screen.getByRole('button', { name: 'Main menu' }))
  await advance('500 ms')
  const menu = screen.getByRole('dialog', { name: 'Main menu' })
  expect(markedIn(menu)).toEqual(['People at doors'])
  await expectAccessible({ within: menu })
})
