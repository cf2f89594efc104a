// Alarm rules as those meet them who write them: a rule that is saved is judged by what is so already.
import * as alarms from '@gatehouse/contract/safety/alarms'
import * as alarmRules from '@gatehouse/contract/safety/alarm-rules'
import type { AlarmRule } from '@gatehouse/contract/safety/alarm-rules'
import type { Input } from '@gatehouse/contract/operation'
import type { Permission } from '@gatehouse/contract/permissions'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ACompany, aCompany, type ADevice, aDevice, aZone } from '../../testing/building.testing.ts'
import { type ApiClient, sharedServer, type TestServer } from '../../testing/test-server.testing.ts'
import { tick } from '../../kit/clock.testing.ts'
import { aController } from '../../access/doors/doors.testing.ts'
import { aDetector, type Detector } from './alarms.testing.ts'

const supervisors: readonly Permission[] = [
  'view_gas_detection',
  'read_doors',
  'acknowledge_alarms',
  'manage_alarms',
  'read_notifications',
]

let server: TestServer
let company: ACompany
let supervisor: ApiClient
const closing: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  server = await sharedServer()
})
beforeEach(async () => {
  company = await aCompany(server.store.pool)
  supervisor = await server.signedIn(company, { can: supervisors, name: 'Sam Reed' })
})
afterAll(() => Promise.all(closing.map((close) => close())))

const aGasDetector = async (more: Parameters<typeof aDevice>[3] = {}): Promise<Detector> => {
  const device = await server.knows(supervisor, await aDevice(server.store.pool, company, 'gas', more))
  const detector = await aDetector(server.gatehouse.devices, device)
  closing.push(detector.close)
  return detector
}

const aDoor = async (more: Parameters<typeof aDevice>[3] = {}) => {
  const device = await server.knows(supervisor, await aDevice(server.store.pool, company, 'door', more))
  const controller = await aController(server.gatehouse.devices, device)
  closing.push(controller.close)
  return { ...device, ...controller }
}

const above = (value: number, more: object = {}) => ({
  kind: 'threshold' as const,
  measure: 'gas.CO' as const,
  comparison: 'above' as const,
  value,
  hysteresis: 0,
  onDelaySeconds: 0,
  offDelaySeconds: 0,
  ...more,
})

let written = 0
/** A rule of carbon monoxide above 5 ppm, unless stated otherwise; what is so is judged by it when this is done. */
const aRule = async (more: Partial<Input<typeof alarmRules.create>> = {}): Promise<AlarmRule> => {
  const { rule } = await supervisor.call(alarmRules.create, {
    name: `Rule ${++written}`,
    severity: 'medium',
    condition: above(5),
    ...more,
  })
  await tick('1 s')
  return rule
}

const change = async ({ id }: AlarmRule, more: Partial<Input<typeof alarmRules.update>>) => {
  const { rule } = await supervisor.call(alarmRules.byId, { id })
  const { open: _open, preset: _preset, setPoint: _setPoint, changedAt: _at, changedBy: _by, ...facts } = rule
  const after = await supervisor.call(alarmRules.update, { ...facts, ...more })
  await tick('1 s')
  return after.rule
}

const alarmsOf = async ({ id }: { readonly id: string }, state: 'open' | 'any' = 'open') =>
  (await supervisor.call(alarms.list, { ruleId: id, state })).alarms

const stateOf = async (rule: { readonly id: string }) => (await alarmsOf(rule, 'any')).map(({ state }) => state)

const historyOf = async (id: string) => (await supervisor.call(alarms.byId, { id })).history.map(({ what }) => what)

