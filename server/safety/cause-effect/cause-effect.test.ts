// From an alarm to the fan that it switches on, with real devices: told once, on the record, tried again until it is done.
import * as activity from '@gatehouse/contract/record/activity'
import * as actuators from '@gatehouse/contract/safety/actuators'
import * as alarmRules from '@gatehouse/contract/safety/alarm-rules'
import * as alarms from '@gatehouse/contract/safety/alarms'
import * as causeEffect from '@gatehouse/contract/safety/cause-effect'
import * as devices from '@gatehouse/contract/building/devices'
import * as events from '@gatehouse/contract/insight/events'
import { allPermissions, systemRoles } from '@gatehouse/contract/permissions'
import type { Input } from '@gatehouse/contract/operation'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ACompany, type ADevice, aCompany, aDevice, aLabel, aZone } from '../../testing/building.testing.ts'
import { type ApiClient, sharedServer, type TestServer } from '../../testing/test-server.testing.ts'
import { tick } from '../../kit/clock.testing.ts'
import { type Actuator, anActuator, type Manner } from '../actuators/actuators.testing.ts'
import { aDetector, type Detector } from '../alarms/alarms.testing.ts'

let server: TestServer
let company: ACompany
let garage: string
let guard: ApiClient
let manager: ApiClient
const closing: (() => Promise<unknown>)[] = []

const known = <D extends ADevice>(device: D) => server.knows(manager, device)

const aFan = async (manner: Manner = 'obeys', name = 'Fan 2'): Promise<Actuator> => {
  const fan = await anActuator(
    server.gatehouse.devices,
    await known(await aDevice(server.store.pool, company, 'actuator', { zone: garage, name })),
    manner,
  )
  closing.push(fan.close)
  return fan
}

const aGasDetector = async (zone = garage): Promise<Detector> => {
  const detector = await aDetector(
    server.gatehouse.devices,
    await known(await aDevice(server.store.pool, company, 'gas', { zone })),
  )
  closing.push(detector.close)
  return detector
}

const ruleOf = async (preset: string) =>
  (await manager.call(alarmRules.list)).rules.find((rule) => rule.preset === preset)?.id ?? ''

const anEffect = async (actuator: ADevice, more: Partial<Input<typeof causeEffect.create>> = {}) =>
  (
    await manager.call(causeEffect.create, {
      name: 'Car park ventilation',
      ruleIds: [await ruleOf('gas-CO-low')],
      zoneIds: [garage],
      actuatorIds: [actuator.id],
      ...more,
    })
  ).effect

const stateOf = async ({ id }: ADevice) => (await guard.call(actuators.byId, { actuatorId: id })).actuator
const commandsOf = async ({ id }: ADevice) => (await guard.call(actuators.commands, { actuatorId: id })).commands
const alarmsAt = async ({ id }: ADevice) => (await guard.call(alarms.list, { deviceId: id })).alarms

const isConfirmed = (actuator: ADevice, isOn: boolean) =>
  expect
    .poll(async () => {
      const { wanted, reported, command } = await stateOf(actuator)
      return [wanted.isOn, reported?.isOn, command?.status]
    })
    .toEqual([isOn, isOn, 'confirmed'])

beforeAll(async () => {
  server = await sharedServer()
})
beforeEach(async () => {
  company = await aCompany(server.store.pool)
  garage = await aZone(server.store.pool, company, 'Car park')
  guard = await server.signedIn(company, { can: systemRoles.guard, name: 'Gul Ahmed' })
  manager = await server.signedIn(company, { can: systemRoles.admin, name: 'Mia Chen' })
})
afterAll(async () => {
  await Promise.all(closing.map((close) => close()))
})

