// Gas set points over HTTP: profiles for the company and for places, single values, and what detectors are judged by after it.
import * as alarmRules from '@gatehouse/contract/safety/alarm-rules'
import * as alarms from '@gatehouse/contract/safety/alarms'
import { profiles, type ProfileName } from '@gatehouse/contract/safety/gas-profiles'
import * as setPoints from '@gatehouse/contract/safety/set-points'
import type { SetPointChange } from '@gatehouse/contract/safety/set-points'
import type { Permission } from '@gatehouse/contract/permissions'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ACompany, aCompany, aDevice, aLabel, aZone } from '../../testing/building.testing.ts'
import { type ApiClient, sharedServer, type TestServer } from '../../testing/test-server.testing.ts'
import { createDirectory } from '../../building/devices/devices.ts'
import { tick } from '../../kit/clock.testing.ts'
import { aDetector, type Detector } from '../alarms/alarms.testing.ts'
import { setPointsAt } from './set-points.ts'

const manages: readonly Permission[] = [
  'view_gas_detection',
  'manage_gas',
  'manage_alarms',
  'acknowledge_alarms',
  'read_notifications',
]

let server: TestServer
let company: ACompany
let manager: ApiClient
const closing: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  server = await sharedServer()
})
beforeEach(async () => {
  company = await aCompany(server.store.pool)
  manager = await server.signedIn(company, { can: manages, name: 'Gul Ahmed' })
})
afterAll(() => Promise.all(closing.map((close) => close())))

const aGasDetector = async (zone: string | null = null): Promise<Detector> => {
  const device = await server.knows(manager, await aDevice(server.store.pool, company, 'gas', { zone }))
  const detector = await aDetector(server.gatehouse.devices, device)
  closing.push(detector.close)
  return detector
}

/** A zone, once the server knows it. */
const aKnownZone = async (name?: string): Promise<string> => {
  const zone = await aZone(server.store.pool, company, name)
  await expect
    .poll(async () => (await manager.try(setPoints.preview, { change: profile('eu', [zone]) })).status, {
      timeout: 20_000,
    })
    .toBe(200)
  return zone
}

const at = (zoneIds: readonly string[] = []) => ({ siteIds: [], zoneIds: [...zoneIds], deviceIds: [] })
const profile = (name: ProfileName, zoneIds: readonly string[] = []): SetPointChange => ({
  kind: 'profile',
  profile: name,
  at: at(zoneIds),
})
const own = (value: number | null, more: object = {}): SetPointChange => ({
  kind: 'values',
  areaId: null,
  values: [{ channel: 'CO', stage: 'low', value, seconds: 0, source: 'Fire officer, letter of May', ...more }],
})

const apply = (change: SetPointChange, more: object = {}) =>
  manager.call(setPoints.apply, { change, reason: 'As the safety officer asks', ...more })

const listed = (input: object = {}, by = manager) => by.call(setPoints.list, input)

const valuesOf = ({ setPoints: points }: setPoints.SetPointArea, channel = 'CO') =>
  Object.fromEntries(points.flatMap((point) => (point.channel === channel ? [[point.stage, point.value]] : [])))

const versions = async () => {
  const { rows } = await server.store.pool.query<{ n: number }>(
    `select count(*)::int as n from alarm_rule_version v join alarm_rule r on r.id = v.rule_id where r.company_id = $1`,
    [company.id],
  )
  return rows[0]?.n
}

test('a company begins with what detectors leave the factory with, averages included, and sees the other limits beside it', async () => {
  const { secondPerson, areas, additional } = await listed()
  expect({ secondPerson, additional, areas: areas.length }).toEqual({ secondPerson: false, additional: [], areas: 1 })
  const [area] = areas
  expect(area).toMatchObject({ id: null, profile: 'standard' })
  expect(area?.setPoints.map(({ channel, stage, value }) => ({ channel, stage, value }))).toEqual(
    profiles.standard.setPoints.map(({ channel, stage, value }) => ({ channel, stage, value })),
  )
  const twa = area?.setPoints.find(({ channel, stage }) => channel === 'CO' && stage === 'twa')
  expect(twa).toMatchObject({
    value: 35,
    unit: 'ppm',
    severity: 'high',
    comparison: 'above',
    version: 1,
    source: { profile: 'standard', text: 'Industrial Scientific, default alarm settings' },
    changed: { by: null, approvedBy: null, reason: null },
  })
  expect(twa?.others.map((other) => [other.profile, other.value])).toEqual([
    ['osha', 50],
    ['niosh', 35],
    ['acgih', 25],
    ['eu', 20],
  ])
  const { rules } = await manager.call(alarmRules.list)
  const rule = rules.find(({ preset }) => preset === 'gas-CO-twa')
  expect(rule).toMatchObject({
    severity: 'high',
    latches: true,
    reasonAsked: true,
    condition: { measure: 'gas.CO.twa', value: 35 },
    setPoint: { areaId: null, channel: 'CO', stage: 'twa', except: null },
  })
  expect(rules.find(({ preset }) => preset === 'gas-over-range')).toMatchObject({ severity: 'high', latches: true })
})

