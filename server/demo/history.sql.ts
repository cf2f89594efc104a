// Ninety days of a demo building's past, copied straight into the series; rollups follow by themselves.
import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import { type HistoryDay, history } from '@gatehouse/demo/history'
import type { World } from '@gatehouse/demo/world'
import type pg from 'pg'
import copy from 'pg-copy-streams'
import { v7 as uuid } from 'uuid'
import { severityOf } from '../events/events.ts'

interface Places {
  readonly device: string
  readonly zone: string | null
  readonly kind: string
}

export const copyHistory = async (
  tx: pg.Client,
  world: World,
  companyId: string,
  seed: number,
  from: Date,
  to: Date,
) => {
  const places = await placesOf(tx, companyId)
  const people = await peopleOf(tx, companyId)
  const lines = { entry_exit_log: '', people_count: '', gas_reading: '', event: '' }
  let last: HistoryDay | undefined
  for (const day of history(world, { seed, from: from.getTime(), to: to.getTime() })) {
    last = day.statuses.length > 0 ? day : last
    lines.entry_exit_log += accessLines(day, companyId, places, people)
    lines.people_count += linesOf(day.counts, places, (c, { device }) => [device, iso(c.at), c.in, c.out, iso(c.at)])
    lines.gas_reading += linesOf(day.readings, places, (r, { device }) => [
      device,
      r.channel,
      r.value,
      r.unit,
      r.quality,
      iso(r.at),
      iso(r.at),
    ])
    lines.event += linesOf(day.events, places, (e, { device, kind }) => [
      uuid({ msecs: e.at }),
      companyId,
      device,
      `${kind}.${e.type}`,
      severityOf(e.type),
      iso(e.at),
      iso(e.at),
      '{}',
      e.correlationId ?? uuid({ msecs: e.at }),
    ])
    lines.event += linesOf(day.calls, places, ({ at, callId, state, outcome }, { device }) => [
      uuid({ msecs: at }),
      companyId,
      device,
      'intercom.call',
      'information',
      iso(at),
      iso(at),
      JSON.stringify({
        callId,
        state,
        outcome,
      }),
      uuid({ msecs: at }),
    ])
  }
  await copyInto(tx, 'entry_exit_log', logColumns, lines.entry_exit_log)
  await copyInto(tx, 'people_count', 'device_id, at, entries, exits, received_at', lines.people_count)
  await copyInto(tx, 'gas_reading', 'device_id, channel, value, unit, quality, at, received_at', lines.gas_reading)
  await copyInto(tx, 'event', eventColumns, lines.event)
  for (const statement of latest) await tx.query(statement, [companyId])
  if (last) await insertHealth(tx, last, places)
}

const logColumns = `id, company_id, user_id, door_id, zone_id, type, at, result, reason, method, taken, source,
  device_at, received_at, correlation_id`
const eventColumns = 'id, company_id, device_id, type, severity, at, received_at, data, correlation_id'

const accessLines = (day: HistoryDay, companyId: string, places: Map<string, Places>, people: Map<string, string>) =>
  linesOf(day.accesses, places, (a, { device, zone }) => [
    uuid({ msecs: a.at }),
    companyId,
    people.get(a.credential) ?? null,
    device,
    zone,
    a.direction,
    iso(a.at),
    a.result,
    a.reason,
    'card',
    a.taken,
    'device',
    iso(a.at),
    iso(a.at),
    uuid({ msecs: a.at }),
  ])

// Where everyone and everything stood at the end of the history.
const latest = [
  `insert into presence (user_id, company_id, zone_id, at)
   select distinct on (l.user_id) l.user_id, l.company_id,
     case l.type when 'entry' then o.to_zone_id else o.from_zone_id end, l.at
   from entry_exit_log l join door o on o.device_id = l.door_id
   where l.company_id = $1 and l.user_id is not null and l.result = 'granted' and l.taken is not false
     and l.at > now() - interval '3 days'
   order by l.user_id, l.at desc`,
  `insert into gas_latest (device_id, channel, value, unit, quality, at, received_at)
   select distinct on (r.device_id, r.channel) r.device_id, r.channel, r.value, r.unit, r.quality, r.at, r.received_at
   from gas_reading r join device d on d.id = r.device_id
   where d.company_id = $1 and r.at > now() - interval '1 hour'
   order by r.device_id, r.channel, r.at desc`,
]

const insertHealth = (tx: pg.Client, { statuses }: HistoryDay, places: Map<string, Places>) =>
  tx.query(
    `insert into device_status (device_id, online, last_seen_at, battery, signal, firmware)
     select * from unnest($1::uuid[], $2::boolean[], $3::timestamptz[], $4::float8[], $5::float8[], $6::text[])`,
    [
      statuses.map((s) => places.get(s.device)?.device),
      statuses.map((s) => s.online),
      statuses.map((s) => new Date(s.at)),
      statuses.map((s) => s.battery),
      statuses.map((s) => s.signal),
      statuses.map((s) => s.firmware),
    ],
  )

const placesOf = async (tx: pg.Client, companyId: string): Promise<Map<string, Places>> => {
  const { rows } = await tx.query<{ key: string } & Places>(
    'select key, id as device, zone_id as zone, kind from device where company_id = $1',
    [companyId],
  )
  return new Map(rows.map((row) => [row.key, row]))
}

const peopleOf = async (tx: pg.Client, companyId: string): Promise<Map<string, string>> => {
  const { rows } = await tx.query<{ value: string; user_id: string }>(
    'select value, user_id from credential where company_id = $1',
    [companyId],
  )
  return new Map(rows.map((row) => [row.value, row.user_id]))
}

const linesOf = <R extends { device: string }>(
  rows: readonly R[],
  places: Map<string, Places>,
  columns: (row: R, place: Places) => (string | number | boolean | null)[],
) => {
  let text = ''
  for (const row of rows) {
    const place = places.get(row.device)
    if (place) text += `${columns(row, place).map(field).join('\t')}\n`
  }
  return text
}

const field = (value: string | number | boolean | null) =>
  value === null ? '\\N' : typeof value === 'string' ? value.replace(/[\\\t\n\r]/g, (c) => `\\${c}`) : String(value)

const iso = (at: number) => new Date(at).toISOString()

const copyInto = async (tx: pg.Client, table: string, columns: string, text: string) => {
  await pipeline(Readable.from([text]), tx.query(copy.from(`copy ${table} (${columns}) from stdin`)))
}
