// The screen at an entrance: each mode, what it shows when nothing comes, and that nobody has to sign in.
import * as occupancy from '@gatehouse/contract/safety/occupancy'
import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { expectAccessible } from '../../kit/testing/accessible.testing.ts'
import { aBrowser } from '../../kit/testing/browser.testing.tsx'
import { advance, beganAt } from '../../kit/testing/fake-time.testing.ts'
import type { Shown } from './use-display.ts'

const shownBy = (changes: Partial<Shown> = {}): Shown => ({
  title: 'Reading room',
  people: 3,
  limit: 40,
  free: 37,
  mode: 'open',
  asOf: beganAt,
  ...changes,
})

const opens = async (shown: Shown | null, search = '?secret=of-the-link') => {
  const browser = aBrowser()
  browser.server.hangsOtherwise()
  if (shown) browser.server.answers(occupancy.shown, shown)
  else browser.server.refuses(occupancy.shown, 404)
  await browser.open(`/display${search}`)
  return browser
}

test('shows the number, the limit and what to do, exactly, to whoever stands there, and asks for nothing else', async () => {
  const { server } = await opens(shownBy())
  expect(screen.getByRole('heading', { level: 1, name: 'Reading room' })).toBeDefined()
  expect(screen.getByText('Come in')).toBeDefined()
  expect(screen.getByTestId('people').textContent).toBe('3 of 40 people inside')
  expect(screen.getByText('37 more may come in')).toBeDefined()
  expect(server.asked(occupancy.shown)[0]).toEqual({ secret: 'of-the-link' })
  expect(server.paths().filter((path) => /people-count\/(?!display$)|devices|alarms/.test(path))).toEqual([])
  await expectAccessible()
})

test('at the limit and beyond it one waits', async () => {
  const { server } = await opens(shownBy({ mode: 'one-in-one-out', people: 40, free: 0 }))
  expect(screen.getByText('Please wait')).toBeDefined()
  expect(screen.getByText('One in, one out')).toBeDefined()
  server.answers(occupancy.shown, shownBy({ mode: 'full', people: 41, free: 0 }))
  await advance('3 s')
  expect(screen.getByText('Full at the moment')).toBeDefined()
  server.answers(occupancy.shown, shownBy({ mode: 'busy', people: 35, free: 5 }))
  await advance('3 s')
  expect(screen.getByText('Come in')).toBeDefined()
})

test('no number of before is shown as current: neither of a silent counter nor once the connection is lost', async () => {
  const { server } = await opens(shownBy({ people: null, free: null, mode: 'unknown' }))
  expect(screen.getByText('Not counted now')).toBeDefined()
  expect(screen.queryByTestId('people')).toBeNull()
  server.answers(occupancy.shown, shownBy())
  await advance('3 s')
  expect(screen.getByTestId('people')).toBeDefined()
  server.goes('away')
  await advance('15 s')
  expect(screen.getByText('No connection')).toBeDefined()
  expect(screen.queryByTestId('people')).toBeNull()
  expect(screen.getByRole('heading', { level: 1, name: 'Reading room' })).toBeDefined()
  server.goes('back')
  await advance('4 s')
  expect(screen.getByText('Come in')).toBeDefined()
})

test('an answer that hangs is a lost connection as well', async () => {
  const { server } = await opens(shownBy())
  server.hangs(occupancy.shown)
  await advance('14 s')
  expect(screen.getByText('No connection')).toBeDefined()
})

test('a link that is revoked or incomplete says so', async () => {
  await opens(null)
  expect(screen.getByText('Not in use')).toBeDefined()
  await expectAccessible()
})

test('an address without a secret asks nobody', async () => {
  const { server } = await opens(null, '')
  expect(screen.getByText('Not in use')).toBeDefined()
  expect(server.asked(occupancy.shown)).toEqual([])
})
