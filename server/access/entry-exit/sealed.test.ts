// Whoever has the database changes the log of entries and exits, or what is known of its seals: Verify finds each, and an
// untouched log always holds.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import pino from 'pino'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenAuditLog, openAuditLog } from '../../record/activity/activity.ts'
import { type Finding, verifyRecord } from '../../record/activity/verify.ts'
import { readFrom } from '../../record/activity/verify.sql.ts'
import { attacked } from '../../surface/attack.testing.ts'
import { type ACompany, aCompany } from '../../testing/building.testing.ts'
import { freshDatabase, othersEnded, type TestDatabase } from '../../db/testing.ts'
import { sealLogs } from './seals.ts'

let database: TestDatabase
let dataDir: string
let activity: OpenAuditLog
let company: ACompany
let other: ACompany

const insert = `insert into entry_exit_log (id, company_id, user_id, type, at, result, method, source, received_at,
  correlation_id, tx) values ($1, $2, $3, 'entry', $4, 'granted', 'card', 'device', $4, $1, coalesce($5, pg_current_xact_id()))`

const log = (
  on: Pick<pg.ClientBase, 'query'>,
  of: ACompany,
  at: Date,
  { tx, id = uuid() }: { tx?: string; id?: string } = {},
) => on.query(insert, [id, of.id, uuid(), at, tx ?? null])

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)

beforeAll(async () => {
  database = await freshDatabase()
  const { store } = database
  dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-sealed-'))
  activity = await openAuditLog(store, { dataDir, vaultKey: Buffer.alloc(32, 7) }, pino({ level: 'silent' }))
  ;[company, other] = [await aCompany(store.pool), await aCompany(store.pool)]
  // From before there were seals, as a building with a past brings it along.
  for (let n = 0; n < 3; n++) await log(store.pool, company, hoursAgo(100 + n), { tx: '1' })
  for (let hour = 3; hour > 0; hour--) {
    for (let n = 0; n < 5; n++) await log(store.pool, n === 4 ? other : company, hoursAgo(hour))
    await othersEnded(store.pool)
    await sealLogs(store, activity.record, hoursAgo(hour - 1))
  }
  await log(store.pool, company, hoursAgo(0))
  await activity.sealer.seal()
})
afterAll(async () => {
  await activity.stop()
  await database.drop()
  await rm(dataDir, { recursive: true })
})

const verdict = (client: Pick<pg.Pool, 'query'>, owners?: string[]) =>
  verifyRecord({
    read: readFrom(client),
    publicKey: activity.keys.publicKey,
    isOurs: activity.keys.isOurs,
    kept: activity.heads.all(),
    owners,
  })

const tamperings: Record<string, readonly [Finding['fault'], string]> = {
  'takes one away': ['missing', `delete from entry_exit_log where id = (select id from sealed)`],
  'gives one to another person': [
    'changed',
    `update entry_exit_log set user_id = gen_random_uuid() where id = (select id from sealed)`,
  ],
  'changes its time': [
    'changed',
    `update entry_exit_log set at = at - interval '1 minute' where id = (select id from sealed)`,
  ],
  'changes its id': ['missing', `update entry_exit_log set id = gen_random_uuid() where id = (select id from sealed)`],
  'gives one to another company': [
    'missing',
    `update entry_exit_log set company_id = $2 where id = (select id from sealed)`,
  ],
  'takes one of before away': [
    'missing',
    `delete from entry_exit_log where company_id = $1 and tx = '1' and id = (select min(id::text)::uuid from entry_exit_log where company_id = $1 and tx = '1')`,
  ],
  'invents one among those of an hour': ['missing', copied('m.first_id', 's.tx')],
  'invents one of an hour, with a later id': ['not linked', copied(`'ffffffff-ffff-7fff-8fff-ffffffffffff'`, 's.tx')],
  'invents one of before the first seal': ['not linked', copied('gen_random_uuid()', `'2'`)],
  'invents one of before in a company that brought none along': [
    'not linked',
    `insert into entry_exit_log (id, company_id, type, at, result, method, source, received_at, correlation_id, tx)
    select gen_random_uuid(), $2, 'entry', now() - interval '10 days', 'granted', 'card', 'device', now(), gen_random_uuid(), '1' where $1::uuid is not null`,
  ],
  'invents one of what has not come yet': ['not linked', copied('gen_random_uuid()', `'9000000000000'`)],
  'forgets where a seal is': [
    'missing',
    `delete from entry_exit_seal where company_id = $1 and from_tx = (select max(from_tx::text::bigint)::text::xid8 from entry_exit_seal where company_id = $1)`,
  ],
  'says that a seal is elsewhere': [
    'missing',
    `update entry_exit_seal set upto_tx = from_tx where company_id = $1 and from_tx > '0'`,
  ],
  'says it twice': [
    'missing',
    `insert into entry_exit_seal select company_id, '1', upto_tx, first_id, last_id, rows, hash, correlation_id, at from entry_exit_seal where company_id = $1 and from_tx > '0' limit 1`,
  ],
}

/** One like a sealed one, under another id and of other transactions. */
function copied(id: string, tx: string) {
  return `insert into entry_exit_log (id, company_id, user_id, type, at, result, method, source, received_at, correlation_id, tx)
    select ${id}::uuid, s.company_id, gen_random_uuid(), s.type, s.at, s.result, s.method, s.source, s.received_at, gen_random_uuid(), ${tx}::text::xid8
    from sealed s join entry_exit_seal m on m.company_id = s.company_id and m.from_tx <= s.tx and m.upto_tx > s.tx`
}

test('a log that nobody touched holds, whoever asks', async () => {
  const { pool } = database.store
  expect(await verdict(pool)).toMatchObject({ ok: true, logs: 18 })
  expect(await verdict(pool, [company.id])).toMatchObject({ ok: true, logs: 15 })
  expect(await verdict(pool, [other.id])).toMatchObject({ ok: true, logs: 3 })
})

test.each(Object.entries(tamperings))('whoever %s is found', async (what, [fault, statement]) => {
  const client = await database.store.connect()
  try {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    const sealed = `with sealed as (select * from entry_exit_log where company_id = $1 and tx > '1' order by id offset 2 limit 1)`
    const { rowCount } = await client.query(
      `${sealed} ${statement}`,
      statement.includes('$2') ? [company.id, other.id] : [company.id],
    )
    expect(rowCount).toBeGreaterThan(0)
    const { ok, firstBroken } = await verdict(client)
    attacked('tamperings', `entries and exits: somebody ${what}`, 1, ok ? 1 : 0)
    expect({ ok, fault: firstBroken?.fault }).toEqual({ ok: false, fault })
  } finally {
    await client.query('rollback')
    await client.end()
  }
})
