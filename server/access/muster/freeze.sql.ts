// Who is inside at a moment, and how far that may be believed: looked at before a roll-call, and written down as it begins.
import type { Output } from '@gatehouse/contract/operation'
import type { inside } from '@gatehouse/contract/access/muster'
import { type RawBuilder, sql } from 'kysely'
import { isStillVisitor } from '../access/access.ts'
import { instant } from '../../db/instant.ts'
import { type Db, rowsOf } from '../../db/pool.ts'
import { type Reader, seenCounters } from './muster.sql.ts'

/** Where somebody was seen so long ago, without an exit since, they are hardly still. */
export const longAgoHours = 12

// Of presence `p` with its entry `l`: how far it is believed. docs/muster.md says it in words.
const becauseAt = (
  now: Date,
) => sql`case when l.id is null then 'no-log' when p.over <= ${now}::timestamptz then 'pass-over'
  when p.at <= ${now}::timestamptz - make_interval(hours => ${longAgoHours}) then 'long-ago'
  when l.source <> 'device' then 'by-hand' when l.taken then 'went-through' else 'may-not-have' end`
const confidenceOf = (because: RawBuilder<unknown>) => sql`case ${because} when 'went-through' then 'high'
  when 'by-hand' then 'medium' when 'may-not-have' then 'medium' else 'low' end`

interface Kind {
  /** Where each was last let in to, as rows of `p`; `over`: since when their pass is, of a visitor. */
  readonly presence: (now: Date) => RawBuilder<unknown>
  /** Whose entry `l` it is. */
  readonly isTheirs: RawBuilder<unknown>
  readonly source: RawBuilder<unknown>
}

const staff: Kind = {
  presence: () => sql`(select r.user_id, null::uuid as pass_id, r.company_id, r.zone_id, r.at,
      u.first_name || ' ' || u.last_name as name, null::text as visitor_company, null::uuid as host_id, null::text as host,
      null::timestamptz as over
    from presence r join users u on u.id = r.user_id) p`,
  isTheirs: sql`l.user_id = p.user_id`,
  source: sql`case coalesce(l.source, 'device') when 'device' then 'badge' else l.source end`,
}

const visitors: Kind = {
  presence: (
    now,
  ) => sql`(select null::uuid as user_id, r.pass_id, r.company_id, r.zone_id, r.at, v.visitor_name as name,
      nullif(v.visitor_company, '') as visitor_company, v.host_id,
      coalesce(h.display_name, h.first_name || ' ' || h.last_name) as host, least(v.valid_to, v.ended_at) as over
    from visitor_presence r join visitor_pass v on v.id = r.pass_id left join users h on h.id = v.host_id
    where ${isStillVisitor(now)}) p`,
  isTheirs: sql`l.pass_id = p.pass_id`,
  source: sql`'pass'`,
}

// The entry that brought somebody where they are: of the same moment, so that one part of the log is asked.
const entryOf = ({ isTheirs }: Kind) => sql`left join lateral (
    select l.id, l.door_id, l.source, l.taken from entry_exit_log l
    where ${isTheirs} and l.at = p.at and l.result = 'granted' order by l.id desc limit 1) l on true
  left join device d on d.id = l.door_id`

/** Everybody in these zones of the site (none: all of them), as rows of muster_person; those already on the list are left. */
export const putOnList = async (
  tx: Db,
  {
    musterId,
    companyId,
    siteId,
    zoneIds,
    now,
    seq,
    /** Of those who came in since: after the start. */
    since,
  }: {
    readonly musterId: string
    readonly companyId: string
    readonly siteId: string
    readonly zoneIds: readonly string[]
    readonly now: Date
    readonly seq: number
    readonly since?: Date
  },
): Promise<number> => {
  let put = 0
  for (const kind of [staff, visitors]) {
    const { numAffectedRows } = await sql`
    insert into muster_person (muster_id, id, company_id, user_id, pass_id, name, visitor_company, host_id, host, zone_id,
      zone, source, confidence, because, since, door_id, door, moved_at, added_at, seq)
    select ${musterId}, gen_random_uuid(), p.company_id, p.user_id, p.pass_id, p.name, p.visitor_company, p.host_id, p.host,
      z.id, z.name, ${kind.source}, ${confidenceOf(sql`b.because`)}, b.because, p.at, l.door_id, d.name, p.at,
      ${since ? sql`p.at` : sql`null`}, ${seq}
    from ${kind.presence(now)} join zone z on z.id = p.zone_id ${entryOf(kind)}
      cross join lateral (select ${becauseAt(now)} as because) b
    where p.company_id = ${companyId} and z.site_id = ${siteId}
      and (${zoneIds}::uuid[] = '{}' or z.id = any (${zoneIds}::uuid[]))
      and ${since ? sql`p.at >= ${since}` : sql`true`}
    on conflict do nothing
  `.execute(tx)
    put += Number(numAffectedRows ?? 0n)
  }
  return put
}

