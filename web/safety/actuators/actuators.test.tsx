// Actuators as they are shown and switched by hand.
import type { Permission } from '@gatehouse/contract/permissions'
import * as actuators from '@gatehouse/contract/safety/actuators'
import type { Actuator } from '@gatehouse/contract/safety/actuators'
import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { expectAccessible } from '../../kit/testing/accessible.testing.ts'
import { aBrowser, fill, uuid } from '../../kit/testing/browser.testing.tsx'
import { advance, beganAt } from '../../kit/testing/fake-time.testing.ts'
import { stateOf } from './actuator-words.ts'
import { anActuator } from './an-actuator.testing.ts'

const pages = [
  {
    path: '/actuators',
    load: async () => (await import('./actuators-section.tsx')).ActuatorsSection,
    permissions: [],
  },
]

const byAlarm: Actuator['wanted'] = {
  isOn: true,
  since: beganAt,
  why: {
    kind: 'effect',
    effectId: uuid(20),
    effect: 'Garage ventilation',
    alarmId: uuid(21),
    alarm: 'Carbon monoxide: low alarm',
    correlationId: uuid(22),
    runsOnUntil: null,
  },
}

const opens = async (
  list: readonly Actuator[],
  permissions: readonly Permission[] = ['view_gas_detection', 'operate_actuators'],
) => {
  const browser = aBrowser()
  browser.signedIn({ permissions })
  browser.server.hangsOtherwise()
  browser.server.answers(actuators.list, { actuators: [...list] })
  await browser.open('/actuators', undefined, pages)
  await advance('500 ms')
  return browser
}

test('what it reports comes before what is wanted of it: nothing is on that does not say so', () => {
  const on = { isOn: true, isFaulty: false, at: beganAt, receivedAt: beganAt }
  const word = (changes: Partial<Actuator>) => stateOf(anActuator(changes)).word
  expect(word({})).toBe('Off')
  expect(word({ reported: on, wanted: byAlarm })).toBe('On')
  expect(word({ wanted: byAlarm })).toBe('Off, should be on')
  expect(word({ reported: on })).toBe('On, should be off')
  expect(word({ reported: null, wanted: byAlarm })).toBe('Not reported')
  expect(word({ online: false, reported: on, wanted: byAlarm })).toBe('Offline, was on')
  expect(word({ reported: { ...on, isFaulty: true }, wanted: byAlarm })).toBe('Fault, reports on')
})

test('each says why it is on, and what fails stands first', async () => {
  await opens([
    anActuator(),
    anActuator({ id: uuid(11), name: 'Garage horn', purpose: 'horn', wanted: byAlarm, failedSince: beganAt }),
  ])
  const names = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  expect(names).toEqual(['Garage horn', 'Garage fan 2'])
  expect(screen.getByText('Garage ventilation: Carbon monoxide: low alarm')).toBeDefined()
  expect(screen.getByText('No alarm asks for it')).toBeDefined()
  await expectAccessible({ within: screen.getByRole('region', { name: 'Actuators' }) })
})

test('it is switched by hand for a time and with a reason, and not without one', async () => {
  const browser = await opens([anActuator({ wanted: byAlarm })])
  const { user, server } = browser
  await user.click(screen.getByRole('button', { name: 'Switch off…' }))
  const question = within(screen.getByRole('dialog'))
  expect(question.getByText(/An alarm asks for it: Carbon monoxide: low alarm/)).toBeDefined()
  await user.click(question.getByRole('button', { name: 'Switch off' }))
  expect(server.asked(actuators.override)).toEqual([])
  await fill(browser, question.getByLabelText(/^Why/), 'The motor smells')
  server.answers(actuators.override, { actuator: anActuator() })
  await user.click(question.getByRole('button', { name: 'Switch off' }))
  expect(server.asked(actuators.override)).toMatchObject([
    { actuatorId: uuid(10), isOn: false, minutes: 15, reason: 'The motor smells' },
  ])
})

test('a horn that sounds can be silenced; what is switched by hand is returned to automatic', async () => {
  const horn = anActuator({ purpose: 'horn', name: 'Garage horn', wanted: byAlarm })
  const browser = await opens([
    horn,
    anActuator({
      id: uuid(12),
      override: {
        isOn: true,
        isTest: false,
        reason: 'Paint fumes',
        by: 'Ada Byron',
        since: beganAt,
        until: '2026-11-02T12:00:00.000Z',
      },
    }),
  ])
  browser.server.answers(actuators.silence, { actuator: horn })
  await browser.user.click(screen.getByRole('button', { name: 'Silence' }))
  await browser.user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Silence' }))
  expect(browser.server.asked(actuators.silence)).toMatchObject([{ actuatorId: horn.id }])
  expect(screen.getByRole('button', { name: 'Return to automatic' })).toBeDefined()
})

test('who may look and not switch has no buttons', async () => {
  await opens([anActuator()], ['view_gas_detection'])
  expect(screen.getByText('Garage fan 2')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Switch on…' })).toBeNull()
})

test('none is a first step', async () => {
  await opens([], ['view_gas_detection'])
  expect(screen.getByText('No actuators yet')).toBeDefined()
})

test('who may not look sees what is missing', async () => {
  await opens([], ['read_dashboard'])
  expect(screen.getByText('You may not see this')).toBeDefined()
})
