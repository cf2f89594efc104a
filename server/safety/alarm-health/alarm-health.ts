// How well alarms serve those who answer them: each figure of what the caller may see.
import * as contract from '@gatehouse/contract/safety/alarm-health'
import { guidance } from '@gatehouse/contract/safety/alarm-health'
import type { Output } from '@gatehouse/contract/operation'
import { type RawBuilder, sql } from 'kysely'
import { type Db, firstOf, isoRowsOf, rowsOf } from '../../db/pool.ts'
import { clock } from '../../kit/clock.ts'
import type { Caller } from '../../kit/http/caller.ts'
import { invalid } from '../../kit/errors.ts'
import type { Serve } from '../../kit/http/serve.ts'
import { visibleTo } from '../alarms/alarms.ts'

type Health = Output<typeof contract.read>

const dayMs = 86_400_000
const tenMinutesMs = 600_000
const longestDays = 400
const most = 100
const worstShown = 10

export const serveAlarmHealth = (serve: Serve, db: Db) => {
  serve(contract.read, async ({ from, to }, caller): Promise<Health> => {
    const [begins, ends] = [new Date(from), new Date(Math.min(Date.parse(to), clock.ms()))]
    if (Date.parse(to) <= begins.getTime())
      throw invalid([{ field: 'to', message: 'Choose an end after the beginning' }])
    if (ends.getTime() - begins.getTime() > longestDays * dayMs)
      throw invalid([{ field: 'from', message: `Choose ${longestDays} days at most` }])
    const occurrences = occurrencesOf(caller, begins, ends)
    const [days, windows, bad, stale, times, priorities] = await Promise.all([
      daysOf(db, caller, occurrences),
      windowsOf(db, occurrences),
      badOf(db, occurrences),
      staleOf(db, caller, ends),
      timesOf(db, caller, begins, ends),
      prioritiesOf(db, occurrences),
    ])
    const total = days.reduce((sum, { count }) => sum + count, 0)
    const length = Math.max(ends.getTime() - begins.getTime(), 1)
    const floods = floodsIn(windows)
    const floodMs = floods.reduce((sum, flood) => sum + Date.parse(flood.to) - Date.parse(flood.from), 0)
    return {
      total,
      perDay: (total * dayMs) / Math.max(length, dayMs),
      days,
      peak: peakOf(windows),
      floods: floods.toReversed().slice(0, most),
      floodShare: Math.min(1, floodMs / length),
      chattering: bad
        .filter(({ perHour }) => perHour >= guidance.chatteringPerHour)
        .map(shown)
        .slice(0, most),
      stale,
      worst: bad.map(shown).slice(0, worstShown),
      acknowledgement: times,
      priorities,
    }
  })
}

// Each time that an alarm asked for a response: held back, it asked nobody.
const occurrencesOf = (caller: Caller, from: Date, to: Date): RawBuilder<unknown> => sql`
  occurrence as materialized (
    select t.at, a.id, a.rule_id, a.device_id, a.severity
    from alarm a left join device d on d.id = a.device_id
      join alarm_transition t on t.alarm_id = a.id and t.what in ('raised', 'occurred')
    where ${visibleTo(caller)} and a.is_annunciated and a.raised_at < ${to} and a.last_at >= ${from}
      and t.at >= ${from} and t.at < ${to})`

const daysOf = (db: Db, caller: Caller, occurrences: RawBuilder<unknown>): Promise<Health['days'][number][]> =>
  rowsOf<Health['days'][number]>(db)`
    with ${occurrences}
    select to_char(o.at at time zone coalesce(c.time_zone, 'UTC'), 'YYYY-MM-DD') as day, count(*)::int as count
    from occurrence o left join company c on c.id = ${caller.companyId} group by 1 order by 1
  `

interface Window {
  readonly at: Date
  /** Within the ten minutes that begin with it. */
  readonly count: number
}

const windowsOf = (db: Db, occurrences: RawBuilder<unknown>): Promise<Window[]> =>
  rowsOf<Window>(db)`
    with ${occurrences}
    select at, (count(*) over (order by at range between current row and interval '10 min' following))::int as count
    from occurrence order by at
  `

const peakOf = (windows: readonly Window[]): Health['peak'] => {
  let peak: Window | undefined
  for (const window of windows) if (!peak || window.count > peak.count) peak = window
  return peak ? { count: peak.count, from: peak.at.toISOString() } : null
}

