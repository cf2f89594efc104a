// Arrays written for the store: it reads back exactly what was given, whatever a text says.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { arrayLiteral } from './array-literal.ts'
import { freshDatabase, type TestDatabase } from './testing.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

const texts = fc.oneof(
  fc.string({ unit: 'binary' }).filter((text) => !text.includes('\0') && text.isWellFormed()),
  fc.constantFrom('', 'null', 'NULL', ' ', '{}', '{a,b}', 'a,b', '"', String.raw`\\"\n`, '\n', 'µg/m³', '%LEL'),
)

test('the store reads back texts, numbers, truths and moments as they were given, and what is missing as missing', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.option(texts)),
      fc.array(fc.option(fc.double({ noNaN: true }))),
      fc.array(fc.option(fc.boolean())),
      fc.array(fc.option(fc.date({ min: new Date(0), max: new Date('2199-12-31'), noInvalidDate: true }))),
      async (text, number, truth, moment) => {
        const { rows } = await database.store.pool.query<Record<string, unknown[]>>(
          'select $1::text[] as text, $2::float8[] as number, $3::boolean[] as truth, $4::timestamptz[] as moment',
          [text, number, truth, moment].map(arrayLiteral),
        )
        const zero = (value: number | null) => (value === 0 ? 0 : value)
        expect(rows[0]).toEqual({ text, number: number.map(zero), truth, moment })
      },
    ),
  )
})
