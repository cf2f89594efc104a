// How many people are inside, as alarm rules judge it: at every place by itself, whoever moves people, and in the transaction
// that does.
import * as entryExit from '@gatehouse/contract/access/entry-exit'
import * as visitors from '@gatehouse/contract/access/visitors'
import * as passes from '@gatehouse/contract/access/passes'
import * as sites from '@gatehouse/contract/building/sites'
import * as events from '@gatehouse/contract/insight/events'
import * as alarms from '@gatehouse/contract/safety/alarms'
import * as alarmRules from '@gatehouse/contract/safety/alarm-rules'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tick } from '../../../kit/clock.testing.ts'
import { aZone, putInside } from '../../../testing/building.testing.ts'
import { sharedServer, type TestServer } from '../../../testing/test-server.testing.ts'
import { aCrowd, type Crowd } from './occupancy.testing.ts'

const everywhere = { siteIds: [], zoneIds: [], labelIds: [], kinds: [], deviceIds: [] }

let server: TestServer
let crowd: Crowd

beforeAll(async () => {
  server = await sharedServer()
})
beforeEach(async () => {
  crowd = await aCrowd(server, 6)
})

const alarmsOf = async ({ id }: { readonly id: string }, state: 'open' | 'any' = 'open') =>
  (await crowd.operator.call(alarms.list, { ruleId: id, state })).alarms
const stateOf = async (rule: { readonly id: string }) => (await alarmsOf(rule, 'any')).map(({ state }) => state)

describe('a threshold of how many people are in a zone', () => {
  test('is raised by the passage that reaches it, with its incident, and returns when people leave', async () => {
    const rule = await crowd.aRule(3)
    await crowd.enters(0)
    await crowd.enters(1)
    expect(await alarmsOf(rule)).toEqual([])
    await crowd.enters(2)
    const [alarm] = await alarmsOf(rule)
    expect(alarm).toMatchObject({
      state: 'unacknowledged',
      device: null,
      zone: { id: crowd.hall, name: 'Hall' },
      site: { id: crowd.company.siteId },
      value: 3,
      unit: 'people',
      count: 1,
    })
    const { logs } = await crowd.operator.call(entryExit.logs, {})
    expect(alarm?.correlationId).toBe(logs[0]?.correlationId)
    // In one transaction: after a kill there are both or neither.
    const { rows } = await server.store.pool.query<{ together: boolean }>(
      'select a.xmin = p.xmin as together from alarm a, presence p where a.id = $1 and p.user_id = $2',
      [alarm?.id, crowd.users[2]?.id],
    )
    expect(rows).toEqual([{ together: true }])
    await crowd.enters(3)
    expect(await alarmsOf(rule)).toMatchObject([{ count: 1 }])
    await crowd.leaves(3)
    expect(await stateOf(rule)).toEqual(['unacknowledged'])
    await crowd.leaves(0)
    expect(await stateOf(rule)).toEqual(['returned-unacknowledged'])
    await crowd.operator.call(alarms.acknowledge, { id: alarm?.id ?? '' })
    expect(await stateOf(rule)).toEqual(['cleared'])
  })

  test('with hysteresis holds until it is short of it by so many', async () => {
    const rule = await crowd.aRule(3, { of: { hysteresis: 2 } })
    for (const person of [0, 1, 2]) await crowd.enters(person)
    await crowd.leaves(0)
    expect(await alarmsOf(rule)).toMatchObject([{ state: 'unacknowledged' }])
    await crowd.leaves(1)
    expect(await alarmsOf(rule)).toMatchObject([{ state: 'returned-unacknowledged' }])
  })

  test('with delays holds for so long, also when nobody moves meanwhile', async () => {
    const rule = await crowd.aRule(2, { of: { onDelaySeconds: 60, offDelaySeconds: 30 } })
    await crowd.enters(0)
    await crowd.enters(1)
    await tick('50 s')
    expect(await alarmsOf(rule)).toEqual([])
    await tick('11 s')
    expect(await alarmsOf(rule)).toMatchObject([{ state: 'unacknowledged', zone: { id: crowd.hall }, value: 2 }])
    await crowd.leaves(0)
    await tick('20 s')
    expect(await stateOf(rule)).toEqual(['unacknowledged'])
    await tick('11 s')
    expect(await stateOf(rule)).toEqual(['returned-unacknowledged'])
  })

  test('moves with people who go from one zone into another, and a site counts all of its zones', async () => {
    const hall = await crowd.aRule(2)
    const office = await crowd.aRule(2, { scope: { ...everywhere, zoneIds: [crowd.office] } })
    const site = await crowd.aRule(2, { scope: { ...everywhere, siteIds: [crowd.company.siteId] } })
    await crowd.enters(0)
    await crowd.enters(1)
    expect([await stateOf(hall), await stateOf(office), await stateOf(site)]).toEqual([
      ['unacknowledged'],
      [],
      ['unacknowledged'],
    ])
    expect(await alarmsOf(site)).toMatchObject([{ zone: null, site: { id: crowd.company.siteId }, value: 2 }])
    await crowd.enters(0, crowd.inner)
    await crowd.enters(1, crowd.inner)
    expect([await stateOf(hall), await stateOf(office), await stateOf(site)]).toEqual([
      ['returned-unacknowledged'],
      ['unacknowledged'],
      ['unacknowledged'],
    ])
  })

  test('without a place looks at each site by itself', async () => {
    const siteId = crypto.randomUUID()
    await server.store.pool.query('insert into site (id, company_id, name, time_zone) values ($1, $2, $3, $4)', [
      siteId,
      crowd.company.id,
      'Annexe',
      'Europe/London',
    ])
    const annexe = await aZone(server.store.pool, { ...crowd.company, siteId }, 'Annexe hall')
    const rule = await crowd.aRule(2, { scope: everywhere })
    await crowd.enters(0)
    const [, other] = crowd.users
    if (other) await putInside(server.store.pool, crowd.company, other, annexe)
    await crowd.leaves(5)
    expect(await alarmsOf(rule)).toEqual([])
    await crowd.enters(2)
    expect(await alarmsOf(rule)).toMatchObject([{ site: { id: crowd.company.siteId } }])
  })

  test('at or below: raised when the last one leaves', async () => {
    const rule = await crowd.aRule(0, { of: { comparison: 'below' } })
    const [alarm] = await alarmsOf(rule)
    expect(alarm).toMatchObject({ value: 0, state: 'unacknowledged' })
    await crowd.enters(0)
    expect(await stateOf(rule)).toEqual(['returned-unacknowledged'])
    await crowd.leaves(0)
    expect(await alarmsOf(rule)).toMatchObject([{ state: 'unacknowledged', count: 2 }])
  })
})

