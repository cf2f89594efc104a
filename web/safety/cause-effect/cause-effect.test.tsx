// Effects as they are listed, read as a matrix, edited and deleted.
import type { Permission } from '@gatehouse/contract/permissions'
import * as sites from '@gatehouse/contract/building/sites'
import * as actuators from '@gatehouse/contract/safety/actuators'
import * as alarmRules from '@gatehouse/contract/safety/alarm-rules'
import * as causeEffect from '@gatehouse/contract/safety/cause-effect'
import type { Effect } from '@gatehouse/contract/safety/cause-effect'
import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { expectAccessible } from '../../kit/testing/accessible.testing.ts'
import { aBrowser, fill, uuid } from '../../kit/testing/browser.testing.tsx'
import { advance, beganAt } from '../../kit/testing/fake-time.testing.ts'
import { causesFault, placesFault } from './effect-fields.ts'

const pages = [
  {
    path: '/effects',
    load: async () => (await import('./effects-section.tsx')).EffectsSection,
    permissions: [],
  },
]
const [rule, fan, zone] = [uuid(30), uuid(31), uuid(32)]

const anEffect = (changes: Partial<Effect> = {}): Effect => ({
  id: uuid(10),
  name: 'Garage ventilation',
  enabled: true,
  ruleIds: [rule],
  fromSeverity: null,
  siteIds: [],
  zoneIds: [zone],
  actuatorIds: [fan],
  delaySeconds: 0,
  runOnSeconds: 300,
  hiddenActuators: 0,
  version: 2,
  changedAt: beganAt,
  changedBy: 'Ingrid Sørensen',
  ...changes,
})

const aRule: alarmRules.AlarmRule = {
  id: rule,
  version: 1,
  enabled: true,
  preset: null,
  setPoint: null,
  name: 'Carbon monoxide: low alarm',
  severity: 'high',
  condition: {
    kind: 'threshold',
    measure: 'gas.CO',
    comparison: 'above',
    value: 35,
    hysteresis: 1.75,
    onDelaySeconds: 0,
    offDelaySeconds: 30,
  },
  scope: { siteIds: [], zoneIds: [], labelIds: [], kinds: [], deviceIds: [] },
  suppressedBy: [],
  latches: true,
  reasonAsked: true,
  escalationId: null,
  checklist: [],
  changedAt: beganAt,
  changedBy: null,
  open: 0,
}

const opens = async (
  search = '',
  effects = [anEffect()],
  permissions: readonly Permission[] = ['manage_alarms', 'view_gas_detection'],
) => {
  const browser = aBrowser()
  browser.signedIn({ permissions })
  browser.server.hangsOtherwise()
  browser.server.answers(causeEffect.list, { effects })
  browser.server.answers(alarmRules.list, { rules: [aRule] })
  browser.server.answers(sites.list, { sites: [] })
  browser.server.answers(actuators.list, { actuators: [] })
  browser.server.answers(causeEffect.matrix, {
    actuators: [{ id: fan, name: 'Garage fan 2', purpose: 'ventilation' }],
    effects: effects.map(({ id, name }) => ({ id, name })),
    causes: [
      { ruleId: rule, rule: aRule.name, severity: 'high', cells: [{ actuatorId: fan, effectIds: [uuid(10)] }] },
      { ruleId: uuid(40), rule: 'Door fault', severity: 'medium', cells: [] },
    ],
  })
  await browser.open(`/effects${search}`, undefined, pages)
  await advance('500 ms')
  return browser
}
const dialog = () => within(screen.getByRole('dialog'))

test('each effect reads in plain words, and the matrix has the rules that switch something', async () => {
  await opens()
  expect(screen.getByText(/Alarms of Carbon monoxide: low alarm, in/)).toBeDefined()
  expect(screen.getByText(/runs on for 5 min/)).toBeDefined()
  const table = within(screen.getByRole('table'))
  expect(table.getByRole('rowheader', { name: 'Carbon monoxide: low alarm' })).toBeDefined()
  expect(table.getByRole('cell', { name: 'Garage ventilation' })).toBeDefined()
  expect(table.queryByRole('rowheader', { name: 'Door fault' })).toBeNull()
  await expectAccessible({ within: screen.getByRole('region', { name: 'Cause and effect' }) })
})

test('an effect needs a name, an actuator and a cause, and each says so beside its field', async () => {
  const { user, server } = await opens('?effect=new', [])
  await user.click(dialog().getByRole('button', { name: 'Add effect' }))
  expect(dialog().getByText('Give the effect a name')).toBeDefined()
  expect(dialog().getByText('Choose an actuator at least')).toBeDefined()
  expect(dialog().getByText('Choose an alarm rule, or a severity above')).toBeDefined()
  expect(server.asked(causeEffect.create)).toEqual([])
  expect(causesFault({ ruleIds: [], fromSeverity: 'critical' })).toBeNull()
  expect(placesFault({ everywhere: false, siteIds: [], zoneIds: [] })).not.toBeNull()
  expect(placesFault({ everywhere: true, siteIds: [], zoneIds: [] })).toBeNull()
})

test('a change is saved with the version that it was made of', async () => {
  const browser = await opens(`?effect=${uuid(10)}`)
  const { user, server } = browser
  server.answers(causeEffect.update, { effect: anEffect() })
  await fill(browser, dialog().getByLabelText(/^Runs on/), '600')
  await user.click(dialog().getByRole('button', { name: 'Save' }))
  expect(server.asked(causeEffect.update)).toMatchObject([
    { id: uuid(10), version: 2, runOnSeconds: 600, ruleIds: [rule], actuatorIds: [fan], zoneIds: [zone] },
  ])
})

test('what somebody else changed meanwhile is shown, and what was typed stays and can replace it', async () => {
  const browser = await opens(`?effect=${uuid(10)}`)
  const { user, server } = browser
  await fill(browser, dialog().getByLabelText(/^Runs on/), '600')
  server.refuses(causeEffect.update, 409, { code: 'CHANGED_MEANWHILE', message: 'Somebody else has changed it.' })
  server.answers(causeEffect.list, { effects: [anEffect({ version: 3, changedBy: 'Kwame Mensah', runOnSeconds: 60 })] })
  await user.click(dialog().getByRole('button', { name: 'Save' }))
  await advance('500 ms')
  const notice = within(dialog().getByRole('alert', { name: 'Changed by somebody else' }))
  notice.getByText('Kwame Mensah changed this effect')
  notice.getByText(/runs on for 60 s/)
  expect(dialog().getByLabelText(/^Runs on/)).toHaveProperty('value', '600')
  await user.click(notice.getByRole('button', { name: 'Replace it with mine' }))
  server.answers(causeEffect.update, { effect: anEffect() })
  await user.click(dialog().getByRole('button', { name: 'Save' }))
  expect(server.asked(causeEffect.update).map(({ version }) => version)).toEqual([2, 3])
})

test('who may look and not change opens no form', async () => {
  await opens(`?effect=${uuid(10)}`, undefined, ['admin_access'])
  expect(dialog().getByText('This effect is not there')).toBeDefined()
})

test('none is a first step', async () => {
  await opens('', [])
  expect(screen.getByRole('link', { name: 'Add the first effect' })).toBeDefined()
})
