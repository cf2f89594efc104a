// How many people are where, by counters at the borders of zones: added up as it comes, the same as anew, and honest of what is
// not known.
import * as occupancy from '@gatehouse/contract/safety/occupancy'
import fc from 'fast-check'
import * as activity from '@gatehouse/contract/record/activity'
import * as muster from '@gatehouse/contract/access/muster'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { v7 as uuid } from 'uuid'
import { kyselyOn } from '../../db/transaction.ts'
import { aCompany, aDevice, aLabel, aUser, aZone, putInside } from '../../testing/building.testing.ts'
import { sharedServer, type TestServer } from '../../testing/test-server.testing.ts'
import { readOccupied } from './figures.ts'
import { addUpAnew, lockOccupancy, readStored } from './occupancy.sql.ts'
import { aCountedBuilding, type CountedBuilding } from './occupancy.testing.ts'

let server: TestServer
let building: CountedBuilding

beforeAll(async () => {
  server = await sharedServer()
})
beforeEach(async () => {
  building = await aCountedBuilding(server)
})

describe('what is counted at borders', () => {
  test('moves people between the two zones, and a site and its floor have who came in from outside', async () => {
    const { hall, office, floor, company, entrance, inner, count, people, figure } = building
    await count(entrance, 12, 2)
    await count(inner, 4, 0)
    await people(office, 4)
    await people(hall, 6)
    expect(await figure(company.siteId)).toMatchObject({
      occupancy: 10,
      source: 'counters',
      difference: 0,
      stale: false,
    })
    expect(await figure(floor)).toMatchObject({ occupancy: 10, kind: 'floor', difference: 0 })
    expect(await figure(hall)).toMatchObject({ anchorKind: 'start', low: null, high: null })
  })

  test('has a band from the first number that somebody knows, and none where a counter is offline', async () => {
    const { hall, entrance, correct, count, people, figure, send } = building
    expect((await correct(hall, 40)).zone).toMatchObject({ occupancy: 40, low: 40, high: 40, anchorKind: 'manual' })
    await count(entrance, 300, 280)
    await people(hall, 60)
    const known = await figure(hall)
    expect(Number(known?.low)).toBeLessThan(60)
    expect(Number(known?.high)).toBeGreaterThan(60)
    await send([{ device: entrance.key, kind: 'status', id: uuid(), at: new Date().toISOString(), online: false }])
    await expect.poll(async () => (await figure(hall))?.stale, { timeout: 15_000 }).toBe(true)
    expect(await figure(hall)).toMatchObject({
      occupancy: 60,
      low: null,
      high: null,
      silent: [{ id: entrance.id, name: 'Entrance' }],
    })
  })

  test('is the same of some places alone, and of one that nobody counts by a border', async () => {
    const { hall, office, floor, company, entrance, inner, count, people, correct } = building
    const lobby = await aZone(server.store.pool, company, 'Lobby', floor)
    await aDevice(server.store.pool, company, 'door', { zone: lobby, leadsTo: lobby })
    await building.operator.call(occupancy.setLimits, { placeId: hall, limits: [{ people: 20 }] })
    await correct(hall, 3)
    await count(entrance, 12, 2)
    await count(inner, 4, 0)
    await people(hall, 9)
    const now = new Date()
    const all = await readOccupied(server.store.db, company.id, now)
    expect(all.find(({ id }) => id === lobby)).toMatchObject({ source: 'badges', count: 0, hasDoors: true })
    for (const some of [[hall], [lobby], [company.siteId, floor], [office, lobby, hall], []])
      expect(await readOccupied(server.store.db, company.id, now, some)).toEqual(
        all.filter(({ id }) => some.includes(id)),
      )
  })

  test('is never below zero: who went out uncounted is drift, of the zone and of its counters', async () => {
    const { hall, office, entrance, inner, count, people, figure, operator } = building
    await count(entrance, 0, 5)
    await count(entrance, 3, 0)
    await people(hall, 3)
    expect(await figure(hall)).toMatchObject({ drift: 5 })
    await count(inner, 0, 0)
    await people(office, 0)
    const { counters } = await operator.call(occupancy.counters)
    expect(counters.find(({ device }) => device.id === entrance.id)?.drift).toBeGreaterThan(0)
  })

  test('is the other way round where a counter is, and not counted once it is taken away', async () => {
    const { hall, entrance, operator, count, people, figure, company } = building
    await operator.call(occupancy.placeCounter, { deviceId: entrance.id, toZoneId: hall, inverted: true })
    await count(entrance, 0, 7)
    await people(hall, 7)
    await operator.call(occupancy.removeCounter, { deviceId: entrance.id })
    expect(await figure(company.siteId)).toMatchObject({ source: 'none', occupancy: null })
    expect(await figure(hall)).toMatchObject({ source: 'counters' })
    expect((await operator.try(occupancy.removeCounter, { deviceId: entrance.id })).status).toBe(404)
  })

  test('is the same added up as it comes and anew: late, repeated and out of order, in any batches', async () => {
    const { company, hall, entrance, inner, send, message, correct } = building
    await correct(hall, 3)
    const base = Date.now()
    const step = fc.record({
      who: fc.boolean(),
      entries: fc.nat(5),
      exits: fc.nat(5),
      at: fc.integer({ min: 1, max: 40 }),
    })
    const batches = fc.sample(fc.array(step, { minLength: 1, maxLength: 8 }), { numRuns: 12, seed: 7 })
    let last: object[] = []
    for (const batch of batches) {
      const messages = batch.map(({ who, entries, exits, at }) =>
        message(who ? entrance : inner, entries, exits, new Date(base + at * 100)),
      )
      // What came before comes once more.
      await send([...messages, ...last])
      last = messages
      const client = await server.store.pool.connect()
      try {
        const compare = async () => {
          await client.query('begin')
          const tx = kyselyOn(client)
          const done = await lockOccupancy(tx)
          const stored = await readStored(tx, { companyIds: [company.id] })
          const anew = await addUpAnew(
            tx,
            stored.map(({ placeId, base: people, anchoredAt }) => ({ placeId, people, since: anchoredAt })),
            done,
          )
          await client.query('commit')
          for (const { placeId, net, lowest, lastAt, flows } of stored)
            expect({ net, lowest, lastAt, flows }).toEqual(
              (({ base: _base, ...rest }) => rest)(
                anew.get(placeId) ?? { base: 0, net: NaN, lowest: 0, lastAt: 0, flows: {} },
              ),
            )
        }
        await compare()
      } finally {
        client.release()
      }
    }
    const sum = (n: (one: { who: boolean; entries: number; exits: number }) => number) =>
      batches.flat().reduce((all, one) => all + n(one), 0)
    const net = sum(({ who, entries, exits }) => (who ? entries - exits : 0))
    await expect
      .poll(async () => (await readStored(server.store.db, { placeIds: [company.siteId] }))[0]?.net, {
        timeout: 15_000,
      })
      .toBe(net)
  })
})