describe('whoever moves people', () => {
  const byHand = (person: number, type: 'entry' | 'exit') =>
    crowd.operator.call(entryExit.record, {
      userId: crowd.users[person]?.id ?? '',
      doorId: crowd.doors[0]?.id ?? '',
      type,
      timestamp: new Date().toISOString(),
    })

  test('an entry and an exit by hand', async () => {
    const rule = await crowd.aRule(1)
    const { log } = await byHand(0, 'entry')
    expect(await alarmsOf(rule)).toMatchObject([{ state: 'unacknowledged', correlationId: log.correlationId }])
    await byHand(0, 'exit')
    expect(await stateOf(rule)).toEqual(['returned-unacknowledged'])
  })

  test('who was let in and did not go through, once that is clear', async () => {
    const rule = await crowd.aRule(1)
    const [door] = crowd.doors
    if (!door) throw new Error('there is no door')
    await crowd.send(door, 'state', { contact: 'Closed', at: new Date(Date.now() - 300_000).toISOString() })
    await crowd.report(door, 0, 'entry', { taken: undefined })
    expect(await stateOf(rule)).toEqual(['unacknowledged'])
    await tick('60 s')
    await expect.poll(() => stateOf(rule)).toEqual(['returned-unacknowledged'])
  })

  test('a visitor who is checked in, and whose check-in is undone', async () => {
    const rule = await crowd.aRule(1)
    const { pass } = await crowd.operator.call(passes.issue, {
      visitor: 'Vera Quint',
      doorIds: [crowd.doors[0]?.id ?? ''],
      from: new Date(Date.now() - 60_000).toISOString(),
      to: new Date(Date.now() + 3_600_000).toISOString(),
    })
    const { logId } = await crowd.operator.call(visitors.checkIn, { passId: pass.id })
    expect(await stateOf(rule)).toEqual(['unacknowledged'])
    await crowd.operator.call(visitors.undo, { passId: pass.id, logId })
    expect(await stateOf(rule)).toEqual(['returned-unacknowledged'])
  })

  test('nobody at all: who is deleted is inside no more within a minute', async () => {
    const rule = await crowd.aRule(1)
    await crowd.enters(0)
    expect(await stateOf(rule)).toEqual(['unacknowledged'])
    await server.store.pool.query('delete from presence where user_id = $1', [crowd.users[0]?.id])
    await tick('61 s')
    expect(await stateOf(rule)).toEqual(['returned-unacknowledged'])
  })
})

