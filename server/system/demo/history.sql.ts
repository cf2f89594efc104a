// A demo building's past, copied straight into the series with its rollups, and where it left everyone and everything.
import { exposureChannels } from '@gatehouse/contract/building/wire'
import type pg from 'pg'
import type { Past } from './past.ts'
import { alarmTables, copyInto, tables } from './series.sql.ts'

export const copyPast = async (tx: pg.Client, past: Past) => {
  for (const table of tables) await copyInto(tx, table, past.text(table))
  // A rollup that has never run begins behind what is rolled up already.
  await tx.query(
    `insert into rollup_position (series, tx)
     values ('gas_reading', '1'), ('gas_exposure', '1'), ('people_count', '1'), ('entry_exit_log', '1') on conflict do nothing`,
  )
  await insertHealth(tx, await past.statuses)
}

/** After the rules that raised them. */
export const copyAlarms = async (tx: pg.Client, past: Past) => {
  for (const table of alarmTables) await copyInto(tx, table, past.text(table))
}

/** Where everyone was and what the detectors showed when the history ended. */
export const insertLatest = async (tx: pg.Client, companyId: string, to: Date) => {
  for (const statement of latest) await tx.query(statement, [companyId, to])
}

const latest = [
  `insert into presence (user_id, company_id, zone_id, at)
   select distinct on (l.user_id) l.user_id, l.company_id,
     case l.type when 'entry' then o.to_zone_id else o.from_zone_id end, l.at
   from entry_exit_log l join door o on o.device_id = l.door_id
   where l.company_id = $1 and l.user_id is not null and l.result = 'granted' and l.taken is not false
     and l.at > $2::timestamptz - interval '3 days'
   order by l.user_id, l.at desc`,
  `insert into gas_latest (device_id, channel, value, unit, quality, at, received_at)
   select distinct on (r.device_id, r.channel) r.device_id, r.channel, r.value, r.unit, r.quality, r.at, r.received_at
   from gas_reading r join device d on d.id = r.device_id
   where d.company_id = $1 and r.at > $2::timestamptz - interval '1 hour'
   order by r.device_id, r.channel, r.at desc`,
  // What was measured in each minute of the shift before, so that averages begin with all of it.
  `insert into gas_exposure_minute (device_id, channel, at, integral, measured, over_range)
   select distinct on (r.device_id, r.channel, date_trunc('minute', r.at)) r.device_id, r.channel, date_trunc('minute', r.at),
     greatest(r.value, 0)::numeric * 60000, 60000, 0
   from gas_reading r join device d on d.id = r.device_id
   where d.company_id = $1 and r.at >= date_trunc('minute', $2::timestamptz) - interval '9 hours'
     and r.at < date_trunc('minute', $2::timestamptz) and r.quality = 'good' and r.value is not null
     and r.channel = any ('{${exposureChannels.join(',')}}')
   order by r.device_id, r.channel, 3, r.at desc`,
]

const insertHealth = (tx: pg.Client, statuses: Awaited<Past['statuses']>) =>
  tx.query(
    `insert into device_status (device_id, online, last_seen_at, battery, signal, firmware)
     select * from unnest($1::uuid[], $2::boolean[], $3::timestamptz[], $4::float8[], $5::float8[], $6::text[])`,
    [
      statuses.map(([device]) => device),
      statuses.map(([, s]) => s.online),
      statuses.map(([, s]) => new Date(s.at)),
      statuses.map(([, s]) => s.battery),
      statuses.map(([, s]) => s.signal),
      statuses.map(([, s]) => s.firmware),
    ],
  )