describe('doors beside counters', () => {
  const aDoor = (leadsFrom: string | null, leadsTo: string) =>
    aDevice(server.store.pool, building.company, 'door', { zone: leadsTo, leadsFrom, leadsTo, name: 'Side door' })

  test('count where no counter stands on their border, or where somebody chooses so', async () => {
    const { operator, hall, office, company, send, people } = building
    const side = await server.knows(operator, await aDoor(null, hall))
    const store = await aZone(server.store.pool, company, 'Store room')
    const back = await server.knows(operator, await aDoor(office, store))
    const borderOf = async (id: string) =>
      (await operator.call(occupancy.borders)).borders.find(({ device }) => device.id === id)
    expect(await borderOf(side.id)).toMatchObject({ counts: false, because: 'counter-here', to: { name: 'Hall' } })
    expect(await borderOf(back.id)).toMatchObject({ counts: true, because: 'no-counter' })
    const card = `card:${uuid().slice(-10)}`
    await aUser(server.store.pool, company, { card })
    const passes = (device: { key: string }) =>
      send([
        {
          device: device.key,
          kind: 'event',
          id: uuid(),
          at: new Date().toISOString(),
          type: 'access',
          credential: card,
          direction: 'entry',
          result: 'granted',
          taken: true,
        },
      ])
    await passes(side)
    await people(hall, 0)
    await operator.call(occupancy.placeCounter, { deviceId: side.id, counts: true })
    await passes(side)
    // Both: what a door has counted since the anchor counts as soon as the door does.
    await people(hall, 2)
    await operator.call(occupancy.placeCounter, { deviceId: side.id, counts: false })
    await people(hall, 0)
    await building.count(building.inner, 3, 0)
    await people(office, 3)
    await passes(back)
    await people(office, 2)
  })
})