// Windows in flood that touch are one flood.
const floodsIn = (windows: readonly Window[]): Health['floods'] => {
  const floods: { from: Date; to: Date; count: number }[] = []
  for (const { at, count } of windows) {
    const last = floods.at(-1)
    const isWithin = last !== undefined && at <= last.to
    if (isWithin) last.count++
    if (count <= guidance.floodInTenMinutes) continue
    const to = new Date(at.getTime() + tenMinutesMs)
    if (isWithin) last.to = to
    else floods.push({ from: at, to, count: 1 })
  }
  return floods.map(({ from, to, count }) => ({ from: from.toISOString(), to: to.toISOString(), count }))
}

type Bad = Health['worst'][number] & { readonly perHour: number }

const shown = ({ perHour: _perHour, ...bad }: Bad): Health['worst'][number] => bad

// The most often first; how often in the worst hour of each.
const badOf = (db: Db, occurrences: RawBuilder<unknown>): Promise<Bad[]> =>
  rowsOf<Bad>(db)`
    with ${occurrences},
      counted as (
        select o.*, count(*) over (partition by rule_id, device_id order by at
          range between current row and interval '1 hour' following) as hourly from occurrence o)
    select jsonb_build_object('id', c.rule_id, 'name', v.name) as rule,
      case when d.id is not null then jsonb_build_object('id', d.id, 'key', d.key, 'name', d.name, 'kind', d.kind) end as device,
      count(*)::int as count, max(hourly)::int as "perHour",
      (array_agg(c.id order by c.at desc))[1] as "alarmId"
    from counted c join alarm_rule r on r.id = c.rule_id
      join alarm_rule_version v on v.rule_id = r.id and v.version = r.version
      left join device d on d.id = c.device_id
    group by c.rule_id, v.name, d.id order by count(*) desc, c.rule_id, d.id limit ${sql.lit(most)}
  `

const staleOf = (db: Db, caller: Caller, at: Date): Promise<Health['stale'][number][]> =>
  isoRowsOf<Health['stale'][number]>(db)`
    select a.id as "alarmId", jsonb_build_object('id', a.rule_id, 'name', a.title) as rule,
      case when d.id is not null then jsonb_build_object('id', d.id, 'key', d.key, 'name', d.name, 'kind', d.kind) end as device,
      a.raised_at as "raisedAt"
    from alarm a left join device d on d.id = a.device_id
    where ${visibleTo(caller)} and a.cleared_at is null and a.is_active
      and a.last_at < ${new Date(at.getTime() - guidance.staleAfterHours * 3_600_000)}
    order by a.last_at limit ${sql.lit(most)}
  `

// From the moment that it asked, for the first time or again, to the first acknowledgement after it.
const timesOf = async (db: Db, caller: Caller, from: Date, to: Date): Promise<Health['acknowledgement']> => {
  const found = await firstOf<{
    count: number
    median: number | null
    p95: number | null
    quick: number
    asked: number
  }>(db)`
    with asked as (
        select t.alarm_id, t.at, lead(t.at) over (partition by t.alarm_id order by t.n) as next
        from alarm a left join device d on d.id = a.device_id
          join alarm_transition t on t.alarm_id = a.id and t.what in ('raised', 'occurred')
        where ${visibleTo(caller)} and a.is_annunciated and a.raised_at < ${to} and a.last_at >= ${from}
          and t.at >= ${from} and t.at < ${to}),
      answered as (
        select a.*, (select extract(epoch from min(t.at) - a.at) from alarm_transition t
          where t.alarm_id = a.alarm_id and t.what = 'acknowledged' and t.at >= a.at
            and t.at < coalesce(a.next, 'infinity')) as seconds
        from asked a)
    select count(seconds)::int as count, percentile_cont(0.5) within group (order by seconds)::float8 as median,
      percentile_cont(0.95) within group (order by seconds)::float8 as p95,
      (count(*) filter (where seconds <= ${guidance.acknowledgedWithinSeconds}))::int as quick, count(*)::int as asked
    from answered
  `
  if (!found) return { count: 0, median: null, p95: null, withinMinute: null, never: 0 }
  const { count, median, p95, quick, asked } = found
  return { count, median, p95, withinMinute: asked === 0 ? null : quick / asked, never: asked - count }
}

const prioritiesOf = async (db: Db, occurrences: RawBuilder<unknown>): Promise<Health['priorities']> => {
  const rows = await rowsOf<{ severity: keyof Health['priorities']; n: number }>(db)`
    with ${occurrences} select severity, count(*)::int as n from occurrence group by severity
  `
  return {
    low: 0,
    medium: 0,
    high: 0,
    critical: 0,
    ...Object.fromEntries(rows.map(({ severity, n }) => [severity, n])),
  }
}
