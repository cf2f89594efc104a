// Set points as they are shown by area and changed, and what they were.
import { checkSession } from '@gatehouse/contract/identity/auth'
import * as setPoints from '@gatehouse/contract/safety/set-points'
import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { expectAccessible } from '../../kit/testing/accessible.testing.ts'
import { fill, uuid } from '../../kit/testing/browser.testing.tsx'
import { advance, beganAt } from '../../kit/testing/fake-time.testing.ts'
import { fieldsOfPoint, hysteresisFault, secondsFault, valueChange, valueFault } from './change-fields.ts'
import {
  answer,
  aPoint,
  aProposal,
  areas,
  dialog,
  garage,
  lowered,
  maker,
  opens,
  pages,
  raised,
  valueSheet,
} from './set-points.testing.ts'

test('each area has its values with delay and source, and what it has not stands apart', async () => {
  await opens()
  const table = within(screen.getByRole('region', { name: 'Set points: Whole company' }))
  table.getByRole('link', { name: 'Carbon monoxide: low alarm: 35 ppm' })
  table.getByRole('link', { name: 'Oxygen: deficiency: 19.5 % vol' })
  table.getByRole('link', { name: 'Carbon monoxide: 8-hour average: add' })
  expect(table.getAllByText(maker)).toHaveLength(3)
  const park = within(screen.getByRole('region', { name: 'Set points: Car park south' }))
  park.getByRole('link', { name: 'Carbon monoxide: high alarm: 150 ppm for 60 s' })
  screen.getByText(/Carbon monoxide at or above 20 ppm/)
  await expectAccessible({ within: screen.getByRole('region', { name: 'Set points' }) })
})

test('on a phone each channel lists its stages', async () => {
  await opens('', { width: 390 })
  expect(screen.queryByRole('table')).toBeNull()
  screen.getByRole('link', { name: 'Carbon monoxide: low alarm: 35 ppm' })
  await expectAccessible({ within: screen.getByRole('region', { name: 'Set points' }) })
})

test('who manages no gas reads, and changes nothing', async () => {
  await opens(valueSheet, { permissions: ['view_gas_detection'] })
  expect(screen.queryByRole('link', { name: 'New area' })).toBeNull()
  dialog().getByText('At or above 35 ppm')
  dialog().getByText('Commissioning')
  expect(dialog().queryByLabelText(/^Value/)).toBeNull()
})

test('who may not look is told what is missing', async () => {
  await opens('', { permissions: ['admin_access'] })
  screen.getByText('You may not see this')
})

test('a list that fails is loaded again', async () => {
  const browser = await opens()
  browser.server.refuses(setPoints.list, 500)
  await browser.open('/set-points', undefined, pages)
  await advance('5 s')
  screen.getByText('The set points could not be loaded')
  browser.server.answers(setPoints.list, answer())
  await browser.user.click(screen.getByRole('button', { name: 'Retry' }))
  await advance('1 s')
  screen.getByRole('region', { name: 'Set points: Whole company' })
})

test('a value is changed with its source and reason, after its preview', async () => {
  const browser = await opens(valueSheet)
  const { server, user } = browser
  await fill(browser, dialog().getByLabelText(/^Value/), '30')
  await fill(browser, dialog().getByLabelText(/^Source/), 'Risk assessment 12')
  await user.click(dialog().getByRole('button', { name: 'Apply change' }))
  dialog().getByText('Give the reason')
  await advance('1 s')
  const preview = within(dialog().getByRole('region', { name: 'Preview' }))
  preview.getByText('30 ppm, Risk assessment 12')
  preview.getByText(`35 ppm, ${maker}`)
  expect(dialog().queryByRole('checkbox', { name: /looser values/ })).toBeNull()
  await expectAccessible({ within: screen.getByRole('dialog') })
  await fill(browser, dialog().getByLabelText(/^Reason/), 'The new boiler')
  await user.click(dialog().getByRole('button', { name: 'Apply change' }))
  await advance('1 s')
  expect(server.asked(setPoints.apply)).toEqual([
    {
      change: {
        kind: 'values',
        areaId: null,
        values: [{ channel: 'CO', stage: 'low', value: 30, seconds: 0, source: 'Risk assessment 12' }],
      },
      reason: 'The new boiler',
      isLooserConfirmed: false,
    },
  ])
  expect(browser.address()).toBe('/set-points')
})