describe('anchors', () => {
  test('are set with a reason, on the record, and teach what the counters miss', async () => {
    const { operator, company, entrance, count, people } = building
    const set = (total: number) =>
      operator.call(occupancy.correctSite, { siteId: company.siteId, count: total, reason: 'Counted at the doors' })
    await set(0)
    await count(entrance, 500, 300)
    await people(company.siteId, 200)
    const before = (await operator.call(occupancy.counters)).counters.find(({ device }) => device.id === entrance.id)
    expect(before).toMatchObject({ lessons: 0, accuracyIn: 96.5, health: 'good' })
    await set(235)
    const after = (await operator.call(occupancy.counters)).counters.find(({ device }) => device.id === entrance.id)
    expect(after).toMatchObject({ lessons: 1 })
    expect(after?.accuracyIn).toBeLessThan(96.5)
    const { corrections } = await operator.call(occupancy.corrections, { placeId: company.siteId })
    expect(corrections.map(({ people: found, counted, kind }) => [found, counted, kind])).toEqual([
      [235, 200, 'manual'],
      [0, 0, 'manual'],
      [0, null, 'start'],
    ])
    expect(corrections[0]).toMatchObject({ difference: 35, by: 'Olive Marsh', reason: 'Counted at the doors' })
    const { entries } = await operator.call(activity.list, { action: 'occupancy.correctSite' })
    expect(entries[0]).toMatchObject({ reason: 'Counted at the doors' })
    const csv = await operator.try(occupancy.correctionsCsv, {})
    expect(String(csv.body)).toContain('Counted at the doors')
  })

  test('are refused of a zone that no counter counts', async () => {
    const other = await aZone(server.store.pool, building.company, 'Archive')
    await expect
      .poll(
        async () =>
          (await building.operator.try(occupancy.correctZone, { zoneId: other, count: 3, reason: 'By hand' })).status,
      )
      .toBe(409)
    const wrong = await building.operator.try(occupancy.correctZone, { zoneId: building.hall, count: -1, reason: '' })
    expect(wrong.body).toMatchObject({ details: [{ field: 'count' }, { field: 'reason' }] })
  })

  test('come of a finished roll-call on which everybody was found', async () => {
    const { operator, company, hall, count, entrance, people, figure, minute } = building
    const [first, second] = [await aUser(server.store.pool, company), await aUser(server.store.pool, company)]
    for (const one of [first, second]) await putInside(server.store.pool, company, one, hall)
    await count(entrance, 9, 0)
    await people(hall, 9)
    const { muster: begun } = await operator.call(muster.start, {
      siteId: company.siteId,
      kind: 'drill',
      reason: 'Drill',
    })
    const { people: list } = await operator.call(muster.people, { musterId: begun.id })
    await operator.call(muster.marks, {
      musterId: begun.id,
      sentAt: new Date().toISOString(),
      marks: list.map((person) => ({
        id: uuid(),
        personId: person.id,
        status: 'safe' as const,
        at: new Date().toISOString(),
      })),
    })
    await operator.call(muster.end, { musterId: begun.id, summary: 'All found' })
    await minute()
    await people(hall, 2)
    expect(await figure(hall)).toMatchObject({ anchorKind: 'muster' })
  })
})

