// Floors: as many people as came onto them and did not leave them, whatever zones lie behind each other there; and the limits of a
// floor as a whole.
import * as sites from '@gatehouse/contract/building/sites'
import * as schedules from '@gatehouse/contract/access/schedules'
import * as search from '@gatehouse/contract/insight/search'
import * as activity from '@gatehouse/contract/record/activity'
import * as alarms from '@gatehouse/contract/safety/alarms'
import * as occupancy from '@gatehouse/contract/safety/occupancy'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { v7 as uuid } from 'uuid'
import { tick } from '../../kit/clock.testing.ts'
import { aCompany, type ADevice, aDevice, aFloor, aLabel, aZone } from '../../testing/building.testing.ts'
import { sharedServer, type TestServer } from '../../testing/test-server.testing.ts'
import { aCountedBuilding } from './occupancy.testing.ts'

let server: TestServer

beforeAll(async () => {
  server = await sharedServer()
})

const limit = (people: number, scheduleId: string | null = null) => ({ people, scheduleId })

describe('how many people are on a floor', () => {
  // 0 is outside; what is behind another zone of the floor is as much of it as what one enters first.
  const shape = fc.record({
    floors: fc.array(fc.constantFrom(0, 1, null), { minLength: 2, maxLength: 5 }),
    counters: fc.array(fc.tuple(fc.nat(5), fc.nat(5)), { minLength: 2, maxLength: 6 }),
    walks: fc.array(fc.record({ counter: fc.nat(5), goesIn: fc.boolean(), people: fc.integer({ min: 1, max: 9 }) }), {
      minLength: 5,
      maxLength: 30,
    }),
  })

  test('is those of its zones together, each of them once, in buildings of any shape', async () => {
    await fc.assert(
      fc.asyncProperty(shape, async ({ floors, counters, walks }) => {
        const { company, operator, send, message, figure } = await aCountedBuilding(server, { placed: false })
        const db = server.store.pool
        const ids = [await aFloor(db, company, 'First', 1), await aFloor(db, company, 'Second', 2)]
        const zones: string[] = []
        for (const [n, floor] of floors.entries())
          zones.push(await aZone(db, company, `Zone ${n + 1}`, floor === null ? null : (ids[floor] ?? null)))
        const zoneAt = (n: number) => (n === 0 ? null : (zones[n - 1] ?? null))
        const placed: { readonly device: ADevice; readonly from: number; readonly to: number }[] = []
        for (const [one, other] of counters) {
          const [from, to] = [one % (zones.length + 1), other % (zones.length + 1)]
          if (from === to) continue
          const device = await server.knows(operator, await aDevice(db, company, 'counter'))
          const between = { fromZoneId: zoneAt(from), toZoneId: zoneAt(to) }
          await operator.call(occupancy.placeCounter, { deviceId: device.id, ...between })
          placed.push({ device, from, to })
        }
        const inside = [Infinity, ...zones.map(() => 0)]
        const began = Date.now()
        const messages = walks.flatMap(({ counter, goesIn, people }, n) => {
          const at = placed[counter % Math.max(1, placed.length)]
          if (!at) return []
          const [from, to] = goesIn ? [at.from, at.to] : [at.to, at.from]
          const going = Math.min(people, inside[from] ?? 0)
          inside[from] = (inside[from] ?? 0) - going
          inside[to] = (inside[to] ?? 0) + going
          return [message(at.device, goesIn ? going : 0, goesIn ? 0 : going, new Date(began + n))]
        })
        if (messages.length > 0) await send(messages)
        const isCrossed = (of: (zone: number) => boolean) => placed.some(({ from, to }) => of(from) !== of(to))
        for (const [n, zoneId] of zones.entries())
          if (isCrossed((zone) => zone === n + 1))
            await expect.poll(async () => (await figure(zoneId))?.occupancy, { timeout: 15_000 }).toBe(inside[n + 1])
        for (const [floor, floorId] of ids.entries()) {
          const isOn = (zone: number) => zone > 0 && floors[zone - 1] === floor
          const people = inside.reduce((sum, count, zone) => (isOn(zone) ? sum + count : sum), 0)
          const expected = isCrossed(isOn)
            ? { source: 'counters', occupancy: people }
            : { source: 'none', occupancy: null }
          // Without a counter, nothing before this has waited for the server to know the floor.
          await expect.poll(() => figure(floorId)).toMatchObject({ kind: 'floor', ...expected })
        }
      }),
      { numRuns: 5 },
    )
  }, 120_000)

  test('is set by whoever has counted them, on the record, and not where no counter stands at its borders', async () => {
    const { company, floor, hall, operator, entrance, count, people, figure } = await aCountedBuilding(server)
    await count(entrance, 6, 0)
    await people(floor, 6)
    const set = { count: 9, reason: 'Counted by the fire warden' }
    expect((await operator.call(occupancy.correctFloor, { floorId: floor, ...set })).zone).toMatchObject({
      kind: 'floor',
      occupancy: 9,
      low: 9,
      high: 9,
      difference: 3,
    })
    expect(await figure(hall)).toMatchObject({ occupancy: 6 })
    const { entries } = await operator.call(activity.list, { action: 'occupancy.correctFloor' })
    expect(entries[0]).toMatchObject({ subject: 'Ground', reason: set.reason })
    expect((await operator.try(occupancy.correctFloor, { floorId: hall, ...set })).status).toBe(404)
    const attic = await aFloor(server.store.pool, company, 'Attic', 9)
    await expect
      .poll(async () => (await operator.try(occupancy.correctFloor, { floorId: attic, ...set })).status)
      .toBe(409)
  })
})

