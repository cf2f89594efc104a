// Whether those who were let in went through, by what the door's contact said; who did not is where they were before.
import type pg from 'pg'
import type { Log } from '@gatehouse/contract/access/entry-exit'
import { isoOf } from '../../db/pool.ts'
import type { Names } from '../../kit/names.ts'
import { columnsText, type LogRow, namedLogs } from './entry-exit.sql.ts'
import { passed } from './moves.sql.ts'
import { earlySeconds } from './rules.ts'

export interface Settled {
  readonly companyId: string
  readonly log: Log
}

type Querier = Pick<pg.ClientBase, 'query'>

/** Settles what can be told by `now`; what another process is at is left to it. */
export const settlePassages = async (tx: Querier, names: Names, now: Date): Promise<Settled[]> => {
  const { rows } = await tx.query<[...LogRow, companyId: string]>({
    name: 'entry-exit-settle',
    text: settle,
    values: [now],
    rowMode: 'array',
  })
  if (rows.length === 0) return []
  const logs = await namedLogs(tx, names, rows)
  const back = logs.flatMap(({ userId, passId, taken: passage }, index) =>
    passage === false ? [{ userId, passId, at: exactAt(rows[index]) }] : [],
  )
  const people = back.filter(({ userId }) => userId !== null)
  const visitors = back.filter(({ userId, passId }) => userId === null && passId !== null)
  if (people.length > 0) await tx.query({ name: 'presence-back', text: putBack, values: [JSON.stringify(people)] })
  if (visitors.length > 0)
    await tx.query({ name: 'visitors-back', text: putVisitorsBack, values: [JSON.stringify(visitors)] })
  return logs.map((log, index) => ({ log, companyId: rows[index]?.[17] ?? '' }))
}

// As the store has it: presence is compared with it.
const exactAt = (row: readonly unknown[] | undefined): string => (typeof row?.[5] === 'string' ? row[5] : isoOf(''))

// The contact as it is known now tells of the newest change only: open since then, or shut again since then.
const settle = `
  with due as (
    select a.log_id, a.at, o.opened from entry_exit_awaited a cross join lateral (
      select exists (select from door_state s where s.device_id = a.door_id
          and s.contact_since between a.at - interval '${earlySeconds} s' and a.opens_until
          and (s.contact = 'Open' or s.contact_since > a.at))
        or exists (select from event e where e.device_id = a.door_id and e.type in ('door.opened', 'door.held-open')
          and e.at between a.at - interval '${earlySeconds} s' and a.opens_until) as opened) o
    where o.opened or a.settle_at <= $1
    for update of a skip locked
  ), gone as (
    delete from entry_exit_awaited a using due where a.log_id = due.log_id
  )
  update entry_exit_log l set taken = due.opened from due
  where l.id = due.log_id and l.at = due.at and l.taken is null
  returning ${columnsText}, l.company_id`

// Only where nothing has moved them since.
const putBackIn = (presence: string, who: string, given: string) => `
  with back as (
    select t."${given}" as who, t."at" as at from json_to_recordset($1) as t ("${given}" uuid, "at" timestamptz)
  ), was as (
    select b.who, b.at, m.zone_id, m.at as since from back b left join lateral (
      select l.at, case l.type when 'entry' then o.to_zone_id else o.from_zone_id end as zone_id
      from entry_exit_log l join door o on o.device_id = l.door_id
      where l.${who} = b.who and l.at < b.at and ${passed}
      order by l.at desc, l.id desc limit 1) m on true
  ), forgotten as (
    delete from ${presence} p using was w where p.${who} = w.who and p.at = w.at and w.since is null
  )
  update ${presence} p set zone_id = w.zone_id, at = w.since from was w
  where p.${who} = w.who and p.at = w.at and w.since is not null`
const putBack = putBackIn('presence', 'user_id', 'userId')
const putVisitorsBack = putBackIn('visitor_presence', 'pass_id', 'passId')
