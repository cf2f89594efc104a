// The series and rollups that a past is copied into, and how they take much at once.
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import copy from 'pg-copy-streams'

/** In the order in which they are copied: the longest first, while the rest is still being told. */
export const tables = [
  'gas_reading',
  'entry_exit_log',
  'people_count',
  'event',
  'gas_minute',
  'gas_hour',
  'gas_day',
  'count_minute',
  'count_hour',
  'count_day',
  'entry_exit_hour',
  'entry_exit_day',
] as const

export type Table = (typeof tables)[number]

/** Of alarms, which refer to each other: in the order in which they are copied, with all their indices. */
export const alarmTables = ['alarm', 'alarm_transition', 'alarm_check', 'alarm_condition'] as const

export type AlarmTable = (typeof alarmTables)[number]

const gas = 'device_id, channel, at, count, faults, sum, min, max'
const counts = 'device_id, at, entries, exits'
const accesses = 'company_id, door_id, at, entries, exits, denied'

const columns: Record<Table | AlarmTable, string> = {
  gas_reading: 'device_id, channel, value, unit, quality, at, received_at, tx',
  entry_exit_log: `id, company_id, user_id, door_id, zone_id, type, at, result, reason, method, taken, source, device_at,
    received_at, correlation_id, tx`,
  people_count: 'device_id, at, entries, exits, received_at, tx',
  event: 'id, company_id, device_id, type, severity, at, received_at, data, correlation_id',
  gas_minute: gas,
  gas_hour: gas,
  gas_day: gas,
  count_minute: counts,
  count_hour: counts,
  count_day: counts,
  entry_exit_hour: accesses,
  entry_exit_day: accesses,
  alarm: `id, company_id, rule_id, rule_version, source, device_id, part, title, severity, correlation_id, is_first_out, value,
    unit, is_active, raised_at, last_at, returned_at, count, acknowledged_at, acknowledged_by, acknowledged_note, shelved_at,
    shelved_until, shelved_by, shelved_reason, is_suppressed, is_out_of_service, is_annunciated, latches, reason_asked,
    checklist, assignee_id, cleared_at, cleared_by, cleared_reason`,
  alarm_transition: 'alarm_id, at, what, by, note, correlation_id',
  alarm_check: 'alarm_id, step, at, by',
  alarm_condition: 'rule_id, source, device_id, state, since, due_at, last_at, value',
}

export const copyInto = (tx: pg.Client, table: Table | AlarmTable, text: Readable) =>
  pipeline(text, tx.query(copy.from(`copy ${table} (${columns[table]}) from stdin`)))

/**
 * Does the work with the indices of empty tables out of its way: building them afterwards takes a third of the time.
 * Where anything is stored already they stay. The schema is the same in the end.
 */
export const withoutIndices = async (tx: pg.Client, work: () => Promise<void>) => {
  const indices = (await areEmpty(tx)) ? await indicesOf(tx) : []
  for (const { drop } of indices) await tx.query(drop)
  await work()
  for (const { make } of indices) await tx.query(make)
}

const areEmpty = async (tx: pg.Client) => {
  const { rows } = await tx.query<{ empty: boolean }>(
    `select ${tables.map((table) => `not exists (select from ${table})`).join(' and ')} as empty`,
  )
  return rows[0]?.empty ?? false
}

const indicesOf = async (tx: pg.Client) => {
  const { rows } = await tx.query<{ drop: string; make: string }>(
    `select
       case when c.oid is null then format('drop index %s', i.indexrelid::regclass)
         else format('alter table %s drop constraint %I', i.indrelid::regclass, c.conname) end as drop,
       case when c.oid is null then replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ')
         else format('alter table %s add constraint %I %s', i.indrelid::regclass, c.conname, pg_get_constraintdef(c.oid))
         end as make
     from pg_index i left join pg_constraint c on c.conindid = i.indexrelid and c.contype = 'p'
     where i.indrelid = any ($1::regclass[]) order by i.indexrelid`,
    [tables],
  )
  return rows
}
