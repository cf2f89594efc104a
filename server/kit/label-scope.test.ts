// The rule of labels is written for memory and for SQL: whatever is marked, all of them answer the same.
import type { Permission } from '@gatehouse/contract/permissions'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDirectory } from '../building/devices/devices.ts'
import { freshDatabase, type TestDatabase } from '../db/testing.ts'
import { type ACompany, aCompany, aDevice, aLabel, aUser, aZone } from '../testing/building.testing.ts'
import { clock } from './clock.ts'
import type { Caller } from './http/caller.ts'
import { hiddenFirst, isMarked, hiddenFromRow, labelScope, outsideHidden, placesOutside } from './label-scope.ts'

let database: TestDatabase
let company: ACompany
let devices: string[]
/** Of the site, of a zone, of a device in it, of a device in no zone, and two of the same device. */
let labels: string[]
beforeAll(async () => {
  database = await freshDatabase()
  const { pool } = database.store
  company = await aCompany(pool)
  const [quiet, marked] = [await aZone(pool, company), await aZone(pool, company)]
  const inZone = await aDevice(pool, company, 'door', { zone: marked })
  const [alone, twice] = [await aDevice(pool, company, 'door'), await aDevice(pool, company, 'door', { zone: quiet })]
  const open = await aDevice(pool, company, 'door', { zone: quiet })
  devices = [inZone, alone, twice, open].map(({ id }) => id)
  labels = [
    await aLabel(pool, company, { zone: marked }),
    await aLabel(pool, company, { device: inZone.id }),
    await aLabel(pool, company, { device: alone.id }),
    await aLabel(pool, company, { device: twice.id }),
    await aLabel(pool, company, { device: twice.id }),
  ]
  // A label of another company has nothing to do with these.
  const elsewhere = await aCompany(pool)
  await aLabel(pool, elsewhere, { site: elsewhere.siteId })
})
afterAll(() => database.drop())

const aCaller = (held: readonly string[], can: readonly Permission[] = []): Caller => ({
  userId: uuid(),
  sessionId: uuid(),
  companyId: company.id,
  name: 'Ada Okafor',
  email: 'ada@gatehouse.example',
  permissions: new Set(can),
  labels: new Set(held),
  expiresAt: clock.ms() + 60_000,
  limited: false,
  viewer: null,
})

const at = ['d.id', 'd.zone_id', 'd.site_id']

/** What each way of asking answers of the devices, in their order. */
const answers = async (caller: Caller) => {
  const { db, pool } = database.store
  const directory = createDirectory(db)
  await directory.load()
  const scope = labelScope(caller)
  const { rows } = await sql<{ id: string; places: boolean; sees: boolean; hides: boolean; first: boolean }>`
    with ${hiddenFirst(caller)} select d.id, ${scope.places(...at)} as places, ${scope.sees('d.id')} as sees,
      ${scope.hides('d.id')} as hides, ${outsideHidden(...at)} as first
    from device d where d.company_id = ${company.id}
  `.execute(db)
  const values: unknown[] = []
  const where = scope.seesText('d.id', (value) => `$${values.push(value)}`)
  const text = await pool.query<{ id: string }>(`select d.id from device d where ${where}`, values)
  const seen = new Set(text.rows.map(({ id }) => id))
  const byId = new Map(rows.map((row) => [row.id, row]))
  const each = <T>(of: (id: string) => T) => devices.map(of)
  return {
    memory: each((id) => directory.sees(caller, id)),
    places: each((id) => byId.get(id)?.places),
    sees: each((id) => byId.get(id)?.sees),
    shown: each((id) => byId.get(id)?.hides === false),
    first: each((id) => byId.get(id)?.first),
    text: each((id) => seen.has(id)),
  }
}

test('memory, places, ids, a list read first and text agree, whatever labels somebody holds', async () => {
  const [zone = '', inZone = '', alone = '', twice = '', again = ''] = labels
  const [none, all] = [
    [false, false, false, true],
    [true, true, true, true],
  ]
  const expected: readonly (readonly [
    held: readonly string[],
    seen: readonly boolean[],
    can?: readonly Permission[],
  ])[] = [
    [[], none],
    [[zone], none],
    [[inZone], none],
    [
      [zone, inZone],
      [true, false, false, true],
    ],
    [[alone], [false, true, false, true]],
    [[again], [false, false, true, true]],
    [[zone, inZone, alone, twice], all],
    [[], all, ['admin_access']],
  ]
  for (const [held, seen, can] of expected)
    for (const answer of Object.values(await answers(aCaller(held, can)))) expect(answer).toEqual(seen)
  const site = await aLabel(database.store.pool, company, { site: company.siteId })
  for (const answer of Object.values(await answers(aCaller([zone, inZone, alone, twice]))))
    expect(answer).not.toContain(true)
  for (const answer of Object.values(await answers(aCaller([...labels, site])))) expect(answer).toEqual(all)
  await database.store.pool.query('delete from label where id = $1', [site])
})

test('whom a row is about is judged by the labels of that person', async () => {
  const { db, pool } = database.store
  const of = {
    isWhole: `'admin_access' = any (u.permissions)`,
    labels: 'select label_id from user_label where user_id = u.id',
  }
  const seenBy = async (userId: string) => {
    const { rows } = await sql<{ id: string }>`select d.id from device d join users u on u.id = ${userId}
      cross join lateral (select ${hiddenFromRow(of)} as hidden) x
      where d.company_id = ${company.id} and ${placesOutside('x.hidden', ...at)}`.execute(db)
    const seen = new Set(rows.map(({ id }) => id))
    return devices.map((id) => seen.has(id))
  }
  const person = async (held: readonly string[], can: readonly Permission[] = []) =>
    (await aUser(pool, company, { can, labels: held })).id
  expect(await seenBy(await person([]))).toEqual([false, false, false, true])
  expect(await seenBy(await person(labels.slice(0, 2)))).toEqual([true, false, false, true])
  expect(await seenBy(await person([], ['admin_access']))).toEqual([true, true, true, true])
})

test('what is marked is marked for everybody, and what is retired or nowhere is not hidden', async () => {
  const { db, pool } = database.store
  const { rows } = await sql<{ id: string }>`select d.id from device d where d.company_id = ${company.id}
    and ${isMarked(...at)}`.execute(db)
  expect(rows.map(({ id }) => id).toSorted()).toEqual(devices.slice(0, 3).toSorted())
  const scope = labelScope(aCaller([]))
  const retired = await aDevice(pool, company, 'door')
  await aLabel(pool, company, { device: retired.id })
  const seen = async () =>
    (
      await sql<{ seen: boolean; nowhere: boolean }>`select ${scope.sees('d.id')} as seen,
      ${scope.sees('null::uuid')} as nowhere from device d where d.id = ${retired.id}`.execute(db)
    ).rows[0]
  expect(await seen()).toEqual({ seen: false, nowhere: true })
  await pool.query('update device set retired_at = now() where id = $1', [retired.id])
  expect(await seen()).toEqual({ seen: true, nowhere: true })
})
