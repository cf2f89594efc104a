// Entries and exits that do not match what came before them at the doors to outside, found again for everybody of whom
// something was stored, however late it came.
import type pg from 'pg'
import { hasRowsSince, sinceLast } from '../../db/rollups.ts'
import { passed, toOutside } from './moves.sql.ts'
import { usualRules } from './rules.ts'

type Querier = Pick<pg.ClientBase, 'query'>

// Further back nobody remembers what happened.
const daysBack = 45
// A card that is read twice at a door is one passage.
const twiceSeconds = 120

/** Whose logs were committed since the last look; moves the position. Companies where the queue changed are answered. */
export const findUnmatched = async (tx: Querier, now: Date): Promise<string[]> => {
  if (!(await hasRowsSince(tx, 'entry_exit_log', series))) return []
  const found = await sinceLast(tx, series, 'skip', ({ done, upto }) =>
    tx.query<{ company_id: string }>({ name: 'entry-exit-unmatched', text: find, values: [done, upto, now] }),
  )
  return [...new Set(found?.rows.map((row) => row.company_id))]
}

const series = 'entry_exit_unmatched'

const move = (which: string) => `
  select l.id, l.company_id, l.at, l.type, l.door_id from entry_exit_log l join door o on o.device_id = l.door_id
  where l.user_id = w.user_id and ${passed} and ${toOutside} and ${which}`

const find = `
  with who as materialized (
    select l.user_id, min(l.at) as since from entry_exit_log l join users u on u.id = l.user_id
    where l.tx >= $1::xid8 and l.tx < $2::xid8 and l.at > $3::timestamptz - interval '${daysBack} days'
    group by 1
  ), moved as (
    select w.user_id, w.since, m.* from who w cross join lateral (
      (${move('l.at < w.since')} order by l.at desc, l.id desc limit 1)
      union all
      (${move(`l.at >= w.since and l.at > $3::timestamptz - interval '${daysBack} days'`)})) m
  ), ordered as (
    select m.*, lag(id) over before as previous_id, lag(at) over before as previous_at,
      lag(type) over before as previous_type, lag(door_id) over before as previous_door
    from moved m window before as (partition by user_id order by at, id)
  ), broken as (
    select id, company_id, user_id, at, previous_id, previous_at,
      case type when 'entry' then 'entry-without-exit' else 'exit-without-entry' end as kind
    from ordered
    where at >= since and (type = previous_type or (type = 'exit' and previous_type is null))
      and not (door_id = previous_door and type = previous_type
        and at - previous_at < interval '${twiceSeconds} s') is true
  ), last_move as (
    select user_id, max(at) as at from moved group by 1
  ), gone as (
    delete from entry_exit_unmatched u using who w
    where u.user_id = w.user_id and u.status = 'open' and (
      (u.kind <> 'still-inside' and u.at >= w.since
        and not exists (select from broken b where b.id = u.log_id and b.kind = u.kind))
      or (u.kind = 'still-inside' and u.at < (select m.at from last_move m where m.user_id = u.user_id)))
    returning u.company_id
  ), added as (
    insert into entry_exit_unmatched (id, company_id, log_id, user_id, at, kind, previous_id, previous_at)
    select gen_random_uuid(), company_id, id, user_id, at, kind, previous_id, previous_at from broken
    on conflict (log_id, kind) do update
      set previous_id = excluded.previous_id, previous_at = excluded.previous_at
      where entry_exit_unmatched.status = 'open'
        and entry_exit_unmatched.previous_id is distinct from excluded.previous_id
    returning company_id
  )
  select company_id from gone union select company_id from added`

/** Whoever is inside for longer than the company's rule says by `now`. */
export const findStillInside = async (tx: Querier, now: Date): Promise<string[]> => {
  const { rows } = await tx.query<{ company_id: string }>({
    name: 'entry-exit-inside',
    text: stillInside,
    values: [now],
  })
  return [...new Set(rows.map((row) => row.company_id))]
}

const stillInside = `
  insert into entry_exit_unmatched (id, company_id, log_id, user_id, at, kind)
  select gen_random_uuid(), p.company_id, l.id, p.user_id, l.at, 'still-inside'
  from presence p left join entry_exit_rule r on r.company_id = p.company_id
    cross join lateral (select l.id, l.at from entry_exit_log l
      where l.user_id = p.user_id and l.at = p.at and l.company_id = p.company_id limit 1) l
  where p.zone_id is not null and p.at > $1::timestamptz - interval '${daysBack} days'
    and p.at < $1::timestamptz - make_interval(hours => coalesce(r.inside_hours, ${usualRules.insideHours}))
    and not exists (select from entry_exit_unmatched u where u.user_id = p.user_id and u.at = p.at
      and u.kind = 'still-inside')
  on conflict do nothing
  returning company_id`

/** What is older than the log itself is asked about no more, and proves nothing that is there. */
export const forgetUnmatched = async (tx: Querier, now: Date): Promise<void> => {
  for (const table of ['entry_exit_unmatched', 'entry_exit_seal'])
    await tx.query(
      `delete from ${table} where at < $1::timestamptz - make_interval(days =>
         (select keep_days from retention where series = 'entry_exit_log'))`,
      [now],
    )
}
