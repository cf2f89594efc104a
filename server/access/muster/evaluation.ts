// How a roll-call went, from everything that was said in it, as far as the reader may see.
import type { evaluation, Muster, Status, Times } from '@gatehouse/contract/access/muster'
import type { Output } from '@gatehouse/contract/operation'
import { sql } from 'kysely'
import { type Db, rowsOf } from '../../db/pool.ts'
import { readByZone, readMusters, readPeople, type Reader, seenPerson } from './muster.sql.ts'

/** Somebody has to look for them; whom most urgently, first. */
const open: readonly Status[] = ['missing', 're-entered', 'unaccounted']
const isOpen = (status: Status): boolean => open.includes(status)

const mostEarlier = 10
const mostPoints = 200
/** Marks that arrive later than this after they were said had waited for a connection. */
const lateMs = 30_000

interface Accounted {
  readonly musterId: string
  readonly zoneId: string | null
  /** Since when, without a break; null: was not, in the end. */
  readonly at: Date | null
  /** The first that was said of them. */
  readonly first: Date | null
}

export const evaluate = async (
  db: Db,
  reader: Reader,
  muster: Muster,
  now: Date,
): Promise<Output<typeof evaluation>> => {
  const started = Date.parse(muster.startedAt)
  const earlier = await readMusters(
    db,
    reader,
    sql`m.site_id = ${muster.siteId} and not m.mistaken and (m.started_at, m.id) < (${muster.startedAt}::timestamptz, ${muster.id}::uuid)`,
    mostEarlier,
  )
  const everybody = await accountedOf(db, reader, [muster.id, ...earlier.map(({ id }) => id)])
  const of = Map.groupBy(everybody, ({ musterId }) => musterId)
  const mine = of.get(muster.id) ?? []
  const byZone = await readByZone(db, reader, muster.id)
  const people = await readPeople(
    db,
    reader,
    muster.id,
    sql`(p.status in ('not-here', ${sql.join(open)}) or p.source in ('warden', 'pass'))`,
  )
  const visitors = people.filter(({ visitor }) => visitor !== null)
  return {
    muster,
    times: timesOf(mine, started),
    course: courseOf(mine, started),
    byZone: byZone.map((zone) => ({
      ...zone,
      times: timesOf(
        mine.filter(({ zoneId }) => zoneId === zone.zoneId),
        started,
      ),
    })),
    visitors: {
      people: visitors.length,
      accounted: visitors.filter(({ status }) => !isOpen(status)).length,
    },
    unaccounted: people
      .filter(({ status }) => isOpen(status))
      .sort((a, b) => open.indexOf(a.status) - open.indexOf(b.status) || a.name.localeCompare(b.name))
      .map(({ id, name, visitor, zone, door, since, status }) => ({
        personId: id,
        name,
        visitor: visitor && { host: visitor.host },
        zone,
        door,
        since,
        status,
      })),
    missing: await missingOf(db, reader, muster, now),
    falselyInside: people
      .filter(({ status, source }) => status === 'not-here' && source !== 'warden')
      .map(({ id, name, zone, source, confidence, because }) => ({
        personId: id,
        name,
        zone,
        source,
        confidence,
        because,
      })),
    notListed: people.filter(({ source }) => source === 'warden').length,
    wardens: await wardensOf(db, reader, muster.id),
    earlier: earlier.map(({ id, kind, reason, startedAt, endedAt, tally }) => ({
      id,
      kind,
      reason,
      startedAt,
      endedAt,
      people: tally.people,
      times: timesOf(of.get(id) ?? [], Date.parse(startedAt)),
    })),
  }
}

const secondsAfter = (started: number, at: Date) => Math.max(0, at.getTime() - started) / 1000

const sorted = (people: readonly Accounted[], started: number): number[] =>
  people.flatMap(({ at }) => (at ? [secondsAfter(started, at)] : [])).sort((a, b) => a - b)

