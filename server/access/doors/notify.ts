// Telling those who operate doors what a door needs them for: each only of doors that labels let them see, and of many
// doors at once in one.
import type pg from 'pg'
import type { Directory, KnownDevice } from '../../building/devices/devices.ts'
import { seesLabelled } from '../../kit/label-scope.ts'
import { acknowledgeNotifications, type Notice, notify, usersWho } from '../../messages/notifications/notifications.ts'
import type { Life } from './door-life.ts'

type Querier = Pick<pg.ClientBase, 'query'>

export type Known = Pick<Directory, 'byId'>

type Words = Pick<Notice, 'kind' | 'title' | 'message' | 'type' | 'priority' | 'repeats'>

export const notifyOfAlarms = async (
  tx: Querier,
  directory: Known,
  alarmed: readonly { readonly device: { readonly id: string }; readonly life: Pick<Life, 'alarm'> }[],
): Promise<void> => {
  const having = (alarm: Life['alarm']) =>
    alarmed.flatMap(({ device, life }) => (life.alarm === alarm ? (directory.byId(device.id) ?? []) : []))
  await notifyOperators(tx, having('DoorForcedOpen'), wordsOfForced)
  await notifyOperators(tx, having('DoorOpenTooLong'), wordsOfHeld)
}

/** Somebody deals with the alarm of a door: who was notified of it sees by whom and when. */
export const notifyOfAcknowledgement = (tx: Querier, doorId: string, by: string, at: Date): Promise<void> =>
  acknowledgeNotifications(tx, doorId, ['door-forced-open', 'door-held-open'], { by, at: at.toISOString() })

export const notifyOfBatteries = (tx: Querier, directory: Known, low: ReadonlyMap<string, number>): Promise<void> =>
  notifyOperators(
    tx,
    [...low.keys()].flatMap((id) => directory.byId(id) ?? []),
    (seen) => ({
      kind: 'door-battery-low',
      title:
        seen.length === 1 ? `The battery of ${seen[0]?.name} is low` : `The batteries of ${seen.length} doors are low`,
      message: `Change the battery of ${listed(seen, (door) => `${door.name} (${Math.round(low.get(door.id) ?? 0)} %)`)} before the lock stops answering.`,
      type: 'warning',
      priority: 'medium',
    }),
  )

const wordsOfForced = (doors: readonly KnownDevice[]): Words => ({
  kind: 'door-forced-open',
  title: doors.length === 1 ? `${doors[0]?.name} was forced open` : `${doors.length} doors were forced open`,
  message: `${listed(doors, placed)} opened while locked, and nobody had been let in.`,
  type: 'error',
  priority: 'high',
  repeats: true,
})

const wordsOfHeld = (doors: readonly KnownDevice[]): Words => ({
  kind: 'door-held-open',
  title: doors.length === 1 ? `${doors[0]?.name} is held open` : `${doors.length} doors are held open`,
  message: `${listed(doors, placed)} ${doors.length === 1 ? 'has' : 'have'} been open for too long.`,
  type: 'warning',
  priority: 'medium',
  repeats: true,
})

/** Everybody who operates doors is told of those of these that they see, in one; but for `except`. */
export const notifyOperators = async (
  tx: Querier,
  doors: readonly KnownDevice[],
  words: (seen: readonly KnownDevice[]) => Words,
  except: string | null = null,
): Promise<void> => {
  if (doors.length === 0) return
  const readers = await usersWho(tx, [...new Set(doors.map(({ companyId }) => companyId))], ['operate_doors'])
  const notices = readers.flatMap((reader): Notice[] => {
    if (reader.id === except || !reader.permissions.has('read_doors')) return []
    const seen = doors.filter((door) => door.companyId === reader.companyId && seesLabelled(reader, door.levels))
    if (seen.length === 0) return []
    const path = seen.length === 1 ? `/doors/${seen[0]?.id}` : '/doors?attention=true'
    return [
      {
        userId: reader.id,
        companyId: reader.companyId,
        ...words(seen),
        action: { label: seen.length === 1 ? 'View door' : 'View doors', path },
        requiredPermissions: ['read_doors'],
        deviceIds: seen.map(({ id }) => id),
      },
    ]
  })
  await notify(tx, notices)
}

const mostNamed = 3

/** Its name, with the zone that it leads to. */
export const placed = ({ name, zone }: KnownDevice) => (zone === null ? name : `${name} (${zone})`)

const listed = (doors: readonly KnownDevice[], named: (door: KnownDevice) => string): string => {
  const names = doors.slice(0, mostNamed).map(named)
  const more = doors.length - names.length
  const all = more > 0 ? [...names, `${more} more`] : names
  return all.length === 1 ? (all[0] ?? '') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`
}
