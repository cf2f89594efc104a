// Alarms as those meet them who deal with them: raised where a device reports, until somebody has.
import * as alarms from '@gatehouse/contract/safety/alarms'
import * as activity from '@gatehouse/contract/record/activity'
import * as notifications from '@gatehouse/contract/messages/notifications'
import type { Permission } from '@gatehouse/contract/permissions'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ACompany, aCompany, aDevice, aLabel, aZone } from '../../testing/building.testing.ts'
import { type ApiClient, sharedServer, type TestServer } from '../../testing/test-server.testing.ts'
import { tick } from '../../kit/clock.testing.ts'
import { aDetector, type Detector } from './alarms.testing.ts'

const guards: readonly Permission[] = ['view_gas_detection', 'read_doors', 'acknowledge_alarms', 'read_notifications']
const supervisors: readonly Permission[] = [...guards, 'manage_alarms', 'view_activity_logs']

let server: TestServer
let company: ACompany
let guard: ApiClient
let supervisor: ApiClient
const closing: (() => Promise<unknown>)[] = []

const aGasDetector = async (more: Parameters<typeof aDevice>[3] = {}): Promise<Detector> => {
  const device = await server.knows(supervisor, await aDevice(server.store.pool, company, 'gas', more))
  const detector = await aDetector(server.gatehouse.devices, device)
  closing.push(detector.close)
  return detector
}

const alarmsAt = async ({ id }: { readonly id: string }, state: 'open' | 'any' = 'open', by: ApiClient = guard) =>
  (await by.call(alarms.list, { deviceId: id, state })).alarms

const alarmAt = async (device: { readonly id: string }) => {
  const [alarm] = await alarmsAt(device)
  if (!alarm) throw new Error('nothing is in alarm there')
  return alarm
}

const historyOf = async (id: string) => (await guard.call(alarms.byId, { id })).history.map(({ what }) => what)

beforeAll(async () => {
  server = await sharedServer()
})
beforeEach(async () => {
  company = await aCompany(server.store.pool)
  guard = await server.signedIn(company, { can: guards, name: 'Gul Ahmed' })
  supervisor = await server.signedIn(company, { can: supervisors, name: 'Sam Reed' })
})
afterAll(async () => {
  await Promise.all(closing.map((close) => close()))
})