describe('an alarm that is the cause of an effect', () => {
  test('has the fan on, confirmed by the fan, all of it on the record with the id of its incident', async () => {
    const [fan, detector] = [await aFan(), await aGasDetector()]
    await anEffect(fan)
    await detector.reads(36)
    await isConfirmed(fan, true)
    const [alarm] = await alarmsAt(detector)
    expect(fan.received).toMatchObject([{ action: 'switch-on', args: {} }])
    const [command] = await commandsOf(fan)
    expect(command).toMatchObject({
      actuator: 'Fan 2',
      asked: 'switch-on',
      by: `Effect Car park ventilation, alarm ${alarm?.id}`,
      reason: 'Carbon monoxide: low alarm',
      correlationId: alarm?.correlationId,
      steps: [{ status: 'requested' }, { status: 'sent' }, { status: 'confirmed' }],
    })
    expect((await stateOf(fan)).wanted).toMatchObject({
      isOn: true,
      why: { kind: 'effect', effect: 'Car park ventilation', alarmId: alarm?.id, runsOnUntil: null },
    })
    const { entries } = await manager.call(events.timeline, { correlationId: alarm?.correlationId ?? '' })
    expect(entries.flatMap((entry) => (entry.kind === 'activity' ? entry.activity.action : []))).toEqual(
      expect.arrayContaining(['alarms.raised', 'actuators.switch-on', 'actuators.switch-on.confirmed']),
    )
  })

  test('of another zone, a rule that is no cause or an effect that is disabled moves nothing', async () => {
    const fan = await aFan()
    const elsewhere = await aGasDetector(await aZone(server.store.pool, company, 'Boiler room'))
    const detector = await aGasDetector()
    await anEffect(fan)
    await anEffect(fan, { name: 'All of it', enabled: false, zoneIds: [], fromSeverity: 'low' })
    await elsewhere.reads(36)
    await detector.reads(9, { channel: 'NO2' })
    await tick('5 s')
    expect(fan.received).toEqual([])
    expect((await stateOf(fan)).wanted).toMatchObject({ isOn: false, why: { kind: 'nothing' } })
  })

  test('that was there before the effect, or is as severe as it asks, switches it on too', async () => {
    const [fan, detector] = [await aFan(), await aGasDetector()]
    await detector.reads(36)
    const { id, version, ...facts } = await anEffect(fan, { ruleIds: [], fromSeverity: 'critical' })
    await tick('3 s')
    expect(fan.received).toEqual([])
    const { hiddenActuators: _hidden, changedAt: _at, changedBy: _by, ...given } = facts
    await manager.call(causeEffect.update, { ...given, id, version, fromSeverity: 'high' })
    await isConfirmed(fan, true)
    await manager.call(causeEffect.remove, { id })
    await isConfirmed(fan, false)
  })

  test('has to be there for the delay first, and what it asks for runs on when it is over', async () => {
    const [fan, detector] = [await aFan(), await aGasDetector()]
    await anEffect(fan, { delaySeconds: 60, runOnSeconds: 300 })
    await detector.reads(36)
    await tick('30 s')
    expect(fan.received).toEqual([])
    await tick('31 s')
    await isConfirmed(fan, true)
    await detector.reads(5)
    await tick('32 s')
    await expect.poll(async () => (await alarmsAt(detector))[0]?.returnedAt).not.toBe(null)
    await tick('2 s')
    await expect
      .poll(async () => (await stateOf(fan)).wanted)
      .toMatchObject({ isOn: true, why: { runsOnUntil: expect.any(String) } })
    await tick('200 s')
    expect(fan.actions()).toEqual(['switch-on'])
    await tick('101 s')
    await isConfirmed(fan, false)
    expect(fan.actions()).toEqual(['switch-on', 'switch-off'])
    expect((await commandsOf(fan))[0]).toMatchObject({ reason: 'Carbon monoxide: low alarm: no longer present' })
  })

  test('that is shelved is no cause for as long as it is', async () => {
    const [fan, detector] = [await aFan(), await aGasDetector()]
    await anEffect(fan)
    await detector.reads(36)
    await isConfirmed(fan, true)
    const [alarm] = await alarmsAt(detector)
    await manager.call(alarms.shelve, { id: alarm?.id ?? '', minutes: 60, reason: 'Welding beside it' })
    await isConfirmed(fan, false)
    await manager.call(alarms.unshelve, { id: alarm?.id ?? '' })
    await isConfirmed(fan, true)
  })
})

