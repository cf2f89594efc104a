// What comes after what in lists by name, as the store has it, and the cursors of these lists.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nameCursor } from './by-name.ts'
import { rowsOf } from './pool.ts'
import { byKey, type InOrder, sortedList } from './sorted.ts'
import { freshDatabase, type TestDatabase } from './testing.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

const people = [
  ['Ida', 'Åberg'],
  ['Çelik', ''],
  ['Jan', 'de Vries'],
  ['Ana', 'Đorđević'],
  ['José', 'Garcia'],
  ['Jose', 'García Lorca'],
  ['Łukasz', 'Łoś'],
  ['Ole', 'Østergaard'],
  ['Uwe', 'STRASSE'],
  ['Vera', 'Straße'],
  ['Émile', 'Zola'],
] as const

test('people are sorted as people expect, whatever case and accents', async () => {
  const company = await companyOf(people)
  expect((await page(company, undefined, 50)).page.map(({ name }) => name)).toEqual(
    people.map((name) => name.join(' ')),
  )
})

test('a list goes on where it was, though the last row has gone or is called otherwise', async () => {
  for (const change of ['delete from users where id = $1', `update users set last_name = 'Aaa' where id = $1`]) {
    const company = await companyOf(people)
    const first = await page(company, undefined, 4)
    await database.store.pool.query(change, [first.page[3]?.id])
    const second = await page(company, first.next ?? undefined, 50)
    expect(second.page[0]?.name).toBe('José Garcia')
    expect(second.page).toHaveLength(people.length - 4)
    expect(second.next).toBeNull()
  }
})

test('the longest names fit into the index and the cursor', async () => {
  const long = '𝒵'.repeat(255)
  const company = await companyOf([
    ['社'.repeat(255), '﷽ﷺ'.repeat(127)],
    [long, long],
    [long, long],
    ['Zoe', 'Zz'],
  ])
  const seen: string[] = []
  for (let cursor: string | undefined; ; ) {
    const { page: rows, next } = await page(company, cursor, 1)
    seen.push(...rows.map(({ name }) => name.slice(0, 3)))
    if (next === null) break
    expect(next.length).toBeLessThan(600)
    cursor = next
  }
  expect(seen).toHaveLength(4)
  expect(seen.at(-1)).toBe('社社社')
})

test('what is no cursor is refused', () => {
  const id = randomUUID()
  const forged = [[], [id], [id.slice(1), ''], [` ${id}`, ''], [id, '\0'], [id, 1]].map((key) => JSON.stringify(key))
  for (const text of ['', 'x', ...forged]) {
    expect(() => nameCursor.decode(Buffer.from(text).toString('base64url')), JSON.stringify(text)).toThrow()
  }
  const place = { id, sortKey: 'de vries\tjan' }
  expect(nameCursor.decode(nameCursor.encode(place))).toEqual(place)
})

const companyOf = async (names: readonly (readonly [first: string, last: string])[]) => {
  const company = randomUUID()
  const { pool } = database.store
  await pool.query(`insert into company (id, name, time_zone) values ($1, $2, 'UTC')`, [company, company])
  for (const [first, last] of names.toReversed()) {
    const id = randomUUID()
    await pool.query('insert into users (id, company_id, email, first_name, last_name) values ($1, $2, $3, $4, $5)', [
      id,
      company,
      id,
      first,
      last,
    ])
  }
  return company
}

const byName = sortedList('u.id', { name: byKey('u.sort_key') }, 'name')

const page = (company: string, cursor: string | undefined, size: number) =>
  byName.page(
    { cursor, limit: size },
    ({ order, limit }) =>
      rowsOf<InOrder<{ id: string; name: string }>>(database.store.db)`
      select u.id, ${order.columns}, u.first_name || ' ' || u.last_name as name from users u
      where u.company_id = ${company} and ${order.isBeyond} order by ${order.by} limit ${limit}
    `,
    ({ id }) => id,
  )