describe('a rule that is saved', () => {
  test('raises what is so already: a reading, a door that stands forced, a device that is offline', async () => {
    const detector = await aGasDetector()
    await detector.reads(20)
    const gas = await aRule()
    expect(await alarmsOf(gas)).toMatchObject([
      { device: { id: detector.id }, value: 20, unit: 'ppm', state: 'unacknowledged', count: 1 },
    ])
    const door = await aDoor()
    await door.send('state', { mode: 'Locked', lock: 'Locked', contact: 'Open', alarm: 'DoorForcedOpen' })
    const forced = await aRule({ condition: { kind: 'state', measure: 'door.forced-open' } })
    const [alarm] = await alarmsOf(forced)
    const [preset] = (await supervisor.call(alarms.list, { deviceId: door.id })).alarms.filter(
      ({ title }) => title === 'Door forced open',
    )
    expect(alarm).toMatchObject({ device: { id: door.id }, state: 'unacknowledged' })
    expect(alarm?.correlationId).toBe(preset?.correlationId)
    await detector.says({ online: false })
    const offline = await aRule({ condition: { kind: 'state', measure: 'device.offline' }, scope: of(detector) })
    expect(await alarmsOf(offline)).toMatchObject([{ device: { id: detector.id } }])
  })

  test('waits for its delay from then on, and looks only where it is to look', async () => {
    const [detector, other] = [await aGasDetector(), await aGasDetector()]
    await detector.reads(20)
    await other.reads(20)
    const rule = await aRule({ condition: above(5, { onDelaySeconds: 10 }), scope: of(detector) })
    expect(await alarmsOf(rule)).toEqual([])
    await tick('11 s')
    expect(await alarmsOf(rule)).toMatchObject([{ device: { id: detector.id } }])
  })

  test('is judged by what is reported next, by a clock that is a little behind as well', async () => {
    const detector = await aGasDetector()
    await detector.reads(20, { at: new Date(Date.now() - 4000) })
    const rule = await aRule()
    await detector.reads(1, { at: new Date(Date.now() - 3000) })
    expect(await stateOf(rule)).toEqual(['returned-unacknowledged'])
  })

  test('of what was not reported for too long, and of what rises too fast', async () => {
    const detector = await aGasDetector()
    await detector.reads(1, { at: new Date(Date.now() - 20_000) })
    await detector.reads(20)
    const rate = { kind: 'rate', measure: 'gas.CO', comparison: 'above', change: 10, withinSeconds: 60 } as const
    expect(await stateOf(await aRule({ condition: rate }))).toEqual(['unacknowledged'])
    await tick('15 s')
    const stale = { kind: 'stale', measure: 'gas.CO', seconds: 10 } as const
    expect(await stateOf(await aRule({ condition: stale }))).toEqual(['unacknowledged'])
  })
})

describe('a rule that is changed', () => {
  test('asks nobody again about what it still finds, and lets go of what it finds no more', async () => {
    const [detector, other] = [await aGasDetector(), await aGasDetector()]
    await detector.reads(50)
    await other.reads(20)
    const rule = await aRule()
    for (const { id } of await alarmsOf(rule)) await supervisor.call(alarms.acknowledge, { id })
    await change(rule, { condition: above(30, { onDelaySeconds: 60, offDelaySeconds: 60 }) })
    const [still] = await alarmsOf(rule)
    expect(await alarmsOf(rule)).toMatchObject([{ device: { id: detector.id }, state: 'acknowledged', count: 1 }])
    expect(await historyOf(still?.id ?? '')).toEqual(['raised', 'acknowledged'])
    const over = (await alarmsOf(rule, 'any')).find(({ device }) => device?.id === other.id)
    expect(over).toMatchObject({ state: 'cleared' })
    expect((await supervisor.call(alarms.byId, { id: over?.id ?? '' })).history).toMatchObject([
      { what: 'raised' },
      { what: 'acknowledged' },
      { what: 'returned', note: 'Its rule was changed' },
      { what: 'cleared' },
    ])
  })

  test('in its words alone, touches no alarm: not one that is short of it by less than the hysteresis', async () => {
    const detector = await aGasDetector()
    await detector.reads(50)
    const rule = await aRule({ condition: above(40, { hysteresis: 5 }) })
    await detector.reads(38)
    await change(rule, { name: 'Otherwise named', severity: 'low' })
    expect(await stateOf(rule)).toEqual(['unacknowledged'])
    await change(rule, { condition: above(41, { hysteresis: 5 }) })
    expect(await stateOf(rule)).toEqual(['returned-unacknowledged'])
  })

  test('to look elsewhere, finds what is there and leaves what is not', async () => {
    const [detector, other] = [await aGasDetector(), await aGasDetector()]
    await detector.reads(50)
    await other.reads(50)
    const rule = await aRule({ scope: of(detector) })
    await change(rule, { scope: of(other) })
    const states = (await alarmsOf(rule)).map(({ device, state }) => [device?.id, state])
    expect(new Map(states.map(([id, state]) => [id, state]))).toEqual(
      new Map([
        [detector.id, 'returned-unacknowledged'],
        [other.id, 'unacknowledged'],
      ]),
    )
  })

  test('switched off or deleted raises nothing and holds nothing; switched on again it finds what is so', async () => {
    const detector = await aGasDetector()
    await detector.reads(50)
    const rule = await aRule()
    await change(rule, { enabled: false })
    expect(await stateOf(rule)).toEqual(['returned-unacknowledged'])
    await detector.reads(60)
    expect(await stateOf(rule)).toEqual(['returned-unacknowledged'])
    await change(rule, { enabled: true })
    expect(await alarmsOf(rule)).toMatchObject([{ state: 'unacknowledged', count: 2, value: 60 }])
    await supervisor.call(alarmRules.remove, { id: rule.id })
    await tick('1 s')
    expect(await stateOf(rule)).toEqual(['returned-unacknowledged'])
  })

  test('while its detector is at fault, stands as it stood', async () => {
    const detector = await aGasDetector()
    await detector.reads(50)
    const rule = await aRule()
    await detector.reads(null, { quality: 'fault' })
    await change(rule, { condition: above(30) })
    expect(await stateOf(rule)).toEqual(['unacknowledged'])
  })
})