describe('a profile', () => {
  test('for the whole company comes to exactly its values; applied again nothing changes', async () => {
    await apply(profile('eu'))
    const [area] = (await listed()).areas
    expect(area?.profile).toBe('eu')
    expect(
      area?.setPoints.map(({ channel, stage, value, seconds, source }) => ({
        channel,
        stage,
        value,
        seconds,
        source: source.text,
      })),
    ).toEqual(profiles.eu.setPoints)
    expect(area?.setPoints.every(({ changed }) => changed.by === 'Gul Ahmed' && changed.reason !== null)).toBe(true)
    const before = await versions()
    expect(await apply(profile('eu'))).toEqual({ differences: [] })
    expect(await versions()).toBe(before)
  })

  test('takes away the stages that it does not have, and another brings them back to the same rule', async () => {
    const stel = async () => (await manager.call(alarmRules.list)).rules.find(({ preset }) => preset === 'gas-CO-stel')
    const before = await stel()
    await apply(profile('osha'))
    expect(await stel()).toMatchObject({ enabled: false, version: 2 })
    expect(valuesOf((await listed()).areas[0] ?? never())).toEqual({ low: 35, high: 70, twa: 50 })
    await apply(profile('standard'))
    expect(await stel()).toMatchObject({ id: before?.id, enabled: true, version: 3, condition: { value: 200 } })
  })

  test('of a car park holds there alone, for its channels alone', async () => {
    const [carPark, office] = [await aKnownZone('Car park'), await aKnownZone()]
    const [below, above] = [await aGasDetector(carPark), await aGasDetector(office)]
    await apply(profile('car-park', [carPark]))
    await below.reads(100)
    await below.reads(15, { channel: 'LEL', unit: '%LEL' })
    await above.reads(100)
    const titlesAt = async ({ id }: Detector) =>
      (await manager.call(alarms.list, { deviceId: id })).alarms.map(({ title }) => title).toSorted()
    expect(await titlesAt(above)).toEqual(['Carbon monoxide: high alarm', 'Carbon monoxide: low alarm'])
    expect(await titlesAt(below)).toEqual(['Combustible gas: low alarm'])
    await below.reads(160)
    expect(await titlesAt(below)).toEqual(['Combustible gas: low alarm'])
    // Its minute is over by then, and so are the 5 s in which the last of it may still come.
    await tick('66 s')
    expect(await titlesAt(below)).toEqual(['Carbon monoxide: high alarm (EN 50545-1)', 'Combustible gas: low alarm'])
    const there = (await listed({ deviceId: below.id })).areas
    expect(there.map(({ id, places }) => [id === null, places.zones.map(({ name }) => name)])).toEqual([
      [true, []],
      [false, ['Car park']],
    ])
    expect(there.map((area) => valuesOf(area))).toEqual([{}, { high: 150, stel: 30, 'stel-high': 60 }])
    expect(there.map((area) => valuesOf(area, 'LEL'))).toEqual([{ low: 10, high: 20 }, {}])
  })

  test('of places ends, and those around hold there again: what no longer is in alarm returns', async () => {
    const zone = await aKnownZone()
    const detector = await aGasDetector(zone)
    await detector.reads(100)
    const open = async () =>
      (await manager.call(alarms.list, { deviceId: detector.id })).alarms.map(({ title, state }) => [title, state])
    expect((await open()).map(([, state]) => state)).toEqual(['unacknowledged', 'unacknowledged'])
    await apply(profile('car-park', [zone]))
    await tick('1 s')
    expect((await open()).map(([, state]) => state)).toEqual(['returned-unacknowledged', 'returned-unacknowledged'])
    const [, area] = (await listed()).areas
    await apply({ kind: 'end-area', areaId: area?.id ?? '' })
    await tick('1 s')
    expect((await open()).map(([, state]) => state)).toEqual(['unacknowledged', 'unacknowledged'])
    expect((await listed()).areas).toHaveLength(1)
  })

  test('moves a place from the area that it was in', async () => {
    const zones = [await aKnownZone(), await aKnownZone()]
    await apply(profile('eu', zones))
    await apply(profile('osha', zones.slice(0, 1)))
    const { areas } = await listed()
    expect(new Set(areas.map((area) => `${area.profile} ${area.places.zones.map(({ id }) => id).join()}`))).toEqual(
      new Set(['standard ', `eu ${zones[1]}`, `osha ${zones[0]}`]),
    )
  })
})

