// Roll-calls and the people on their lists, as somebody may see them.
import type { Muster, Person, Tally } from '@gatehouse/contract/access/muster'
import { type RawBuilder, sql } from 'kysely'
import { type Db, isoRowsOf, rowsOf } from '../../db/pool.ts'
import { byTime, byWords, type InOrder, type Order, sortedList } from '../../db/sorted.ts'
import type { Hidden } from './hidden.sql.ts'
import type { LabelScope } from '../../kit/label-scope.ts'

/** Whose reading it is: of one company, without what labels hide. */
export interface Reader {
  readonly companyId: string | null
  readonly hidden: Hidden
  /** What labels hide of doors besides. */
  readonly scope: LabelScope
}

/** Rows of `m`: at a site, and in one zone at least, that are not hidden. */
export const seenMuster = ({ companyId, hidden }: Reader): RawBuilder<boolean> => sql`(
  m.company_id = ${companyId} and m.site_id <> all (${hidden.sites}::uuid[])
  and (m.zone_ids = '{}' or not m.zone_ids <@ ${hidden.zones}::uuid[]))`

/** Rows of `p`: whoever is nowhere in particular is seen by all who see the roll-call. */
export const seenPerson = ({ hidden }: Reader): RawBuilder<boolean> =>
  hidden.zones.length === 0 ? sql`true` : sql`(p.zone_id is null or p.zone_id <> all (${hidden.zones}::uuid[]))`

export const tallied = sql`count(*)::int as people, count(*) filter (where p.status = 'unaccounted')::int as unaccounted,
  count(*) filter (where p.status = 're-entered')::int as "reEntered",
  count(*) filter (where p.status = 'missing')::int as missing, count(*) filter (where p.status = 'safe')::int as safe,
  count(*) filter (where p.status = 'not-here')::int as "notHere",
  count(*) filter (where p.status = 'left')::int as "left"`

export const mustersList = sortedList(
  'm.id',
  {
    startedAt: byTime('m.started_at'),
    kind: byWords(sql`m.kind`),
    reason: byWords(sql`m.reason`),
    site: byWords(sql`m.site`),
  },
  '-startedAt',
)

export const readMustersIn = (
  db: Db,
  reader: Reader,
  where: RawBuilder<unknown>,
  { order, limit }: { readonly order: Order; readonly limit: number },
) =>
  isoRowsOf<InOrder<Muster>>(db)`
    select m.id, m."sortKey", m.total, m.site_id as "siteId", m.site, m.kind, m.reason, m.assembly_points as "assemblyPoints",
      m.started_at as "startedAt", m.started_by_name as "startedBy", m.correlation_id as "correlationId",
      m.ended_at as "endedAt", m.ended_by_name as "endedBy", m.summary, m.mistaken,
      coalesce((select jsonb_agg(jsonb_build_object('id', z.id, 'name', z.name) order by z.name)
        from zone z where z.id = any (m.zone_ids) and z.id <> all (${reader.hidden.zones}::uuid[])), '[]') as zones, to_jsonb(t) as tally
    from (select m.*, ${order.columns} from muster m where ${seenMuster(reader)} and ${where} and ${order.isBeyond}
      order by ${order.by} limit ${sql.lit(limit)}) m
      cross join lateral (select ${tallied} from muster_person p where p.muster_id = m.id and ${seenPerson(reader)}) t
    order by ${order.by}
  `

/** The newest of these. */
export const readMusters = async (
  db: Db,
  reader: Reader,
  where: RawBuilder<unknown>,
  limit: number,
): Promise<Muster[]> => {
  const { page } = await mustersList.page(
    { limit },
    (filter) => readMustersIn(db, reader, where, filter),
    ({ id }) => id,
  )
  return page
}

export const readMuster = async (db: Db, reader: Reader, id: string): Promise<Muster | undefined> =>
  (await readMusters(db, reader, sql`m.id = ${id}`, 1))[0]

/** Of `p`: what is known of a visitor. */
const visitorOf = sql`case when p.source = 'pass' then jsonb_build_object('passId', p.pass_id, 'company', p.visitor_company,
  'hostId', p.host_id, 'host', p.host) end`

export const readPeople = (
  db: Db,
  reader: Reader,
  musterId: string,
  where: RawBuilder<unknown> = sql`true`,
  { order = sql`p.seq, p.id`, limit }: { order?: RawBuilder<unknown>; limit?: number } = {},
) =>
  isoRowsOf<Person>(db)`
    select p.id, p.user_id as "userId", p.name, ${visitorOf} as visitor, p.zone_id as "zoneId", p.zone, p.source, p.confidence, p.because, p.since,
      case when ${reader.scope.sees('p.door_id')} then p.door end as door,
      p.added_at as "addedAt", p.added_by_name as "addedBy", p.status, p.status_at as "statusAt",
      p.status_by_name as "statusBy", p.place, p.note, p.seq
    from muster_person p where p.muster_id = ${musterId} and ${seenPerson(reader)} and ${where}
    order by ${order} ${limit === undefined ? sql`` : sql`limit ${sql.lit(limit)}`}
  `

interface ZoneTally extends Tally {
  readonly zoneId: string | null
  readonly zone: string | null
}

export const readByZone = (db: Db, reader: Reader, musterId: string) =>
  rowsOf<ZoneTally>(db)`
    select p.zone_id as "zoneId", p.zone, ${tallied} from muster_person p
    where p.muster_id = ${musterId} and ${seenPerson(reader)} group by p.zone_id, p.zone order by p.zone nulls last
  `

interface CountRow {
  readonly zoneId: string | null
  readonly counted: number
  readonly listed: number
  readonly deviceIds: readonly string[]
}

/** Rows of `c`: none of the counters that they are summed up from is hidden. */
export const seenCounters = (scope: LabelScope): RawBuilder<boolean> =>
  sql`not exists (select from unnest(c.device_ids) counter (id) where ${scope.hides('counter.id')})`

/** What counters said as it began; a sum of which anything is hidden is not told. */
export const readCounts = (db: Db, { hidden, scope }: Reader, musterId: string) =>
  rowsOf<CountRow>(db)`
    select c.zone_id as "zoneId", c.counted, c.listed, c.device_ids as "deviceIds" from muster_count c
    where c.muster_id = ${musterId} and ${seenCounters(scope)}
      and (c.zone_id is null and ${hidden.zones.length === 0} or c.zone_id <> all (${hidden.zones}::uuid[]))
  `
