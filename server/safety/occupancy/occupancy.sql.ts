// What has moved since the anchors, in the store: added up as it comes, and anew out of what was reported.
import { hasPassed, peopleInside } from '../../access/entry-exit/entry-exit.ts'
import { type Db, execute, firstOf, rowsOf, valuesOf } from '../../db/pool.ts'
import type { Movement, Tally } from './tally.ts'

/** What is added up of a place. */
export interface Stored extends Tally {
  readonly placeId: string
  readonly companyId: string
  readonly siteId: string
  readonly kind: 'site' | 'floor' | 'zone'
  readonly name: string
  readonly timeZone: string
  readonly anchorId: string
  readonly anchorKind: 'start' | 'manual' | 'nightly' | 'muster'
  readonly anchoredAt: Date
  /** Seconds in which a device was offline since. */
  readonly gaps: Readonly<Record<string, number>>
  readonly gapsAt: Date
  readonly borders: string
}

/**
 * Keeps everybody else from adding up until the end of the transaction, and answers up to where what is added up has come:
 * every transaction before it, and none after.
 */
export const lockOccupancy = async (tx: Db): Promise<string> => {
  const row = await firstOf<{ done: string }>(tx)`
    select tx::text as done from rollup_position where series = 'occupancy' for update
  `
  if (!row) throw new Error('the position of occupancy is not in the store')
  return row.done
}

export const readStored = async (
  db: Db,
  which: { readonly companyIds?: readonly string[]; readonly placeIds?: readonly string[] },
): Promise<Stored[]> => {
  const rows = await rowsOf<Omit<Stored, 'lastAt'> & { readonly lastAt: Date | null }>(db)`
    select o.place_id as "placeId", o.company_id as "companyId", p.site_id as "siteId", p.kind, p.name,
      s.time_zone as "timeZone", o.anchor_id as "anchorId", a.kind as "anchorKind", o.anchored_at as "anchoredAt", o.base,
      o.net, o.lowest, o.last_at as "lastAt", o.flows, o.gaps, o.gaps_at as "gapsAt", o.borders
    from occupancy o join place p on p.id = o.place_id join site s on s.id = p.site_id
      join occupancy_anchor a on a.id = o.anchor_id
    where (${which.companyIds ?? null}::uuid[] is null or o.company_id = any (${which.companyIds ?? null}::uuid[]))
      and (${which.placeIds ?? null}::uuid[] is null or o.place_id = any (${which.placeIds ?? null}::uuid[]))
    order by o.place_id
  `
  return rows.map((row) => ({ ...row, lastAt: row.lastAt?.getTime() ?? null }))
}

/** What was stored between two positions, by place, device and moment; of places that are added up, after their anchors. */
export const readMovements = async (
  tx: Db,
  { done, upto }: { readonly done: string; readonly upto: string },
): Promise<Map<string, Movement[]>> => {
  const rows = await rowsOf<Omit<Movement, 'at'> & { readonly placeId: string; readonly at: Date }>(tx)`
    with fresh as (
      select device_id, at, entries as n_in, exits as n_out from people_count
      where tx >= ${done}::xid8 and tx < ${upto}::xid8
      union all
      select l.door_id, l.at, (l.type = 'entry')::int, (l.type = 'exit')::int from entry_exit_log l
      where l.tx >= ${done}::xid8 and l.tx < ${upto}::xid8 and ${hasPassed}
    )
    select b.place_id as "placeId", b.device_id as "deviceId", f.at, b.sign,
      sum(case b.sign when 1 then n_in else n_out end)::int as entries,
      sum(case b.sign when 1 then n_out else n_in end)::int as exits, sum(n_in * n_in + n_out * n_out)::int as squares
    from fresh f join place_border b on b.device_id = f.device_id join occupancy o on o.place_id = b.place_id
    where f.at > o.anchored_at
    group by b.place_id, b.device_id, f.at, b.sign order by f.at
  `
  const moved = new Map<string, Movement[]>()
  for (const { placeId, at, ...movement } of rows) {
    const ofPlace = moved.get(placeId) ?? []
    moved.set(placeId, ofPlace)
    ofPlace.push({ ...movement, at: at.getTime() })
  }
  return moved
}

interface Asked {
  readonly placeId: string
  readonly people: number
  /** After this moment, until that, which is part of it; null: all that there is. */
  readonly since: Date
  readonly until?: Date | null
}

