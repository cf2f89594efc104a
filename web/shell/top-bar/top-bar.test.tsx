// The top bar at the desk: what it offers to whom, how it moves, and what it says to who cannot see it.
import { isPermission, permissions } from '@gatehouse/contract/permissions'
import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { expectAccessible } from '../../kit/testing/accessible.testing.ts'
import { aBrowser, type TestBrowser } from '../../kit/testing/browser.testing.tsx'
import { scrollTo } from '../../kit/testing/fake-screen.testing.ts'
import { advance, passesUntil } from '../../kit/testing/fake-time.testing.ts'

const all = Object.keys(permissions).filter(isPermission)

const atTheDesk = async (address: string): Promise<TestBrowser> => {
  const browser = aBrowser()
  browser.signedIn({
    permissions: all,
    verified: true,
    company: { id: '00000000-0000-4000-8000-000000000009', name: 'Harbour', timeZone: 'Europe/London' },
  })
  browser.server.hangsOtherwise()
  await browser.open(address)
  return browser
}

const nav = () => screen.getByRole('navigation', { name: 'Main' })
const entries = () => [...nav().querySelectorAll('a')].map(({ textContent }) => textContent)
const shown = () =>
  within(nav())
    .getAllByRole('link')
    .map(({ textContent }) => textContent)
const link = (name: string) => within(nav()).getByRole('link', { name })
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const announced = () => document.getElementById('announcements')?.textContent ?? ''
const focused = () => document.activeElement

test('the bar shows four entries at a time, and turns by its arrows', async () => {
  const { user } = await atTheDesk('/staff')
  const names = entries()
  expect(names.slice(0, 4)).toEqual(['Dashboard', 'Doors', 'Entry and exit', 'Staff'])
  expect(names).toEqual(expect.arrayContaining(['Users', 'Management']))
  expect(shown()).toEqual(names.slice(0, 4))
  expect(nav().querySelector('[aria-current]')?.textContent).toBe('Staff')
  const [back, forward] = [button('Previous entries'), button('Next entries')]
  expect(back.getAttribute('aria-disabled')).toBe('true')
  await user.click(forward)
  expect(shown()).toEqual(names.slice(4, 8))
  await advance('60 ms')
  expect(announced()).toContain(`${names[4]} to ${names[Math.min(7, names.length - 1)]}`)
  for (let pages = Math.ceil(names.length / 4) - 2; pages > 0; pages -= 1) await user.click(forward)
  expect(forward.getAttribute('aria-disabled')).toBe('true')
  await user.click(back)
  expect(forward.getAttribute('aria-disabled')).toBe('false')
})

test('a page below an entry marks that entry, and is named beside the navigation only where it is below none', async () => {
  const { open } = await atTheDesk('/log-details/00000000-0000-4000-8000-000000000001')
  await passesUntil(() => link('Entry and exit').getAttribute('aria-current') === 'page')
  expect(button('All pages').getAttribute('aria-current')).toBeNull()
  await open('/labels')
  await passesUntil(() => screen.queryByRole('button', { name: 'All pages, now Labels', current: 'page' }) !== null)
  expect(nav().querySelector('li [aria-current]')).toBeNull()
})

test('the page that one goes to is brought into view, said, and begins with the focus', async () => {
  const browser = await atTheDesk('/users')
  expect(link('Users').getAttribute('aria-current')).toBe('page')
  await browser.user.click(button('Previous entries'))
  await browser.user.click(link('Occupancy'))
  await advance('500 ms')
  expect(browser.address()).toBe('/entry-exit/dashboard')
  expect(link('Occupancy').getAttribute('aria-current')).toBe('page')
  expect(announced()).toContain('Navigated to Occupancy')
  expect(focused()).toBe(screen.getByRole('main'))
})

test('the bar is walked by keyboard', async () => {
  const { user } = await atTheDesk('/staff')
  link('Dashboard').focus()
  await user.keyboard('{ArrowRight}')
  expect(focused()).toBe(link('Doors'))
  await user.keyboard('{End}')
  expect(focused()).toBe(link(entries().at(-1) ?? ''))
  await user.keyboard('{Home}')
  expect(focused()).toBe(link('Dashboard'))
})

test('the bar rises once the page is scrolled further than 100 px: at once, and then once in 50 ms', async () => {
  await atTheDesk('/staff')
  const elevated = () => document.querySelector('header')?.dataset['elevated']
  scrollTo(100)
  await advance('1 s')
  expect(elevated()).toBeUndefined()
  scrollTo(101)
  await advance(0)
  expect(elevated()).toBe('true')
  await advance('1 s')
  scrollTo(0)
  await advance(0)
  expect(elevated()).toBeUndefined()
  await advance('1 s')
  scrollTo(300)
  await advance(0)
  expect(elevated()).toBe('true')
  scrollTo(0)
  await advance(49)
  expect(elevated()).toBe('true')
  await advance(1)
  expect(elevated()).toBeUndefined()
})