describe('a rule that combines others', () => {
  const twoOf = (rules: readonly AlarmRule[], within: 'zone' | 'device', more: object = {}) => ({
    kind: 'combination' as const,
    ruleIds: rules.map(({ id }) => id),
    atLeast: 2,
    within,
    onDelaySeconds: 0,
    offDelaySeconds: 0,
    ...more,
  })

  test('in a zone, counts detectors: two of three, and two set points of one are one', async () => {
    const zone = await aZone(server.store.pool, company)
    const [first, second, third] = [await aGasDetector({ zone }), await aGasDetector({ zone }), await aGasDetector()]
    const rules = [await aRule(), await aRule({ condition: above(10) })]
    const both = await aRule({ condition: twoOf(rules, 'zone'), severity: 'critical' })
    await first.reads(50)
    await third.reads(50)
    expect(await alarmsOf(both)).toEqual([])
    await second.reads(7)
    expect(await alarmsOf(both)).toMatchObject([{ state: 'unacknowledged', severity: 'critical' }])
    await first.reads(1)
    expect(await stateOf(both)).toEqual(['returned-unacknowledged'])
  })

  test('at one device, counts the rules that it meets', async () => {
    const detector = await aGasDetector()
    const rules = [await aRule(), await aRule({ condition: above(10) })]
    const both = await aRule({ condition: twoOf(rules, 'device') })
    await detector.reads(7)
    expect(await alarmsOf(both)).toEqual([])
    await detector.reads(20)
    expect(await stateOf(both)).toEqual(['unacknowledged'])
  })

  test('has no scope of its own: it looks where the rules look that it combines', async () => {
    const detector = await aGasDetector()
    const condition = twoOf([await aRule(), await aRule()], 'zone')
    const refused = await supervisor.try(alarmRules.create, {
      name: 'Scoped',
      severity: 'low',
      condition,
      scope: of(detector),
    })
    expect(refused.body).toMatchObject({ details: [{ field: 'scope' }] })
  })

  test('at one device, of more rules than it names, is refused', async () => {
    const condition = twoOf([await aRule()], 'device')
    const refused = await supervisor.try(alarmRules.create, { name: 'Never', severity: 'low', condition })
    expect(refused.body).toMatchObject({ details: [{ field: 'condition.atLeast' }] })
  })

  test('is raised by what is in alarm already, and goes with one that is changed', async () => {
    const zone = await aZone(server.store.pool, company)
    const [first, second] = [await aGasDetector({ zone }), await aGasDetector({ zone })]
    await first.reads(20)
    await second.reads(8)
    const one = await aRule()
    const both = await aRule({ condition: twoOf([one], 'zone') })
    expect(await stateOf(both)).toEqual(['unacknowledged'])
    await change(one, { condition: above(10) })
    expect(await stateOf(both)).toEqual(['returned-unacknowledged'])
    await change(both, { condition: { ...twoOf([one], 'zone'), within: 'site' } })
    await second.reads(20)
    expect((await alarmsOf(both)).map(({ state }) => state)).toEqual(['unacknowledged', 'returned-unacknowledged'])
  })

  test('by detectors whose clocks differ, is over when they are', async () => {
    const zone = await aZone(server.store.pool, company)
    const [ahead, behind] = [await aGasDetector({ zone }), await aGasDetector({ zone })]
    const one = await aRule()
    const both = await aRule({ condition: twoOf([one], 'zone') })
    await behind.reads(20, { at: new Date(Date.now() - 5000) })
    await ahead.reads(20)
    expect(await stateOf(both)).toEqual(['unacknowledged'])
    await behind.reads(1, { at: new Date(Date.now() - 4000) })
    expect(await stateOf(both)).toEqual(['returned-unacknowledged'])
  })

  test('goes on without a device that was removed, and so does every other alarm of it', async () => {
    const zone = await aZone(server.store.pool, company)
    const detectors = [await aGasDetector({ zone }), await aGasDetector({ zone }), await aGasDetector({ zone })]
    const one = await aRule()
    const both = await aRule({ condition: twoOf([one], 'zone') })
    for (const detector of detectors) await detector.reads(20)
    const remove = async (device: ADevice | undefined) => {
      await server.store.pool.query('update device set retired_at = now() where id = $1', [device?.id])
      await tick('1 s')
    }
    await remove(detectors[2])
    const gone = (await alarmsOf(one)).find(({ device }) => device?.id === detectors[2]?.id)
    expect(gone).toMatchObject({ state: 'returned-unacknowledged' })
    expect(await stateOf(both)).toEqual(['unacknowledged'])
    await remove(detectors[1])
    expect(await stateOf(both)).toEqual(['returned-unacknowledged'])
  })
})

