// What proves the log: every hour the hash of all that was stored since goes on the activity log, which is a chain that
// nobody changes unseen. What is learnt later, whether somebody went through, is not part of it: docs/record.md.
import type { Proof } from '@gatehouse/contract/entry-exit'
import { sql } from 'kysely'
import type pg from 'pg'
import { v7 as uuid } from 'uuid'
import type { Record } from '../activity/activity.ts'
import { inTransaction } from '../db/both-ways.ts'
import type { Db, Store } from '../db/pool.ts'

const series = 'entry_exit_seal'
/** Under one hash at most: whoever looks at one log waits until all of them are read. */
const mostRows = 20_000

/** On the activity log. */
export const sealedAction = 'entryExit.sealed'

// What never changes of a row, as text that nothing else can look like.
const line = `json_build_array(l.id, l.company_id, l.user_id, l.door_id, l.zone_id, l.type, ${micros('l.at')}, l.result,
  l.reason, l.method, l.source, ${micros('l.device_at')}, ${micros('l.received_at')}, l.correlation_id, l.decision,
  l.recorded_by, l.note, l.corrects)::text`

function micros(column: string) {
  return `(extract(epoch from ${column}) * 1000000)::bigint`
}

const digest = `encode(sha256(convert_to(string_agg(${line}, E'\\n' order by l.id), 'UTF8')), 'hex')`

interface Sealing {
  readonly firstId: string | null
  readonly lastId: string
  readonly rows: number
  readonly hash: string
}

/** Seals what was committed since the last time; what another process is at is left to it. */
export const sealLogs = (store: Pick<Store, 'pool'>, record: Record, now: Date): Promise<void> =>
  inTransaction(store.pool, async (client, tx) => {
    const { rows } = await client.query<{ done: string; upto: string }>(
      `select tx::text as done, pg_snapshot_xmin(pg_current_snapshot())::text as upto
       from rollup_position where series = '${series}' for update skip locked`,
    )
    const position = rows[0]
    if (!position || position.done === position.upto) return
    const { done, upto } = position
    const companies = await client.query<{ id: string }>(
      'select distinct company_id as id from entry_exit_log where tx >= $1::xid8 and tx < $2::xid8',
      [done, upto],
    )
    for (const { id } of companies.rows) await sealCompany(client, tx, record, { companyId: id, done, upto, now })
    await client.query(`update rollup_position set tx = $1::xid8 where series = '${series}'`, [upto])
  })

const sealCompany = async (
  client: Pick<pg.ClientBase, 'query'>,
  tx: Db,
  record: Record,
  { companyId, done, upto, now }: { companyId: string; done: string; upto: string; now: Date },
) => {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const found = await client.query<Sealing>(
      `select min(l.id::text) as "firstId", max(l.id::text) as "lastId", count(*)::int as rows, ${digest} as hash
       from (select * from entry_exit_log l where l.company_id = $1 and l.tx >= $2::xid8 and l.tx < $3::xid8
         and l.id > $4::uuid order by l.id limit ${mostRows}) l`,
      [companyId, done, upto, after],
    )
    const seal = found.rows[0]
    if (!seal?.firstId) return
    const correlationId = uuid()
    await client.query(
      `insert into entry_exit_seal (company_id, from_tx, upto_tx, first_id, last_id, rows, hash, correlation_id, at)
       values ($1, $2::xid8, $3::xid8, $4, $5, $6, decode($7, 'hex'), $8, $9)`,
      [companyId, done, upto, seal.firstId, seal.lastId, seal.rows, seal.hash, correlationId, now],
    )
    await record(
      {
        companyId,
        userId: null,
        actor: 'Gatehouse',
        action: sealedAction,
        subject: seal.rows === 1 ? '1 entry or exit' : `${seal.rows} entries and exits`,
        input: {},
        after: { rows: seal.rows, hash: seal.hash, firstId: seal.firstId, lastId: seal.lastId },
        status: 200,
        address: 'local',
        correlationId,
      },
      tx,
    )
    after = seal.lastId
  }
}

/** When the newest hash was made; undefined where there is none yet. */
export const lastSealed = async (client: Pick<pg.ClientBase, 'query'>): Promise<number | undefined> =>
  (await client.query<{ at: Date | null }>('select max(at) as at from entry_exit_seal')).rows[0]?.at?.getTime()

interface SealFound {
  readonly at: Date
  readonly rows: number
  readonly sealed: string | null
  readonly activityId: string
  readonly seq: number | null
  readonly kept: number
  readonly found: string | null
}

/** What proves a log of a company; null as long as nothing does. */
export const proofOf = async (db: Db, companyId: string, id: string): Promise<Proof | null> => {
  const { rows } = await sql<SealFound>`
    select s.at, s.rows, a.after ->> 'hash' as sealed, a.id as "activityId",
      (select k.seq from activity_link k where k.entry_id = a.id limit 1) as seq, now_there.kept, now_there.found
    from entry_exit_log o
      join entry_exit_seal s on s.company_id = o.company_id and s.from_tx <= o.tx and s.upto_tx > o.tx
        and s.first_id <= o.id and s.last_id >= o.id
      join activity a on a.correlation_id = s.correlation_id and a.action = ${sealedAction}
        and a.company_id = o.company_id
      cross join lateral (
        select count(*)::int as kept, ${sql.raw(digest)} as found from entry_exit_log l
        where l.company_id = s.company_id and l.tx >= s.from_tx and l.tx < s.upto_tx
          and l.id >= s.first_id and l.id <= s.last_id) now_there
    where o.id = ${id} and o.company_id = ${companyId}
    order by s.at desc limit 1
  `.execute(db)
  const row = rows[0]
  if (!row?.sealed || !row.found) return null
  const { at, rows: count, sealed, found, kept, activityId, seq } = row
  return { sealedAt: at.toISOString(), rows: count, kept, sealed, found, holds: sealed === found, activityId, seq }
}