describe('an actuator that does not do what it is told', () => {
  test('is told again with growing pauses and is an alarm of the same incident, until it does', async () => {
    const [fan, detector] = [await aFan('silent'), await aGasDetector()]
    await anEffect(fan)
    await detector.reads(36)
    await expect.poll(() => fan.received.length).toBe(1)
    await tick('11 s')
    await expect.poll(async () => (await commandsOf(fan))[0]?.status).toBe('no-answer')
    await tick('1 s')
    await expect
      .poll(() => alarmsAt(fan))
      .toMatchObject([{ title: 'Actuator does not respond', severity: 'high', state: 'unacknowledged' }])
    const [cause] = await alarmsAt(detector)
    expect((await alarmsAt(fan))[0]?.correlationId).toBe(cause?.correlationId)
    await tick('6 s')
    await expect.poll(() => fan.received.length).toBe(2)
    await tick('11 s')
    fan.behaves('obeys')
    await tick('11 s')
    await expect.poll(() => fan.received.length).toBe(3)
    await isConfirmed(fan, true)
    await tick('1 s')
    await expect.poll(async () => (await stateOf(fan)).failedSince).toBe(null)
    await expect.poll(async () => (await alarmsAt(fan))[0]?.returnedAt).not.toBe(null)
    expect((await commandsOf(fan)).map(({ status }) => status)).toEqual(['confirmed', 'no-answer', 'no-answer'])
  })

  test('was on and says that it is off: it is told again', async () => {
    const [fan, detector] = [await aFan(), await aGasDetector()]
    await anEffect(fan)
    await detector.reads(36)
    await isConfirmed(fan, true)
    await fan.says('output', { active: false })
    await expect.poll(async () => (await stateOf(fan)).failedSince).not.toBe(null)
    await tick('6 s')
    await expect.poll(() => fan.actions()).toEqual(['switch-on', 'switch-on'])
    await isConfirmed(fan, true)
  })

  test('and was away is told as soon as it is back', async () => {
    const device = await known(await aDevice(server.store.pool, company, 'actuator', { zone: garage }))
    const detector = await aGasDetector()
    await anEffect(device)
    await detector.reads(36)
    await expect.poll(async () => (await stateOf(device)).command?.status).toBe('failed')
    await tick('1 s')
    await expect.poll(async () => (await stateOf(device)).failedSince).not.toBe(null)
    const fan = await anActuator(server.gatehouse.devices, device)
    closing.push(fan.close)
    await fan.says('status', { online: true })
    await tick('20 s')
    await isConfirmed(device, true)
  })

  test('and says that it is faulty is an alarm, though it does', async () => {
    const fan = await aFan()
    await fan.says('output', { active: false, fault: true })
    await expect.poll(async () => (await alarmsAt(fan)).length).toBe(1)
    await fan.says('output', { fault: false })
    await expect.poll(async () => (await alarmsAt(fan))[0]?.returnedAt).not.toBe(null)
  })
})

describe('by hand', () => {
  test('an actuator is switched whatever alarms ask for, with a reason, until its time is over', async () => {
    const [fan, detector] = [await aFan(), await aGasDetector()]
    await anEffect(fan)
    await detector.reads(36)
    await isConfirmed(fan, true)
    const wanted = { actuatorId: fan.id, isOn: false, minutes: 30, reason: 'Smoke is drawn into the stairs' }
    expect((await guard.try(actuators.override, { ...wanted, minutes: 481 })).status).toBe(422)
    const { actuator } = await guard.call(actuators.override, wanted)
    expect(actuator).toMatchObject({
      wanted: { isOn: false, why: { kind: 'override', by: 'Gul Ahmed', reason: wanted.reason } },
      override: { isOn: false, by: 'Gul Ahmed' },
    })
    await isConfirmed(fan, false)
    expect((await commandsOf(fan))[0]).toMatchObject({ by: 'Gul Ahmed', reason: wanted.reason })
    await tick('29 min')
    expect(fan.actions()).toEqual(['switch-on', 'switch-off'])
    await detector.reads(36)
    await tick('62 s')
    await isConfirmed(fan, true)
    expect(await stateOf(fan)).toMatchObject({ override: null, wanted: { why: { kind: 'effect' } } })
    const { entries } = await manager.call(activity.list, { action: 'actuators.overrideEnded' })
    expect(entries).toMatchObject([{ subject: 'Fan 2', actor: 'Gatehouse' }])
  })

  test('it is returned to automatic, and tested for some seconds, by who may', async () => {
    const fan = await aFan()
    const viewer = await server.signedIn(company, { can: ['view_gas_detection'] })
    expect((await viewer.try(actuators.test, { actuatorId: fan.id, seconds: 10 })).status).toBe(403)
    await guard.call(actuators.test, { actuatorId: fan.id, seconds: 10 })
    await isConfirmed(fan, true)
    expect(fan.received[0]).toMatchObject({ action: 'switch-on', args: { seconds: 10 } })
    await tick('12 s')
    await isConfirmed(fan, false)
    await guard.call(actuators.override, { actuatorId: fan.id, isOn: true, minutes: 60, reason: 'It is hot' })
    await isConfirmed(fan, true)
    expect((await guard.try(actuators.test, { actuatorId: fan.id, seconds: 10 })).body).toMatchObject({
      code: 'OVERRIDDEN',
    })
    await guard.call(actuators.endOverride, { actuatorId: fan.id })
    await isConfirmed(fan, false)
  })

  test('a horn is silenced about the alarms that are there, by name, and sounds again at the next; never for too long', async () => {
    const [horn, detector] = [await aFan('obeys', 'Horn'), await aGasDetector()]
    const { actuator } = await manager.call(actuators.update, { actuatorId: horn.id, purpose: 'horn' })
    expect(actuator.longestOnSeconds).toBe(900)
    await manager.call(actuators.update, { actuatorId: horn.id, longestOnSeconds: 180 })
    await anEffect(horn, { ruleIds: [], fromSeverity: 'high' })
    expect((await guard.try(actuators.silence, { actuatorId: horn.id })).body).toMatchObject({ code: 'NOT_SOUNDING' })
    await detector.reads(36)
    await isConfirmed(horn, true)
    const seconds = Number(horn.received[0]?.args['seconds'])
    expect(seconds).toBeGreaterThan(170)
    expect(seconds).toBeLessThanOrEqual(181)
    const silenced = await guard.call(actuators.silence, { actuatorId: horn.id })
    expect(silenced.actuator.wanted).toMatchObject({ isOn: false, why: { kind: 'silenced', by: 'Gul Ahmed' } })
    await isConfirmed(horn, false)
    expect((await commandsOf(horn))[0]).toMatchObject({ by: 'Gul Ahmed', reason: 'Silenced' })
    await detector.reads(71)
    await isConfirmed(horn, true)
    await tick('182 s')
    await isConfirmed(horn, false)
    expect((await stateOf(horn)).wanted.why).toEqual({ kind: 'longest' })
    expect(horn.actions()).toEqual(['switch-on', 'switch-off', 'switch-on', 'switch-off'])
  })

  test('what somebody works at is not switched until it is back', async () => {
    const [fan, detector] = [await aFan(), await aGasDetector()]
    await anEffect(fan)
    await manager.call(devices.takeOutOfService, { deviceId: fan.id, reason: 'New bearings' })
    await detector.reads(36)
    await tick('5 s')
    expect(fan.received).toEqual([])
    expect(
      (await guard.try(actuators.override, { actuatorId: fan.id, isOn: true, minutes: 5, reason: 'To try' })).body,
    ).toMatchObject({ code: 'OUT_OF_SERVICE' })
    await manager.call(devices.returnToService, { deviceId: fan.id })
    await isConfirmed(fan, true)
  })
})

