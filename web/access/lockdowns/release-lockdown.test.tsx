// The question before a lockdown is released: nothing has to be typed, one tap gives a reason, and it can follow.
import * as contract from '@gatehouse/contract/access/lockdowns'
import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { aBrowser, uuid } from '../../kit/testing/browser.testing.tsx'
import { advance } from '../../kit/testing/fake-time.testing.ts'

const lockdownId = uuid(1)
const at = '2026-11-27T09:00:00.000Z'

const underWay: contract.Lockdown = {
  id: lockdownId,
  name: 'Whole building',
  scenarioId: null,
  reason: 'Intruder',
  startedAt: at,
  startedBy: { name: 'Kwame Mensah' },
  released: null,
  correlationId: uuid(2),
  counts: { doors: 2, confirmed: 2, pending: 0, refused: 0, noAnswer: 0, failed: 0, offline: 0 },
  hidden: { doors: 0, unconfirmed: 0 },
  mayRelease: true,
  mayExplain: true,
  mayExplainRelease: false,
  passRoles: [],
}
const released: contract.Lockdown = {
  ...underWay,
  released: { at, by: { name: 'Ingrid Sørensen' }, reason: '' },
  mayRelease: false,
  mayExplainRelease: true,
}

const opens = async (lockdown: contract.Lockdown) => {
  const browser = aBrowser()
  browser.signedIn({ permissions: ['read_doors', 'release_lockdown'] })
  browser.server.hangsOtherwise()
  browser.server.answers(contract.byId, { lockdown, doors: [] })
  browser.server.answers(contract.release, { lockdown: released })
  browser.server.answers(contract.setReleaseReason, { lockdown: released })
  await browser.open(`/doors/lockdowns/${lockdownId}`)
  await advance('1 s')
  return browser
}

const asked = async () => {
  const browser = await opens(underWay)
  await browser.user.click(screen.getByRole('button', { name: 'Release…' }))
  return { ...browser, question: within(screen.getByRole('dialog', { name: 'Release Whole building?' })) }
}

test('a lockdown is released without a reason', async () => {
  const { server, user, question } = await asked()
  await user.click(question.getByRole('button', { name: 'Release' }))
  expect(server.asked(contract.release)).toEqual([{ lockdownId, reason: '' }])
})

test('a tap gives the reason, and typing completes it', async () => {
  const { server, user, question } = await asked()
  await user.click(question.getByRole('button', { name: 'False alarm' }))
  await user.type(question.getByLabelText('Reason (optional)'), ' of the gardener')
  await user.click(question.getByRole('button', { name: 'Release' }))
  expect(server.asked(contract.release)).toEqual([{ lockdownId, reason: 'False alarm of the gardener' }])
})

test('the reason follows by one tap once it is released', async () => {
  const { server, user } = await opens(released)
  expect(screen.getByRole('button', { name: 'Change reason' })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Write a release reason' })).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'All clear' }))
  expect(server.asked(contract.setReleaseReason)).toEqual([{ lockdownId, reason: 'All clear' }])
})

test('who may not release it reads that no reason has been given', async () => {
  await opens({ ...released, mayExplainRelease: false })
  expect(screen.getByText('Not given yet')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Write a release reason' })).toBeNull()
})
