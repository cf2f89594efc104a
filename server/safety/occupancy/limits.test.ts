// Limits: what holds when, alarms at 80 and 100 % once, and what a display at an entrance shows to everybody.
import * as activity from '@gatehouse/contract/record/activity'
import * as alarms from '@gatehouse/contract/safety/alarms'
import * as occupancy from '@gatehouse/contract/safety/occupancy'
import * as schedules from '@gatehouse/contract/access/schedules'
import { loadFactors, occupantLoad } from '@gatehouse/contract/safety/load-factors'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tick } from '../../kit/clock.testing.ts'
import { sharedServer, type TestServer } from '../../testing/test-server.testing.ts'
import { aCountedBuilding, type CountedBuilding } from './occupancy.testing.ts'

let server: TestServer
let building: CountedBuilding

beforeAll(async () => {
  server = await sharedServer()
})
beforeEach(async () => {
  building = await aCountedBuilding(server)
})

const limit = (people: number, scheduleId: string | null = null) => ({ people, scheduleId })

test('of an area: whole people, in both units, by the factors of the code', () => {
  expect(occupantLoad(1000, 'ft2', loadFactors.business.squareFeet)).toBe(6)
  expect(occupantLoad(13.935456, 'm2', loadFactors.business.squareFeet)).toBe(1)
  expect(occupantLoad(100, 'm2', loadFactors.standing.squareFeet)).toBe(215)
  expect(occupantLoad(985, 'ft2', loadFactors.classroom.squareFeet)).toBe(49)
  expect(occupantLoad(2, 'm2', loadFactors.storage.squareFeet)).toBe(1)
})

describe('a limit', () => {
  test('is that of an open schedule before that of all times, and on the record', async () => {
    const { operator, hall, figure } = building
    const always = [{ from: '00:00', to: '24:00' }]
    const { schedule } = await operator.call(schedules.create, {
      name: 'Exams',
      week: Array.from({ length: 7 }, () => always),
    })
    const { schedule: never } = await operator.call(schedules.create, {
      name: 'Never',
      week: Array.from({ length: 7 }, () => []),
    })
    const { limits } = await operator.call(occupancy.setLimits, {
      placeId: hall,
      limits: [limit(100), limit(40, schedule.id), limit(10, never.id)],
    })
    expect(limits.limits.map(({ people, holds }) => [people, holds])).toEqual([
      [100, false],
      [40, true],
      [10, false],
    ])
    expect(await figure(hall)).toMatchObject({ limit: 40, mode: 'open', free: 40, share: 0 })
    expect((await operator.try(schedules.remove, { scheduleId: schedule.id })).status).toBe(409)
    const { entries } = await operator.call(activity.list, { action: 'occupancy.setLimits' })
    expect(entries[0]).toMatchObject({ subject: 'Hall' })
    await operator.call(occupancy.setLimits, { placeId: hall, limits: [] })
    expect(await figure(hall)).toMatchObject({ limit: null, mode: null, free: null, share: null })
    const wrong = await operator.try(occupancy.setLimits, { placeId: hall, limits: [limit(0)] })
    expect(wrong.body).toMatchObject({ details: [{ field: 'limits.0.people' }] })
  })

  test('warns at 80 % and alarms at 100 %, each once, and both are over with hysteresis', async () => {
    const { operator, hall, entrance, count, people, company } = building
    await operator.call(occupancy.setLimits, { placeId: hall, limits: [limit(20)] })
    const open = async () =>
      (await operator.call(alarms.list, { state: 'any' })).alarms
        .filter(({ zone }) => zone?.id === hall)
        .map(({ severity, state, count: times }) => [severity, state, times])
        .toSorted((a, b) => String(a[0]).localeCompare(String(b[0])))
    const becomes = async (n: number, entries: number, exits: number) => {
      await count(entrance, entries, exits)
      await people(hall, n)
    }
    await becomes(15, 15, 0)
    expect(await open()).toEqual([])
    await becomes(16, 1, 0)
    await expect.poll(open).toEqual([['medium', 'unacknowledged', 1]])
    await becomes(20, 4, 0)
    await expect.poll(open).toEqual([
      ['high', 'unacknowledged', 1],
      ['medium', 'unacknowledged', 1],
    ])
    // 19 of 20 are 95 %: at its hysteresis it is over.
    await becomes(21, 1, 0)
    await becomes(20, 0, 1)
    expect(await open()).toHaveLength(2)
    await becomes(19, 0, 1)
    await expect.poll(open).toEqual([
      ['high', 'returned-unacknowledged', 1],
      ['medium', 'unacknowledged', 1],
    ])
    await operator.call(occupancy.setLimits, { placeId: hall, limits: [] })
    await expect
      .poll(async () => (await open()).map(([, state]) => state))
      .toEqual(['returned-unacknowledged', 'returned-unacknowledged'])
    expect(company.siteId).toBeTruthy()
  })
})

describe('a display', () => {
  test('shows number, limit and mode to whoever has its link, and nothing else; not once it is revoked or over', async () => {
    const { operator, hall, entrance, count, people, send } = building
    await operator.call(occupancy.setLimits, { placeId: hall, limits: [limit(4)] })
    const { display, secret } = await operator.call(occupancy.createDisplay, { placeId: hall, title: 'North door' })
    await count(entrance, 3, 0)
    await people(hall, 3)
    const anybody = server.client()
    const shown = () => anybody.try(occupancy.shown, { secret })
    const answer = await shown()
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      title: 'North door',
      people: 3,
      limit: 4,
      free: 1,
      mode: 'open',
      asOf: expect.any(String),
    })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    await count(entrance, 1, 0)
    await people(hall, 4)
    expect((await shown()).body).toMatchObject({ mode: 'one-in-one-out', free: 0 })
    await count(entrance, 1, 0)
    await people(hall, 5)
    expect((await shown()).body).toMatchObject({ mode: 'full', free: 0 })
    await send([
      { device: entrance.key, kind: 'status', id: crypto.randomUUID(), at: new Date().toISOString(), online: false },
    ])
    await expect
      .poll(async () => (await shown()).body, { timeout: 15_000 })
      .toMatchObject({ mode: 'unknown', people: null, free: null })
    expect((await operator.call(occupancy.displays)).displays).toMatchObject([
      { title: 'North door', place: { name: 'Hall' } },
    ])
    await operator.call(occupancy.revokeDisplay, { displayId: display.id })
    expect((await shown()).status).toBe(404)
    expect((await operator.call(occupancy.displays)).displays).toEqual([])
    expect((await anybody.try(occupancy.shown, { secret: 'guessed' })).status).toBe(404)
    const { secret: brief } = await operator.call(occupancy.createDisplay, {
      placeId: hall,
      title: 'For an hour',
      expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    })
    expect((await anybody.try(occupancy.shown, { secret: brief })).status).toBe(200)
    await tick('61 min')
    expect((await anybody.try(occupancy.shown, { secret: brief })).status).toBe(404)
  })
})
