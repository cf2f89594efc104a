// The one text of an entry that is hashed: as RFC 8785 has it, and the same before and after the store, whatever
// somebody sends.
import { createHmac, hkdfSync, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../db/testing.ts'
import { keysOf } from './chain.ts'
import { canonical, canonicalOf, columns, type StoredEntry, writtenOf } from './entry.ts'
import { createAuditLog } from './write.ts'

const vaultKey = Buffer.alloc(32, 3)
const keys = keysOf(vaultKey)

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

const entryWith = (input: unknown, correlationId = randomUUID()) => ({
  companyId: null,
  userId: null,
  actor: 'somebody \ud800 \0',
  action: 'doors.unlock',
  subject: 'Tür "1"',
  input,
  after: { input },
  status: 200,
  address: '',
  correlationId,
})

test('what was hashed when it was written is what the store gives back', { timeout: 60_000 }, async () => {
  const { pool, db } = database.store
  const record = createAuditLog(db, keys)
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.jsonValue({ stringUnit: 'binary', maxDepth: 4 }), { minLength: 20, maxLength: 60 }),
      async (inputs) => {
        const run = randomUUID()
        await Promise.all(
          [...inputs, { toJSON: 1, b: 2, a: [-0, 1e21, 5e-324] }].map((input) => record(entryWith(input, run))),
        )
        const { rows } = await pool.query<StoredEntry & { mac: Buffer }>(
          `select a.mac, ${columns} from activity a where a.correlation_id = $1`,
          [run],
        )
        expect(rows).toHaveLength(inputs.length + 1)
        for (const { mac, ...entry } of rows) expect(keys.isOurs(canonical(entry), mac)).toBe(true)
      },
    ),
    { numRuns: 20 },
  )
})

test('it is written as in the example of RFC 8785, whatever the order it came in', () => {
  const example = String.raw`{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],
    "string":"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/","literals":[null,true,false]}`
  expect(canonicalOf(JSON.parse(example))).toBe(
    String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
  )
  const shuffled = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shuffled)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value)
        .map(([name, inner]) => [name, shuffled(inner)] as const)
        .toReversed(),
    )
  }
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(canonicalOf(shuffled(value))).toBe(canonicalOf(value))
      expect(JSON.parse(canonicalOf(value))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
  const { inputText: _, beforeText: __, afterText: ___, ...entry } = writtenOf(entryWith({ z: 1, a: 2 }))
  expect(canonical(entry)).toBe(canonicalOf(entry))
})

test('the code of an entry is made as docs/record.md says', () => {
  const { inputText: _, beforeText: __, afterText: ___, ...entry } = writtenOf(entryWith({}))
  const key = Buffer.from(hkdfSync('sha256', vaultKey, '', 'gatehouse record entries', 32))
  const mac = createHmac('sha256', key)
    .update(`gatehouse entry 1\n${canonicalOf(entry)}`)
    .digest()
  expect(keys.macOf(canonical(entry))).toEqual(mac)
})

test('no field of an entry can be changed without its text being another', () => {
  const {
    inputText: _,
    beforeText: __,
    afterText: ___,
    ...entry
  } = writtenOf({
    ...entryWith({ n: 1 }),
    companyId: randomUUID(),
    userId: randomUUID(),
    onBehalfOf: 'other@gatehouse.example',
    onBehalfOfId: randomUUID(),
    before: { name: 'Day' },
    reason: 'Because',
    address: '192.0.2.1',
  })
  const before = canonical(entry)
  for (const [field, value] of Object.entries(entry)) {
    expect(value, field).not.toBeNull()
    const changed = typeof value === 'number' ? value + 1 : typeof value === 'string' ? `${value}!` : { other: true }
    expect(canonical({ ...entry, [field]: changed }), field).not.toBe(before)
    expect(canonical({ ...entry, [field]: null }), `${field} taken away`).not.toBe(before)
  }
})