describe('effects', () => {
  test('name rules, places and actuators of the company that are there, and their causes are shown as a matrix', async () => {
    const fan = await aFan()
    const other = await aCompany(server.store.pool)
    const theirs = await aDevice(server.store.pool, other, 'actuator')
    const detector = await known(await aDevice(server.store.pool, company, 'gas'))
    const facts = { name: 'Vent', ruleIds: [await ruleOf('gas-CO-low')], actuatorIds: [fan.id] }
    const refused = async (more: object, field: string) =>
      expect((await manager.try(causeEffect.create, { ...facts, ...more })).body).toMatchObject({
        details: [{ field }],
      })
    await refused({ ruleIds: [] }, 'ruleIds')
    await refused({ ruleIds: [crypto.randomUUID()] }, 'ruleIds')
    await refused({ zoneIds: [await aZone(server.store.pool, other)] }, 'zoneIds')
    await refused({ actuatorIds: [theirs.id] }, 'actuatorIds')
    await refused({ actuatorIds: [detector.id] }, 'actuatorIds')
    const effect = await anEffect(fan)
    await refused({ name: 'car park VENTILATION' }, 'name')
    const { causes } = await manager.call(causeEffect.matrix)
    const cells = causes.filter(({ cells: of }) => of.length > 0)
    expect(cells).toMatchObject([
      { rule: 'Carbon monoxide: low alarm', cells: [{ actuatorId: fan.id, effectIds: [effect.id] }] },
    ])
    const { hiddenActuators: _h, changedAt: _at, changedBy: _by, ...given } = effect
    await manager.call(causeEffect.update, { ...given, name: 'Ventilation' })
    expect((await manager.try(causeEffect.update, { ...given, name: 'Old' })).body).toMatchObject({
      code: 'CHANGED_MEANWHILE',
    })
  })

  test('keep the actuators that labels hide from who changes them', async () => {
    const [fan, horn] = [await aFan(), await aFan('obeys', 'Horn')]
    const effect = await anEffect(fan, { actuatorIds: [fan.id, horn.id] })
    await aLabel(server.store.pool, company, { device: horn.id })
    const can = allPermissions.filter((one) => one !== 'admin_access' && one !== 'manage_companies')
    const without = await server.signedIn(company, { can })
    await expect
      .poll(async () => (await without.call(causeEffect.list)).effects)
      .toMatchObject([{ actuatorIds: [fan.id], hiddenActuators: 1 }])
    const { hiddenActuators: _h, changedAt: _at, changedBy: _by, ...given } = effect
    await without.call(causeEffect.update, { ...given, actuatorIds: [fan.id], runOnSeconds: 60 })
    const [after] = (await manager.call(causeEffect.list)).effects
    expect(new Set(after?.actuatorIds)).toEqual(new Set([fan.id, horn.id]))
    expect((await without.try(actuators.byId, { actuatorId: horn.id })).status).toBe(404)
  })
})
