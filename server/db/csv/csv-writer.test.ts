// What is written of the store's binary rows is what the store itself writes as CSV.
import { guarded } from '@gatehouse/contract/csv-guard'
import fc from 'fast-check'
import { type Client } from 'pg'
import { to } from 'pg-copy-streams'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCsvWriter } from './csv-writer.ts'
import { freshDatabase, type TestDatabase } from '../testing.ts'

let database: TestDatabase
let client: Client
beforeAll(async () => {
  database = await freshDatabase()
  client = await database.store.connect()
  await client.query('create temp table kept (n int, plain text, said text, at timestamptz, id uuid, guarded text)')
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

const signs = Array.from('=+-@\t\r\n,;"\' aé✓＝＋－＠😀\u200B\uFEFF\u00A0')
const text = fc.option(fc.array(fc.constantFrom(...signs), { maxLength: 6 }).map((some) => some.join('')))
const moment = fc.option(
  fc
    .tuple(fc.date({ min: new Date('1931-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }), fc.nat(999))
    .map(([at, micros]) => at.toISOString().replace('Z', `${String(micros).padStart(3, '0')}Z`)),
)
const row = fc.record({ plain: text, said: text, at: moment, id: fc.option(fc.uuid()) })

const copied = async (statement: string): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of client.query(to(statement))) chunks.push(chunk)
  return Buffer.concat(chunks)
}

test('it is the same, wherever the bytes are parted', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { maxLength: 30 }),
      fc.array(fc.integer({ min: 1, max: 300 })),
      async (rows, cuts) => {
        await client.query('truncate kept')
        await client.query(
          `insert into kept select ordinality, plain, said, at, id, guarded
         from rows from (jsonb_to_recordset($1) as (plain text, said text, at timestamptz, id uuid, guarded text))
           with ordinality`,
          [JSON.stringify(rows.map((one) => ({ ...one, guarded: one.said === null ? null : guarded(one.said) })))],
        )
        const expected = await copied(`copy (select plain,
          guarded as said,
          to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, id
        from kept order by n) to stdout with (format csv)`)
        const bytes = await copied(
          'copy (select plain, said, at, id from kept order by n) to stdout with (format binary)',
        )
        const writer = createCsvWriter(['text', 'written', 'moment', 'id'])
        const written: Buffer[] = []
        let at = 0
        for (const cut of [...cuts, bytes.length]) written.push(writer.write(bytes.subarray(at, (at += cut))))
        expect(Buffer.concat(written).toString()).toBe(expected.toString())
        expect(writer.rows()).toBe(rows.length)
      },
    ),
    { numRuns: 200 },
  )
})

test('a row of other columns is not written', () => {
  const head = Buffer.from('PGCOPY\n\xFF\r\n\0\0\0\0\0\0\0\0\0', 'latin1')
  const writer = createCsvWriter(['text', 'text'])
  expect(() => writer.write(Buffer.concat([head, Buffer.from([0, 1, 255, 255, 255, 255])]))).toThrow('other columns')
})
