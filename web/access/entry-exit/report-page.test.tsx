// The entry and exit log: what it says when the server refuses, answers nonsense, or is away, and what a view of it holds.
import * as entryExit from '@gatehouse/contract/access/entry-exit'
import * as savedViews from '@gatehouse/contract/system/saved-views'
import { screen } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import { local } from '../../kit/data/storage.ts'
import { aBrowser } from '../../kit/testing/browser.testing.tsx'
import { advance } from '../../kit/testing/fake-time.testing.ts'

const aReport = () => {
  // Without a layout every list has no height, and draws no row.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(800)
  const browser = aBrowser()
  browser.signedIn({ permissions: ['read_entry_exit_report', 'create_entry', 'create_exit'] })
  browser.server.hangsOtherwise()
  return browser
}

test('a right that ended meanwhile is named in the list and by a toast', async () => {
  const { server, open } = aReport()
  server.refuses(entryExit.logs, 403, {
    message: 'Access denied. Missing required permissions: read_entry_exit_report',
  })
  await open('/entry-exit/report')
  await advance('1 s')
  expect(screen.getByText('You do not have permission to view entry/exit logs')).toBeTruthy()
  expect(screen.getByText('Access denied: Insufficient permissions')).toBeTruthy()
})

test('an answer without logs is invalid data', async () => {
  const { server, open } = aReport()
  server.refuses(entryExit.logs, 200)
  await open('/entry-exit/report')
  await advance('10 s')
  expect(screen.getByText('Invalid data format received from server')).toBeTruthy()
})

test.each([
  ['', 'Failed to fetch entry/exit logs'],
  ['The store is full.', 'The store is full.'],
])('a failure with the message %j is shown as %j', async (message, shown) => {
  const { server, open } = aReport()
  server.refuses(entryExit.logs, 500, { message })
  await open('/entry-exit/report')
  await advance('10 s')
  expect(screen.getByText(shown)).toBeTruthy()
})

test('a saved view has the columns that this browser remembers, also where the address does not name them', async () => {
  const { server, open, user } = aReport()
  server.answers(savedViews.list, { views: [] })
  local.set('columns:entry-exit', 'time,person,door')
  await open('/entry-exit/report?result=denied')
  await advance('1 s')
  await user.click(screen.getByRole('link', { name: 'Views' }))
  await vi.waitFor(() => screen.getByRole('dialog', { name: 'Saved views' }))
  await user.type(screen.getByLabelText(/^Name/), 'Denied')
  await user.click(screen.getByRole('button', { name: 'Save view' }))
  expect(server.asked(savedViews.save)).toEqual([
    {
      page: '/entry-exit/report',
      name: 'Denied',
      query: 'result=denied&columns=time%2Cperson%2Cdoor',
      shared: false,
    },
  ])
})
