// Lists that are walked page by page in whatever order they are asked for.
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rowsOf } from './pool.ts'
import { byKey, byNumber, byTime, byTimeIfAny, byWords, type InOrder, type Order, sortedList } from './sorted.ts'
import { freshDatabase, type TestDatabase } from './testing.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await freshDatabase()
  await database.store.pool.query(`
    create table thing (id uuid primary key, run uuid not null, name text not null, place text, weight numeric,
      made_at timestamptz not null, seen_at timestamptz, sort_key text collate "C" not null generated always as (sort_key_of(name)) stored)
  `)
})
afterAll(() => database.drop())

const sorts = ['name', 'place', 'weight', 'madeAt', 'seenAt'] as const
type Sort = (typeof sorts)[number]

const things = sortedList(
  't.id',
  {
    name: byKey('t.sort_key'),
    place: byWords(sql`t.place`),
    weight: byNumber(sql`t.weight`),
    madeAt: byTime('t.made_at'),
    seenAt: byTimeIfAny(sql`t.seen_at`),
  },
  'name',
)

interface Thing {
  readonly id: string
  readonly name: string
  readonly place: string | null
  readonly weight: number | null
  readonly madeAt: string
  readonly seenAt: string | null
}

const read =
  (run: string) =>
  ({ order, limit }: { order: Order; limit: number }) =>
    rowsOf<InOrder<{ id: string }>>(database.store.db)`
    select t.id, ${order.columns} from thing t where t.run = ${run} and ${order.isBeyond} order by ${order.by} limit ${limit}
  `

const insert = (run: string, rows: readonly Thing[]) =>
  database.store.pool.query(
    `insert into thing (id, run, name, place, weight, made_at, seen_at)
     select id, $1, name, place, weight, "madeAt", "seenAt" from jsonb_to_recordset($2::jsonb)
       as r(id uuid, name text, place text, weight numeric, "madeAt" timestamptz, "seenAt" timestamptz)`,
    [run, JSON.stringify(rows)],
  )

type Page = Awaited<ReturnType<typeof pageOf>>
const pageOf = (run: string, sort: Sort | `-${Sort}` | undefined, cursor: string | null, limit: number) =>
  things.page({ sort, limit, ...(cursor === null ? {} : { cursor }) }, read(run), ({ id }) => id)

/** Every page of the list, with what happens after each of them. */
const walk = async (run: string, sort: Sort | `-${Sort}`, limit: number, meanwhile = async () => {}) => {
  const pages: Page[] = []
  for (let cursor: string | null = null; ; ) {
    const page = await pageOf(run, sort, cursor, limit)
    pages.push(page)
    if (page.next === null) return pages
    cursor = page.next
    await meanwhile()
  }
}

// Few values, so that many rows have the same; microseconds apart, and none at all.
const moments = ['2026-01-02T03:04:05.000001Z', '2026-01-02T03:04:05.000002Z', '1969-12-31T23:59:59.5Z']
const thing = fc.record<Thing>({
  id: fc.uuid(),
  name: fc.constantFrom('Ärger', 'arger', 'Zoe', 'b 10', 'B 9', ''),
  place: fc.constantFrom(null, '', 'Lobby', 'lobby', 'Çatı'),
  weight: fc.constantFrom(null, -1, 0, 0.1, 12345678901234),
  madeAt: fc.constantFrom(...moments),
  seenAt: fc.constantFrom(null, ...moments),
})
const several = fc.uniqueArray(thing, { selector: ({ id }) => id, maxLength: 25 })
const direction = fc.constantFrom(...sorts.flatMap((sort) => [sort, `-${sort}` as const]))

test('every row is on one page, in the order asked for and in its reverse, and all are counted once', async () => {
  await fc.assert(
    fc.asyncProperty(several, fc.constantFrom(...sorts), fc.integer({ min: 1, max: 7 }), async (rows, sort, limit) => {
      const run = randomUUID()
      await insert(run, rows)
      const up = await walk(run, sort, limit)
      const ids = up.flatMap(({ page }) => page.map(({ id }) => id))
      expect(ids.toSorted()).toEqual(rows.map(({ id }) => id).toSorted())
      expect(up.map(({ total }) => total)).toEqual(up.map((_, n) => (n === 0 ? rows.length : null)))
      const down = (await walk(run, `-${sort}`, limit)).flatMap(({ page }) => page.map(({ id }) => id))
      expect(down).toEqual(ids.toReversed())
      const byId = new Map(rows.map((row) => [row.id, row]))
      const numbers = ids.map((id) => numberOf(byId.get(id), sort))
      expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
    }),
    { numRuns: 60 },
  )
})

const none = Number.NEGATIVE_INFINITY
const numberOf = (row: Thing | undefined, sort: Sort): number => {
  if (sort === 'weight') return row?.weight ?? none
  if (sort === 'madeAt' || sort === 'seenAt') {
    const at = row?.[sort]
    return at === null || at === undefined ? none : moments.toSorted().indexOf(at)
  }
  return 0
}

test('rows that come and go meanwhile move nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(several, several, direction, async (rows, others, sort) => {
      const run = randomUUID()
      await insert(run, rows)
      const gone = rows.slice(0, 5).map(({ id }) => id)
      let left = others.filter(({ id }) => !rows.some((row) => row.id === id))
      const pages = await walk(run, sort, 3, async () => {
        await insert(run, left.slice(0, 2))
        left = left.slice(2)
        await database.store.pool.query('delete from thing where run = $1 and id = $2', [run, gone.pop() ?? null])
      })
      const seen = pages.flatMap(({ page }) => page.map(({ id }) => id))
      expect(new Set(seen).size).toBe(seen.length)
      const stayed = rows.slice(5).map(({ id }) => id)
      expect(seen.filter((id) => stayed.includes(id)).toSorted()).toEqual(stayed.toSorted())
    }),
    { numRuns: 40 },
  )
})

test('a cursor of another order, and what is none, are refused before the store is asked', async () => {
  const run = randomUUID()
  await insert(
    run,
    fc.sample(thing, 5).map((row) => ({ ...row, id: randomUUID() })),
  )
  const { next } = await pageOf(run, '-seenAt', null, 2)
  await expect(pageOf(run, 'seenAt', next, 2)).rejects.toMatchObject({ status: 422 })
  await expect(pageOf(run, 'name', next, 2)).rejects.toMatchObject({ status: 422 })
  const id = randomUUID()
  for (const key of ['x', '1e9', 'infinity', '99999999999999', '1 day', '', '\0']) {
    const forged = Buffer.from(JSON.stringify(['-seenAt', key, id])).toString('base64url')
    await expect(pageOf(run, '-seenAt', forged, 2)).rejects.toMatchObject({ status: 422 })
  }
})

test('a list is sorted as usual where nothing is asked for, and without rows it has none', async () => {
  const run = randomUUID()
  expect(await pageOf(run, undefined, null, 2)).toEqual({ page: [], next: null, total: 0 })
  const names = ['Zoe', 'Ärger', 'b']
  const rows = fc.sample(thing, 3).map((row, n) => ({ ...row, id: randomUUID(), name: names[n] ?? '' }))
  await insert(run, rows)
  const { page } = await pageOf(run, undefined, null, 9)
  expect(page.map(({ id }) => rows.find((row) => row.id === id)?.name)).toEqual(['Ärger', 'b', 'Zoe'])
})
