// The one text of an entry that is hashed: as RFC 8785 has it, and the same before and after the store, whatever
// somebody sends.
import { createHmac, hkdfSync, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { canonicalize } from 'json-canonicalize'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../db/testing.ts'
import { keysOf } from './chain.ts'
import { canonical, canonicalOf, columns, type Kept, writtenOf } from './entry.ts'
import { createRecord } from './write.ts'

const vaultKey = Buffer.alloc(32, 3)
const keys = keysOf(vaultKey)

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

const entryWith = (input: unknown) => ({
  companyId: null,
  userId: null,
  actor: 'somebody \ud800 \0',
  action: 'doors.unlock',
  subject: 'Tür "1"',
  input,
  after: { input },
  status: 200,
  address: '',
  correlationId: randomUUID(),
})

test('what was hashed when it was written is what the store gives back', { timeout: 60_000 }, async () => {
  const { pool, db } = database.store
  const record = createRecord(db, keys)
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.jsonValue({ stringUnit: 'binary', maxDepth: 4 }), { minLength: 20, maxLength: 60 }),
      async (inputs) => {
        await Promise.all(
          [...inputs, { toJSON: 1, b: 2, a: [-0, 1e21, 5e-324] }].map((input) => record(entryWith(input))),
        )
        const { rows } = await pool.query<Kept & { mac: Buffer }>(`select a.mac, ${columns} from activity a`)
        for (const { mac, ...entry } of rows) expect(keys.isOurs(canonical(entry), mac)).toBe(true)
      },
    ),
    { numRuns: 20 },
  )
})

test('it is RFC 8785 as others write it', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(canonicalOf(value)).toBe(canonicalize(value))
    }),
    { numRuns: 500 },
  )
  const { inputText: _, beforeText: __, afterText: ___, ...entry } = writtenOf(entryWith({ z: 1, a: 2 }))
  expect(canonical(entry)).toBe(canonicalize(entry))
})

test('the code of an entry is made as docs/record.md says', () => {
  const { inputText: _, beforeText: __, afterText: ___, ...entry } = writtenOf(entryWith({}))
  const key = Buffer.from(hkdfSync('sha256', vaultKey, '', 'gatehouse record entries', 32))
  const mac = createHmac('sha256', key)
    .update(`gatehouse entry 1\n${canonicalize(entry)}`)
    .digest()
  expect(keys.macOf(canonical(entry))).toEqual(mac)
})