describe('who sees what', () => {
  test('fewer than five people are hidden without the permission, and all numbers are in fives', async () => {
    const { hall, office, company, entrance, inner, count, people, somebody, operator } = building
    await count(entrance, 23, 0)
    await count(inner, 3, 0)
    await people(office, 3)
    const plain = await somebody(['view_people_count'])
    const { zones, sites } = await plain.call(occupancy.now)
    expect(zones.find(({ id }) => id === office)).toMatchObject({ occupancy: 'few', difference: null, drift: null })
    expect(zones.find(({ id }) => id === hall)).toMatchObject({ occupancy: 20 })
    // 23 minus 20 would be the office.
    expect(sites.find(({ id }) => id === company.siteId)).toMatchObject({ occupancy: 20 })
    await operator.call(occupancy.correctZone, { zoneId: office, count: 2, reason: 'Two at their desks' })
    const { corrections } = await plain.call(occupancy.corrections, { placeId: office })
    expect(corrections[0]).toMatchObject({ people: 'few', counted: 'few', difference: null })
    expect(String((await plain.try(occupancy.correctionsCsv, { placeId: office })).body)).toContain('few')
    const { counters } = await plain.call(occupancy.counters)
    expect(counters.map(({ drift }) => drift)).toEqual([null, null])
  })

  test('labels hide zones, what is made of them, their counters and their displays; companies see their own', async () => {
    const { hall, office, company, inner, operator, somebody } = building
    const label = await aLabel(server.store.pool, company, { zone: office })
    await server.knows(operator, await aDevice(server.store.pool, company, 'counter'))
    const guard = await somebody(['view_people_count', 'view_people_count_detail', 'manage_people_count'])
    const { display } = await operator.call(occupancy.createDisplay, { placeId: office, title: 'Office' })
    await expect
      .poll(async () => (await guard.call(occupancy.now)).zones.map(({ id }) => id), { timeout: 15_000 })
      .toEqual([hall])
    expect(await guard.call(occupancy.now)).toMatchObject({ floors: [], sites: [] })
    const { borders } = await guard.call(occupancy.borders)
    expect(borders.map(({ device }) => device.name)).not.toContain('Inner')
    expect((await guard.call(occupancy.displays)).displays).toEqual([])
    for (const [op, input] of [
      [occupancy.correctZone, { zoneId: office, count: 1, reason: 'Tried' }],
      [occupancy.setLimits, { placeId: office, limits: [] }],
      [occupancy.createDisplay, { placeId: office, title: 'Tried' }],
      [occupancy.createDisplay, { placeId: company.siteId, title: 'Tried' }],
      [occupancy.revokeDisplay, { displayId: display.id }],
      [occupancy.placeCounter, { deviceId: inner.id, toZoneId: hall }],
      [occupancy.setAccuracy, { deviceId: inner.id, accuracy: 90, uncertainty: 3 }],
    ] as const)
      expect((await guard.try(op, input)).status, op.name).toBe(404)
    const holder = await somebody(['view_people_count'], [label])
    expect((await holder.call(occupancy.now)).zones).toHaveLength(2)
    const stranger = await server.signedIn(await aCompany(server.store.pool), {
      can: ['view_people_count', 'view_people_count_detail', 'manage_people_count'],
    })
    expect((await stranger.call(occupancy.now)).zones).toEqual([])
    expect((await stranger.try(occupancy.correctZone, { zoneId: hall, count: 1, reason: 'Tried' })).status).toBe(404)
    expect((await stranger.try(occupancy.setLimits, { placeId: hall, limits: [] })).status).toBe(404)
    expect((await stranger.call(occupancy.corrections)).corrections).toEqual([])
  })
})
