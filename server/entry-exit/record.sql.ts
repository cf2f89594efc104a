// Writing entries and exits, and with them where each person was last let in to.
import type { Log } from '@gatehouse/contract/entry-exit'
import type pg from 'pg'
import type { Names } from '../kit/names.ts'
import { columnsText, type LogRow, namedLogs } from './entry-exit.sql.ts'

export interface NewLog {
  readonly id: string
  readonly companyId: string
  /** One of the two says who: the person, or the credential that was shown. */
  readonly userId: string | null
  readonly credential: string | null
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
}

/** Appends to the log and moves the people in it; answers the rows as a reader would see them. */
export const insertLogs = async (
  tx: Pick<pg.Client, 'query'>,
  names: Names,
  logs: readonly NewLog[],
): Promise<Log[]> => {
  const values = [JSON.stringify(logs)]
  const { rows } = await tx.query<LogRow>({ name: 'entry-exit-insert', text: insert, values, rowMode: 'array' })
  await tx.query({ name: 'presence', text: move, values: [JSON.stringify(logs.filter(mayHaveMoved))] })
  return namedLogs(tx, names, rows)
}

const mayHaveMoved = (log: NewLog) => log.result === 'granted' && log.taken !== false

const given = `json_to_recordset($1) as t ("id" uuid, "companyId" uuid, "userId" uuid, "credential" text, "doorId" uuid,
  "zoneId" uuid, "type" text, "at" timestamptz, "result" text, "reason" text, "method" text, "taken" boolean,
  "source" text, "deviceAt" timestamptz, "receivedAt" timestamptz, "correlationId" uuid, "leadsTo" uuid)`

const who = `coalesce(t."userId", (select c.user_id from credential c
  where c.company_id = t."companyId" and c.value = t."credential"))`

const insert = `
  with l as (
    insert into entry_exit_log (id, company_id, user_id, door_id, zone_id, type, at, result, reason, method, taken,
      source, device_at, received_at, correlation_id)
    select t."id", t."companyId", ${who}, t."doorId", t."zoneId", t."type", t."at", t."result", t."reason", t."method",
      t."taken", t."source", t."deviceAt", t."receivedAt", t."correlationId"
    from ${given}
    returning *
  )
  select ${columnsText} from l order by l.at, l.id`

const move = `
  insert into presence (user_id, company_id, zone_id, at)
  select distinct on (user_id) user_id, company_id, zone_id, at
  from (select ${who} as user_id, t."companyId" as company_id, t."leadsTo" as zone_id, t."at" as at from ${given}) moved
  where user_id is not null
  order by user_id, at desc
  on conflict (user_id) do update set company_id = excluded.company_id, zone_id = excluded.zone_id, at = excluded.at
  where presence.at <= excluded.at`