describe('a limit of a floor', () => {
  test('is that of an open schedule before that of all times, seen in the lists and on the record', async () => {
    const { operator, floor, hall, figure } = await aCountedBuilding(server)
    const { schedule } = await operator.call(schedules.create, {
      name: 'Exams',
      week: Array.from({ length: 7 }, () => [{ from: '00:00', to: '24:00' }]),
    })
    const { limits } = await operator.call(occupancy.setLimits, {
      placeId: floor,
      limits: [limit(100), limit(40, schedule.id)],
    })
    expect(limits).toMatchObject({ place: { id: floor, name: 'Ground', kind: 'floor' } })
    expect(limits.limits.map(({ people, holds }) => [people, holds])).toEqual([
      [100, false],
      [40, true],
    ])
    expect(await figure(floor)).toMatchObject({ kind: 'floor', limit: 40, mode: 'open', free: 40, share: 0 })
    expect(await figure(hall)).toMatchObject({ limit: null })
    await operator.call(occupancy.setLimits, { placeId: floor, limits: [limit(100)] })
    expect(await figure(floor)).toMatchObject({ limit: 100 })
    expect((await operator.call(occupancy.limitsList)).places).toEqual([
      expect.objectContaining({ place: { id: floor, name: 'Ground', kind: 'floor' } }),
    ])
    const { entries } = await operator.call(activity.list, { action: 'occupancy.setLimits' })
    expect(entries[0]).toMatchObject({ subject: 'Ground' })
  })

  test('warns at 80 % and alarms at 100 %, each once, names the floor, and is over with hysteresis', async () => {
    const { company, operator, floor, hall, entrance, inner, count, people } = await aCountedBuilding(server)
    await operator.call(occupancy.setLimits, { placeId: floor, limits: [limit(20)] })
    const all = async () =>
      (await operator.call(alarms.list, { state: 'any' })).alarms.toSorted((a, b) =>
        a.severity.localeCompare(b.severity),
      )
    const open = async () => (await all()).map(({ severity, state, count: times }) => [severity, state, times])
    const becomes = async (n: number, entries: number, exits: number) => {
      await count(entrance, entries, exits)
      await people(floor, n)
    }
    await becomes(15, 15, 0)
    // From the hall into the office: on the floor it is nothing.
    await count(inner, 12, 0)
    expect(await all()).toEqual([])
    await becomes(16, 1, 0)
    await expect.poll(open).toEqual([['medium', 'unacknowledged', 1]])
    const [warning] = await all()
    expect(warning).toMatchObject({
      device: null,
      zone: null,
      floor: { id: floor, name: 'Ground' },
      value: 80,
      unit: '%',
    })
    const door = await aDevice(server.store.pool, company, 'door', { zone: hall, leadsTo: hall, name: 'Front door' })
    await server.knows(operator, door)
    const { doors } = await operator.call(alarms.surroundings, { id: warning?.id ?? '' })
    expect(doors.map(({ name }) => name)).toEqual(['Front door'])
    await becomes(20, 4, 0)
    await expect.poll(open).toEqual([
      ['high', 'unacknowledged', 1],
      ['medium', 'unacknowledged', 1],
    ])
    expect((await operator.call(alarms.list, { q: 'ground' })).alarms).toHaveLength(2)
    const found = async () =>
      (await operator.call(search.find, { q: warning?.title ?? '' })).results.filter(({ type }) => type === 'alarm')
    await expect.poll(async () => (await found())[0]?.description).toContain('Ground')
    const { entries } = await operator.call(activity.list, { action: 'alarms.raised' })
    expect(entries.map(({ subject }) => subject)).toEqual(expect.arrayContaining([`${warning?.title} at Ground`]))
    await becomes(21, 1, 0)
    await becomes(20, 0, 1)
    expect(await open()).toEqual([
      ['high', 'unacknowledged', 1],
      ['medium', 'unacknowledged', 1],
    ])
    await becomes(19, 0, 1)
    await expect.poll(open).toEqual([
      ['high', 'returned-unacknowledged', 1],
      ['medium', 'unacknowledged', 1],
    ])
    await operator.call(occupancy.setLimits, { placeId: floor, limits: [] })
    await expect
      .poll(async () => (await open()).map(([, state]) => state))
      .toEqual(['returned-unacknowledged', 'returned-unacknowledged'])
  })

  test('is shown at an entrance, and without a number while a counter is silent', async () => {
    const { operator, floor, entrance, count, people, figure, send } = await aCountedBuilding(server)
    await operator.call(occupancy.setLimits, { placeId: floor, limits: [limit(4)] })
    const { display, secret } = await operator.call(occupancy.createDisplay, { placeId: floor, title: 'Stairs' })
    expect(display.place).toEqual({ id: floor, name: 'Ground' })
    await count(entrance, 4, 0)
    await people(floor, 4)
    const shown = () => server.client().call(occupancy.shown, { secret })
    expect(await shown()).toMatchObject({ people: 4, limit: 4, free: 0, mode: 'one-in-one-out' })
    // Nobody has counted them yet, so that nobody can tell how sure that is.
    expect(await figure(floor)).toMatchObject({ anchorKind: 'start', low: null, high: null })
    const at = new Date().toISOString()
    await send([{ device: entrance.key, kind: 'status', id: uuid(), at, online: false }])
    await expect.poll(shown, { timeout: 15_000 }).toMatchObject({ mode: 'unknown', people: null, free: null })
    expect(await figure(floor)).toMatchObject({ stale: true, occupancy: 4, low: null, high: null })
  })

  test('is nobody’s to see or set from whom a label hides a zone of the floor, or who is of another company', async () => {
    const { operator, company, floor, office, hall, somebody, count, entrance, people } = await aCountedBuilding(server)
    const db = server.store.pool
    await operator.call(occupancy.setLimits, { placeId: floor, limits: [limit(5)] })
    await operator.call(occupancy.createDisplay, { placeId: floor, title: 'Stairs' })
    const other = await aFloor(db, company, 'First', 1)
    await aZone(db, company, 'Archive', other)
    const label = await aLabel(db, company, { zone: office })
    await server.knows(operator, await aDevice(db, company, 'counter'))
    await count(entrance, 5, 0)
    await people(floor, 5)
    const can = ['view_people_count', 'view_people_count_detail', 'manage_people_count', 'acknowledge_alarms'] as const
    const guard = await somebody(can)
    await expect
      .poll(async () => (await guard.call(occupancy.now)).floors.map(({ id }) => id), { timeout: 15_000 })
      .toEqual([other])
    expect((await guard.call(occupancy.limitsList)).places).toEqual([])
    expect((await guard.call(occupancy.displays)).displays).toEqual([])
    expect((await guard.call(alarms.list, { state: 'any' })).alarms).toEqual([])
    const attempts = [
      [occupancy.setLimits, { placeId: floor, limits: [limit(500)] }],
      [occupancy.createDisplay, { placeId: floor, title: 'Tried' }],
      [occupancy.correctFloor, { floorId: floor, count: 1, reason: 'Tried' }],
    ] as const
    const stranger = await server.signedIn(await aCompany(db), { can })
    for (const by of [guard, stranger])
      for (const [op, input] of attempts) expect((await by.try(op, input)).status, op.name).toBe(404)
    const holder = await somebody(can, [label])
    expect((await holder.call(occupancy.now)).floors.find(({ id }) => id === floor)).toMatchObject({ limit: 5 })
    expect((await holder.call(alarms.list, { state: 'any' })).alarms.map(({ floor: at }) => at?.id)).toEqual([
      floor,
      floor,
    ])
    expect((await holder.try(occupancy.setLimits, { placeId: hall, limits: [] })).status).toBe(200)
  })

  test('goes with the floor, as do its display and its alarms', async () => {
    const { operator, floor, hall, office, entrance, count, people } = await aCountedBuilding(server)
    await operator.call(occupancy.setLimits, { placeId: floor, limits: [limit(2)] })
    const { secret } = await operator.call(occupancy.createDisplay, { placeId: floor, title: 'Stairs' })
    await count(entrance, 2, 0)
    await people(floor, 2)
    const open = async () => (await operator.call(alarms.list, {})).alarms.length
    await expect.poll(open).toBe(2)
    for (const zoneId of [hall, office]) await operator.call(sites.updateZone, { zoneId, floorId: null })
    await operator.call(sites.removeFloor, { floorId: floor })
    await tick('61 s')
    expect(await open()).toBe(0)
    expect((await operator.call(occupancy.limitsList)).places).toEqual([])
    expect((await server.client().try(occupancy.shown, { secret })).status).toBe(404)
    expect((await operator.call(occupancy.now)).floors).toEqual([])
  })
})