describe('a reading beyond its set point', () => {
  test('has its alarm as soon as it is acknowledged, once, and the higher set point another', async () => {
    const detector = await aGasDetector()
    await detector.reads(34.9)
    expect(await alarmsAt(detector)).toEqual([])
    await detector.reads(35)
    await detector.reads(40)
    expect(await alarmsAt(detector)).toMatchObject([
      {
        title: 'Carbon monoxide: low alarm',
        severity: 'high',
        state: 'unacknowledged',
        count: 1,
        value: 35,
        unit: 'ppm',
        isFirstOut: true,
      },
    ])
    await detector.reads(71)
    const [first, second] = await alarmsAt(detector)
    expect(first).toMatchObject({ title: 'Carbon monoxide: high alarm', severity: 'critical', isFirstOut: false })
    expect(second?.correlationId).toBe(first?.correlationId)
  })

  test('latches: it is cleared by nobody but a person who says why, once it is over', async () => {
    const detector = await aGasDetector()
    await detector.reads(50)
    const { id } = await alarmAt(detector)
    const acknowledged = await guard.call(alarms.acknowledge, { id, note: 'On my way' })
    expect(acknowledged.alarm).toMatchObject({
      state: 'acknowledged',
      acknowledged: { by: 'Gul Ahmed', note: 'On my way' },
    })
    expect((await guard.try(alarms.resolve, { id, reason: 'It smells fine' })).body).toMatchObject({
      code: 'STILL_ACTIVE',
    })
    await detector.reads(10)
    expect(await alarmAt(detector)).toMatchObject({ state: 'acknowledged', returnedAt: null })
    await tick('31 s')
    await expect.poll(async () => (await alarmAt(detector)).state).toBe('latched')
    expect((await guard.try(alarms.resolve, { id })).body).toMatchObject({
      code: 'VALIDATION',
      details: [{ field: 'reason' }],
    })
    const { alarm } = await guard.call(alarms.resolve, { id, reason: 'The burner was adjusted' })
    expect(alarm).toMatchObject({ state: 'cleared', cleared: { by: 'Gul Ahmed', reason: 'The burner was adjusted' } })
    expect(await historyOf(id)).toEqual(['raised', 'acknowledged', 'returned', 'cleared'])
    expect(await alarmsAt(detector)).toEqual([])
  })

  test('that is short of it by less than the hysteresis has not returned', async () => {
    const detector = await aGasDetector()
    await detector.reads(36)
    await detector.reads(34)
    await tick('60 s')
    expect(await alarmAt(detector)).toMatchObject({ state: 'unacknowledged' })
  })

  test('that goes and comes within the delay is one alarm; after it, one that occurred twice and asks again', async () => {
    const detector = await aGasDetector()
    await detector.reads(36)
    const { id } = await alarmAt(detector)
    await guard.call(alarms.acknowledge, { id })
    await detector.reads(1)
    await detector.reads(36)
    expect(await alarmAt(detector)).toMatchObject({ id, count: 1, state: 'acknowledged' })
    await detector.reads(1)
    await tick('31 s')
    await expect.poll(async () => (await alarmAt(detector)).state).toBe('latched')
    await detector.reads(36)
    expect(await alarmAt(detector)).toMatchObject({ id, count: 2, state: 'unacknowledged', acknowledged: null })
  })

  test('of a detector at fault says nothing: the alarm stands as it stood, and the fault is one of its own', async () => {
    const detector = await aGasDetector()
    await detector.reads(50)
    await detector.reads(null, { quality: 'fault' })
    await tick('11 s')
    await expect
      .poll(async () => (await alarmsAt(detector)).map(({ title, part }) => ({ title, part })))
      .toEqual([
        { title: 'Carbon monoxide: low alarm', part: null },
        { title: 'Detector fault', part: 'CO' },
      ])
    await detector.reads(1)
    await tick('31 s')
    await expect
      .poll(async () => (await alarmsAt(detector)).map(({ state }) => state))
      .toEqual(['returned-unacknowledged', 'returned-unacknowledged'])
  })

  test('in another unit is converted, beyond the range counts as above, and of no unit of its kind is not judged', async () => {
    const detector = await aGasDetector()
    await detector.reads(6000, { channel: 'CO2', unit: 'ppm' })
    expect(await alarmAt(detector)).toMatchObject({ title: 'Carbon dioxide: low alarm', value: 0.6, unit: '%vol' })
    const other = await aGasDetector()
    await other.reads(90, { channel: 'CO', unit: 'degC' })
    expect(await alarmsAt(other)).toEqual([])
    await other.reads(null, { channel: 'H2S', quality: 'over-range' })
    expect((await alarmsAt(other)).map(({ title }) => title)).toEqual([
      'Hydrogen sulphide: high alarm',
      'Hydrogen sulphide: low alarm',
      'Detector over range',
    ])
    await other.reads(null, { channel: 'O2', quality: 'under-range' })
    expect((await alarmsAt(other)).map(({ title }) => title)).toContain('Oxygen: deficiency')
    await other.reads(null, { channel: 'NH3', quality: 'under-range' })
    expect(await alarmsAt(other)).toHaveLength(4)
  })
})

