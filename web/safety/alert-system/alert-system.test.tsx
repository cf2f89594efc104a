// Alarm rules as somebody finds, writes, changes, tests and deletes them.
import { checkSession } from '@gatehouse/contract/identity/auth'
import * as alarmRules from '@gatehouse/contract/safety/alarm-rules'
import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { expectAccessible } from '../../kit/testing/accessible.testing.ts'
import { fill, uuid } from '../../kit/testing/browser.testing.tsx'
import { advance, beganAt } from '../../kit/testing/fake-time.testing.ts'
import { aRule } from './a-rule.testing.ts'
import { both, field, held, offline, opens, serve, sheet } from './rules-page.testing.ts'

test('the rules are listed in words, and found by words, severity and measure', async () => {
  const { user, address } = await opens('/alert-system')
  const list = within(screen.getByRole('region', { name: 'Alarm rules' }))
  list.getByText('Carbon monoxide at or above 70 ppm, back below 66.5 ppm for 30 s')
  list.getByText('Offline for 30 s')
  list.getByText('Gas detectors')
  list.getByText('Default')
  list.getByText('Medium')
  list.getByText('Off')
  await expectAccessible()
  expect(list.getByRole('link', { name: '3 open alarms of Detector offline' }).getAttribute('href')).toBe(
    `/alarms?ruleId=${offline.id}`,
  )
  await user.type(screen.getByLabelText('Search rules'), 'offline for')
  await advance('1 s')
  expect(address()).toBe('/alert-system?q=offline+for')
  expect(list.queryByText('CO high')).toBeNull()
  list.getByText('Detector offline')
})

test('the address filters by severity and measure, and what matches nothing is no empty list', async () => {
  const { user } = await opens('/alert-system?severity=critical&measure=gas.CO')
  const list = within(screen.getByRole('region', { name: 'Alarm rules' }))
  list.getByText('CO high')
  expect(list.queryByText('Detector offline')).toBeNull()
  await user.type(screen.getByLabelText('Search rules'), 'nothing like it')
  await advance('1 s')
  screen.getByText('No rules match')
  await user.click(screen.getByRole('button', { name: 'Clear the filters' }))
  await advance('1 s')
  list.getByText('Detector offline')
})

test('on a phone each rule is a card', async () => {
  await opens('/alert-system', both, held, 390)
  screen.getByText('Offline for 30 s')
  screen.getByText('Gas detectors · Off · 3 open alarms')
  await expectAccessible()
})