// What counters counted in since midnight, for a site by those at its entrances, and for a zone that leads nowhere else by
// its own. Only where every one of them is there and has counted today: half a sum says nothing.
const counted = (company: RawBuilder<unknown>) => sql`
  select c.site_id, c.zone_id, sum(t.inside)::int as counted, array_agg(c.id) as device_ids
  from (
    select d.id, d.site_id, null::uuid as zone_id from device d
    where ${company} and d.kind = 'counter' and d.retired_at is null and exists (
      select from door o join device od on od.id = o.device_id and od.retired_at is null
      where o.from_zone_id is null and o.to_zone_id = d.zone_id)
    union all
    select d.id, d.site_id, d.zone_id from device d
    where ${company} and d.kind = 'counter' and d.retired_at is null and d.zone_id is not null and not exists (
      select from door o join device od on od.id = o.device_id and od.retired_at is null
      where o.from_zone_id = d.zone_id and o.to_zone_id is not null)
  ) c
  join site s on s.id = c.site_id
  left join device_status ds on ds.device_id = c.id
  cross join lateral (select sum(n.entries - n.exits) as inside from people_count n
    where n.device_id = c.id and n.at >= date_trunc('day', ${instant()}, s.time_zone)) t
  group by c.site_id, c.zone_id
  having bool_and(ds.online is true and t.inside is not null) and sum(t.inside) >= 0`

/** Writes down what counters say beside the list that was just made. */
export const putCounts = async (
  tx: Db,
  {
    musterId,
    companyId,
    siteId,
    zoneIds,
  }: Record<'musterId' | 'companyId' | 'siteId', string> & {
    readonly zoneIds: readonly string[]
  },
): Promise<void> => {
  await sql`
    insert into muster_count (muster_id, zone_id, counted, listed, device_ids)
    select ${musterId}, c.zone_id, c.counted,
      (select count(*) from muster_person p where p.muster_id = ${musterId}
        and (c.zone_id is null or p.zone_id = c.zone_id)), c.device_ids
    from (${counted(sql`d.company_id = ${companyId}`)}) c
    where c.site_id = ${siteId} and (${zoneIds}::uuid[] = '{}' or c.zone_id = any (${zoneIds}::uuid[]))
  `.execute(tx)
}

type Sites = Output<typeof inside>['sites']

type InZone = Omit<Sites[number]['zones'][number], 'count' | 'zoneId' | 'zone'> & {
  /** null: the site has none that is seen. */
  readonly zoneId: string | null
  readonly zone: string | null
}

/** The same, only looked at, as the reader may see it. */
export const readWhoIsInside = async (db: Db, { companyId, hidden, scope }: Reader, now: Date): Promise<Sites> => {
  const believed = (kind: Kind) => sql`
    select ${confidenceOf(sql`(${becauseAt(now)})`)} as confidence, p.pass_id is not null as is_visitor
    from ${kind.presence(now)} ${entryOf(kind)} where p.zone_id = z.id and p.company_id = s.company_id`
  const zones = await rowsOf<InZone & Pick<Sites[number], 'siteId' | 'site' | 'assemblyPoints'>>(db)`
    select s.id as "siteId", s.name as site, z.id as "zoneId", z.name as zone, n.people, n.visitors, n.high, n.medium, n.low,
      coalesce((select m.assembly_points from muster m where m.site_id = s.id and m.company_id = s.company_id
        and (m.zone_ids = '{}' or not m.zone_ids <@ ${hidden.zones}::uuid[])
        order by m.started_at desc limit 1), '{}') as "assemblyPoints"
    from site s left join zone z on z.site_id = s.id and z.id <> all (${hidden.zones}::uuid[])
      cross join lateral (
        select count(*)::int as people, count(*) filter (where b.is_visitor)::int as visitors,
          count(*) filter (where b.confidence = 'high')::int as high,
          count(*) filter (where b.confidence = 'medium')::int as medium,
          count(*) filter (where b.confidence = 'low')::int as low
        from (${believed(staff)} union all ${believed(visitors)}) b) n
    where s.company_id = ${companyId} and s.id <> all (${hidden.sites}::uuid[])
    order by s.name, s.id, z.name, z.id
  `
  const counts = await rowsOf<{ siteId: string; zoneId: string | null; counted: number }>(db)`
    select c.site_id as "siteId", c.zone_id as "zoneId", c.counted
    from (${counted(sql`d.company_id = ${companyId}`)}) c where ${seenCounters(scope)}
  `
  const sites = new Map<string, Sites[number]>()
  for (const { siteId, site, assemblyPoints, zoneId, zone, ...inZone } of zones) {
    const known = sites.get(siteId) ?? { siteId, site, people: 0, visitors: 0, count: null, zones: [], assemblyPoints }
    sites.set(siteId, known)
    if (zoneId === null || zone === null) continue
    known.people += inZone.people
    known.visitors += inZone.visitors
    const byCounter = counts.find((c) => c.zoneId === zoneId)
    known.zones.push({
      zoneId,
      zone,
      ...inZone,
      count: byCounter ? { counted: byCounter.counted, listed: inZone.people } : null,
    })
  }
  // Of a site of which anything is hidden, the sum would tell.
  if (hidden.zones.length > 0) return [...sites.values()]
  return [...sites.values()].map((site) => {
    const byCounter = counts.find((c) => c.siteId === site.siteId && c.zoneId === null)
    return { ...site, count: byCounter ? { counted: byCounter.counted, listed: site.people } : null }
  })
}
