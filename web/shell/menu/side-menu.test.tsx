// The menu that slides out on a phone, for visitors and for the signed-in.
import { messages, signOut } from '@gatehouse/contract/identity/auth'
import { providers } from '@gatehouse/contract/identity/social'
import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { expectAccessible } from '../../kit/testing/accessible.testing.ts'
import { aBrowser, type TestBrowser } from '../../kit/testing/browser.testing.tsx'
import { setViewport } from '../../kit/testing/fake-screen.testing.ts'
import { advance } from '../../kit/testing/fake-time.testing.ts'
import { announcedNow } from '../../kit/testing/announced.testing.ts'

const phone = { width: 390, height: 844 }

const button = () => screen.getByRole('button', { name: 'Main menu' })
const menu = () => screen.queryByRole('dialog', { name: 'Main menu' })
const inMenu = () => within(screen.getByRole('dialog', { name: 'Main menu' }))
const link = (name: string) => inMenu().getByRole('link', { name })
const announced = () => document.getElementById('announcements')?.textContent ?? ''
const focused = () => document.activeElement
const tap = async ({ user }: TestBrowser, element: Element) => {
  await user.click(element)
  await advance('500 ms')
}

const asVisitor = async () => {
  const browser = aBrowser(phone)
  browser.server.answers(providers, { providers: ['google', 'github'] })
  await browser.open('/about')
  await tap(browser, button())
  return browser
}

const asGuard = async () => {
  const browser = aBrowser({ ...phone, colorScheme: 'dark' })
  browser.signedIn({
    permissions: ['read_profile', 'manage_account', 'view_activity', 'read_entry_exit_report'],
  })
  browser.server.hangsOtherwise()
  await browser.open('/profile')
  await tap(browser, button())
  return browser
}

test('it has the ways in for a visitor', async () => {
  await asVisitor()
  expect(announced()).toContain('Menu opened')
  expect(link('Products')).toBeTruthy()
  for (const [name, path] of [
    ['Sign In', '/signin'],
    ['Sign Up', '/signup'],
    ['Continue with Google', '/api/auth/google'],
    ['Continue with GitHub', '/api/auth/github'],
  ] as const)
    expect(link(name).getAttribute('href'), name).toBe(path)
  expect(inMenu().queryByText('Logout')).toBeNull()
  await expectAccessible({ within: screen.getByRole('dialog') })
})

test('the focus is held inside, in both directions, and moves by arrows', async () => {
  const { user } = await asVisitor()
  const stops = menu()?.querySelectorAll('a, button').length ?? 0
  expect(stops).toBeGreaterThan(8)
  for (const shift of [false, true])
    for (let step = 0; step <= stops; step += 1) {
      await user.tab({ shift })
      expect(menu()?.contains(focused()), shift ? 'Shift+Tab' : 'Tab').toBe(true)
    }
  link('Home').focus()
  await user.keyboard('{ArrowDown}')
  expect(focused()).toBe(link('Products'))
  await user.keyboard('{ArrowUp}')
  expect(focused()).toBe(link('Home'))
  await user.keyboard('{End}')
  expect(focused()).toBe(link('Continue with GitHub'))
})

test('it closes by Escape, beside it, by its button, and once the window has room for the bar itself', async () => {
  const browser = await asVisitor()
  await browser.user.keyboard('{Escape}')
  await advance('500 ms')
  expect(menu()).toBeNull()
  expect(announced()).toContain('Menu closed')
  expect(focused()).toBe(button())
  await tap(browser, button())
  // What is beside it belongs to its backdrop, which is itself.
  await tap(browser, screen.getByRole('dialog'))
  expect(menu()).toBeNull()
  await tap(browser, button())
  await tap(browser, screen.getByRole('button', { name: 'Close menu' }))
  expect(menu()).toBeNull()
  expect(focused()).toBe(button())
  await tap(browser, button())
  expect(menu()).not.toBeNull()
  // Once the window has kept its size for 100 ms.
  const opener = document.querySelector<HTMLElement>('header button')
  if (opener) opener.style.display = 'none'
  setViewport({ width: 1000, height: 800 })
  await advance(99)
  expect(menu()).not.toBeNull()
  await advance(1)
  expect(menu()).toBeNull()
})

test('the signed-in have their pages in it, and it goes with its page', async () => {
  const browser = await asGuard()
  const own = within(inMenu().getByRole('navigation', { name: 'Your pages' }))
  expect(own.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Profile',
    'Account Settings',
    'Activity History',
  ])
  expect(link('Profile').getAttribute('aria-current')).toBe('page')
  expect(inMenu().queryByText('Sign In')).toBeNull()
  await expectAccessible({ within: screen.getByRole('dialog') })
  await tap(browser, link('Account Settings'))
  expect(browser.address()).toBe('/settings/account')
  expect(menu()).toBeNull()
  expect(announced()).toContain('Navigated to')
  await tap(browser, button())
  expect(menu()).not.toBeNull()
  window.history.back()
  await advance('1 s')
  expect(menu()).toBeNull()
  window.history.forward()
  await advance('1 s')
  expect(browser.address()).toBe('/settings/account')
  expect(menu()).toBeNull()
})

test('the way out in it says so where it fails, and where it leads', async () => {
  const browser = await asGuard()
  browser.server.refuses(signOut, 500, { code: 'INTERNAL' })
  await tap(browser, inMenu().getByRole('button', { name: 'Logout' }))
  await advance('500 ms')
  expect(announcedNow()).toContain(messages.logoutFailed)
  expect(menu()).toBeNull()
  browser.server.answers(signOut, { success: true })
  await tap(browser, button())
  await tap(browser, inMenu().getByRole('button', { name: 'Logout' }))
  expect(browser.address()).toBe('/signin')
  expect(screen.getByText('You are signed out')).toBeTruthy()
  expect(screen.queryByText(messages.pleaseSignIn)).toBeNull()
})
