// What is made of counts over longer spans, and who may see how much of it.
import * as peopleCount from '@gatehouse/contract/safety/people-count'
import * as notifications from '@gatehouse/contract/messages/notifications'
import * as devices from '@gatehouse/contract/building/devices'
import * as occupancy from '@gatehouse/contract/safety/occupancy'
import { beforeAll, expect, test } from 'vitest'
import { v7 as uuid } from 'uuid'
import { tick } from '../../kit/clock.testing.ts'
import { aDevice, aUser } from '../../testing/building.testing.ts'
import { sharedServer, type TestServer } from '../../testing/test-server.testing.ts'
import { aCountedBuilding } from '../occupancy/occupancy.testing.ts'
import { readHeatMap } from './flow.sql.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
const span = () => ({ from: minutesAgo(600).toISOString(), to: minutesAgo(-60).toISOString() })

test('flow by place and by counter, peaks, sites and hours of the week agree; small numbers are hidden in all of them', async () => {
  const { operator, company, hall, office, entrance, inner, count, somebody } = await aCountedBuilding(server)
  await count(entrance, 23, 4, minutesAgo(3))
  await count(inner, 3, 1, minutesAgo(2))
  const sum = (steps: readonly { in: number | 'few'; out: number | 'few' }[]) =>
    steps.reduce((all, one) => [(all[0] ?? 0) + Number(one.in), (all[1] ?? 0) + Number(one.out)], [0, 0])
  const flow = async (of: object, step: 'quarter' | 'hour' | 'day') =>
    sum((await operator.call(peopleCount.flow, { ...span(), ...of, step })).steps)
  for (const step of ['quarter', 'hour'] as const) {
    await expect.poll(() => flow({ placeId: company.siteId }, step), { timeout: 15_000 }).toEqual([23, 4])
    // Whoever goes from the hall into the office leaves the hall.
    await expect.poll(() => flow({ placeId: hall }, step), { timeout: 15_000 }).toEqual([24, 7])
    expect(await flow({ placeId: office }, step)).toEqual([3, 1])
    expect(await flow({ deviceId: entrance.id }, step)).toEqual([23, 4])
  }
  const { hours } = await operator.call(peopleCount.peaks, { ...span(), placeId: company.siteId })
  expect(hours.reduce((all, one) => all + Number(one.in), 0)).toBe(23)
  const { sites } = await operator.call(peopleCount.compare, span())
  expect(sites).toMatchObject([{ in: 23, inBefore: 0, change: null }])
  const { cells } = await operator.call(peopleCount.heatMap, { ...span(), placeId: company.siteId })
  expect(cells.reduce((all, cell) => all + Number(cell.in) * cell.hours, 0)).toBe(23)

  const plain = await somebody(['view_people_count'])
  const { steps } = await plain.call(peopleCount.flow, { ...span(), placeId: office, step: 'hour' })
  expect(new Set(steps.flatMap((one) => [one.in, one.out]))).toEqual(new Set(['few']))
  expect(await plain.call(peopleCount.compare, span())).toMatchObject({ sites: [{ in: 20, inBefore: 'few' }] })
  const csv = await plain.try(peopleCount.flowCsv, { ...span(), placeId: office, step: 'hour' })
  expect(String(csv.body)).toMatch(/^at,in,out\r\n[^\n]*,few,few\r\n$/)
  const { counters } = await plain.call(peopleCount.now)
  expect(counters.find(({ deviceId }) => deviceId === inner.id)).toMatchObject({ inToday: 'few' })
  const listed = (await plain.call(devices.list)).devices.find(({ id }) => id === inner.id)
  expect(listed?.latest.map(({ value }) => value)).toEqual(['few', 'few'])

  const wrong = await operator.try(peopleCount.flow, { ...span(), step: 'hour' })
  expect(wrong.body).toMatchObject({ details: [{ field: 'placeId' }] })
  expect(
    (
      await operator.try(peopleCount.flow, {
        from: minutesAgo(60 * 24 * 20).toISOString(),
        to: span().to,
        placeId: hall,
        step: 'quarter',
      })
    ).status,
  ).toBe(422)
})

