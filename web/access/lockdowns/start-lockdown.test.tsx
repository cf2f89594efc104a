// The question before a lockdown: nothing has to be typed, one tap gives a reason, and holding confirms.
import * as contract from '@gatehouse/contract/access/lockdowns'
import { fireEvent, screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { aBrowser, uuid } from '../../kit/testing/browser.testing.tsx'
import { advance } from '../../kit/testing/fake-time.testing.ts'

const scenario: contract.Scenario = {
  id: uuid(1),
  name: 'Whole building',
  description: '',
  everywhere: true,
  sites: [],
  floors: [],
  groups: [],
  doors: [],
  triggerRoles: [],
  releaseRoles: [],
  passRoles: [],
  doorCount: 2,
  hidden: { doors: 0, parts: 0 },
  mayTrigger: true,
  activeId: null,
}

const asked = async () => {
  const browser = aBrowser()
  browser.signedIn({ permissions: ['read_doors', 'trigger_lockdown'] })
  browser.server.hangsOtherwise()
  browser.server.answers(contract.scenarios, { scenarios: [scenario] })
  browser.server.answers(contract.list, { lockdowns: [], next: null, total: 0 })
  browser.server.answers(contract.scenarioDoors, { doors: [], hidden: 0 })
  browser.server.answers(contract.trigger, { lockdownId: uuid(2) })
  await browser.open('/doors/lockdowns')
  await advance('1 s')
  await browser.user.click(screen.getByRole('link', { name: 'Lock down Whole building' }))
  await advance('1 s')
  return browser
}

const holds = async () => {
  fireEvent.keyDown(screen.getByRole('button', { name: 'Lock down' }), { key: 'Enter' })
  await advance('5 s')
}

test('holding alone locks down; no reason is asked for first', async () => {
  const { server } = await asked()
  await holds()
  expect(server.asked(contract.trigger)).toEqual([{ scenarioId: uuid(1), reason: '' }])
})

test('a tap gives the reason, and typing completes it', async () => {
  const { server, user } = await asked()
  await user.click(screen.getByRole('button', { name: 'Intruder' }))
  await user.type(screen.getByLabelText('Reason (optional)'), ' at the gate')
  await holds()
  expect(server.asked(contract.trigger)).toEqual([{ scenarioId: uuid(1), reason: 'Intruder at the gate' }])
})