test('from where a channel is normal again is shown, and changed within what can be reached', async () => {
  const browser = await opens(valueSheet)
  const { server, user } = browser
  dialog().getByText('at 33.25 ppm')
  await fill(browser, dialog().getByLabelText(/^Hysteresis/), '20')
  await fill(browser, dialog().getByLabelText(/^Reason/), 'It chatters')
  await user.click(dialog().getByRole('button', { name: 'Apply change' }))
  dialog().getByText('Enter 0 to 17.5 ppm, or it is hardly ever normal again')
  expect(server.asked(setPoints.apply)).toEqual([])
  const source = { profile: null, text: 'Risk assessment 12' }
  server.answers(setPoints.preview, {
    differences: [
      {
        what: 'set-point',
        areaId: null,
        isNewArea: false,
        channel: 'CO',
        stage: 'low',
        before: { value: 35, seconds: 0, source },
        after: { value: 35, seconds: 0, hysteresis: 4, source },
        isLooser: false,
      },
    ],
    looser: [],
  })
  server.answers(setPoints.apply, { differences: [] })
  await fill(browser, dialog().getByLabelText(/^Hysteresis/), '4')
  await advance('1 s')
  dialog().getByText('35 ppm, hysteresis 4 ppm, Risk assessment 12')
  await user.click(dialog().getByRole('button', { name: 'Apply change' }))
  await advance('1 s')
  expect(server.asked(setPoints.apply)).toMatchObject([{ change: { values: [{ value: 35, hysteresis: 4 }] } }])
})

test('a looser value is marked, and applied only once it is confirmed', async () => {
  const browser = await opens(valueSheet)
  const { server, user } = browser
  server.answers(setPoints.preview, {
    differences: [raised],
    looser: [{ channel: 'CO', stage: 'low', value: 40, limit: 35, profile: 'standard', source: maker }],
  })
  await fill(browser, dialog().getByLabelText(/^Value/), '40')
  await fill(browser, dialog().getByLabelText(/^Source/), 'Risk assessment 12')
  await fill(browser, dialog().getByLabelText(/^Reason/), 'False alarms')
  // Before the preview is there.
  await user.click(dialog().getByRole('button', { name: 'Apply change' }))
  await advance('1 s')
  dialog().getByText('Confirm that the looser values are meant')
  dialog().getByText('Looser')
  dialog().getByText('Looser than the profile')
  expect(server.asked(setPoints.apply)).toEqual([])
  await user.click(dialog().getByRole('checkbox', { name: /looser values/ }))
  await user.click(dialog().getByRole('button', { name: 'Apply change' }))
  await advance('1 s')
  expect(server.asked(setPoints.apply)).toMatchObject([{ isLooserConfirmed: true }])
})

test('what the server refuses stands at its field, and nothing typed is lost', async () => {
  const browser = await opens(valueSheet)
  const { server, user } = browser
  await fill(browser, dialog().getByLabelText(/^Value/), '1')
  await fill(browser, dialog().getByLabelText(/^Reason/), 'The new boiler')
  server.refuses(setPoints.preview, 422, {
    code: 'VALIDATION',
    details: [{ field: 'change.values.0.value', message: 'The low of CO has to be below its high' }],
  })
  await user.click(dialog().getByRole('button', { name: 'Apply change' }))
  await advance('1 s')
  expect(
    dialog()
      .getByLabelText(/^Value/)
      .getAttribute('aria-invalid'),
  ).toBe('true')
  within(dialog().getByRole('region', { name: 'Preview' })).getByText('The low of CO has to be below its high')
  expect(dialog().getByLabelText(/^Value/)).toHaveProperty('value', '1')
  expect(dialog().getByLabelText(/^Reason/)).toHaveProperty('value', 'The new boiler')
})