test('hours of the week are by the clocks of the site: skipped where they are put on, twice where they are put back', async () => {
  const of = { deviceId: uuid(), placeId: null }
  const hoursAt = async (from: string, to: string, hour: number) =>
    (await readHeatMap(server.store.db, of, 'Europe/Berlin', { from: new Date(from), to: new Date(to) })).find(
      (cell) => cell.hour === hour,
    )?.hours ?? 0
  expect(await hoursAt('2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z', 2)).toBe(0)
  expect(await hoursAt('2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z', 2)).toBe(2)
})

test('how long people stay, by their badges', async () => {
  const { operator, company, hall, send, somebody } = await aCountedBuilding(server)
  const door = await server.knows(
    operator,
    await aDevice(server.store.pool, company, 'door', { zone: hall, leadsTo: hall }),
  )
  const stays = [10, 20, 30, 40, 50]
  for (const minutes of stays) {
    const card = `card:${uuid().slice(-10)}`
    await aUser(server.store.pool, company, { card })
    const passes = (direction: 'entry' | 'exit', at: Date) => ({
      device: door.key,
      kind: 'event',
      id: uuid(),
      at: at.toISOString(),
      type: 'access',
      credential: card,
      direction,
      result: 'granted',
      taken: true,
    })
    await send([passes('entry', minutesAgo(minutes + 5)), passes('exit', minutesAgo(5))])
  }
  const dwell = { ...span(), placeId: hall }
  expect(await operator.call(peopleCount.dwell, dwell)).toMatchObject({ visits: 5, medianMinutes: 30, p90Minutes: 46 })
  const plain = await somebody(['view_people_count'])
  expect(await plain.call(peopleCount.dwell, dwell)).toMatchObject({ visits: 5 })
})

test('a zone is due for cleaning after so many uses, of which who manages counts is notified once', async () => {
  const { operator, hall, entrance, count, minute } = await aCountedBuilding(server)
  await operator.call(peopleCount.setCleaning, { zoneId: hall, uses: 10 })
  await count(entrance, 9, 9)
  const rule = async () => (await operator.call(peopleCount.cleaningList)).zones[0]
  await expect.poll(async () => (await rule())?.used).toBe(9)
  expect(await rule()).toMatchObject({ isDue: false, uses: 10 })
  await count(entrance, 1, 0)
  expect(await rule()).toMatchObject({ isDue: true, used: 10 })
  await minute()
  const due = async () =>
    (await operator.call(notifications.list, {})).notifications.filter(
      ({ title }) => title === 'Hall is due for cleaning',
    )
  await expect.poll(async () => (await due()).length, { timeout: 15_000 }).toBe(1)
  expect(await due()).toMatchObject([{ path: `/people-count/cleaning?zone=${hall}` }])
  await minute()
  expect(await due()).toHaveLength(1)
  await tick('2 s')
  await operator.call(peopleCount.cleaned, { zoneId: hall })
  expect(await rule()).toMatchObject({ isDue: false, used: 0 })
})

test('counts that are older than a company wants are deleted', async () => {
  const { operator, company, entrance, minute, send, message } = await aCountedBuilding(server)
  await send([message(entrance, 5, 5)])
  await server.store.pool.query(`update people_count set at = at - interval '3 days' where device_id = $1`, [
    entrance.id,
  ])
  await operator.call(occupancy.setRetention, { keepDays: 2 })
  expect(await operator.call(occupancy.settings)).toMatchObject({
    keepDays: 2,
    sites: [{ siteId: company.siteId, resetAt: '04:00' }],
  })
  await minute()
  const rows = async () =>
    (await server.store.pool.query('select from people_count where device_id = $1', [entrance.id])).rowCount
  await expect.poll(rows, { timeout: 15_000 }).toBe(0)
})
