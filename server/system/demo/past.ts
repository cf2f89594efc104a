// The past of the demo buildings as text for COPY, told day by day while what is told already is being copied.
import { convertGas } from '@gatehouse/contract/safety/gas-units'
import { unitOfGas } from '@gatehouse/contract/safety/measures'
import type { Readable } from 'node:stream'
import { setImmediate as breathe } from 'node:timers/promises'
import { type HistoryDay, history } from '@gatehouse/demo/history'
import { devicesOf, type World, type WorldDevice } from '@gatehouse/demo/world'
import { severityOf } from '../../insight/events/events.ts'
import { copyText, escaped, type Field, idAt, stamp } from './copy-text.ts'
import { alarmFields, checkFields, conditionFields, stepFields } from './alarm-rows.ts'
import { type AlarmPast, createAlarmPast } from './alarm-past.ts'
import { pastRules } from './alarm-rules.sql.ts'
import { type AlarmTable, alarmTables, type Table, tables } from './series.sql.ts'
import { createTally, type Write } from './tally.ts'
import type { Ids } from './world.sql.ts'

export interface Past {
  /** Ends when everything is told. */
  text(table: Table | AlarmTable): Readable
  /** How each device was on the last day, by its id. */
  readonly statuses: Promise<readonly (readonly [device: string, Status])[]>
  /** By the key of the world. */
  readonly alarms: Promise<ReadonlyMap<string, AlarmPast>>
}

export type Status = HistoryDay['statuses'][number]

export interface Inhabited {
  readonly world: World
  readonly ids: Ids
  /** Where its past begins. */
  readonly from: number
}

interface Span {
  readonly seed: number
  readonly to: number
}

/** Begins at once and needs no store: whoever makes one meanwhile finds much of it done. */
export const seedPast = (all: readonly Inhabited[], span: Span): Past => {
  const texts = new Map([...tables, ...alarmTables].map((name) => [name, copyText()]))
  const text = (table: Table | AlarmTable) => {
    const found = texts.get(table)
    if (!found) throw new Error(`${table} takes no history`)
    return found
  }
  const record = async () => {
    const statuses = []
    const alarms = new Map<string, AlarmPast>()
    for (const one of all) {
      const { statuses: last, alarms: raised } = await seedWorld(one, span, (table, row) => text(table).add(row))
      statuses.push(...last)
      alarms.set(one.world.key, raised)
      writeAlarms(one.ids, raised, (table, row) => text(table).add(row))
    }
    for (const finding of texts.values()) finding.end()
    return { statuses, alarms }
  }
  const recorded = record()
  return {
    text: (table) => text(table).stream,
    statuses: recorded.then(({ statuses }) => statuses),
    alarms: recorded.then(({ alarms }) => alarms),
  }
}

const writeAlarms = (
  ids: Ids,
  { alarms, conditions }: AlarmPast,
  write: (table: AlarmTable, row: readonly Field[]) => void,
) => {
  for (const alarm of alarms) {
    write('alarm', alarmFields(ids, alarm))
    for (const row of stepFields(alarm)) write('alarm_transition', row)
    for (const row of checkFields(alarm)) write('alarm_check', row)
  }
  for (const condition of conditions) write('alarm_condition', conditionFields(ids, condition))
}

// Stands for a transaction: before any that a rollup still looks for.
const rolledUp = 0

