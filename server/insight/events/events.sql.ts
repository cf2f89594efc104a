// Events out of the store: only of devices that the caller may see, in either order of time.
import type { DeviceEvent, Severity } from '@gatehouse/contract/insight/events'
import * as events from '@gatehouse/contract/insight/events'
import { readPermission } from '@gatehouse/contract/building/devices'
import { type RawBuilder, sql } from 'kysely'
import { dataInPages, longestInPages } from './in-pages.ts'
import { type Db, isoRowsOf } from '../../db/pool.ts'
import type { ListFilter } from '../../kit/cursor.ts'
import type { Directory, KnownDevice } from '../../building/devices/devices.ts'
import type { Caller } from '../../kit/http/caller.ts'

export interface Wanted extends ListFilter<typeof events.list> {
  readonly order: 'newest' | 'oldest'
}

/** Devices of the caller's company of a kind that the caller may read, and that no label hides. */
export const shownTo = (caller: Caller, directory: Directory): KnownDevice[] =>
  directory
    .ofCompany(caller.companyId ?? '')
    .filter((device) => caller.permissions.has(readPermission[device.kind]) && directory.sees(caller, device.id))

export const readEvents = async (
  db: Db,
  caller: Caller,
  directory: Directory,
  wanted: Wanted,
): Promise<DeviceEvent[]> => {
  const { deviceId, kind, siteId, zoneId } = wanted
  const shown = shownTo(caller, directory).filter(
    (device) =>
      (deviceId === undefined || device.id === deviceId) &&
      (kind === undefined || device.kind === kind) &&
      (zoneId === undefined || device.zoneId === zoneId),
  )
  if (shown.length === 0) return []
  const { beyond, order } = wanted
  const conditions = [
    sql`e.company_id = ${caller.companyId}`,
    // One device by its own index; of several, those of the company that pass.
    shown.length === 1 && shown[0]
      ? sql`e.device_id = ${shown[0].id}`
      : sql`e.device_id = any (${shown.map(({ id }) => id)}::uuid[])`,
    ...filters(wanted, shown),
    ...(siteId === undefined ? [] : [sql`d.site_id = ${siteId}`]),
    ...(beyond === undefined
      ? []
      : [
          order === 'newest'
            ? sql`(e.at, e.id) < (${beyond.at}::timestamptz, ${beyond.id}::uuid)`
            : sql`(e.at, e.id) > (${beyond.at}::timestamptz, ${beyond.id}::uuid)`,
        ]),
  ]
  const direction = order === 'newest' ? sql`desc` : sql`asc`
  return read(
    db,
    sql`${sql.join(conditions, sql` and `)}
    order by e.at ${direction}, e.id ${direction} limit ${sql.lit(wanted.limit)}`,
  )
}

export const readEvent = async (
  db: Db,
  caller: Caller,
  directory: Directory,
  id: string,
): Promise<DeviceEvent | undefined> => {
  const at = momentIn(id)
  if (at === null) return undefined
  const shown = shownTo(caller, directory).map((device) => device.id)
  const [event] = await read(
    db,
    sql`e.company_id = ${caller.companyId} and e.device_id = any (${shown}::uuid[]) and e.id = ${id} and e.at = ${at}
      limit 1`,
    sql`e.data`,
  )
  return event
}

// An event's name begins with its moment (kit/ids.ts): so it is found in the one partition where it can be.
const momentIn = (id: string): Date | null => {
  const at = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
  return id[14] === '7' && at < latestMoment ? new Date(at) : null
}

// What dates in JavaScript reach to; a name can say more.
const latestMoment = 8.64e15

const filters = ({ from, to, type, severity, correlationId, q }: Wanted, shown: readonly KnownDevice[]) => [
  ...(from === undefined ? [] : [sql`e.at >= ${from}::timestamptz`]),
  ...(to === undefined ? [] : [sql`e.at < ${to}::timestamptz`]),
  ...(type === undefined ? [] : [sql`e.type = ${type}`]),
  ...(severity === undefined ? [] : [ofSeverity(severity)]),
  ...(correlationId === undefined ? [] : [sql`e.correlation_id = ${correlationId}`]),
  ...(q === undefined || q === '' ? [] : [ofWords(q, shown)]),
]

const ofSeverity = (least: Severity): RawBuilder<boolean> => {
  const wanted = events.severities.slice(events.severities.indexOf(least))
  // In the words of the partial index (0017).
  return least === 'information' ? sql`true` : sql`e.severity <> 'information' and e.severity = any (${wanted}::text[])`
}

// `door.forced-open` is looked for as people say it: forced open.
const ofWords = (q: string, shown: readonly KnownDevice[]): RawBuilder<boolean> => {
  const sought = q.toLowerCase()
  const named = shown.filter(({ name }) => name.toLowerCase().includes(sought)).map(({ id }) => id)
  return sql`(e.device_id = any (${named}::uuid[])
    or position(${sought} in translate(lower(e.type), '.-', '  ')) > 0 or position(${sought} in lower(e.type)) > 0)`
}

// A device may say as much as it likes beside what is understood: whoever reads many events does not carry that.
const inPages = sql`(select coalesce(jsonb_object_agg(said.name, said.value), '{}')
  from jsonb_each(e.data) said (name, value) where said.name = any (${dataInPages}::text[])
    and length(said.value::text) <= ${sql.lit(longestInPages)})`

const read = (db: Db, where: RawBuilder<unknown>, data = inPages) =>
  isoRowsOf<DeviceEvent>(db)`
    select e.id, e.device_id as "deviceId", d.name as device, d.kind as "deviceKind", e.type, e.severity, e.at,
      e.received_at as "receivedAt", ${data} as data, e.correlation_id as "correlationId"
    from event e join device d on d.id = e.device_id where ${where}
  `