describe('a rule that another suppresses', () => {
  test('holds on to what occurs again together with what suppresses it', async () => {
    const detector = await aGasDetector()
    const high = await aRule({ condition: above(30) })
    const low = await aRule({ suppressedBy: [high.id] })
    await detector.reads(10)
    await detector.reads(1)
    expect(await stateOf(low)).toEqual(['returned-unacknowledged'])
    await detector.reads(50)
    const [alarm] = await alarmsOf(low)
    expect(alarm).toMatchObject({ state: 'suppressed', count: 2, returnedAt: null })
    await detector.reads(10)
    expect(await stateOf(low)).toEqual(['unacknowledged'])
  })

  test('is suppressed no more when the other is deleted, or named no more', async () => {
    const detector = await aGasDetector()
    const [high, higher] = [await aRule({ condition: above(30) }), await aRule({ condition: above(40) })]
    const low = await aRule({ suppressedBy: [high.id, higher.id] })
    await detector.reads(50)
    expect(await stateOf(low)).toEqual(['suppressed'])
    await change(low, { suppressedBy: [high.id] })
    expect(await stateOf(low)).toEqual(['suppressed'])
    await supervisor.call(alarmRules.remove, { id: high.id })
    await tick('1 s')
    expect(await stateOf(low)).toEqual(['unacknowledged'])
    await change(low, { suppressedBy: [higher.id] })
    expect(await stateOf(low)).toEqual(['suppressed'])
    await change(low, { suppressedBy: [] })
    expect(await stateOf(low)).toEqual(['unacknowledged'])
  })

  test('cannot suppress it in turn: nobody would be notified of either', async () => {
    const first = await aRule()
    const second = await aRule({ suppressedBy: [first.id] })
    const third = await aRule({ suppressedBy: [second.id] })
    const { id, version } = first
    const refused = await supervisor.try(alarmRules.update, {
      ...(await supervisor.call(alarmRules.byId, { id })).rule,
      version,
      suppressedBy: [third.id],
    })
    expect(refused.body).toMatchObject({ details: [{ field: 'suppressedBy' }] })
  })
})

test('an alarm of a door that was acknowledged before there were rules asks nobody again, and only for its incident', async () => {
  const [door, other] = [await aDoor(), await aDoor()]
  const forced = { mode: 'Locked', lock: 'Locked', contact: 'Open', alarm: 'DoorForcedOpen' }
  for (const one of [door, other]) await one.send('state', forced)
  await server.store.pool.query(
    `insert into door_acknowledged (device_id, correlation_id, at, by, note)
     select device_id, case when device_id = $1 then correlation_id else gen_random_uuid() end, now(), 'Gul Ahmed', 'Seen'
     from door_state where device_id = any ($2)`,
    [door.id, [door.id, other.id]],
  )
  const rule = await aRule({ condition: { kind: 'state', measure: 'door.forced-open' } })
  const of = async (id: string) => (await alarmsOf(rule)).find(({ device }) => device?.id === id)
  const alarm = await of(door.id)
  expect(alarm).toMatchObject({ state: 'acknowledged', acknowledged: { by: 'Gul Ahmed', note: 'Seen' } })
  expect(await historyOf(alarm?.id ?? '')).toEqual(['raised', 'acknowledged'])
  expect((await supervisor.call(alarms.escalation, { id: alarm?.id ?? '' })).next).toBeNull()
  expect(await of(other.id)).toMatchObject({ state: 'unacknowledged' })
})

const of = ({ id }: { readonly id: string }) => ({ siteIds: [], zoneIds: [], labelIds: [], kinds: [], deviceIds: [id] })
