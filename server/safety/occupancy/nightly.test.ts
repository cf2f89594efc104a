// The nightly reset: by the clocks of the site, also when these are put on or back, and only where it may be empty.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { v7 as uuid } from 'uuid'
import { ensurePartitions } from '../../db/partitions.ts'
import { freshDatabase, type TestDatabase } from '../../db/testing.ts'
import { inPoolTransaction } from '../../db/transaction.ts'
import { aCompany, aDevice, aUser, aZone, putInside } from '../../testing/building.testing.ts'
import { followBorders, setAnchors } from './anchors.ts'
import { addUpNew } from './live.ts'
import { nightOf, noteNights, sitesDue } from './nightly.ts'
import { lockOccupancy } from './occupancy.sql.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await freshDatabase()
  await inPoolTransaction(database.store.pool, (tx) =>
    ensurePartitions(tx, new Date('2026-03-01T00:00:00Z'), new Date('2026-12-01T00:00:00Z')),
  )
})
afterAll(() => database.drop())

const aSite = async (timeZone = 'Europe/Berlin') => {
  const { pool } = database.store
  const company = await aCompany(pool, 'Night', timeZone)
  const hall = await aZone(pool, company, 'Hall')
  const counter = await aDevice(pool, company, 'counter', { zone: hall })
  await pool.query(
    `insert into count_border (id, company_id, device_id, to_zone_id, created_at) values ($1, $2, $3, $4, now())`,
    [uuid(), company.id, counter.id, hall],
  )
  await pool.query('insert into device_status (device_id, online, last_seen_at) values ($1, true, now())', [counter.id])
  const run = <T>(work: Parameters<typeof inPoolTransaction<T>>[1]) => inPoolTransaction(pool, work)
  await run(async (_client, tx) =>
    followBorders(tx, company.id, await lockOccupancy(tx), new Date('2026-03-01T12:00:00Z')),
  )
  return {
    company,
    hall,
    counter,
    due: (now: string) => run((_client, tx) => sitesDue(tx, company.id, new Date(now))),
    /** What a night does at this moment: the reason for which it is left out, or that it is done. */
    night: (now: string) =>
      run(async (_client, tx) => {
        const [site] = await sitesDue(tx, company.id, new Date(now))
        if (!site) return 'not due'
        const night = await nightOf(tx, site, new Date(now))
        if (night.isEmpty) await setAnchors(tx, night.anchors, await lockOccupancy(tx))
        await noteNights(tx, [night])
        return night.isEmpty ? 'reset' : night.reason
      }),
    known: (people: number, at: string) =>
      run(async (_client, tx) => {
        const of = { companyId: company.id, siteId: company.siteId, at: new Date(at), kind: 'manual', people } as const
        const by = { reason: 'Counted', by: 'Test' }
        await setAnchors(
          tx,
          [
            { ...of, ...by, placeId: hall, zoneId: hall },
            { ...of, ...by, placeId: company.siteId, zoneId: null },
          ],
          await lockOccupancy(tx),
        )
      }),
    count: async (at: string, entries: number, exits: number) => {
      const { rows: stored } = await pool.query<{ tx: string }>(
        'insert into people_count values ($1, $2, $3, $4, $2) returning tx::text',
        [counter.id, at, entries, exits],
      )
      // Transactions of whichever database of the cluster come before it.
      const isPast = async () =>
        (await pool.query('select pg_snapshot_xmin(pg_current_snapshot()) > $1::xid8 as past', [stored[0]?.tx])).rows[0]
      await expect.poll(isPast, { timeout: 15_000 }).toEqual({ past: true })
      await run(async (client, tx) => {
        const { rows } = await client.query<{ upto: string }>(
          'select pg_snapshot_xmin(pg_current_snapshot())::text as upto',
        )
        const upto = rows[0]?.upto ?? ''
        await addUpNew(tx, await lockOccupancy(tx), upto)
        await client.query(`update rollup_position set tx = $1::xid8 where series = 'occupancy'`, [upto])
      })
    },
    offline: () => pool.query('update device_status set online = false where device_id = $1', [counter.id]),
  }
}