/** The same of everything that was reported by the position: what a restart, a late message or another border asks for. */
export const addUpAnew = async (tx: Db, asked: readonly Asked[], done: string): Promise<Map<string, Tally>> => {
  if (asked.length === 0) return new Map()
  const moved = { since: asked.map(({ since }) => since), until: asked.map(({ until = null }) => until) }
  const rows = await rowsOf<Omit<Tally, 'lastAt'> & { readonly placeId: string; readonly lastAt: Date | null }>(tx)`
    with asked as materialized (
      select * from unnest(${asked.map(({ placeId }) => placeId)}::uuid[], ${asked.map(({ people }) => people)}::int[],
        ${moved.since}::timestamptz[], ${moved.until}::timestamptz[]) t (place_id, base, since, until)
    ), moved as materialized (
      select a.place_id, b.device_id, b.sign, c.at, c.entries as n_in, c.exits as n_out
      from asked a join place_border b on b.place_id = a.place_id and b.source = 'counter'
        join people_count c on c.device_id = b.device_id and c.at > a.since and (a.until is null or c.at <= a.until)
          and c.tx < ${done}::xid8
      union all
      select a.place_id, b.device_id, b.sign, l.at, (l.type = 'entry')::int, (l.type = 'exit')::int
      from asked a join place_border b on b.place_id = a.place_id and b.source = 'door'
        join entry_exit_log l on l.door_id = b.device_id and l.at > a.since and (a.until is null or l.at <= a.until)
          and l.tx < ${done}::xid8
      where ${hasPassed}
    ), flow as (
      select place_id, device_id, jsonb_build_object('sign', sign,
        'entries', sum(case sign when 1 then n_in else n_out end), 'exits', sum(case sign when 1 then n_out else n_in end),
        'squares', sum(n_in * n_in + n_out * n_out)) as flow
      from moved group by place_id, device_id, sign
    ), step as (
      select m.place_id, m.at, sum(sign * (n_in - n_out)) as net from moved m group by m.place_id, m.at
    ), run as (
      select place_id, at, sum(net) over (partition by place_id order by at) as net from step
    )
    select a.place_id as "placeId", a.base, coalesce((select sum(net) from step s where s.place_id = a.place_id), 0)::int as net,
      least(0, coalesce((select min(a.base + r.net) from run r where r.place_id = a.place_id), 0))::int as lowest,
      (select max(at) from step s where s.place_id = a.place_id) as "lastAt",
      coalesce((select jsonb_object_agg(f.device_id, f.flow) from flow f where f.place_id = a.place_id), '{}') as flows
    from asked a
  `
  return new Map(
    rows.map(({ placeId, lastAt, ...tally }) => [placeId, { ...tally, lastAt: lastAt?.getTime() ?? null }]),
  )
}

/** Of those that have moved; the rest of each stays. */
export const writeTallies = async (tx: Db, tallies: ReadonlyMap<string, Tally>): Promise<void> => {
  if (tallies.size === 0) return
  const rows = [...tallies].map(([placeId, { net, lowest, lastAt, flows }]) => ({
    place_id: placeId,
    net,
    lowest,
    last_at: lastAt === null ? null : new Date(lastAt),
    flows,
  }))
  await execute(tx)`
    update occupancy o set net = t.net, lowest = t.lowest, last_at = t.last_at, flows = t.flows
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as t (place_id uuid, net bigint, lowest bigint, last_at timestamptz, flows jsonb)
    where o.place_id = t.place_id
  `
}

/** Places with a counter at a border, and by which borders each is added up. */
export const countedPlaces = (tx: Db, companyId: string) =>
  rowsOf<{ placeId: string; siteId: string; zoneId: string | null; floorId: string | null; borders: string }>(tx)`
    select b.place_id as "placeId", p.site_id as "siteId", p.zone_id as "zoneId", p.floor_id as "floorId",
      string_agg(b.device_id || ' ' || b.sign || ' ' || b.source, ',' order by b.device_id, b.sign) as borders
    from place_border b join place p on p.id = b.place_id
    where b.company_id = ${companyId} and p.company_id = ${companyId}
    group by b.place_id, p.site_id, p.zone_id, p.floor_id having bool_or(b.source = 'counter') order by b.place_id
  `

/** Companies that have placed counters, or had. */
export const companiesCounted = (db: Db) =>
  valuesOf<string>(db)`select company_id from count_border union select company_id from occupancy`

/** By badges, in each zone, floor and site. */
export const badgesByPlace = async (db: Db, companyId: string, now: Date): Promise<Map<string, number>> => {
  const inside = await peopleInside(db, [companyId], now)
  const people = new Map<string, number>()
  for (const one of inside)
    for (const placeId of [one.zoneId, one.floorId, one.siteId])
      if (placeId !== null) people.set(placeId, (people.get(placeId) ?? 0) + one.people)
  return people
}