describe('a single value', () => {
  test('has its own source, and what the company made of its rule stays', async () => {
    const { rules } = await manager.call(alarmRules.list)
    const {
      open: _open,
      preset: _preset,
      setPoint: _setPoint,
      changedAt: _at,
      changedBy: _by,
      ...facts
    } = rules.find(({ preset }) => preset === 'gas-CO-low') ?? never()
    await manager.call(alarmRules.update, { ...facts, name: 'CO in the hall', checklist: ['Call the plant manager'] })
    const { differences } = await apply(own(30))
    expect(differences).toMatchObject([
      { what: 'set-point', channel: 'CO', stage: 'low', before: { value: 35 }, after: { value: 30 }, isLooser: false },
    ])
    const point = (await listed()).areas[0]?.setPoints.find(({ ruleId }) => ruleId === facts.id)
    expect(point).toMatchObject({
      value: 30,
      version: 3,
      source: { profile: null, text: 'Fire officer, letter of May' },
      changed: { by: 'Gul Ahmed', reason: 'As the safety officer asks', approvedBy: null },
    })
    const { rule } = await manager.call(alarmRules.byId, { id: facts.id })
    expect(rule).toMatchObject({
      name: 'CO in the hall',
      checklist: ['Call the plant manager'],
      condition: { value: 30, hysteresis: 1.5 },
    })
  })

  test('looser than the profile is refused until it is confirmed, and a reason is asked for in any case', async () => {
    const refused = await manager.try(setPoints.apply, { change: own(50), reason: 'Welding shop' })
    expect(refused).toMatchObject({ status: 422, body: { details: [{ field: 'isLooserConfirmed' }] } })
    const silent = await manager.try(setPoints.apply, { change: own(30), reason: ' ' })
    expect(silent).toMatchObject({ status: 422, body: { details: [{ field: 'reason' }] } })
    expect((await manager.call(setPoints.preview, { change: own(50) })).looser).toMatchObject([
      { channel: 'CO', stage: 'low', value: 50, limit: 35, profile: 'standard' },
    ])
    await apply(own(50), { isLooserConfirmed: true })
    expect(valuesOf((await listed()).areas[0] ?? never())).toMatchObject({ low: 50 })
  })

  test.each([
    ['low above high', own(90), 'change.values.0.value'],
    ['beyond any sensor', own(5000), 'change.values.0.value'],
    ['without a source', own(30, { source: '' }), 'change.values.0.source'],
    ['of no area', { ...own(30), areaId: crypto.randomUUID() }, 'change.areaId'],
    ['of another’s zone', profile('eu', [crypto.randomUUID()]), 'change.at.zoneIds'],
  ] as const)('is refused: %s', async (_title, change, field) => {
    expect(await manager.try(setPoints.apply, { change, reason: 'Tried', isLooserConfirmed: true })).toMatchObject({
      status: 422,
      body: { details: [{ field }] },
    })
  })
})

test('the alarm rules leave what makes a gas set point as it is, and say where to change it', async () => {
  const { rules } = await manager.call(alarmRules.list)
  const {
    open: _open,
    preset: _preset,
    setPoint: _setPoint,
    changedAt: _at,
    changedBy: _by,
    ...facts
  } = rules.find(({ preset }) => preset === 'gas-CO-high') ?? never()
  const scope = { ...facts.scope, deviceIds: [crypto.randomUUID()] }
  for (const more of [{ enabled: false }, { severity: 'low' }, { latches: false }, { reasonAsked: false }] as const)
    expect(await manager.try(alarmRules.update, { ...facts, ...more })).toMatchObject({
      status: 409,
      body: { code: 'GAS_SET_POINT', message: setPoints.notAmongRules },
    })
  expect((await manager.try(alarmRules.update, { ...facts, scope })).status).not.toBe(200)
  expect(await manager.try(alarmRules.remove, { id: facts.id })).toMatchObject({ status: 409 })
  const { name: _name, severity: _severity, ...held } = facts
  expect(held.enabled).toBe(true)
  expect(valuesOf((await listed()).areas[0] ?? never())).toMatchObject({ high: 70 })
})

