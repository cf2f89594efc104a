// The hysteresis of gas set points: how far short of its set point a value is normal again.
import * as alarmRules from '@gatehouse/contract/safety/alarm-rules'
import * as alarms from '@gatehouse/contract/safety/alarms'
import * as setPoints from '@gatehouse/contract/safety/set-points'
import type { SetPointChange } from '@gatehouse/contract/safety/set-points'
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { tick } from '../../kit/clock.testing.ts'
import { aCompany, aDevice, type ACompany } from '../../testing/building.testing.ts'
import { type ApiClient, sharedServer, type TestServer } from '../../testing/test-server.testing.ts'
import { aDetector } from '../alarms/alarms.testing.ts'

let server: TestServer
let company: ACompany
let manager: ApiClient

beforeAll(async () => {
  server = await sharedServer()
})
beforeEach(async () => {
  company = await aCompany(server.store.pool)
  manager = await server.signedIn(company, {
    can: ['view_gas_detection', 'manage_gas', 'manage_alarms', 'acknowledge_alarms'],
  })
})

const own = (value: number, more: object = {}): SetPointChange => ({
  kind: 'values',
  areaId: null,
  values: [{ channel: 'CO', stage: 'low', value, seconds: 0, source: 'Fire officer, letter of May', ...more }],
})
const apply = (change: SetPointChange, more: object = {}) =>
  manager.call(setPoints.apply, { change, reason: 'As the safety officer asks', ...more })
const inForce = async () => (await manager.call(setPoints.list, {})).areas[0]?.setPoints ?? []

test('an alarm holds within the hysteresis of its set point, and returns below it', async () => {
  await apply(own(35, { hysteresis: 5 }))
  await tick('1 s')
  const device = await server.knows(manager, await aDevice(server.store.pool, company, 'gas'))
  const detector = await aDetector(server.gatehouse.devices, device)
  onTestFinished(detector.close)
  const state = async () => (await manager.call(alarms.list, { deviceId: device.id })).alarms[0]?.state
  await detector.reads(36)
  await expect.poll(state).toBe('unacknowledged')
  await detector.reads(31)
  await tick('31 s')
  expect(await state()).toBe('unacknowledged')
  await detector.reads(30)
  await tick('31 s')
  expect(await state()).toBe('returned-unacknowledged')
})

test('a set point has a hysteresis of its own, with its versions, until its profile is applied again', async () => {
  const low = async () => (await inForce()).find(({ channel, stage }) => channel === 'CO' && stage === 'low')
  expect(await low()).toMatchObject({ value: 35, hysteresis: 1.75 })
  const { differences } = await apply(own(35, { hysteresis: 5 }))
  expect(differences).toMatchObject([{ after: { value: 35, hysteresis: 5 }, isLooser: false }])
  expect(await low()).toMatchObject({ value: 35, hysteresis: 5, version: 2 })
  const { rules } = await manager.call(alarmRules.list)
  expect(rules.find(({ preset }) => preset === 'gas-CO-low')?.condition).toMatchObject({ value: 35, hysteresis: 5 })
  const known = await manager.call(setPoints.history, { ruleId: (await low())?.ruleId ?? '' })
  expect(known.versions.map(({ version, hysteresis }) => [version, hysteresis])).toEqual([
    [2, 5],
    [1, 1.75],
  ])
  // What is as usual is the same whether it is typed or not.
  await apply(own(35))
  expect(await apply(own(35, { hysteresis: 1.75 }))).toEqual({ differences: [] })
  await apply(own(35, { hysteresis: 5 }))
  await apply({ kind: 'profile', profile: 'standard', at: { siteIds: [], zoneIds: [], deviceIds: [] } })
  expect(await low()).toMatchObject({ hysteresis: 1.75, source: { profile: 'standard' } })
})

test('it may not have one with which it is hardly ever normal again, nor is there one by itself', async () => {
  const refused = await manager.try(setPoints.apply, { change: own(30, { hysteresis: 16 }), reason: 'It chatters' })
  expect(refused).toMatchObject({ status: 422, body: { details: [{ field: 'change.values.0.hysteresis' }] } })
  // The air has 20.9 % vol of oxygen.
  await apply(own(20.5, { channel: 'O2', stage: 'deficiency' }), { isLooserConfirmed: true })
  const deficiency = (await inForce()).find(({ stage }) => stage === 'deficiency')
  expect(deficiency).toMatchObject({ value: 20.5, hysteresis: 0.36 })
})
