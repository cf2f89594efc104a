// Writing entries and exits, and with them where each person and each visitor was last let in to.
import type { DecisionStep, Log } from '@gatehouse/contract/access/entry-exit'
import type pg from 'pg'
import { clock } from '../../kit/clock.ts'
import type { Names } from '../../kit/names.ts'
import { earlySeconds, usualRules } from './rules.ts'
import { columnsText, type LogRow, namedLogs } from './entry-exit.sql.ts'

export interface NewLog {
  readonly id: string
  readonly companyId: string
  /** One of the two says who: the person, or the credential that was shown. */
  readonly userId: string | null
  readonly credential: string | null
  /** Of a visitor: the pass, where it is known already. */
  readonly passId?: string | null
  readonly doorId: string | null
  readonly zoneId: string | null
  readonly type: Log['type']
  readonly at: Date
  readonly result: Log['result']
  readonly reason: string | null
  readonly method: Log['method']
  readonly taken: boolean | null
  readonly source: Log['source']
  readonly deviceAt: Date | null
  readonly receivedAt: Date
  readonly correlationId: string
  /** Where the person is afterwards, if they went through; null is outside. */
  readonly leadsTo: string | null
  /** What was asked before it was decided so, by whoever decided. */
  readonly decision?: readonly DecisionStep[]
  /** How long the door was opened for, where it is not its usual pulse. */
  readonly openSeconds?: number
  /** Of one by hand: who it was, why, and what it puts right. */
  readonly recordedBy?: string
  readonly note?: string
  readonly corrects?: string
}

/** Appends to the log and moves the people in it; answers the rows as a reader would see them. */
export const insertLogs = async (
  tx: Pick<pg.Client, 'query'>,
  names: Names,
  logs: readonly NewLog[],
): Promise<Log[]> => {
  const values = [JSON.stringify(logs)]
  const { rows } = await tx.query<LogRow>({ name: 'entry-exit-insert', text: insert, values, rowMode: 'array' })
  const moved = logs.filter(mayHaveMoved)
  await tx.query({ name: 'presence', text: move, values: [JSON.stringify(moved), clock.now()] })
  const visitors = moved.filter(isByPass)
  if (visitors.length > 0)
    await tx.query({ name: 'visitor-presence', text: moveVisitors, values: [JSON.stringify(visitors)] })
  const unpublished = logs.filter(isUnpublished)
  if (unpublished.length > 0)
    await tx.query({ name: 'entry-exit-await', text: expect, values: [JSON.stringify(unpublished)] })
  return namedLogs(tx, names, rows)
}

export const mayHaveMoved = (log: NewLog) => log.result === 'granted' && log.taken !== false

const isByPass = ({ passId, credential }: NewLog) =>
  (passId ?? null) !== null || credential?.startsWith('pass:') === true

/** The door did not say whether the person went through. */
const isUnpublished = (log: NewLog) => log.result === 'granted' && log.taken === null && log.source === 'device'

const given = `json_to_recordset($1) as t ("id" uuid, "companyId" uuid, "userId" uuid, "credential" text, "doorId" uuid,
  "zoneId" uuid, "type" text, "at" timestamptz, "result" text, "reason" text, "method" text, "taken" boolean,
  "source" text, "deviceAt" timestamptz, "receivedAt" timestamptz, "correlationId" uuid, "leadsTo" uuid,
  "decision" jsonb, "passId" uuid, "openSeconds" integer, "recordedBy" uuid, "note" text, "corrects" uuid)`

const who = `coalesce(t."userId", (select c.user_id from credential c
  where c.company_id = t."companyId" and c.value = t."credential"))`

const pass = `coalesce(t."passId", case when t."credential" like 'pass:%' then (select c.pass_id from credential c
  where c.company_id = t."companyId" and c.value = t."credential") end)`

const insert = `
  with l as (
    insert into entry_exit_log (id, company_id, user_id, door_id, zone_id, type, at, result, reason, method, taken,
      source, device_at, received_at, correlation_id, decision, recorded_by, note, corrects,
      pass_id)
    select t."id", t."companyId", ${who}, t."doorId", t."zoneId", t."type", t."at", t."result", t."reason", t."method",
      t."taken", t."source", t."deviceAt", t."receivedAt", t."correlationId",
      t."decision", t."recordedBy", t."note", t."corrects", ${pass}
    from ${given}
    returning *
  )
  select ${columnsText} from l order by l.at, l.id`

// What comes late moves nobody. What a clock that runs ahead said is not waited for: who goes now, goes.
const move = `
  insert into presence (user_id, company_id, zone_id, at)
  select distinct on (user_id) user_id, company_id, zone_id, at
  from (select ${who} as user_id, t."companyId" as company_id, t."leadsTo" as zone_id, t."at" as at from ${given}) moved
  where user_id is not null
  order by user_id, at desc
  on conflict (user_id) do update set company_id = excluded.company_id, zone_id = excluded.zone_id, at = excluded.at
  where presence.at <= excluded.at or (presence.at > $2::timestamptz and excluded.at > $2::timestamptz - interval '1 minute')`

const moveVisitors = `
  insert into visitor_presence (pass_id, company_id, zone_id, at)
  select distinct on (pass_id) pass_id, company_id, zone_id, at
  from (select ${pass} as pass_id, t."companyId" as company_id, t."leadsTo" as zone_id, t."at" as at from ${given}) moved
  where pass_id is not null
  order by pass_id, at desc
  on conflict (pass_id) do update set zone_id = excluded.zone_id, at = excluded.at
  where visitor_presence.at <= excluded.at`

// Only at doors whose contact is there and was not open already: whoever comes to an open door opens none. What a door
// kept while it was away arrives in any order: a moment more for the rest of it.
const expect = `
  insert into entry_exit_awaited (log_id, at, company_id, door_id, opens_until, settle_at)
  select t."id", t."at", t."companyId", t."doorId", u."opensUntil", greatest(u."opensUntil", t."receivedAt" + interval '2 s')
  from ${given} join door o on o.device_id = t."doorId" join door_state s on s.device_id = t."doorId"
    left join entry_exit_rule r on r.company_id = t."companyId"
    cross join lateral (select t."at" + make_interval(secs => coalesce(t."openSeconds", o.pulse_seconds)
      + coalesce(r.taken_grace_seconds, ${usualRules.takenGraceSeconds})) as "opensUntil") u
  where s.contact = 'Closed' or (s.contact = 'Open' and s.contact_since >= t."at" - interval '${earlySeconds} s')
  on conflict do nothing`
