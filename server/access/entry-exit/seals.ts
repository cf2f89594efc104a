// What proves the log: every hour the hash of all that was stored since goes on the activity log, which is a chain that
// nobody changes unseen. What is learnt later, whether somebody went through, is not part of it: docs/record.md.
import type { Proof } from '@gatehouse/contract/access/entry-exit'
import { sql } from 'kysely'
import type pg from 'pg'
import { v7 as uuid } from 'uuid'
import { digestOfLogs as digest, type AuditLog, sealedAction } from '../../record/activity/activity.ts'
import { type Since, sinceLast } from '../../db/rollups.ts'
import { inPoolTransaction } from '../../db/transaction.ts'
import { type Db, isoRowsOf, type Store } from '../../db/pool.ts'

const series = 'entry_exit_seal'
/** Under one hash at most: whoever looks at one log waits until all of them are read. */
const mostRows = 20_000

interface Sealing {
  /** null: there was nothing to be sealed. */
  readonly firstId: string | null
  readonly lastId: string
  readonly rows: number
  readonly hash: string
}

/** Seals what was committed since the last time; what another process is at is left to it. */
export const sealLogs = (store: Pick<Store, 'pool'>, record: AuditLog, now: Date): Promise<void> =>
  inPoolTransaction(store.pool, async (client, tx) => {
    await sinceLast(client, series, 'skip', async ({ done, upto }) => {
      await sealBefore(client, tx, record, now)
      const companies = await client.query<{ id: string }>(
        'select distinct company_id as id from entry_exit_log where tx >= $1::xid8 and tx < $2::xid8',
        [done, upto],
      )
      for (const { id } of companies.rows) await sealCompany(client, tx, record, { companyId: id, done, upto, now })
    })
  })

/** What companies brought along from before the first seal: once for each, also where it is nothing. */
const sealBefore = async (client: Pick<pg.ClientBase, 'query'>, tx: Db, record: AuditLog, now: Date) => {
  const { rows } = await client.query<{ id: string; upto: string }>(
    `select c.id, b.tx::text as upto from company c cross join rollup_position b
     where b.series = '${series}_before'
       and not exists (select from entry_exit_seal s where s.company_id = c.id and s.from_tx = '0')`,
  )
  for (const { id: companyId, upto } of rows) {
    const part = { companyId, done: '0', upto, now }
    if ((await sealCompany(client, tx, record, part)) === 0) await keepSeal(client, tx, record, { ...part, ...nothing })
  }
}

const noId = '00000000-0000-0000-0000-000000000000'
const nothing = { firstId: noId, lastId: noId, rows: 0, hash: '' }

interface Part extends Since {
  readonly companyId: string
  readonly now: Date
}

/** Answers how many seals that were. */
const sealCompany = async (
  client: Pick<pg.ClientBase, 'query'>,
  tx: Db,
  record: AuditLog,
  part: Part,
): Promise<number> => {
  const { companyId, done, upto } = part
  for (let seals = 0, after = noId; ; seals++) {
    const found = await client.query<Sealing>(
      `select min(l.id::text) as "firstId", max(l.id::text) as "lastId", count(*)::int as rows, ${digest} as hash
       from (select * from entry_exit_log l where l.company_id = $1 and l.tx >= $2::xid8 and l.tx < $3::xid8
         and l.id > $4::uuid order by l.id limit ${mostRows}) l`,
      [companyId, done, upto, after],
    )
    const [seal] = found.rows
    if (!seal?.firstId) return seals
    const { firstId, lastId, rows, hash } = seal
    await keepSeal(client, tx, record, { ...part, firstId, lastId, rows, hash })
    after = lastId
  }
}

const keepSeal = async (client: Pick<pg.ClientBase, 'query'>, tx: Db, record: AuditLog, part: Part & Sealing) => {
  const { companyId, done, upto, now, firstId, lastId, rows, hash } = part
  const correlationId = uuid()
  await client.query(
    `insert into entry_exit_seal (company_id, from_tx, upto_tx, first_id, last_id, rows, hash, correlation_id, at)
     values ($1, $2::xid8, $3::xid8, $4, $5, $6, decode($7, 'hex'), $8, $9)`,
    [companyId, done, upto, firstId, lastId, rows, hash, correlationId, now],
  )
  await record(
    {
      companyId,
      userId: null,
      actor: 'Gatehouse',
      action: sealedAction,
      subject: subjectOf(part),
      input: {},
      after: { rows, hash, firstId, lastId },
      status: 200,
      address: 'local',
      correlationId,
    },
    tx,
  )
}

const subjectOf = ({ done, rows }: Pick<Part & Sealing, 'done' | 'rows'>): string => {
  const many = rows === 1 ? '1 entry or exit' : `${rows} entries and exits`
  return done === '0' ? `${many} from before` : many
}

/** When the newest hash was made; undefined where there is none yet. */
export const lastSealed = async (client: Pick<pg.ClientBase, 'query'>): Promise<number | undefined> =>
  (await client.query<{ at: Date | null }>('select max(at) as at from entry_exit_seal')).rows[0]?.at?.getTime()

/** What proves a log of a company; null as long as nothing does. */
export const proofOf = async (db: Db, companyId: string, id: string): Promise<Proof | null> => {
  const [proof] = await isoRowsOf<Proof>(db)`
    select s.at as "sealedAt", s.rows, now_there.kept, a.after ->> 'hash' as sealed, now_there.found,
      a.after ->> 'hash' = now_there.found as holds, a.id as "activityId",
      (select k.seq from activity_link k where k.entry_id = a.id limit 1) as seq
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
  `
  return proof?.sealed && proof.found ? proof : null
}
