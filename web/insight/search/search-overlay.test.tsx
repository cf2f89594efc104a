// The search overlay: by keyboard, once typing rests, and against a server that refuses.
import { signOut } from '@gatehouse/contract/identity/auth'
import { find, type SearchResult } from '@gatehouse/contract/insight/search'
import type { Output } from '@gatehouse/contract/operation'
import { searchQuery } from '@gatehouse/contract/realtime'
import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { expectAccessible } from '../../kit/testing/accessible.testing.ts'
import { aBrowser, uuid } from '../../kit/testing/browser.testing.tsx'
import { advance } from '../../kit/testing/fake-time.testing.ts'
import { textOf } from '../../kit/testing/announced.testing.ts'

const aResult = (n: number, changes: Partial<SearchResult>): SearchResult => ({
  id: uuid(n),
  type: 'door',
  title: 'Main entrance',
  description: 'Ground floor',
  priority: 'medium',
  path: `/doors/${uuid(n)}`,
  requiredPermissions: [],
  ...changes,
})
// A page, so that no sheet of a door lies over the next search.
const doors = [
  aResult(1, { path: '/settings/account' }),
  aResult(2, { title: 'Main gate' }),
  aResult(3, { title: 'Mainland bridge' }),
]

const opened = async () => {
  const browser = aBrowser()
  browser.signedIn({ permissions: ['read_profile', 'read_doors'] })
  browser.server.hangsOtherwise()
  browser.server.acknowledges(searchQuery, ({ query }) => {
    const results = doors.filter(({ title }) => title.toLowerCase().includes(query))
    return { results, total: results.length } satisfies Output<typeof find>
  })
  await browser.open('/profile')
  await advance('1 s')
  await browser.user.keyboard('/')
  await advance('500 ms')
  const asked = () => browser.server.received(searchQuery).map(({ query }) => query)
  return { ...browser, asked }
}
const overlay = () => screen.queryByRole('dialog', { name: 'Search' })
const field = () => screen.getByRole<HTMLInputElement>('combobox')
const options = () => screen.getAllByRole('option')
const chosen = () => options().filter((option) => option.getAttribute('aria-selected') === 'true')

test('it is asked once typing has rested for 300 ms, and by words alone', async () => {
  const { user, asked } = await opened()
  expect(document.activeElement).toBe(field())
  expect(field().placeholder).toBe('Search anything...')
  expect(options().some(({ textContent }) => textContent?.includes('Profile'))).toBe(true)
  await user.keyboard('   ')
  for (const letter of 'main') {
    await advance(299)
    await user.keyboard(letter)
  }
  await advance(299)
  expect(asked()).toEqual([])
  await advance(1)
  expect(asked()).toEqual(['main'])
  const group = within(screen.getByRole('group', { name: 'Doors' }))
  expect(group.getByRole('option', { name: /Main entrance/ })).toBeTruthy()
  await advance('1 s')
  expect(asked()).toEqual(['main'])
  await expectAccessible({ within: screen.getByRole('dialog') })
})

test('it is walked by keyboard, and keeps the focus', async () => {
  const { user, asked } = await opened()
  await user.keyboard('main')
  await advance('300 ms')
  expect(chosen().map(textOf).join()).toContain('Main entrance')
  await user.keyboard('{ArrowDown}')
  expect(chosen()).toEqual([options()[1]])
  expect(field().getAttribute('aria-activedescendant')).toBe(options()[1]?.id)
  await user.keyboard('{ArrowUp}')
  for (const shift of [false, true])
    for (let step = 0; step < 4; step += 1) {
      await user.tab({ shift })
      expect(overlay()?.contains(document.activeElement), shift ? 'Shift+Tab' : 'Tab').toBe(true)
    }
  // Among fewer results the best is chosen, whichever was chosen among those before.
  field().focus()
  await user.keyboard(' entrance')
  await user.keyboard('{ArrowUp}')
  await advance('300 ms')
  expect(asked().at(-1)).toBe('main entrance')
  expect(overlay()?.querySelector('[aria-busy=true]')).toBeNull()
  expect(chosen()).toEqual([options()[0]])
  expect(field().getAttribute('aria-activedescendant')).toBe(options()[0]?.id)
})

test('what was opened is among the recent; closed, it has forgotten what was typed', async () => {
  const { user, address } = await opened()
  await user.keyboard('main entrance')
  await advance('300 ms')
  await user.keyboard('{Enter}')
  await advance('1 s')
  expect(address()).toBe('/settings/account')
  expect(overlay()).toBeNull()
  await user.keyboard('{Control>}k{/Control}')
  await advance('500 ms')
  expect(field().value).toBe('')
  const recent = within(screen.getByRole('group', { name: 'Recent' }))
  expect(recent.getAllByRole('option').map(textOf).join()).toContain('Main entrance')
  await user.keyboard('zebra crossing')
  await advance('300 ms')
  expect(screen.getAllByText('No results found for "zebra crossing"').length).toBeGreaterThan(0)
  await user.keyboard('{Escape}')
  await advance('500 ms')
  expect(overlay()).toBeNull()
})

test('a search that fails says so and can be tried again', async () => {
  const { server, user } = await opened()
  // Where the main connection does not answer within 2 seconds, it is asked by HTTP.
  server.acknowledges(searchQuery, () => undefined)
  server.refuses(find, 500, { code: 'INTERNAL', message: 'No.' })
  await user.keyboard('main')
  await advance('2300 ms')
  expect(screen.getByText('Search failed. Please try again.').closest('[role=alert]')).not.toBeNull()
  server.answers(find, { results: [doors[0] ?? aResult(1, {})], total: 1 })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await advance('2300 ms')
  expect(screen.getByRole('option', { name: /Main entrance/ })).toBeTruthy()
  expect(screen.queryByText('Search failed. Please try again.')).toBeNull()
})

test('theme, rows and signing out are commands of the search, and lead nowhere', async () => {
  const { user, server } = await opened()
  await user.keyboard('dark')
  await advance('500 ms')
  expect(options().map(textOf)).toEqual([expect.stringContaining('Dark theme')])
  expect(chosen()).toHaveLength(1)
  await user.keyboard('{Enter}')
  await advance('500 ms')
  expect(document.documentElement.dataset['theme']).toBe('dark')
  expect(overlay()).toBeNull()
  expect(window.location.pathname).toBe('/profile')
  await user.keyboard('/')
  await advance('500 ms')
  // What was done is no place that one could go back to.
  expect(options().map(textOf).join()).not.toContain('Dark theme')
  await user.keyboard('compact')
  await advance('500 ms')
  await user.click(screen.getByRole('option', { name: /Compact rows/ }))
  expect(document.documentElement.dataset['density']).toBe('compact')
  await user.keyboard('/')
  await advance('500 ms')
  await user.keyboard('sign out')
  await advance('500 ms')
  server.answers(signOut, { success: true })
  await user.keyboard('{Enter}')
  await advance('1 s')
  expect(server.asked(signOut)).toHaveLength(1)
})
