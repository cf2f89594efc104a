// Whoever has the database and not the key changes the record in every way we could think of: each is found, and an
// untouched record is never said to be broken.
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { attacked } from '../../surface/attack.testing.ts'
import { aCompany } from '../../testing/building.testing.ts'
import { asOf } from '../../kit/clock.testing.ts'
import { freshDatabase, type TestDatabase } from '../../db/testing.ts'
import { type OpenAuditLog, openAuditLog } from './activity.ts'
import { attacks } from './attacks.testing.ts'
import { verifyRecord } from './verify.ts'
import { type Read, readFrom } from './verify.sql.ts'

/** Each way once; 10,000 for the figure in docs/record.md: GATEHOUSE_ATTACKS=10000. */
const many = Number(process.env['GATEHOUSE_ATTACKS'] ?? attacks.length)
const vaultKey = Buffer.alloc(32, 7)

let database: TestDatabase
let dataDir: string
let activity: OpenAuditLog
beforeAll(async () => {
  database = await freshDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-record-'))
  activity = await openAuditLog(database.store, { dataDir, vaultKey }, pino({ level: 'silent' }))
  const companies = [await aCompany(database.store.pool), await aCompany(database.store.pool)]
  // Over the turn of a year, some alone and some together.
  for (let n = 0; n < 40; n++) {
    const at = new Date(Date.UTC(2025, 11, 31, 23, 40 + n))
    const together = Array.from({ length: n % 3 === 0 ? 1 : 4 }, (_, i) => {
      const owner = companies[(n + i) % 3]
      return asOf(at, () =>
        activity.record({
          companyId: owner?.id ?? null,
          userId: randomUUID(),
          actor: `person${i}@gatehouse.example`,
          onBehalfOf: i === 2 ? 'other@gatehouse.example' : null,
          onBehalfOfId: i === 2 ? randomUUID() : null,
          action: ['roles.update', 'doors.unlock', 'users.suspend'][n % 3] ?? '',
          subject: n % 2 === 0 ? `Night shift ${n}` : null,
          input: { id: randomUUID(), n, ratio: n / 7, deep: { list: [1, 'ä\u{1F6AA}', null] } },
          before: i === 1 ? { name: 'Day' } : null,
          after: i === 1 ? { name: 'Night' } : null,
          reason: n % 5 === 0 ? 'Because' : null,
          status: 200,
          address: '192.0.2.1',
          correlationId: randomUUID(),
        }),
      )
    })
    await Promise.all(together)
    await activity.sealer.seal()
  }
})
afterAll(async () => {
  await activity.stop()
  await database.drop()
  await rm(dataDir, { recursive: true })
})

const verdict = (read: Read, withKey = true) =>
  verifyRecord({
    read,
    publicKey: activity.keys.publicKey,
    ...(withKey ? { isOurs: activity.keys.isOurs } : {}),
    kept: activity.heads.all(),
  })

// The same numbers each time, so that what was not found can be looked for.
const numbers = (seed: number) => {
  let state = seed
  return (n: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * n)
  }
}

test('a record that nobody touched holds', async () => {
  const found = await verdict(readFrom(database.store.pool))
  expect(found).toMatchObject({ ok: true, checked: 118 })
  expect(found.checkpoints).toHaveLength(6)
  expect(await verdict(readFrom(database.store.pool), false)).toMatchObject({ ok: true })
})

test(`${many} attacks with all rights in the database and no key are all found`, { timeout: 3_600_000 }, async () => {
  const client = await database.store.connect()
  const read = readFrom(client)
  const missed: string[] = []
  let [found, falseAlarms, done] = [0, 0, 0]
  for (let n = 0; done < many; n++) {
    const attack = attacks[n % attacks.length]
    if (!attack) break
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    const did = await attack.run({ client, below: numbers(n + 1) })
    const { ok } = did ? await verdict(read) : { ok: true }
    await client.query('rollback')
    if (!did) continue
    done++
    if (ok) missed.push(`${attack.name} (${n})`)
    else found++
    if (done % 10 === 0 && !(await verdict(read)).ok) falseAlarms++
  }
  await client.end()
  process.stdout.write(`${done} attacks: ${found} found, ${falseAlarms} false alarms\n`)
  attacked('tamperings', 'changes of the store behind the record', done, missed.length)
  attacked('tamperings', 'records said to be broken that nobody touched', Math.floor(done / 10), falseAlarms)
  expect(missed).toEqual([])
  expect({ found, falseAlarms }).toEqual({ found: many, falseAlarms: 0 })
})

test('the database itself refuses to change, delete or empty what was recorded', async () => {
  const { pool } = database.store
  const refused = [
    'update activity set status = 1',
    'update activity_link set seq = seq + 1',
    'update activity_checkpoint set hash = hash',
    ...['activity', 'activity_link', 'activity_checkpoint'].flatMap((t) => [`delete from ${t}`, `truncate ${t}`]),
  ]
  for (const statement of refused) await expect(pool.query(statement)).rejects.toThrow(/only added to/)
  const { rows } = await pool.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent in ('activity'::regclass, 'activity_link'::regclass)`,
  )
  expect(rows.length).toBeGreaterThan(4)
  for (const { name } of rows) await expect(pool.query(`truncate ${name}`)).rejects.toThrow(/only added to/)
})