describe('dealing with an alarm', () => {
  test('acknowledging again is a comment; an occurrence that was not seen is not acknowledged by who saw an earlier one', async () => {
    const detector = await aGasDetector()
    await detector.reads(50)
    const { id, lastAt } = await alarmAt(detector)
    await guard.call(alarms.acknowledge, { id, lastAt })
    await supervisor.call(alarms.acknowledge, { id, note: 'I go too' })
    expect(await historyOf(id)).toEqual(['raised', 'acknowledged', 'commented'])
    await detector.reads(1)
    await tick('31 s')
    await expect.poll(async () => (await alarmAt(detector)).state).toBe('latched')
    await detector.reads(50)
    expect((await guard.try(alarms.acknowledge, { id, lastAt })).body).toMatchObject({ code: 'OCCURRED_AGAIN' })
    expect(await alarmAt(detector)).toMatchObject({ state: 'unacknowledged' })
  })

  test('a shelved one comes back by itself and asks again, and only who manages alarms shelves', async () => {
    const detector = await aGasDetector()
    await detector.reads(50)
    const { id } = await alarmAt(detector)
    expect((await guard.try(alarms.shelve, { id, minutes: 15, reason: 'Welding' })).status).toBe(403)
    expect((await supervisor.try(alarms.shelve, { id, minutes: 14, reason: 'Welding' })).body).toMatchObject({
      details: [{ field: 'minutes' }],
    })
    const { alarm } = await supervisor.call(alarms.shelve, { id, minutes: 15, reason: 'Welding in the workshop' })
    expect(alarm).toMatchObject({ state: 'shelved', shelved: { by: 'Sam Reed', reason: 'Welding in the workshop' } })
    await tick('14 min')
    expect(await alarmAt(detector)).toMatchObject({ state: 'shelved' })
    await tick('61 s')
    await expect.poll(async () => (await alarmAt(detector)).state).toBe('unacknowledged')
    expect(await historyOf(id)).toEqual(['raised', 'shelved', 'shelf-ended'])
  })

  test('is assigned to somebody who may acknowledge it, commented on, and its checklist marked', async () => {
    const detector = await aGasDetector()
    await detector.reads(50)
    const { id } = await alarmAt(detector)
    const reader = await server.signedIn(company, { can: ['view_gas_detection'] })
    const other = await server.signedIn(company, { can: guards, name: 'Ada Okafor' })
    expect((await guard.try(alarms.assign, { id, userId: reader.user.id })).body).toMatchObject({
      details: [{ field: 'userId' }],
    })
    const { alarm } = await guard.call(alarms.assign, { id, userId: other.user.id })
    expect(alarm.assignee).toEqual({ id: other.user.id, name: 'Ada Okafor' })
    await guard.call(alarms.comment, { id, text: 'The workshop is empty' })
    await guard.call(alarms.check, { id, step: 1, done: true })
    const { checklist, history } = await guard.call(alarms.byId, { id })
    expect(checklist.map(({ done }) => done?.by ?? null)).toEqual([null, 'Gul Ahmed', null, null])
    expect(history.map(({ what, note }) => ({ what, note })).slice(1)).toEqual([
      { what: 'assigned', note: 'Ada Okafor' },
      { what: 'commented', note: 'The workshop is empty' },
      { what: 'checked', note: checklist[1]?.step },
    ])
  })

  test('stands on the activity log, whoever did it, under the id of its incident', async () => {
    const detector = await aGasDetector({ name: 'Boiler room' })
    await detector.reads(50)
    const { id, correlationId } = await alarmAt(detector)
    await guard.call(alarms.acknowledge, { id, note: 'On my way' })
    const { entries } = await supervisor.call(activity.list, { action: 'alarms' })
    const ours = entries.filter((entry) => entry.correlationId === correlationId)
    expect(
      ours
        .map(({ action, actor, subject }) => ({ action, actor, subject }))
        .toSorted((a, b) => a.action.localeCompare(b.action)),
    ).toEqual([
      { action: 'alarms.acknowledge', actor: expect.any(String), subject: 'Carbon monoxide: low alarm at Boiler room' },
      { action: 'alarms.raised', actor: 'Gatehouse', subject: 'Carbon monoxide: low alarm at Boiler room' },
    ])
  })

  test('marks the notifications of everybody as read, with who did', async () => {
    const detector = await aGasDetector()
    await detector.reads(80)
    const { id } = (await alarmsAt(detector)).find(({ severity }) => severity === 'critical') ?? { id: '' }
    const of = async (by: ApiClient) =>
      (await by.call(notifications.list)).notifications.find(({ path }) => path === `/alarms/${id}`)
    expect(await of(supervisor)).toMatchObject({ kind: 'alarm-critical', priority: 'high', read: false })
    await guard.call(alarms.acknowledge, { id })
    expect(await of(supervisor)).toMatchObject({ read: true, acknowledged: { by: 'Gul Ahmed' } })
  })
})

describe('an alarm that somebody may not see', () => {
  test('is not there for another company, without the permission of its kind, or behind a label', async () => {
    const zone = await aZone(server.store.pool, company)
    const label = await aLabel(server.store.pool, company, { zone })
    const blind = await server.signedIn(company, { can: ['acknowledge_alarms', 'read_doors', 'read_notifications'] })
    const labelled = await server.signedIn(company, { can: guards, labels: [label] })
    const stranger = await server.signedIn(await aCompany(server.store.pool), { can: guards })
    const admin = await server.signedIn(company, { can: [...supervisors, 'admin_access'] })
    const device = await server.knows(admin, await aDevice(server.store.pool, company, 'gas', { zone }))
    const detector = await aDetector(server.gatehouse.devices, device)
    closing.push(detector.close)
    await detector.reads(50)
    const [alarm] = await alarmsAt(detector, 'open', labelled)
    expect(alarm).toBeDefined()
    for (const other of [blind, stranger, guard]) {
      expect(await alarmsAt(detector, 'any', other)).toEqual([])
      expect((await other.call(alarms.counts)).byState.unacknowledged).toBe(0)
      for (const op of [alarms.byId, alarms.acknowledge, alarms.resolve])
        expect((await other.try(op, { id: alarm?.id })).status).toBe(404)
      expect((await other.try(alarms.acknowledgeMany, { ids: [alarm?.id] })).status).toBe(404)
      expect((await other.call(notifications.list)).notifications).toEqual([])
    }
    expect((await labelled.call(notifications.list)).notifications).toHaveLength(1)
  })
})