/** When the first word was said, and when half, 90 %, 95 % and all of those on the list were accounted for and stayed so. */
export const timesOf = (people: readonly Accounted[], started: number): Times => {
  const done = sorted(people, started)
  const firsts = people.flatMap(({ first }) => (first ? [secondsAfter(started, first)] : []))
  const when = (share: number) => (people.length === 0 ? null : (done[Math.ceil(people.length * share) - 1] ?? null))
  return {
    first: firsts.length === 0 ? null : Math.min(...firsts),
    half: when(0.5),
    nine: when(0.9),
    most: when(0.95),
    all: when(1),
  }
}

const courseOf = (people: readonly Accounted[], started: number) => {
  const done = sorted(people, started).map((seconds, i) => ({ seconds, accounted: i + 1 }))
  const steps = done.filter((step, i) => step.seconds !== done[i + 1]?.seconds)
  const every = Math.ceil(steps.length / mostPoints)
  return steps.filter((_, i) => i === steps.length - 1 || i % every === 0).slice(-mostPoints)
}

const accountedOf = (db: Db, reader: Reader, musterIds: readonly string[]) =>
  rowsOf<Accounted>(db)`
    select p.muster_id as "musterId", p.zone_id as "zoneId", f.first,
      case when p.status in ('safe', 'not-here', 'left') then f.at end as at
    from muster_person p
      left join (
        select k.muster_id, k.person_id, min(k.at) as first,
          min(k.at) filter (where k.fine and (k.broken is null or k.at >= k.broken)) as at
        from (
          select k.muster_id, k.person_id, k.at, k.status in ('safe', 'not-here', 'left') as fine,
            max(k.at) filter (where k.status in (${sql.join(open)}))
              over (partition by k.muster_id, k.person_id) as broken
          from muster_mark k where k.muster_id = any (${musterIds}::uuid[])
        ) k group by k.muster_id, k.person_id
      ) f on f.muster_id = p.muster_id and f.person_id = p.id
    where p.muster_id = any (${musterIds}::uuid[]) and ${seenPerson(reader)}
  `

type Missing = Output<typeof evaluation>['missing']

const missingOf = async (db: Db, reader: Reader, muster: Muster, now: Date): Promise<Missing> => {
  const rows = await rowsOf<{
    personId: string
    name: string
    visitor: Missing[number]['visitor']
    zone: string | null
    status: Missing[number]['status']
    said: { at: string; status: string }[]
  }>(db)`
    select p.id as "personId", p.name, p.zone, p.status,
      case when p.source = 'pass' then jsonb_build_object('host', p.host) end as visitor,
      (select jsonb_agg(jsonb_build_object('at', k.at, 'status', k.status) order by k.at, k.id) from muster_mark k
        where k.muster_id = p.muster_id and k.person_id = p.id) as said
    from muster_person p
    where p.muster_id = ${muster.id} and ${seenPerson(reader)} and exists (select from muster_mark k
      where k.muster_id = p.muster_id and k.person_id = p.id and k.status = 'missing')
    order by lower(p.name), p.id
  `
  return rows.map(({ said: reported, ...person }) => {
    const since = reported.findIndex(({ status }) => status === 'missing')
    const from = new Date(reported[since]?.at ?? muster.startedAt)
    const found = reported.slice(since).findLast(({ status }) => status === 'missing')
    // Until they turned up for good.
    const after = reported.slice(found ? reported.lastIndexOf(found) + 1 : 0).find(({ status }) => status !== 'missing')
    const until = after ? new Date(after.at) : null
    const end = until ?? new Date(muster.endedAt ?? now)
    return {
      ...person,
      from: from.toISOString(),
      until: until?.toISOString() ?? null,
      seconds: Math.max(0, end.getTime() - from.getTime()) / 1000,
    }
  })
}

const wardensOf = (db: Db, reader: Reader, musterId: string) =>
  rowsOf<{ name: string; marks: number; late: number }>(db)`
    select k.by_name as name, count(*)::int as marks,
      count(*) filter (where k.received_at - k.at > make_interval(secs => ${lateMs / 1000}))::int as late
    from muster_mark k join muster_person p on p.muster_id = k.muster_id and p.id = k.person_id
    where k.muster_id = ${musterId} and k.how = 'warden' and ${seenPerson(reader)}
    group by k.by_id, k.by_name order by 2 desc, 1
  `
