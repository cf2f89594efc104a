// What is found suspect of all channels at once is what their readings say; drift ends by calibration, or once it is back; and
// what is suspect is shown, and an alarm.
import * as alarms from '@gatehouse/contract/safety/alarms'
import * as gas from '@gatehouse/contract/safety/gas'
import type { Quality } from '@gatehouse/contract/shapes'
import fc from 'fast-check'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensurePartitions } from '../../db/partitions.ts'
import { rollUp } from '../../db/rollups.ts'
import { freshDatabase, type TestDatabase } from '../../db/testing.ts'
import { inPoolTransaction } from '../../db/transaction.ts'
import { tick } from '../../kit/clock.testing.ts'
import { clock } from '../../kit/clock.ts'
import { type ACompany, aCompany, aDevice } from '../../testing/building.testing.ts'
import { openServer } from '../../testing/test-server.testing.ts'
import { aDetector } from '../alarms/alarms.testing.ts'
import { gasRollup } from './gas.rollup.ts'
import { belowZeroMs, isFrozen, zeroTolerance } from './suspect.ts'
import { findSuspects } from './suspects.ts'

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]
const now = Date.UTC(2026, 10, 25, 12)

let database: TestDatabase
let pool: pg.Pool
let client: pg.Client
let company: ACompany