test('a second person that is wanted by now makes it a proposal, with what was typed', async () => {
  const browser = await opens(valueSheet)
  const { server, user } = browser
  await fill(browser, dialog().getByLabelText(/^Value/), '30')
  await fill(browser, dialog().getByLabelText(/^Reason/), 'The new boiler')
  server.refuses(setPoints.apply, 409, { code: 'SECOND_PERSON_NEEDED', message: setPoints.secondPersonNeeded })
  server.answers(setPoints.list, answer({ secondPerson: true }))
  await user.click(dialog().getByRole('button', { name: 'Apply change' }))
  await advance('1 s')
  dialog().getByText(setPoints.secondPersonNeeded)
  expect(dialog().getByLabelText(/^Value/)).toHaveProperty('value', '30')
  server.answers(setPoints.propose, { proposal: aProposal({ isOwn: true }) })
  await user.click(dialog().getByRole('button', { name: 'Propose change' }))
  await advance('1 s')
  expect(server.asked(setPoints.propose)).toMatchObject([{ reason: 'The new boiler' }])
  screen.getByText('The change is proposed. Somebody else decides it within 14 days.')
})

test('what somebody else changed meanwhile is shown as it comes, and what was typed stays', async () => {
  const browser = await opens(valueSheet)
  const { server } = browser
  await fill(browser, dialog().getByLabelText(/^Value/), '30')
  const [first, ...others] = areas
  if (!first) throw new Error('There is no area')
  const theirs = aPoint({ version: 3, value: 25, changed: { ...aPoint().changed, by: 'Kwame Mensah' } })
  server.answers(setPoints.list, answer({ areas: [{ ...first, setPoints: [theirs] }, ...others] }))
  server.pushes(setPoints.changed, { at: beganAt })
  await advance('2 s')
  const notice = within(dialog().getByRole('alert', { name: 'Changed by somebody else' }))
  notice.getByText('Kwame Mensah changed this set point')
  notice.getByText('At or above 25 ppm')
  expect(dialog().getByLabelText(/^Value/)).toHaveProperty('value', '30')
  await browser.user.click(notice.getByRole('button', { name: 'Replace it with mine' }))
  expect(screen.queryByRole('alert', { name: 'Changed by somebody else' })).toBeNull()
})

test('what was typed when the session ended is there again', async () => {
  const browser = await opens(valueSheet)
  const { server, user } = browser
  await fill(browser, dialog().getByLabelText(/^Value/), '30')
  await fill(browser, dialog().getByLabelText(/^Reason/), 'The new boiler')
  for (const op of [checkSession, setPoints.preview]) server.refuses(op, 401, { code: 'UNAUTHENTICATED' })
  await user.click(dialog().getByRole('button', { name: 'Apply change' }))
  browser.signedIn({ permissions: ['view_gas_detection', 'manage_gas'] })
  server.answers(setPoints.preview, { differences: [lowered], looser: [] })
  await browser.open(`/set-points?sheet=${valueSheet}`, undefined, pages)
  await advance('1 s')
  dialog().getByText(/What you had typed here is back/)
  expect(dialog().getByLabelText(/^Value/)).toHaveProperty('value', '30')
})

test('the value of a profile is used with its source', async () => {
  const { user } = await opens(valueSheet)
  dialog().getByText('None')
  await user.click(dialog().getByRole('button', { name: 'Use the value of OSHA' }))
  expect(dialog().getByLabelText(/^Value/)).toHaveProperty('value', '35')
  expect(dialog().getByLabelText(/^Source/)).toHaveProperty('value', maker)
})

