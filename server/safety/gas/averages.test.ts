// What the store calculates of all channels at once is what exposure.ts calculates of one, however its readings come.
import fc from 'fast-check'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensurePartitions } from '../../db/partitions.ts'
import { freshDatabase, type TestDatabase } from '../../db/testing.ts'
import { type ACompany, aCompany, aDevice } from '../../testing/building.testing.ts'
import { bringUp } from './averages.ts'
import type { Windows } from './exposure.sql.ts'
import { type ExposureReading, exposureOf, exposureOfSums, minuteMs, minutesOf } from './exposure.ts'

let database: TestDatabase
let pool: pg.Pool
let company: ACompany
const end = Date.UTC(2026, 10, 25, 12)

beforeAll(async () => {
  database = await freshDatabase()
  pool = database.store.pool
  company = await aCompany(pool)
  await ensurePartitions(pool, new Date(end - 86_400_000), new Date(end + 86_400_000))
})
afterAll(() => database.drop())

/** A detector whose readings hold for so long. */
const aDetector = async (holdSeconds: number) => {
  const { id } = await aDevice(pool, company, 'gas')
  await pool.query('update device set config = $2 where id = $1', [id, { settings: { gas: { holdSeconds } } }])
  return id
}

const store = (deviceId: string, readings: readonly ExposureReading[]) =>
  pool.query(
    `insert into gas_reading (device_id, channel, value, unit, quality, at, received_at)
     select $1, 'CO', v, 'ppm', q, t, now() from unnest($2::float8[], $3::text[], $4::timestamptz[]) as r (v, q, t)`,
    [deviceId, readings.map((r) => r.value), readings.map((r) => r.quality), readings.map((r) => new Date(r.at))],
  )

/** In many slices. */
const bringsUp = async (at: number) => {
  const client = await pool.connect()
  try {
    const until = new Date(Math.floor(at / minuteMs) * minuteMs)
    await bringUp(client, new Date(at), until, 7, async () => () => undefined)
  } finally {
    client.release()
  }
}

/** Once what was committed is behind all transactions of others in the same cluster. */
const isBroughtUp = async (at: number) => {
  await bringsUp(at)
  const { rows } = await pool.query<{ done: boolean }>(
    `select (select max(tx) from gas_reading) < tx as done from rollup_position where series = 'gas_exposure'`,
  )
  return rows[0]?.done ?? false
}

const sumsOf = async (ids: readonly string[]): Promise<Map<string, Windows & { until: Date }>> => {
  const { rows } = await pool.query<Windows & { until: Date }>(
    `select device_id as "deviceId", channel, until,
       jsonb_build_object('integral', stel_integral, 'measured', stel_measured, 'overRange', stel_over_range) as stel,
       jsonb_build_object('integral', twa_integral, 'measured', twa_measured, 'overRange', twa_over_range) as twa
     from gas_exposure where device_id = any ($1::uuid[])`,
    [ids],
  )
  return new Map(rows.map((row) => [row.deviceId, row]))
}

const expectClose = (one: number | null, other: number | null) => {
  if (one === null || other === null) return expect(one).toBe(other)
  return expect(Math.abs(one - other)).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(other)))
}

const aReading = fc.record({
  at: fc.integer({ min: 0, max: 9 * 3600 }).map((ago) => end - ago * 1000 - 1),
  value: fc.option(fc.double({ min: -5, max: 2000, noNaN: true }), { freq: 8 }),
  quality: fc.constantFrom(
    'good' as const,
    'good' as const,
    'over-range' as const,
    'fault' as const,
    'warm-up' as const,
  ),
})
const aChannel = fc.record({
  holdSeconds: fc.integer({ min: 1, max: 1800 }),
  // Each is stored by itself, in any order: before or after the windows moved on.
  batches: fc.array(fc.array(aReading, { minLength: 1, maxLength: 25 }), { minLength: 1, maxLength: 3 }),
})

test('averages equal those of the readings, which come late, shuffled and twice, while two nodes bring them up', {
  timeout: 240_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(aChannel, { minLength: 40, maxLength: 40 }), async (channels) => {
      const known = await Promise.all(channels.map(async (one) => ({ ...one, id: await aDetector(one.holdSeconds) })))
      for (const [n, before] of [40, 20, 0].entries()) {
        await Promise.all(known.map(({ id, batches }) => store(id, batches[n] ?? [])))
        // Some come twice.
        await Promise.all(known.map(({ id, batches }) => store(id, (batches[n] ?? []).slice(0, 2))))
        const at = end - before * minuteMs
        await Promise.all([bringsUp(at), bringsUp(at)])
      }
      await expect.poll(() => isBroughtUp(end), { timeout: 30_000 }).toBe(true)
      const sums = await sumsOf(known.map(({ id }) => id))
      for (const { id, batches, holdSeconds } of known) {
        const found = sums.get(id)
        if (!found) throw new Error('no averages')
        if (found.twa.measured > 0) expect(found.until.getTime()).toBe(end)
        const minutes = minutesOf(batches.flat(), holdSeconds * 1000, Infinity)
        for (const window of ['stel', 'twa'] as const) {
          const [one, wanted] = [exposureOfSums(window, found[window]), exposureOf(minutes, window, end)]
          expectClose(one.mean, wanted.mean)
          expectClose(one.share, wanted.share)
          expectClose(one.atLeast, wanted.atLeast)
          expect(one.isOverRange).toBe(wanted.isOverRange)
        }
      }
    }),
    { numRuns: 5, endOnFailure: true },
  )
})

test('when nothing comes, averages fall as time goes by, and leave nothing behind', { timeout: 60_000 }, async () => {
  const id = await aDetector(60)
  const begin = end + 3600 * 1000
  await store(
    id,
    Array.from({ length: 20 }, (_, n) => ({ at: begin + n * minuteMs, value: 0.1 + n / 7, quality: 'good' as const })),
  )
  await expect.poll(() => isBroughtUp(begin + 20 * minuteMs), { timeout: 30_000 }).toBe(true)
  const shareAfter = async (minutes: number) => {
    await bringsUp(begin + minutes * minuteMs)
    const found = (await sumsOf([id])).get(id)
    return found && [exposureOfSums('stel', found.stel).share, exposureOfSums('twa', found.twa).share]
  }
  expect(await shareAfter(20)).toEqual([1, 20 / 480])
  expect(await shareAfter(25)).toEqual([10 / 15, 20 / 480])
  expect(await shareAfter(36)).toEqual([0, 20 / 480])
  expect(await shareAfter(490)).toEqual([0, 10 / 480])
  expect(await shareAfter(501)).toEqual([0, 0])
  const sums = (await sumsOf([id])).get(id)
  expect(sums).toMatchObject({ stel: { integral: 0 }, twa: { integral: 0 } })
})

test('how long a reading holds is three of the usual intervals, and a minute while that is not known', async () => {
  const { id } = await aDevice(pool, company, 'gas')
  const holdOf = async () =>
    (await pool.query('select hold_ms from gas_exposure where device_id = $1', [id])).rows[0]?.hold_ms
  const good = (at: number): ExposureReading => ({ at, value: 1, quality: 'good' })
  await store(id, [good(end)])
  await expect.poll(() => isBroughtUp(end + minuteMs), { timeout: 30_000 }).toBe(true)
  expect(await holdOf()).toBe(60_000)
  await store(
    id,
    Array.from({ length: 8 }, (_, n) => good(end + (n + 1) * 30_000)),
  )
  await expect.poll(() => isBroughtUp(end + 6 * minuteMs), { timeout: 30_000 }).toBe(true)
  expect(await holdOf()).toBe(90_000)
})