beforeAll(async () => {
  database = await freshDatabase()
  pool = database.store.pool
  company = await aCompany(pool)
  client = await database.store.connect()
  await ensurePartitions(pool, new Date(now - 40 * day), new Date(now + day))
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

interface Reading {
  readonly at: number
  readonly value: number
  readonly quality: Quality
}

const store = async (deviceId: string, readings: readonly Reading[]) => {
  await pool.query(
    `with r as (select v, q, t from unnest($2::float8[], $3::text[], $4::timestamptz[]) as r (v, q, t)),
       l as (insert into gas_latest (device_id, channel, value, unit, quality, at, received_at)
         select $1, 'CO', v, 'ppm', q, t, t from r order by t desc limit 1
         on conflict (device_id, channel) do update set value = excluded.value, quality = excluded.quality, at = excluded.at,
           received_at = excluded.received_at)
     insert into gas_reading (device_id, channel, value, unit, quality, at, received_at)
     select $1, 'CO', v, 'ppm', q, t, t from r`,
    [deviceId, readings.map((r) => r.value), readings.map((r) => r.quality), readings.map((r) => new Date(r.at))],
  )
}

/** Once what was committed is behind all transactions of others in the same cluster. */
const isRolledUp = async () => {
  await rollUp(client, [gasRollup])
  const { rows } = await pool.query<{ done: boolean }>(
    `select (select max(tx) from gas_reading) < tx as done from rollup_position where series = 'gas_reading'`,
  )
  return rows[0]?.done ?? false
}

const finds = (at: number) => inPoolTransaction(pool, (tx) => findSuspects(tx, new Date(at)))

const suspectsOf = async (deviceId: string): Promise<string[]> => {
  const { rows } = await pool.query<{ why: string; since: Date }>(
    'select why, since from gas_suspect where device_id = $1 order by why',
    [deviceId],
  )
  return rows.map(({ why, since }) => `${why} ${since.toISOString()}`)
}

/** The same out of the readings one by one. */
const wanted = (readings: readonly Reading[]): string[] => {
  const inOrder = readings.toSorted((a, b) => a.at - b.at)
  const newest = inOrder.at(-1)
  if (!newest || newest.quality !== 'good') return []
  const usable = inOrder.filter(({ quality }) => quality === 'good' || quality === 'over-range')
  const minuteOf = (at: number) => Math.floor(at / minute) * minute
  const sinceOther = (isOther: (value: number) => boolean, from = -Infinity) => {
    const within = usable.filter(({ at }) => minuteOf(at) > from)
    const last = within.findLast(({ value }) => isOther(value))
    return within.map(({ at }) => minuteOf(at)).find((at) => !last || at > minuteOf(last.at))
  }
  const found: string[] = []
  const below = sinceOther((value) => value >= -(zeroTolerance('CO') ?? 0), now - day)
  if (below !== undefined && newest.at - below >= belowZeroMs) found.push(`below-zero ${new Date(below).toISOString()}`)
  const same = sinceOther((value) => value !== newest.value)
  if (same !== undefined) {
    const from = Math.max(same, newest.at - day)
    const counted = usable.filter(({ at }) => Math.floor(at / hour) * hour > from - hour)
    const days = new Set(usable.filter(({ at }) => at >= same).map(({ at }) => Math.floor(at / day)))
    const standstill = {
      value: newest.value,
      ms: newest.at - same,
      readings: counted.length,
      hours: new Set(counted.map(({ at }) => Math.floor(at / hour))).size,
      days: days.size,
    }
    if (isFrozen('CO', null, standstill)) found.push(`frozen ${new Date(same).toISOString()}`)
  }
  return found
}

const aHistory = fc
  .record({
    hours: fc.integer({ min: 1, max: 30 }),
    every: fc.integer({ min: 3, max: 70 }),
    value: fc.constantFrom(0, 2, 12, 12, -2, -6, -6),
    before: fc.array(fc.constantFrom(0, 2, 12, -6, 13), { maxLength: 12 }),
    others: fc.array(fc.record({ n: fc.nat(100), value: fc.constantFrom(12, 13, -6, 1) }), { maxLength: 2 }),
    bad: fc.array(fc.record({ n: fc.nat(400), quality: fc.constantFrom('fault' as const, 'warm-up' as const) }), {
      maxLength: 4,
    }),
    gap: fc.option(fc.record({ from: fc.nat(200), length: fc.nat(60) })),
    late: fc.nat(90 * minute),
  })
  .map(({ hours, every, value, before, others, bad, gap, late }): Reading[] => {
    const count = Math.ceil((hours * 60) / every)
    const all = [
      ...before.map((was, n) => ({
        at: now - late - hours * hour - (n + 1) * 7 * minute,
        value: was,
        quality: 'good' as const,
      })),
      ...Array.from({ length: count }, (_, n) => ({
        at: now - late - n * every * minute,
        value: others.some((one) => one.n === n) ? (others.find((one) => one.n === n)?.value ?? value) : value,
        quality: bad.find((one) => one.n === n)?.quality ?? ('good' as const),
      })).filter((_, n) => n === 0 || !gap || n < gap.from || n >= gap.from + gap.length),
    ]
    return all
  })

test('the same to the digit for too long, and below zero, equal what the readings say one by one', {
  timeout: 240_000,
}, async () => {
  let [frozen, below] = [0, 0]
  await fc.assert(
    fc.asyncProperty(fc.array(aHistory, { minLength: 60, maxLength: 60 }), async (histories) => {
      const known = await Promise.all(
        histories.map(async (readings) => ({ readings, id: (await aDevice(pool, company, 'gas')).id })),
      )
      for (const { id, readings } of known) await store(id, readings)
      await expect.poll(isRolledUp, { timeout: 30_000 }).toBe(true)
      await finds(now)
      for (const { id, readings } of known) {
        const found = wanted(readings)
        expect(await suspectsOf(id)).toEqual(found)
        frozen += found.filter((one) => one.startsWith('frozen')).length
        below += found.filter((one) => one.startsWith('below')).length
      }
      // Once more finds nothing new.
      expect(await finds(now)).toEqual([])
    }),
    { numRuns: 4, endOnFailure: true },
  )
  expect(Math.min(frozen, below)).toBeGreaterThan(5)
})

test('at exactly zero it may stand for weeks, which days of rollups show', { timeout: 60_000 }, async () => {
  const { id } = await aDevice(pool, company, 'gas')
  const hours = (from: number) =>
    Array.from({ length: from * 24 }, (_, n) => ({ at: now - n * hour, value: 0, quality: 'good' as const }))
  await store(id, [{ at: now - 29 * day, value: 1, quality: 'good' }, ...hours(29)])
  await expect.poll(isRolledUp, { timeout: 30_000 }).toBe(true)
  await finds(now)
  expect(await suspectsOf(id)).toEqual([])
  const later = now + 30 * hour
  await store(
    id,
    Array.from({ length: 30 }, (_, n) => ({ at: later - n * hour, value: 0, quality: 'good' as const })),
  )
  await expect.poll(isRolledUp, { timeout: 30_000 }).toBe(true)
  const [found] = (await finds(later)).filter(({ deviceId }) => deviceId === id)
  expect(found).toMatchObject({ value: true, part: 'CO', note: 'The same reading for 30 days: 0 ppm' })
})

/** Hours of so many days before `now`, each day with its lowest; a peak in each does not hide it. */
const storeDays = async (deviceId: string, lows: readonly number[]) => {
  await pool.query(
    `insert into gas_hour (device_id, channel, at, count, faults, sum, min, max)
     select $1, 'CO', $3::timestamptz - (array_length($2::float8[], 1) - n + 1) * interval '1 day' + h * interval '1 hour', 60, 0, 0,
       low + case when h between 6 and 18 then 20 else 0 end, low + 40
     from unnest($2::float8[]) with ordinality t (low, n) cross join generate_series(0, 23) h`,
    [deviceId, lows, new Date(Date.UTC(2026, 10, 25))],
  )
  await pool.query(
    `insert into gas_latest (device_id, channel, value, unit, quality, at, received_at)
     values ($1, 'CO', 20, 'ppm', 'good', $2, $2)`,
    [deviceId, new Date(now)],
  )
}

test('a baseline that rises is found once, until the sensor is calibrated or it is back', {
  timeout: 60_000,
}, async () => {
  const ramp = Array.from({ length: 16 }, (_, n) => 2 + n * 0.8)
  const [rising, steady, mended, back] = await Promise.all(
    Array.from({ length: 4 }, async () => (await aDevice(pool, company, 'gas')).id),
  )
  if (!rising || !steady || !mended || !back) throw new Error('no devices')
  for (const id of [rising, mended, back]) await storeDays(id, ramp)
  await storeDays(
    steady,
    ramp.map((_, n) => 2 + (n % 3)),
  )
  await pool.query(`insert into gas_service_latest (device_id, channel, calibrated_at) values ($1, 'CO', $2)`, [
    mended,
    new Date(now - 3 * day),
  ])
  const notes = async (at: number) => {
    const all = await finds(at)
    return [rising, steady, mended, back].map((id) => all.find(({ deviceId }) => deviceId === id))
  }
  const risen = { value: true, note: 'Baseline risen by 10.4 ppm in 13 days' }
  expect(await notes(now)).toMatchObject([risen, undefined, undefined, risen])
  expect(await notes(now)).toEqual([undefined, undefined, undefined, undefined])
  // Calibrated since.
  await pool.query(`insert into gas_service_latest (device_id, channel, calibrated_at) values ($1, 'CO', $2)`, [
    rising,
    new Date(now),
  ])
  // Level where it was before, for weeks.
  await pool.query(
    `insert into gas_baseline (device_id, channel, day, value) select $1, 'CO', '2026-11-24'::date + n, 2.5 from generate_series(1, 14) n`,
    [back],
  )
  await pool.query(`update gas_latest set received_at = $2 where device_id = $1`, [back, new Date(now + 16 * day)])
  expect(await notes(now + 16 * day)).toMatchObject([{ value: false }, undefined, undefined, { value: false }])
})

test('what is suspect is shown with its channel and is a low alarm, until another reading; warming up, nothing is', {
  timeout: 120_000,
}, async () => {
  const server = await openServer()
  const home = await aCompany(server.store.pool)
  const manager = await server.signedIn(home, { can: ['view_gas_detection', 'acknowledge_alarms'] })
  const device = await server.knows(manager, await aDevice(server.store.pool, home, 'gas'))
  const detector = await aDetector(server.gatehouse.devices, device)
  const suspectNow = async () => (await manager.call(gas.channels)).channels.map(({ suspect }) => suspect?.why ?? null)
  // Rollups and the look at them come in any order: each time a few minutes later.
  const isShown = (why: string | null) =>
    expect
      .poll(
        async () => {
          await tick('6 min')
          return suspectNow()
        },
        { timeout: 30_000 },
      )
      .toEqual([why])
  const alarmsNow = async () =>
    (await manager.call(alarms.list, { deviceId: device.id, state: 'any' })).alarms
      .filter(({ title }) => title === 'Detector is suspect')
      .map(({ severity, part, state }) => `${severity} ${part} ${state}`)
  for (let n = 30; n >= 0; n -= 1) await detector.reads(12, { at: new Date(clock.ms() - n * 10 * minute) })
  await expect.poll(suspectNow).toEqual([null])
  await isShown('frozen')
  await expect.poll(alarmsNow).toEqual(['low CO unacknowledged'])
  const [alarm] = (await manager.call(alarms.list, { deviceId: device.id, state: 'any' })).alarms.filter(
    ({ title }) => title === 'Detector is suspect',
  )
  const { history } = await manager.call(alarms.byId, { id: alarm?.id ?? '' })
  expect(history.map(({ note }) => note)).toContain('The same reading for 5 hours: 12 ppm')
  await detector.reads(12, { quality: 'warm-up', at: new Date() })
  await isShown(null)
  await expect.poll(alarmsNow).toEqual(['low CO returned-unacknowledged'])
  await tick('30 min')
  for (const ago of [20, 10, 0]) await detector.reads(-6, { at: new Date(clock.ms() - ago * minute) })
  await isShown('below-zero')
  await detector.close()
  await server.close()
})