describe('a rule that is saved', () => {
  test('is judged by who is inside already; changed, by that too, and what it still finds stays acknowledged', async () => {
    for (const person of [0, 1, 2]) await crowd.enters(person)
    const rule = await crowd.aRule(3)
    const [alarm] = await alarmsOf(rule)
    expect(alarm).toMatchObject({ value: 3, zone: { name: 'Hall' } })
    await crowd.operator.call(alarms.acknowledge, { id: alarm?.id ?? '' })
    const change = async (value: number) => {
      const { rule: now } = await crowd.operator.call(alarmRules.byId, { id: rule.id })
      const { open: _open, preset: _preset, changedAt: _at, changedBy: _by, ...facts } = now
      if (facts.condition.kind !== 'threshold') throw new Error('it is another')
      await crowd.operator.call(alarmRules.update, { ...facts, condition: { ...facts.condition, value } })
      await tick('1 s')
    }
    await change(2)
    expect(await stateOf(rule)).toEqual(['acknowledged'])
    await change(5)
    expect(await stateOf(rule)).toEqual(['cleared'])
    await change(3)
    expect((await stateOf(rule)).toSorted()).toEqual(['cleared', 'unacknowledged'])
    await crowd.operator.call(alarmRules.remove, { id: rule.id })
    await tick('1 s')
    expect((await alarmsOf(rule)).map(({ returnedAt }) => returnedAt !== null)).toEqual([true])
  })

  test('is of sites and zones alone, and a threshold', async () => {
    const attempt = (condition: object, scope: object) =>
      crowd.operator.try(alarmRules.create, {
        name: 'Wrong',
        severity: 'low',
        condition: { kind: 'threshold', measure: 'occupancy', comparison: 'above', value: 3, ...condition },
        scope: { ...everywhere, ...scope },
      })
    const fieldsOf = async (answer: ReturnType<typeof attempt>) => {
      const { status, body } = await answer
      return [status, (body as { details: { field: string }[] }).details.map(({ field }) => field)]
    }
    const door = crowd.doors[0]?.id ?? ''
    expect(await fieldsOf(attempt({}, { deviceIds: [door] }))).toEqual([422, ['scope.deviceIds']])
    expect(await fieldsOf(attempt({}, { kinds: ['door'] }))).toEqual([422, ['scope.kinds']])
    expect(
      await fieldsOf(attempt({ kind: 'stale', seconds: 60, measure: 'occupancy' }, { zoneIds: [crowd.hall] })),
    ).toEqual([422, expect.arrayContaining(['condition.measure'])])
  })
})

test('combined with others in its zone: suppresses them, and counts as one more that is in alarm', async () => {
  const busy = await crowd.aRule(2)
  const full = await crowd.aRule(3, { suppressedBy: [busy.id] })
  const both = await crowd.operator.call(alarmRules.create, {
    name: 'Both zones',
    severity: 'low',
    condition: { kind: 'combination', ruleIds: [busy.id, full.id], atLeast: 2, within: 'site' },
  })
  const office = await crowd.aRule(1, { scope: { ...everywhere, zoneIds: [crowd.office] } })
  const zones = await crowd.operator.call(alarmRules.create, {
    name: 'Two zones',
    severity: 'low',
    condition: { kind: 'combination', ruleIds: [busy.id, office.id], atLeast: 2, within: 'site' },
  })
  await tick('1 s')
  for (const person of [0, 1, 2]) await crowd.enters(person)
  expect(await stateOf(full)).toEqual(['suppressed'])
  // One place has one vote, however many of the rules it meets.
  expect(await alarmsOf(both.rule)).toEqual([])
  await crowd.enters(3)
  await crowd.enters(3, crowd.inner)
  expect(await alarmsOf(zones.rule)).toMatchObject([{ device: null, site: { id: crowd.company.siteId } }])
})

test('stands in the timeline of its incident, beside the passage, and its sheet leads to the doors of its zone', async () => {
  const rule = await crowd.aRule(1)
  await crowd.enters(0)
  const [alarm] = await alarmsOf(rule)
  if (!alarm) throw new Error('nothing is in alarm')
  const { entries } = await crowd.operator.call(events.timeline, { correlationId: alarm.correlationId })
  expect(JSON.stringify(entries)).toContain(alarm.title)
  const { device, doors } = await crowd.operator.call(alarms.surroundings, { id: alarm.id })
  expect(device).toBeNull()
  expect(doors.map(({ name }) => name)).toEqual(expect.arrayContaining(['Entrance 1', 'Inner door']))
})

test('a zone that is removed takes its alarms along', async () => {
  const extra = await aZone(server.store.pool, crowd.company, 'Extra')
  await tick('1 s')
  const rule = await crowd.aRule(0, { of: { comparison: 'below' }, scope: { ...everywhere, zoneIds: [extra] } })
  expect(await stateOf(rule)).toEqual(['unacknowledged'])
  await crowd.operator.call(sites.removeZone, { zoneId: extra })
  expect(await stateOf(rule)).toEqual([])
  await crowd.enters(0)
  expect(await stateOf(rule)).toEqual([])
})
