// The activity log and one's own history: who may open them, what is offered, and each state of the list and its sheets.
import * as activity from '@gatehouse/contract/record/activity'
import type { Entry } from '@gatehouse/contract/record/activity'
import { own, type Permission, systemRoles } from '@gatehouse/contract/permissions'
import { screen, within } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import { expectAccessible } from '../../kit/testing/accessible.testing.ts'
import { aBrowser, type TestBrowser, uuid } from '../../kit/testing/browser.testing.tsx'
import { advance, beganAt, passesUntil } from '../../kit/testing/fake-time.testing.ts'
import { anEntry } from './an-entry.testing.ts'

const someEntries = (count: number, changes: Partial<Entry> = {}) =>
  Array.from({ length: count }, () => anEntry({ at: beganAt, action: 'auth.signIn', subject: null, ...changes }))

const aLog = (entries: readonly Entry[], permissions: readonly Permission[] = ['view_activity_logs']): TestBrowser => {
  // Without a layout every list has no height, and draws no row.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(800)
  const browser = aBrowser()
  browser.signedIn({ permissions })
  browser.server.hangsOtherwise()
  browser.server.answers(activity.list, { entries: [...entries], next: null })
  return browser
}

const rows = () => [...document.querySelectorAll<HTMLElement>('[role=grid] tr')]
const rowAt = (place: number) => {
  const row = rows()[place]
  if (!row) throw new Error(`There is no row ${place}`)
  return row
}

test('an auditor sees the log of the company, and a guard what is missing', async () => {
  const browser = aLog(someEntries(3), [...own, ...systemRoles.auditor])
  await browser.open('/activity-logs')
  expect(rowAt(2).textContent).toContain('admin@gatehouse.example')
  browser.signedIn({ permissions: [...own, ...systemRoles.guard] })
  await browser.open('/activity-logs')
  await passesUntil(() => screen.queryByRole('heading', { name: 'Access Denied' }) !== null)
  expect(screen.getByText(/\bview_activity_logs\b/)).toBeTruthy()
})

test('new entries are offered after half a minute, and do not push in', async () => {
  const known = someEntries(3)
  const browser = aLog(known)
  const { server, user, open } = browser
  await open('/activity-logs?action=auth')
  const what = () => rowAt(2).textContent.replace(/^\d+ s ago/, '')
  const before = what()
  const newest = someEntries(1, { actor: 'supervisor@gatehouse.example' })
  server.answers(activity.list, { entries: [...newest, ...known], next: null })
  await advance('29 s')
  expect(screen.queryByRole('button', { name: /new entr/ })).toBeNull()
  await advance('2 s')
  const offered = screen.getByRole('button', { name: /new entr/ })
  expect(what()).toBe(before)
  await user.click(offered)
  await advance('500 ms')
  expect(rowAt(2).textContent).toContain('supervisor@gatehouse.example')
  expect(screen.queryByRole('button', { name: /new entr/ })).toBeNull()
})

test('nothing passes the filters; the entries could not be loaded, and are after Retry', async () => {
  const { server, user, open } = aLog([])
  await open('/activity-logs?q=nothing-of-this-kind')
  expect(screen.getByText('Nothing passes these filters')).toBeTruthy()
  await expectAccessible({ within: screen.getByRole('main') })
  server.refuses(activity.list, 500, { code: 'INTERNAL', message: 'Something went wrong on our side.' })
  await open('/activity-logs')
  await advance('10 s')
  expect(screen.getByText('The entries could not be loaded')).toBeTruthy()
  await expectAccessible({ within: screen.getByRole('main') })
  server.answers(activity.list, { entries: someEntries(3), next: null })
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  await advance('500 ms')
  expect(rows().length).toBeGreaterThan(2)
})

test('an entry has its changes and its proof; one of another company is not there', async () => {
  const entry = anEntry({ before: { name: 'Night guard' }, after: { name: 'Day guard' } })
  const { server, open } = aLog([entry])
  const hash = '0'.repeat(64)
  server.answers(activity.byId, {
    entry,
    proof: { chain: 'one/2026', seq: 7, previous: hash, content: hash, hash, checkpoint: null },
  })
  await open(`/activity-logs/${entry.id}`)
  const sheet = screen.getByRole('dialog')
  expect(sheet.querySelector('del')?.textContent).toContain('Night guard')
  expect(sheet.querySelector('ins')?.textContent).toContain('Day guard')
  await expectAccessible({ within: sheet })
  server.refuses(activity.byId, 404, { code: 'NOT_FOUND', message: 'No.' })
  await open(`/activity-logs/${uuid(9)}`)
  expect(screen.getByText('There is no such entry')).toBeTruthy()
})

test('a record that holds, and one that does not', async () => {
  const { server, user, open } = aLog(someEntries(3))
  server.answers(activity.verify, { ok: true, checked: 1_204, logs: 0, checkpoints: [] })
  await open('/activity-logs/verify')
  const sheet = within(screen.getByRole('dialog', { name: 'Verify the record' }))
  expect(sheet.queryByText(/holds/)).toBeNull()
  await user.click(sheet.getByRole('button', { name: 'Verify' }))
  await advance('500 ms')
  expect(sheet.getByText('1,204 entries checked, every link holds.')).toBeTruthy()
  await expectAccessible({ within: screen.getByRole('dialog') })
  server.answers(activity.verify, {
    ok: false,
    checked: 3,
    logs: 0,
    firstBroken: { chain: 'one/2026', seq: 3, entryId: uuid(3), at: beganAt, fault: 'changed', says: 'It was.' },
    checkpoints: [],
  })
  await user.click(sheet.getByRole('button', { name: 'Verify again' }))
  await advance('500 ms')
  expect(sheet.getByText(/The record does not hold: entry 3 was changed after it was written/)).toBeTruthy()
  expect(sheet.queryByText(/every link holds/)).toBeNull()
  expect(sheet.getByRole('heading', { name: 'What to do now' })).toBeTruthy()
  await expectAccessible({ within: screen.getByRole('dialog') })
})

test('one’s own history is in the user’s menu, has what one did and what was done in one’s name, and each by its address', async () => {
  const browser = aLog([], own)
  const { server, user, open, address } = browser
  const { id: userId, email } = browser.signedIn({ permissions: own })
  const another = anEntry({ at: beganAt, action: 'users.list', subject: null, onBehalfOf: email })
  const mine = anEntry({ at: beganAt, userId, actor: email, action: 'auth.signIn', subject: email })
  server.answers(activity.mine, { entries: [mine, another], next: null })
  await open('/profile')
  await user.click(screen.getByRole('button', { name: 'Your menu' }))
  await advance('500 ms')
  await user.click(screen.getByRole('menuitem', { name: 'Activity History' }))
  await advance('500 ms')
  expect(address()).toBe('/activity')
  expect(screen.getByRole('grid', { name: 'Activity history' })).toBeTruthy()
  expect(rowAt(2).textContent).toContain('Signed in with the password')
  expect(rowAt(2).textContent).toContain('You')
  expect(rowAt(3).textContent).toContain('admin@gatehouse.example')
  expect(rowAt(3).textContent).toContain('in your name')
  expect(screen.getByRole('link', { name: 'Active sessions' })).toBeTruthy()
  await user.click(within(rowAt(2)).getByRole('link'))
  await advance('500 ms')
  expect(screen.getByRole('dialog').textContent).toContain('auth.signIn')
  await expectAccessible({ within: screen.getByRole('dialog') })
  await open(address())
  expect(screen.getByRole('dialog').textContent).toContain('auth.signIn')
})
