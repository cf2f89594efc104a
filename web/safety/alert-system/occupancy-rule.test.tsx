// A rule about how many people are inside, as somebody writes it.
import * as alarmRules from '@gatehouse/contract/safety/alarm-rules'
import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { expectAccessible } from '../../kit/testing/accessible.testing.ts'
import { fill, uuid } from '../../kit/testing/browser.testing.tsx'
import { advance, beganAt } from '../../kit/testing/fake-time.testing.ts'
import { field, opens, sheet } from './rules-page.testing.ts'

test('how many people are inside is of sites and zones alone: devices and labels are not offered, and not sent', async () => {
  const browser = await opens('/alert-system?rule=new')
  const { server, user } = browser
  await fill(browser, field(/^Name/), 'Hall is full')
  await user.click(sheet().getByRole('checkbox', { name: /^Everywhere/ }))
  await user.click(sheet().getByRole('checkbox', { name: 'Gas detectors' }))
  await user.click(sheet().getByRole('combobox', { name: 'Measure' }))
  await user.click(screen.getByRole('option', { name: 'Occupancy' }))
  await fill(browser, field('Set point'), '120')
  await fill(browser, field('Hysteresis'), '5')
  sheet().getByText('In words: Occupancy at or above 120 people, back below 115 people')
  expect(sheet().queryByRole('checkbox', { name: 'Gas detectors' })).toBeNull()
  expect(sheet().queryByRole('group', { name: /^Labels/ })).toBeNull()
  await user.click(sheet().getByRole('checkbox', { name: /^Hall/ }))
  sheet().getByText(/Scope now: Hall\./)
  await expectAccessible({ within: screen.getByRole('dialog') })
  server.answers(alarmRules.test, {
    count: 1,
    alarms: [{ device: null, place: { id: uuid(31), name: 'Hall' }, raisedAt: beganAt, returnedAt: null, value: 134 }],
    without: null,
  })
  await user.click(sheet().getByRole('button', { name: 'Test against history' }))
  await advance('1 s')
  within(sheet().getByRole('list', { name: 'Alarms it would have raised' })).getByText('134 people')
  await user.click(sheet().getByRole('button', { name: 'Add rule' }))
  await advance('1 s')
  const scope = { siteIds: [], zoneIds: [uuid(31)], labelIds: [], kinds: [], deviceIds: [] }
  expect(server.asked(alarmRules.test)[0]).toMatchObject({ scope })
  expect(server.asked(alarmRules.create)).toMatchObject([
    { condition: { kind: 'threshold', measure: 'occupancy', value: 120, hysteresis: 5 }, scope },
  ])
})
