// Telling people that devices are gone and that they are back: once of each outage that lasts, all that go together in
// one, and nobody of a device whose kind they may not read or that labels hide from them. A device that comes and goes is
// no news each time; its events say all of it. For operators: docs/reliability.md.
import { type DeviceKind, readPermission } from '@gatehouse/contract/building/devices'
import type pg from 'pg'
import type { Directory, KnownDevice } from '../devices/devices.ts'
import { seesLabelled } from '../../kit/label-scope.ts'
import { type Notice, notify, usersWho } from '../../messages/notifications/notifications.ts'

/** A device that is back within this was hardly gone. */
const hardlyGoneMs = 30_000
/** One that stays for this is back: its connection holds. */
const staysMs = 5 * 60_000
/** Of one device nobody is told more often that it is gone. */
const quietMs = 3_600_000
const mostNamed = 3

/** In a transaction. */
export const notifyOfOutages = async (
  tx: Pick<pg.ClientBase, 'query'>,
  directory: Pick<Directory, 'byId'>,
  now: Date,
): Promise<void> => {
  const { gone, back } = await newsOf(tx, now)
  if (gone.length + back.length === 0) return
  const known = (ids: readonly string[]) => ids.flatMap((id) => directory.byId(id) ?? [])
  const notified = [
    { devices: known(gone), words: wordsOfGone },
    { devices: known(back), words: wordsOfBack },
  ]
  const all = notified.flatMap(({ devices }) => devices)
  const readers = await usersWho(
    tx,
    [...new Set(all.map(({ companyId }) => companyId))],
    [...new Set(all.map(({ kind }) => readPermission[kind]))],
  )
  const notices = notified.flatMap(({ devices, words }) =>
    readers.flatMap((reader) => {
      const seen = devices.filter(
        (d) =>
          d.companyId === reader.companyId &&
          reader.permissions.has(readPermission[d.kind]) &&
          seesLabelled(reader, d.levels),
      )
      return seen.length === 0 ? [] : [noticeOf(reader.id, reader.permissions, seen, words(seen))]
    }),
  )
  await notify(tx, notices)
}

type Words = Pick<Notice, 'kind' | 'title' | 'message' | 'type' | 'priority'>

const noticeOf = (
  userId: string,
  permissions: ReadonlySet<string>,
  devices: readonly KnownDevice[],
  words: Words,
): Notice => ({
  userId,
  companyId: devices[0]?.companyId ?? null,
  ...words,
  ...actionFor(permissions),
  requiredPermissions: [...new Set(devices.map(({ kind }) => readPermission[kind]))],
  deviceIds: devices.map(({ id }) => id),
})

const actionFor = (permissions: ReadonlySet<string>): Pick<Notice, 'action'> => {
  if (permissions.has('admin_access')) return { action: { label: 'Open the dashboard', path: '/dashboard' } }
  return permissions.has('read_dashboard') ? { action: { label: 'Open the desk', path: '/desk' } } : {}
}

const wordsOfGone = (devices: readonly KnownDevice[]): Words => ({
  kind: 'device-offline',
  title: devices.length === 1 ? `${named(devices[0])} is offline` : `${devices.length} devices are offline`,
  message: `Nothing is heard of ${listed(devices)} any more. What Gatehouse shows of ${devices.length === 1 ? 'it' : 'them'} is the last that was reported.`,
  type: 'warning',
  priority: 'medium',
})

const wordsOfBack = (devices: readonly KnownDevice[]): Words => ({
  kind: 'device-online',
  title: devices.length === 1 ? `${named(devices[0])} is back` : `${devices.length} devices are back`,
  message: `${listed(devices)} ${devices.length === 1 ? 'reports' : 'report'} again.`,
  type: 'success',
  priority: 'low',
})

const listed = (devices: readonly KnownDevice[]): string => {
  const names = devices.slice(0, mostNamed).map((d) => `${named(d)} (${placed(d)})`)
  const more = devices.length - names.length
  const all = more > 0 ? [...names, `${more} more`] : names
  return all.length === 1 ? (all[0] ?? '') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`
}

const kinds: Record<DeviceKind, string> = {
  door: 'door',
  camera: 'camera',
  intercom: 'intercom',
  gas: 'gas detector',
  counter: 'people counter',
}
const named = (device: KnownDevice | undefined) => device?.name ?? ''
const placed = ({ kind, zone }: KnownDevice) => (zone === null ? kinds[kind] : `${kinds[kind]}, ${zone}`)

const newsOf = async (tx: Pick<pg.ClientBase, 'query'>, now: Date) => {
  const { rows } = await tx.query<{ id: string; news: string }>(turnText, [
    now,
    new Date(now.getTime() - hardlyGoneMs),
    new Date(now.getTime() - staysMs),
    new Date(now.getTime() + quietMs),
  ])
  const ofWhich = (news: string) => rows.filter((row) => row.news === news).map(({ id }) => id)
  return { gone: ofWhich('gone'), back: ofWhich('back') }
}

// One statement that locks in the order in which ingest does, or the two could wait for each other. Rows that another
// node has just told of fail the conditions once its transaction is over.
const turnText = `
  with turned as (
    select device_id, case when online then case when outage_over_since is null then 'there' else 'back' end
      when outage_told_at is null then 'gone' else 'away again' end as news
    from device_status
    where not online and last_seen_at < $2 and (outage_told_at is null and coalesce(outage_quiet_until <= $1, true)
        or outage_told_at is not null and outage_over_since is not null)
      or online and outage_told_at is not null and coalesce(outage_over_since <= $3, true)
    order by device_id for update
  )
  update device_status s set
    outage_told_at = case news when 'gone' then $1 when 'back' then null else outage_told_at end,
    outage_quiet_until = case news when 'gone' then $4 else outage_quiet_until end,
    outage_over_since = case news when 'there' then $1 end
  from turned where s.device_id = turned.device_id
  returning s.device_id as id, news`