test('the user’s menu says who one is, and offers what is open, by keyboard too', async () => {
  const { user } = await atTheDesk('/staff')
  await user.click(button('Your menu'))
  await advance('500 ms')
  const menu = within(screen.getByRole('menu'))
  const item = (name: string) => menu.getByRole('menuitem', { name })
  expect(announced()).toContain('Your menu opened')
  expect(document.querySelector('[aria-hidden="true"] #announcements')).toBeNull()
  expect(screen.getByRole('menu').textContent).toContain('Administrator · Online')
  expect(menu.getByText('Verified')).toBeTruthy()
  const offered = menu.getAllByRole('menuitem').map(({ textContent }) => textContent)
  expect(offered).toEqual(
    expect.arrayContaining(['Profile', 'Account Settings', 'Security Settings', 'Admin Dashboard', 'User Management']),
  )
  expect(offered.slice(-6)).toEqual([
    'Company Profile',
    'Switch company',
    'Dark theme',
    'Compact rows',
    'Help',
    'Logout',
  ])
  expect(menu.getByText('Admin Controls')).toBeTruthy()
  expect(focused()).toBe(item('Profile'))
  await user.keyboard('{ArrowDown}')
  expect(focused()).toBe(item('Account Settings'))
  await user.keyboard('{End}')
  expect(focused()).toBe(item('Logout'))
  await user.keyboard('{Home}')
  expect(focused()).toBe(item('Profile'))
  await expectAccessible({ within: screen.getByRole('menu') })
  const root = document.documentElement.dataset
  await user.click(item('Dark theme'))
  await advance('60 ms')
  expect(announced()).toContain('Theme: dark')
  expect(root['theme']).toBe('dark')
  // How dense tables are is kept, and is said.
  await user.click(item('Compact rows'))
  await advance('60 ms')
  expect(announced()).toContain('Rows: compact')
  expect([root['density'], localStorage.getItem('density')]).toEqual(['compact', 'compact'])
  await user.click(item('Comfortable rows'))
  await advance('60 ms')
  expect(announced()).toContain('Rows: comfortable')
  expect(root['density']).toBe('comfortable')
  await user.keyboard('{Escape}')
  await advance('500 ms')
  expect(screen.queryByRole('menu')).toBeNull()
  expect(announced()).toContain('Your menu closed')
  expect(focused()).toBe(button('Your menu'))
})

test('keys open the search, and help with the list of keys; those that work alone are not for everybody', async () => {
  const { user } = await atTheDesk('/staff')
  const help = () => screen.queryByRole('dialog', { name: 'Help: People, roles and companies' })
  const showKeys = async () => user.click(screen.getByRole('tab', { name: 'Keyboard shortcuts' }))
  const press = async (key: string) => {
    await user.keyboard(key)
    await advance('600 ms')
  }
  await press('?')
  await passesUntil(() => screen.queryByRole('heading', { name: 'Roles and permissions' }) !== null)
  await expectAccessible({ within: screen.getByRole('dialog') })
  await showKeys()
  expect(screen.getByText('Search, and go anywhere')).toBeTruthy()
  await expectAccessible({ within: screen.getByRole('dialog') })
  const alone = () => screen.getByRole('switch', { name: 'Single-key shortcuts: /, ? and A' })
  await user.click(alone())
  await press('{Escape}')
  expect(help()).toBeNull()
  await press('?')
  expect(help()).toBeNull()
  await user.click(button('Your menu'))
  await advance('500 ms')
  await user.click(screen.getByRole('menuitem', { name: 'Help' }))
  await advance('500 ms')
  await showKeys()
  await user.click(alone())
  await press('{Escape}')
  expect(help()).toBeNull()
  for (const key of ['{Control>}k{/Control}', '/']) {
    await press(key)
    expect(announced()).toContain('Search opened')
    expect(focused()).toBe(screen.getByPlaceholderText('Search anything...'))
    await press('{Escape}')
    expect(announced()).toContain('Search closed')
  }
  await user.click(button(/^Notifications/))
  await advance('500 ms')
  expect(announced()).toContain('Notifications opened')
  expect(button('Close notifications')).toBeTruthy()
  await press('{Escape}')
  expect(announced()).toContain('Notifications closed')
})

test('an announcement comes after 60 ms, and lives 3 seconds', async () => {
  const { user } = await atTheDesk('/staff')
  await advance('8 s')
  await user.click(button('Use the dark theme'))
  await advance(59)
  expect(announced()).not.toContain('Theme: dark')
  await advance(1)
  expect(announced()).toContain('Theme: dark')
  await advance(2_999)
  expect(announced()).toContain('Theme: dark')
  await advance(1)
  expect(announced()).not.toContain('Theme: dark')
})

test('what lies over a page goes with it, and does not come again with it', async () => {
  const browser = await atTheDesk('/staff')
  const lies = [
    [/^Your menu/, 'menu', undefined],
    [/^Notifications/, 'dialog', 'Notifications'],
    [/^Search/, 'dialog', 'Search'],
  ] as const
  await browser.user.click(button('Your menu'))
  await advance('500 ms')
  await browser.user.click(screen.getByRole('menuitem', { name: 'Profile' }))
  await advance('1 s')
  for (const [name, role, title] of lies) {
    await browser.user.click(button(name))
    await advance('600 ms')
    const part = () => screen.queryByRole(role, title === undefined ? {} : { name: title })
    expect(part()).not.toBeNull()
    window.history.back()
    await advance('1 s')
    expect(browser.address()).toBe('/staff')
    expect(part()).toBeNull()
    expect(announced()).toContain('Navigated to Staff')
    window.history.forward()
    await advance('1 s')
    expect(browser.address()).toBe('/profile')
    expect(part()).toBeNull()
  }
})

test('beyond 99 the bell says so', async () => {
  const { server } = await atTheDesk('/staff')
  server.hasUnread({ seq: 1, unreadCount: 120 })
  await advance('2 s')
  expect(button('Notifications, 120 unread').textContent).toBe('99+')
})