test('who may look at all that is administered reads the rules, and adds none', async () => {
  await opens('/alert-system', both, ['admin_access'])
  expect(screen.getByRole('row', { name: /CO high/ })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Add rule' })).toBeNull()
})

test('no rule, and a list that fails, each have a next step', async () => {
  const empty = await opens('/alert-system', [])
  screen.getByText('No alarm rule yet')
  empty.server.refuses(alarmRules.list, 500, { message: 'The store is away.' })
  await empty.open('/alert-system')
  await advance('5 s')
  screen.getByText('The alarm rules could not be loaded')
  serve(empty, both)
  await empty.user.click(screen.getByRole('button', { name: 'Retry' }))
  await advance('1 s')
  screen.getByText('CO high')
})

test('a rule is written and added', async () => {
  const browser = await opens('/alert-system?rule=new')
  const { server, user, address } = browser
  await fill(browser, field(/^Name/), 'CO very high')
  await fill(browser, field('Set point'), '100')
  await fill(browser, field('Hysteresis'), '2,5')
  await fill(browser, field('Delay before the alarm'), '1 min')
  sheet().getByText('In words: Carbon monoxide at or above 100 ppm for 1 min, back below 97.5 ppm')
  await user.click(sheet().getByRole('checkbox', { name: /^Everywhere/ }))
  await user.click(sheet().getByRole('checkbox', { name: 'Gas detectors' }))
  await user.click(sheet().getByRole('checkbox', { name: 'Detector offline' }))
  await user.click(sheet().getByRole('switch', { name: /^Latching/ }))
  for (const step of ['Go there', 'Call the control room']) {
    await user.click(sheet().getByRole('button', { name: 'Add a step' }))
    await fill(
      browser,
      sheet()
        .getAllByLabelText(/^Step \d$/)
        .at(-1) ?? document.body,
      step,
    )
  }
  await user.click(sheet().getByRole('button', { name: 'Move step 2 up' }))
  await expectAccessible({ within: screen.getByRole('dialog') })
  await user.click(sheet().getByRole('button', { name: 'Add rule' }))
  await advance('1 s')
  expect(server.asked(alarmRules.create)).toEqual([
    {
      name: 'CO very high',
      severity: 'high',
      enabled: true,
      condition: {
        kind: 'threshold',
        measure: 'gas.CO',
        comparison: 'above',
        value: 100,
        hysteresis: 2.5,
        onDelaySeconds: 60,
        offDelaySeconds: 0,
      },
      scope: { siteIds: [], zoneIds: [], labelIds: [], kinds: ['gas'], deviceIds: [] },
      suppressedBy: [offline.id],
      escalationId: null,
      latches: true,
      reasonAsked: false,
      checklist: ['Call the control room', 'Go there'],
    },
  ])
  expect(address()).toBe('/alert-system')
})

test('what is missing, and what the server refuses, stands at its field; nothing typed is lost', async () => {
  const browser = await opens('/alert-system?rule=new')
  const { server, user } = browser
  await user.click(sheet().getByRole('button', { name: 'Add rule' }))
  sheet().getByText('Give the rule a name')
  sheet().getByText('Enter a number')
  expect(server.asked(alarmRules.create)).toEqual([])
  await fill(browser, field(/^Name/), 'CO very high')
  await fill(browser, field('Set point'), '100')
  server.refuses(alarmRules.create, 422, {
    details: [
      { field: 'condition.value', message: 'Beyond what detectors measure' },
      { field: 'suppressedBy.0', message: 'Choose other rules of your company' },
    ],
  })
  await user.click(sheet().getByRole('button', { name: 'Add rule' }))
  sheet().getByText('Beyond what detectors measure')
  sheet().getByText('Choose other rules of your company')
  expect(document.activeElement).toBe(field('Set point'))
  // Once it is as the server wants it, it goes through.
  server.answers(alarmRules.create, { rule: aRule() })
  await user.click(sheet().getByRole('button', { name: 'Add rule' }))
  await advance('1 s')
  expect(server.asked(alarmRules.create)).toHaveLength(2)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('each kind of condition has its own fields, and only measures that fit it', async () => {
  const { user } = await opens('/alert-system?rule=new')
  await user.click(sheet().getByRole('combobox', { name: 'Kind of condition' }))
  await user.click(screen.getByRole('option', { name: 'Repeated event' }))
  sheet().getByText('In words: Door opened 5 times within 5 min')
  expect(sheet().queryByLabelText('Set point')).toBeNull()
  await user.click(sheet().getByRole('combobox', { name: 'Event' }))
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Door opened',
    'Access refused',
    'Duress PIN used',
  ])
})

test('what was wrong with another kind of condition does not stand in the way', async () => {
  const browser = await opens('/alert-system?rule=new')
  const { server, user } = browser
  await fill(browser, field(/^Name/), 'Offline')
  await user.click(sheet().getByRole('button', { name: 'Add rule' }))
  sheet().getByText('Enter a number')
  await fill(browser, field('Set point'), '1')
  server.refuses(alarmRules.create, 422, { details: [{ field: 'condition.value', message: 'Too little' }] })
  await user.click(sheet().getByRole('button', { name: 'Add rule' }))
  sheet().getByText('Too little')
  server.answers(alarmRules.create, { rule: aRule() })
  await user.click(sheet().getByRole('combobox', { name: 'Kind of condition' }))
  await user.click(screen.getByRole('option', { name: 'State of a device' }))
  await user.click(sheet().getByRole('button', { name: 'Add rule' }))
  await advance('1 s')
  expect(server.asked(alarmRules.create)[1]?.condition).toEqual({
    kind: 'state',
    measure: 'gas.fault',
    onDelaySeconds: 0,
    offDelaySeconds: 0,
  })
})

test('what a rule names and is not known here can be taken out', async () => {
  const rule = aRule({ scope: { ...aRule().scope, zoneIds: [uuid(30)], kinds: ['door'] } })
  const { server, user } = await opens(`/alert-system?rule=${rule.id}`, [rule])
  await user.click(sheet().getByRole('checkbox', { name: /^Not known here/ }))
  await user.click(sheet().getByRole('button', { name: 'Save rule' }))
  await advance('1 s')
  expect(server.asked(alarmRules.update)[0]?.scope).toEqual({
    siteIds: [],
    zoneIds: [],
    labelIds: [],
    kinds: ['door'],
    deviceIds: [],
  })
})

test('a rule that is not there says so', async () => {
  const { server, open } = await opens('/alert-system')
  server.refuses(alarmRules.byId, 404, { message: 'This alarm rule does not exist.' })
  await open(`/alert-system?rule=${uuid(40)}`)
  await advance('1 s')
  sheet().getByText('This rule is not there')
})

test('a change names the version that was seen; a newer one is shown, and what was typed stays', async () => {
  const browser = await opens(`/alert-system?rule=${uuid(10)}`)
  const { server, user } = browser
  await fill(browser, field('Set point'), '80')
  server.refuses(alarmRules.update, 409, { code: 'CHANGED_MEANWHILE', message: 'Somebody else has changed this rule.' })
  serve(browser, [aRule({ version: 4, changedBy: 'Grace Hopper', severity: 'low' }), offline])
  server.refuses(alarmRules.update, 409, { code: 'CHANGED_MEANWHILE', message: 'Somebody else has changed this rule.' })
  await user.click(sheet().getByRole('button', { name: 'Save rule' }))
  await advance('1 s')
  expect(server.asked(alarmRules.update)[0]).toMatchObject({ id: uuid(10), version: 3 })
  sheet().getByText('Somebody else has changed this rule.')
  sheet().getByText('Grace Hopper changed this rule')
  expect(field('Set point')).toHaveProperty('value', '80')
  const newer = within(sheet().getByRole('alert', { name: 'Changed by somebody else' }))
  newer.getByText('Low')
  await user.click(newer.getByRole('button', { name: 'Replace it with mine' }))
  server.answers(alarmRules.update, { rule: aRule({ version: 5 }) })
  await user.click(sheet().getByRole('button', { name: 'Save rule' }))
  await advance('1 s')
  expect(server.asked(alarmRules.update)[1]).toMatchObject({
    version: 4,
    condition: { value: 80 },
    severity: 'critical',
  })
})

test('what was typed when the session ended is there again, and goes on from the version it was typed over', async () => {
  const browser = await opens(`/alert-system?rule=${uuid(10)}`)
  const { server, user } = browser
  await fill(browser, field('Set point'), '80')
  await user.click(sheet().getByRole('button', { name: 'Add a step' }))
  await fill(browser, field('Step 1'), 'Go there')
  for (const op of [checkSession, alarmRules.update]) server.refuses(op, 401, { code: 'UNAUTHENTICATED' })
  await user.click(sheet().getByRole('button', { name: 'Save rule' }))
  expect(browser.address()).toBe('/signin?session=expired')
  serve(browser, [aRule({ version: 4 }), offline])
  server.answers(alarmRules.update, { rule: aRule({ version: 4 }) })
  browser.signedIn({ permissions: held })
  await browser.open(`/alert-system?rule=${uuid(10)}`)
  await advance('1 s')
  sheet().getByText(/What you had typed here is back/)
  expect(field('Set point')).toHaveProperty('value', '80')
  expect(field('Step 1')).toHaveProperty('value', 'Go there')
  sheet().getByText('Ingrid Sørensen changed this rule')
})

test('the versions of a rule are listed in words', async () => {
  await opens(`/alert-system?rule=${uuid(10)}`)
  const versions = within(sheet().getByRole('region', { name: 'Versions' }))
  versions.getByText('Version 3')
  versions.getByText('Version 1')
  versions.getByText('Low')
  expect(versions.getAllByText(/^Carbon monoxide at or above 70 ppm/)).toHaveLength(2)
})

test('a rule is deleted after a question that names it and its open alarms', async () => {
  const { server, user, address } = await opens(`/alert-system?rule=${offline.id}`)
  server.answers(alarmRules.remove, { success: true })
  await user.click(sheet().getByRole('button', { name: 'Delete rule' }))
  const question = within(screen.getByRole('alertdialog', { name: 'Delete Detector offline?' }))
  question.getByText(/Its 3 open alarms stay/)
  await user.click(question.getByRole('button', { name: 'Delete' }))
  await advance('1 s')
  expect(server.asked(alarmRules.remove)).toEqual([{ id: offline.id }])
  expect(address()).toBe('/alert-system')
})

test('a rule is duplicated: a new one that begins as it is', async () => {
  const { server, user, address } = await opens(`/alert-system?rule=${offline.id}`)
  await user.click(sheet().getByRole('link', { name: 'Duplicate rule' }))
  await advance('1 s')
  expect(address()).toBe(`/alert-system?rule=new&copy=${offline.id}`)
  expect(field(/^Name/)).toHaveProperty('value', 'Detector offline (copy)')
  await user.click(sheet().getByRole('button', { name: 'Add rule' }))
  await advance('1 s')
  expect(server.asked(alarmRules.create)[0]).toMatchObject({ name: 'Detector offline (copy)', enabled: false })
})

const anAlarm = {
  place: null,
  device: { id: uuid(20), key: 'gas-1', name: 'Boiler', kind: 'gas' as const },
  raisedAt: beganAt,
}

test('a rule is tested against history, again as it changes, and over another period', async () => {
  const browser = await opens(`/alert-system?rule=${uuid(10)}`)
  const { server, user } = browser
  server.answers(alarmRules.test, {
    count: 14,
    alarms: [
      { ...anAlarm, returnedAt: '2026-11-23T10:01:30.000Z', value: 82.5 },
      { ...anAlarm, raisedAt: '2026-11-22T10:00:00.000Z', returnedAt: null, value: null },
    ],
    without: null,
  })
  expect(server.asked(alarmRules.test)).toEqual([])
  await user.click(sheet().getByRole('button', { name: 'Test against history' }))
  await advance('1 s')
  sheet().getByText('Would have raised 14 alarms in the last 30 days')
  const found = within(sheet().getByRole('list', { name: 'Alarms it would have raised' }))
  found.getByText('for 1 min 30 s')
  found.getByText('82.5 ppm')
  found.getByText('still active')
  await fill(browser, field('Set point'), '60')
  await advance('1 s')
  await user.click(sheet().getByRole('button', { name: '90 days' }))
  await advance('1 s')
  sheet().getByText('Would have raised 14 alarms in the last 90 days')
  expect(
    server.asked(alarmRules.test).map(({ condition, days }) => ['value' in condition && condition.value, days]),
  ).toEqual([
    [70, 30],
    [60, 30],
    [60, 90],
  ])
  await fill(browser, field('Set point'), '')
  await advance('1 s')
  sheet().getByText(/^Complete the condition first/)
  expect(server.asked(alarmRules.test)).toHaveLength(3)
})

test('a test that cannot be answered says why, and one that fails is tried again', async () => {
  const { server, user } = await opens(`/alert-system?rule=${offline.id}`)
  server.refuses(alarmRules.test, 500, { message: 'The store is away.' })
  await user.click(sheet().getByRole('button', { name: 'Test against history' }))
  await advance('1 s')
  sheet().getByText('The rule could not be tested')
  server.answers(alarmRules.test, { count: 0, alarms: [], without: 'Battery is not stored over time.' })
  await user.click(sheet().getByRole('button', { name: 'Retry' }))
  await advance('1 s')
  sheet().getByText('This cannot be tested against history. Battery is not stored over time.')
})

test('of a gas set point only its name, checklist and escalation are changed here, and the rest is sent as it is', async () => {
  const point = aRule({
    setPoint: { areaId: null, channel: 'CO', stage: 'high', except: null },
    scope: { ...aRule().scope, zoneIds: [uuid(33), uuid(31)] },
    latches: true,
  })
  const browser = await opens(`/alert-system?rule=${point.id}`, [point], [...held, 'view_gas_detection'])
  const { server, user } = browser
  const part = within(sheet().getByRole('region', { name: 'Gas set point' }))
  expect(part.getByRole('link', { name: 'Open the set point' }).getAttribute('href')).toBe(
    '/gas-monitoring/set-points?sheet=value:company:CO:high',
  )
  for (const name of ['Severity', 'Set point', 'Latching'])
    expect(sheet().queryByRole('textbox', { name }) ?? sheet().queryByRole('combobox', { name })).toBeNull()
  expect(sheet().queryByRole('switch')).toBeNull()
  expect(sheet().queryByRole('button', { name: 'Delete rule' })).toBeNull()
  await fill(browser, field(/^Name/), 'CO: evacuate')
  await user.click(sheet().getByRole('button', { name: 'Save rule' }))
  await advance('1 s')
  expect(server.asked(alarmRules.update)).toEqual([
    {
      id: point.id,
      version: 3,
      enabled: true,
      name: 'CO: evacuate',
      severity: point.severity,
      condition: point.condition,
      scope: point.scope,
      suppressedBy: [],
      escalationId: null,
      latches: true,
      reasonAsked: false,
      checklist: [],
    },
  ])
  screen.getByText('Gas set point')
})