const seedWorld = async ({ world, ids, from }: Inhabited, { seed, to }: Span, write: Write) => {
  const span = { seed, from, to }
  const places = placesOf(world, ids)
  const tally = createTally(world.timeZone, span.from, span.to, write)
  const alarms = createAlarmPast(world, pastRules(world, ids), span)
  let last: readonly Status[] = []
  for (const reported of history(world, span)) {
    const day = { ...reported, readings: reported.readings.map(inUnitOfChannel) }
    if (day.statuses.length > 0) last = day.statuses
    const add = async <R extends { device: string }>(table: Table, rows: readonly R[], fields: FieldsOf<R>) => {
      for (const row of rows) {
        const place = places.get(row.device)
        if (place) write(table, fields(row, place))
      }
      // Whoever talks to the store meanwhile has many short questions.
      await breathe()
    }
    await add('entry_exit_log', day.accesses, accessFields(ids, tally))
    await add('people_count', day.counts, countFields(tally))
    await add('gas_reading', day.readings, readingFields(tally))
    await add('event', day.events, eventFields(ids))
    await add('event', day.calls, callFields(ids))
    alarms.day(day)
  }
  tally.end()
  const statuses = last.flatMap((status) => {
    const place = places.get(status.device)
    return place ? [[place.id, status] as const] : []
  })
  return { statuses, alarms: alarms.end() }
}

/** As the server stores what is reported in another unit. */
const inUnitOfChannel = (row: RowOf<'readings'>): RowOf<'readings'> => {
  const unit = unitOfGas[row.channel]
  if (row.unit === unit || row.value === null) return { ...row, unit }
  const found = convertGas(row.channel, row.value, row.unit, unit, {})
  if ('missing' in found) throw new Error(`${row.device}: ${found.missing}`)
  return { ...row, value: found.value, unit }
}

interface Place {
  readonly id: string
  readonly zone: string | null
  readonly kind: WorldDevice['kind']
}

const placesOf = (world: World, ids: Ids): ReadonlyMap<string, Place> =>
  new Map(
    devicesOf(world).flatMap(({ key, zone, kind }) => {
      const id = ids.devices.get(key)
      return id ? [[key, { id, zone: ids.zones.get(zone) ?? null, kind }] as const] : []
    }),
  )

type FieldsOf<R> = (row: R, place: Place) => readonly Field[]

type Tally = ReturnType<typeof createTally>
type RowOf<K extends 'accesses' | 'counts' | 'readings' | 'events' | 'calls'> = HistoryDay[K][number]

const accessFields =
  (ids: Ids, tally: Tally) =>
  (row: RowOf<'accesses'>, { id, zone }: Place) => {
    tally.access(ids.company, id, row)
    const at = stamp(row.at)
    const person = ids.people.get(row.credential) ?? null
    const how = [row.result, row.reason, row.credential.split(':', 1)[0] ?? 'other', row.taken, 'device']
    return [idAt(row.at), ids.company, person, id, zone, row.direction, at, ...how, at, at, idAt(row.at), rolledUp]
  }

const countFields =
  (tally: Tally) =>
  (row: RowOf<'counts'>, { id }: Place) => {
    tally.count(id, row)
    const at = stamp(row.at)
    return [id, at, row.in, row.out, at, rolledUp]
  }

const readingFields =
  (tally: Tally) =>
  (row: RowOf<'readings'>, { id }: Place) => {
    tally.reading(id, row)
    const at = stamp(row.at)
    return [id, row.channel, row.value, row.unit, row.quality, at, at, rolledUp]
  }

const eventFields =
  (ids: Ids) =>
  (row: RowOf<'events'>, { id, kind }: Place) => {
    const at = stamp(row.at)
    const what = connections[row.type] ?? [`${kind}.${row.type}`, severityOf(row.type)]
    return [idAt(row.at), ids.company, id, ...what, at, at, '{}', row.correlationId ?? idAt(row.at)]
  }

/** Of a device of any kind, as the server finds it. */
const connections: Readonly<Record<string, readonly [type: string, severity: string]>> = {
  offline: ['device.offline', 'warning'],
  online: ['device.online', 'information'],
}

const callFields =
  (ids: Ids) =>
  (row: RowOf<'calls'>, { id }: Place) => {
    const at = stamp(row.at)
    const { callId, state, outcome } = row
    const data = escaped(JSON.stringify({ callId, state, outcome }))
    return [idAt(row.at), ids.company, id, 'intercom.call', 'information', at, at, data, idAt(row.at)]
  }