test('each version is in the history: who, when, why and by which source, of rules that are gone as well', async () => {
  const zone = await aKnownZone()
  await listed()
  await apply(own(30))
  await apply(profile('car-park', [zone]))
  const [, area] = (await listed()).areas
  await apply({ kind: 'end-area', areaId: area?.id ?? '' })
  const { versions: all } = await manager.call(setPoints.history, { channel: 'CO', limit: 100 })
  const low = all.filter(({ stage, areaId }) => stage === 'low' && areaId === null)
  expect(low.map(({ version, value, reason, source }) => [version, value, reason, source.profile])).toEqual([
    [4, 30, 'As the safety officer asks', null],
    [3, 30, 'As the safety officer asks', null],
    [2, 30, 'As the safety officer asks', null],
    [1, 35, null, 'standard'],
  ])
  const ofArea = all.filter(({ areaId, stage }) => areaId === area?.id && stage === 'stel')
  expect(ofArea.map(({ version, isInForce, value }) => [version, isInForce, value])).toEqual([
    [2, false, 30],
    [1, true, 30],
  ])
  const seen: string[] = []
  for (let cursor: string | undefined; ; ) {
    const { versions: some, next } = await manager.call(setPoints.history, { limit: 7, ...(cursor && { cursor }) })
    seen.push(...some.map(({ id }) => id))
    if (next === null) break
    cursor = next
  }
  expect(new Set(seen).size).toBe(seen.length)
  expect(seen).toHaveLength((await manager.call(setPoints.history, { limit: 200 })).versions.length)
})

test('what a detector was judged by then is known afterwards, in stretches that only another value ends', async () => {
  const zone = await aKnownZone()
  const detector = await aGasDetector(zone)
  const from = new Date(Date.now() - 60_000).toISOString()
  await listed()
  await tick('100 s')
  await apply(own(30))
  await tick('100 s')
  await apply(profile('car-park', [zone]))
  await tick('100 s')
  const [, area] = (await listed()).areas
  await apply({ kind: 'end-area', areaId: area?.id ?? '' })
  await tick('100 s')
  const directory = createDirectory(server.store.db)
  await directory.load()
  const known = directory.byId(detector.id) ?? never()
  const to = new Date(Date.now() + 3_600_000).toISOString()
  const stretches = await setPointsAt(server.store.db, known, 'CO', { from, to })
  const low = stretches.filter(({ stage, of }) => stage === 'low' && of === 'value')
  expect(low.map(({ value }) => value)).toEqual([35, 30, 30])
  expect(low[0]?.to).toBe(low[1]?.from)
  const high = stretches.filter(({ stage }) => stage === 'high')
  expect(high.map(({ value }) => value)).toEqual([70, 150, 70])
  expect(high.map((one) => one.to)).toEqual([high[1]?.from, high[2]?.from, to])
  expect(stretches.filter(({ stage }) => stage === 'stel').map(({ value, of }) => [value, of])).toEqual([
    [200, 'stel'],
    [30, 'stel'],
    [200, 'stel'],
  ])
})

test('labels hide areas and their places, and what they hide nobody changes', async () => {
  const zone = await aKnownZone('Vault')
  await aLabel(server.store.pool, company, { zone })
  const chief = await server.signedIn(company, { can: [...manages, 'admin_access'], name: 'Ada Chief' })
  const change = profile('car-park', [zone])
  await expect
    .poll(async () => (await manager.try(setPoints.preview, { change })).status, { timeout: 20_000 })
    .toBe(422)
  await chief.call(setPoints.apply, { change, reason: 'It is a car park' })
  expect((await listed({}, chief)).areas.map(({ places }) => places.zones.map(({ name }) => name))).toEqual([
    [],
    ['Vault'],
  ])
  expect((await listed()).areas).toHaveLength(1)
  const [, area] = (await listed({}, chief)).areas
  for (const one of [change, { kind: 'end-area', areaId: area?.id ?? '' }] as const)
    expect(await manager.try(setPoints.apply, { change: one, reason: 'Tried' })).toMatchObject({ status: 422 })
  expect((await manager.call(setPoints.history, { limit: 200 })).versions.every(({ areaId }) => areaId === null)).toBe(
    true,
  )
})

test('another company has set points of its own', async () => {
  const zone = await aKnownZone()
  await apply(profile('car-park', [zone]))
  const [, area] = (await listed()).areas
  const other = await server.signedIn(await aCompany(server.store.pool), { can: manages, name: 'Lena Berg' })
  expect((await listed({}, other)).areas).toMatchObject([{ id: null, profile: 'standard' }])
  for (const change of [{ kind: 'end-area', areaId: area?.id ?? '' }, profile('eu', [zone])] as const)
    expect(await other.try(setPoints.apply, { change, reason: 'Tried' })).toMatchObject({ status: 422 })
  expect(
    (await other.call(setPoints.history, { limit: 200 })).versions.some(({ ruleId }) =>
      area?.setPoints.some((point) => point.ruleId === ruleId),
    ),
  ).toBe(false)
  expect((await listed()).areas).toHaveLength(2)
})

function never(): never {
  throw new Error('it is not there')
}