test('a new area takes a profile for places of one kind', async () => {
  const browser = await opens('area:new')
  const { server, user } = browser
  await fill(browser, dialog().getByLabelText(/^Reason/), 'Car park')
  await user.click(dialog().getByRole('button', { name: 'Apply change' }))
  dialog().getByText('Choose one at least')
  await user.click(dialog().getByRole('checkbox', { name: /Car park south/ }))
  server.answers(setPoints.preview, {
    differences: [
      {
        what: 'places',
        areaId: null,
        isNewArea: true,
        before: null,
        after: { siteIds: [], zoneIds: [uuid(31)], deviceIds: [] },
      },
    ],
    looser: [],
  })
  await advance('1 s')
  within(dialog().getByRole('region', { name: 'Preview' })).getByText('Car park south')
  await user.click(dialog().getByRole('button', { name: 'Apply change' }))
  await advance('1 s')
  expect(server.asked(setPoints.apply)).toMatchObject([
    { change: { kind: 'profile', profile: 'standard', at: { siteIds: [], zoneIds: [uuid(31)], deviceIds: [] } } },
  ])
})

test.each([
  ['end:' + garage, { kind: 'end-area', areaId: garage }],
  ['rule:' + uuid(14), { kind: 'delete-rule', ruleId: uuid(14) }],
  ['second-person', { kind: 'second-person', wanted: true }],
])('%s takes a reason alone', async (sheet, change) => {
  const browser = await opens(sheet)
  await fill(browser, dialog().getByLabelText(/^Reason/), 'Not needed')
  await browser.user.click(dialog().getByRole('button', { name: 'Apply change' }))
  await advance('1 s')
  expect(browser.server.asked(setPoints.apply)).toMatchObject([{ change, reason: 'Not needed' }])
})

test('the history is read by channel', async () => {
  const browser = await opens()
  const { server } = browser
  server.answers(setPoints.history, {
    versions: [
      {
        id: 'a',
        ruleId: uuid(10),
        version: 2,
        areaId: null,
        channel: 'CO',
        stage: 'low',
        value: 35,
        seconds: 0,
        hysteresis: 3,
        unit: 'ppm',
        isInForce: true,
        source: { profile: 'standard', text: maker },
        at: beganAt,
        by: 'Ingrid Sørensen',
        approvedBy: 'Kwame Mensah',
        reason: 'Commissioning',
      },
    ],
    next: null,
  })
  await browser.open('/set-points?sheet=history&channel=CO', undefined, pages)
  await advance('1 s')
  dialog().getByText('Carbon monoxide: low alarm: 35 ppm, hysteresis 3 ppm')
  dialog().getByText(/approved by Kwame Mensah/)
  expect(server.asked(setPoints.history)).toMatchObject([{ channel: 'CO' }])
  await browser.user.click(dialog().getByRole('button', { name: 'Close' }))
  expect(browser.address()).toBe('/set-points')
})

test('what is typed becomes a change only when it is whole', () => {
  const slot = { areaId: null, channel: 'CO', stage: 'low' } as const
  const typed = { ...fieldsOfPoint(aPoint()), value: '30,5' }
  expect(valueChange(slot, typed)).toMatchObject({ values: [{ value: 30.5 }] })
  expect(valueChange(slot, { ...typed, isRemoved: true })).toMatchObject({ values: [{ value: null }] })
  for (const value of ['', 'x', '0', '2001']) expect(valueFault(value, 'CO')).toBe('Enter 1 to 2000 ppm')
  for (const seconds of ['', '1.5', '-1', '3601']) expect(secondsFault(seconds)).not.toBeNull()
  expect(valueChange(slot, { ...typed, source: ' a ' })).toBeNull()
  // The air has 20.9 % vol of oxygen, and has to be normal.
  for (const hysteresis of ['x', '-1', '0.9']) expect(hysteresisFault(hysteresis, '20', 'O2')).not.toBeNull()
  for (const hysteresis of ['', '0', '0,8']) expect(hysteresisFault(hysteresis, '20', 'O2')).toBeNull()
})
