// Changes of set points that wait for a second person: decided, withdrawn, expired and outdated.
import * as setPoints from '@gatehouse/contract/safety/set-points'
import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { expectAccessible } from '../../kit/testing/accessible.testing.ts'
import { fill, uuid } from '../../kit/testing/browser.testing.tsx'
import { advance, beganAt } from '../../kit/testing/fake-time.testing.ts'
import { aProposal, dialog, opens } from './set-points.testing.ts'

test('a proposal of another person is approved with a reason; one that is outdated by then says so and keeps it', async () => {
  const browser = await opens('', { list: { secondPerson: true }, proposals: [aProposal()] })
  const { server, user } = browser
  screen.getByText('The new boiler')
  await user.click(screen.getByRole('button', { name: 'Approve' }))
  const question = () => within(screen.getByRole('alertdialog', { name: 'Approve this change?' }))
  await fill(browser, question().getByLabelText(/^Reason/), 'Measured twice')
  server.refuses(setPoints.approve, 409, { code: 'CHANGED_MEANWHILE', message: 'It has changed since.' })
  server.answers(setPoints.proposals, { proposals: [aProposal({ isOutdated: true })], next: null })
  await user.click(question().getByRole('button', { name: 'Approve' }))
  await advance('1 s')
  question().getByText('It has changed since.')
  expect(question().getByLabelText(/^Reason/)).toHaveProperty('value', 'Measured twice')
  await user.click(question().getByRole('button', { name: 'Cancel' }))
  await advance('1 s')
  screen.getByText(/It cannot be approved any more/)
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
})

test('a proposal that has expired leaves the list, and its question stays with what was typed', async () => {
  const browser = await opens('', { list: { secondPerson: true }, proposals: [aProposal()] })
  const { server, user } = browser
  await user.click(screen.getByRole('button', { name: 'Reject' }))
  const question = () => within(screen.getByRole('alertdialog', { name: 'Reject this change?' }))
  await fill(browser, question().getByLabelText(/^Reason/), 'Too low')
  server.refuses(setPoints.reject, 409, { code: 'EXPIRED', message: 'This proposal has expired.' })
  server.answers(setPoints.proposals, { proposals: [], next: null })
  await user.click(question().getByRole('button', { name: 'Reject' }))
  await advance('1 s')
  question().getByText('This proposal has expired.')
  expect(question().getByLabelText(/^Reason/)).toHaveProperty('value', 'Too low')
})

test('one’s own proposal is withdrawn, and not approved', async () => {
  const browser = await opens('', { list: { secondPerson: true }, proposals: [aProposal({ isOwn: true })] })
  screen.getByText('You proposed this: somebody else has to approve it.')
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
  await browser.user.click(screen.getByRole('button', { name: 'Withdraw' }))
  const question = within(screen.getByRole('alertdialog', { name: 'Withdraw this change?' }))
  await fill(browser, question.getByLabelText(/^Reason/), 'A mistake')
  browser.server.answers(setPoints.withdraw, { proposal: aProposal({ isOwn: true, state: 'withdrawn' }) })
  await browser.user.click(question.getByRole('button', { name: 'Withdraw' }))
  await advance('1 s')
  expect(browser.server.asked(setPoints.withdraw)).toEqual([{ id: uuid(40), reason: 'A mistake' }])
})

test('a link leads to one proposal among all', async () => {
  const decided = aProposal({
    id: uuid(41),
    state: 'rejected',
    decided: { at: beganAt, by: 'Grace Hopper', reason: 'Too low' },
  })
  await opens(`proposals:${uuid(41)}`, { proposals: [aProposal(), decided] })
  const [first] = dialog().getAllByRole('article')
  expect(first?.getAttribute('aria-current')).toBe('true')
  dialog().getByText('Too low')
  await expectAccessible({ within: screen.getByRole('dialog') })
})
