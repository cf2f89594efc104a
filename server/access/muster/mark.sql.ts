// What is said of people on a list: every word kept, once; the last one by time holds, whichever came first.
import type { Mark, Person, Status } from '@gatehouse/contract/access/muster'
import { sql } from 'kysely'
import { type Db, firstOf, isoRowsOf } from '../../db/pool.ts'

export interface Word {
  readonly id: string
  readonly personId: string
  readonly status: Status
  readonly place: string | null
  readonly note: string | null
  readonly at: Date
  readonly saidAt: Date
  /** The person's `seq` as who marked them knew it. */
  readonly knownSeq?: number | undefined
}

export interface Speaker {
  readonly how: Mark['how']
  readonly id: string | null
  readonly name: string
}

export interface Held {
  readonly id: string
  readonly siteId: string
  readonly site: string
  readonly reason: string
  readonly zoneIds: readonly string[]
  readonly startedAt: Date
  readonly endedAt: Date | null
  /** For what is about to change. */
  readonly seq: number
}

/** The roll-call, held against everybody else who would change it until the transaction ends. */
export const hold = (tx: Db, musterId: string, { orSkip = false } = {}) =>
  firstOf<Held>(tx)`
    select m.id, m.site_id as "siteId", m.site, m.reason, m.zone_ids as "zoneIds", m.started_at as "startedAt",
      m.ended_at as "endedAt", greatest(m.seq + 1, ${momentSeq}) as seq
    from muster m where m.id = ${musterId} for update ${orSkip ? sql`skip locked` : sql``}
  `

// Read again for each statement, and exact as a number of JavaScript's for some two centuries.
export const momentSeq = sql`floor(extract(epoch from clock_timestamp()) * 1000000)::bigint`

export const setSeq = async (tx: Db, musterId: string, seq: number): Promise<void> => {
  await sql`update muster set seq = ${seq} where id = ${musterId}`.execute(tx)
}

export const keepWords = async (
  tx: Db,
  musterId: string,
  words: readonly Word[],
  by: Speaker,
  receivedAt: Date,
  seq: number,
): Promise<void> => {
  if (words.length === 0) return
  const given = sql`jsonb_to_recordset(${JSON.stringify(words)}::jsonb)
    as t ("id" uuid, "personId" uuid, "status" text, "place" text, "note" text, "at" timestamptz, "saidAt" timestamptz,
      "knownSeq" bigint)`
  await sql`
    insert into muster_mark (muster_id, id, person_id, status, place, note, at, said_at, received_at, how, by_id, by_name)
    select ${musterId}, t.id, t."personId", t.status, t.place, t.note, t.at, t."saidAt", ${receivedAt}, ${by.how},
      ${by.id}::uuid, ${by.name}
    from ${given} on conflict (muster_id, id) do nothing
  `.execute(tx)
  await sql`
    update muster_person p set status = n.status, status_at = n.at, status_by = ${by.id}::uuid,
      status_by_name = ${by.name}, place = n.place, note = n.note, mark_id = n.id, seq = ${seq}
    from (select distinct on (t."personId") t.* from ${given} order by t."personId", t.at desc, t.id desc) n
    where p.muster_id = ${musterId} and p.id = n."personId"
      and (p.mark_id is null or (p.status_at, p.mark_id) < (n.at, n.id))
      and not (p.status = 're-entered' and coalesce(n."knownSeq" < p.seq, false))
  `.execute(tx)
}

export const readMarks = (db: Db, musterId: string, personId: Person['id']) =>
  isoRowsOf<Mark>(db)`
    select k.id, k.person_id as "personId", k.status, k.place, k.note, k.at, k.received_at as "receivedAt", k.how,
      k.by_name as by, coalesce(k.id = p.mark_id, false) as holds
    from muster_mark k join muster_person p on p.muster_id = k.muster_id and p.id = k.person_id
    where k.muster_id = ${musterId} and k.person_id = ${personId} order by k.at, k.id
  `
