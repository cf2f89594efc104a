// Devices of every kind on a plan, each with its most severe open alarm, live.
import * as alarms from '@gatehouse/contract/safety/alarms'
import type { Alarm } from '@gatehouse/contract/safety/alarms'
import type { DeviceKind } from '@gatehouse/contract/building/devices'
import * as actuators from '@gatehouse/contract/safety/actuators'
import type { Actuator } from '@gatehouse/contract/safety/actuators'
import * as plans from '@gatehouse/contract/building/plans'
import { own, type Permission } from '@gatehouse/contract/permissions'
import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { aDevice } from '../../building/devices/a-device.testing.ts'
import { expectAccessible } from '../../kit/testing/accessible.testing.ts'
import { acknowledgedBy, anAlarm } from '../../kit/testing/an-alarm.testing.ts'
import { aBrowser, uuid } from '../../kit/testing/browser.testing.tsx'
import { advance, beganAt, passesUntil } from '../../kit/testing/fake-time.testing.ts'
import { anActuator } from '../../safety/actuators/an-actuator.testing.ts'
import { PageHeader } from '../../ui/primitives/page-header.tsx'
import { LivePlan } from './live-plan.tsx'

const Page = () => (
  <>
    <PageHeader title="Plan" />
    <LivePlan />
  </>
)

const floorId = uuid(1)
const plan = {
  floorId,
  floor: 'Ground',
  level: 0,
  siteId: uuid(2),
  site: 'Harbour Quay',
  picture: { id: uuid(3), width: 800, height: 600, source: 'PNG', uploadedAt: '2026-11-01T00:00:00Z' },
  devices: 3,
}
const placed = (n: number, kind: DeviceKind, name: string, more: object = {}) => ({
  ...aDevice({ id: uuid(n), key: `${kind}-${n}`, kind, name, ...more }),
  x: n / 100,
  y: 0.5,
  rotation: 0,
})
const detector = placed(10, 'gas', 'Boiler detector')
const counter = placed(11, 'counter', 'Main counter')
const camera = placed(12, 'camera', 'Yard camera', {
  outOfService: { since: '2026-11-23T09:00:00Z', until: null, reason: 'A new lens', by: 'Ada' },
})
const fan = placed(13, 'actuator', 'Car park fan')
const isOn: Actuator['reported'] = { isOn: true, isFaulty: false, at: beganAt, receivedAt: beganAt }
const at = ({ id, key, name, kind }: typeof detector) => ({ device: { id, key, name, kind } })

const holding: readonly Permission[] = [
  ...own,
  'read_dashboard',
  'view_gas_detection',
  'view_people_count',
  'read_live_feed',
  'acknowledge_alarms',
]

const switchedOn: Actuator['wanted'] = { isOn: true, since: beganAt, why: { kind: 'nothing' } }

const opens = async (open: readonly Alarm[], permissions = holding, more: (typeof detector)[] = []) => {
  const browser = aBrowser()
  browser.signedIn({ permissions })
  browser.server.hangsOtherwise()
  browser.server.answers(plans.list, () => ({ plans: [plan] }))
  browser.server.answers(plans.byFloor, () => ({ plan, devices: [detector, counter, camera, ...more] }))
  browser.server.answers(actuators.list, () => ({
    actuators: [anActuator({ id: fan.id, reported: isOn, wanted: switchedOn })],
  }))
  browser.server.answers(alarms.list, () => ({ alarms: [...open], next: null }))
  await browser.open(`/doors/plan?floor=${floorId}&device=${counter.id}`, undefined, [
    { path: '/doors/plan', permissions: ['read_dashboard'], load: async () => Page },
  ])
  await passesUntil(() => screen.queryByRole('region', { name: 'On this plan, as a list' }) !== null)
  return browser
}
const list = () => within(screen.getByRole('region', { name: 'On this plan, as a list' }))
const marker = (key: string) => {
  const found = document.querySelector<HTMLElement>(`[data-marker="${key}"]`)
  if (!found) throw new Error(`no marker of ${key}`)
  return found
}

test('a marker shows the most severe open alarm of its device, in shape, colour and words, and leads to it', async () => {
  const worst = anAlarm(31, { ...at(detector), severity: 'critical', title: 'CO very high' })
  await opens([anAlarm(30, { ...at(detector), severity: 'low', title: 'Battery low' }), worst])
  expect(marker('gas-10').dataset['alarm']).toBe('critical')
  expect(marker('gas-10').querySelector('[data-waits]')?.getAttribute('data-state')).toBe('critical')
  expect(marker('gas-10').textContent).toContain('CO very high')
  expect(marker('gas-10').textContent).toContain('Critical alarm, unacknowledged')
  expect(within(marker('gas-10')).getByRole('link').getAttribute('href')).toBe(`/alarms/${worst.id}`)
  expect(marker('counter-11').dataset['alarm']).toBeUndefined()
  expect(list().getByRole('button', { name: /^Acknowledge CO very high/ })).toBeDefined()
  await expectAccessible()
})

test('an alarm that is raised, and acknowledged, changes the marker at once', async () => {
  const { server } = await opens([])
  const raised = anAlarm(32, { ...at(counter), severity: 'high', title: 'Offline' })
  server.pushes(alarms.changed, raised)
  await advance('1 s')
  expect(marker('counter-11').dataset['alarm']).toBe('high')
  expect(marker('counter-11').querySelector('[data-waits]')).not.toBeNull()
  server.pushes(alarms.changed, acknowledgedBy(raised))
  await advance('1 s')
  expect(marker('counter-11').dataset['alarm']).toBe('high')
  expect(marker('counter-11').querySelector('[data-waits]')).toBeNull()
  expect(list().queryByRole('button', { name: /^Acknowledge/ })).toBeNull()
})

test('what is out of service says so and no alarm; what one came for is marked', async () => {
  await opens([
    anAlarm(33, { ...at(camera), state: 'out-of-service' }),
    anAlarm(34, { ...at(detector), state: 'shelved' }),
  ])
  expect(marker('camera-12').textContent).toContain('Out of service')
  expect(marker('camera-12').dataset['alarm']).toBeUndefined()
  expect(marker('gas-10').dataset['alarm']).toBeUndefined()
  expect(marker('counter-11').dataset['selected']).toBe('true')
  expect(marker('gas-10').dataset['selected']).toBeUndefined()
})

test('an actuator shows what it reports and whether that is wanted, and leads to where it is switched', async () => {
  const { server } = await opens([], holding, [fan])
  expect(marker('actuator-13').textContent).toContain('On')
  expect(within(marker('actuator-13')).getByRole('link').getAttribute('href')).toBe(
    `/gas-monitoring/actuators?actuator=${fan.id}`,
  )
  server.answers(actuators.list, () => ({ actuators: [anActuator({ id: fan.id, reported: isOn })] }))
  server.pushes(actuators.altered, { deviceId: fan.id, at: beganAt })
  await advance('1 s')
  expect(marker('actuator-13').textContent).toContain('On, should be off')
  expect(marker('actuator-13').dataset['state']).toBe('critical')
  await expectAccessible()
})

test('who may not read alarms sees devices as they are, without them', async () => {
  await opens(
    [anAlarm(35, at(detector))],
    holding.filter((permission) => permission !== 'acknowledge_alarms'),
  )
  expect(marker('gas-10').dataset['alarm']).toBeUndefined()
  expect(list().queryByRole('button', { name: /^Acknowledge/ })).toBeNull()
})