describe('the time of the reset', () => {
  test('is four by the clocks of the site, in summer and in winter', async () => {
    const { due } = await aSite()
    expect(await due('2026-07-01T01:59:00Z')).toEqual([])
    expect(await due('2026-07-01T02:00:00Z')).toMatchObject([{ dueAt: new Date('2026-07-01T02:00:00Z') }])
    expect(await due('2026-11-10T02:30:00Z')).toEqual([])
    expect(await due('2026-11-10T03:00:00Z')).toMatchObject([{ dueAt: new Date('2026-11-10T03:00:00Z') }])
    expect(await due('2026-11-10T07:00:00Z')).toEqual([])
  })

  test('is there once on the days on which the clocks are put on and back, also where they skip it or show it twice', async () => {
    const site = await aSite()
    await database.store.pool.query(
      `insert into occupancy_setting (site_id, company_id, reset_at, quiet_hours) values ($1, $2, '02:30', 3)`,
      [site.company.siteId, site.company.id],
    )
    // 02:00 becomes 03:00.
    expect(await site.due('2026-03-29T00:59:00Z')).toEqual([])
    expect(await site.due('2026-03-29T01:31:00Z')).toHaveLength(1)
    expect(await site.night('2026-03-29T01:31:00Z')).toBe('reset')
    expect(await site.night('2026-03-29T02:31:00Z')).toBe('not due')
    // 03:00 becomes 02:00.
    expect(await site.night('2026-10-25T01:31:00Z')).toBe('reset')
    expect(await site.night('2026-10-25T02:31:00Z')).toBe('not due')
  })
})

describe('a site is reset', () => {
  test('where counters and badges agree that it may be empty, and what is left of the day teaches the counter', async () => {
    const site = await aSite()
    await site.known(0, '2026-06-01T06:00:00Z')
    await site.count('2026-06-01T09:00:00Z', 300, 0)
    await site.count('2026-06-02T01:00:00Z', 0, 295)
    expect(await site.night('2026-06-02T02:00:00Z')).toBe('reset')
    const { rows } = await database.store.pool.query(
      'select counted, people, kind from occupancy_anchor where place_id = $1 and kind = $2',
      [site.company.siteId, 'nightly'],
    )
    expect(rows).toEqual([{ counted: 5, people: 0, kind: 'nightly' }])
    const { rows: learnt } = await database.store.pool.query(
      'select lessons from counter_accuracy where device_id = $1',
      [site.counter.id],
    )
    expect(learnt).toEqual([{ lessons: 1 }])
  })

  test('not while people are inside by their badges, or by counters, or move, or a counter is offline: that is noted', async () => {
    const badges = await aSite()
    await badges.known(0, '2026-06-01T06:00:00Z')
    await badges.count('2026-06-02T01:00:00Z', 1, 0)
    await putInside(database.store.pool, badges.company, await aUser(database.store.pool, badges.company), badges.hall)
    expect(await badges.night('2026-06-02T02:00:00Z')).toMatch('By their badges 1')
    // By then nobody has moved for three hours, whatever badges say: some forget to badge out.
    expect(await badges.night('2026-06-02T04:00:00Z')).toBe('reset')

    const counted = await aSite()
    await counted.known(0, '2026-06-01T06:00:00Z')
    await counted.count('2026-06-02T01:30:00Z', 200, 20)
    expect(await counted.night('2026-06-02T02:00:00Z')).toMatch('not empty')
    expect(await counted.night('2026-06-02T04:00:00Z')).toMatch('not empty')
    // Noted once its time is over, and not tried again.
    expect(await counted.night('2026-06-02T04:10:00Z')).toBe('not due')
    const { rows } = await database.store.pool.query(
      'select applied, reason from occupancy_anchor where site_id = $1 and kind = $2',
      [counted.company.siteId, 'nightly'],
    )
    expect(rows).toEqual([{ applied: false, reason: 'By its counters it was not empty' }])

    const moving = await aSite()
    await moving.known(0, '2026-06-01T06:00:00Z')
    await moving.count('2026-06-02T01:55:00Z', 1, 1)
    expect(await moving.night('2026-06-02T02:00:00Z')).toMatch('moving')
    await moving.offline()
    expect(await moving.night('2026-06-02T02:30:00Z')).toMatch('did not report')
  })
})
