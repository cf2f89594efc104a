// Who may see an alarm: who may read what it is at, where no label hides that.
import { sightOf } from '@gatehouse/contract/safety/alarms'
import type { Directory, KnownDevice, KnownPlace } from '../../building/devices/devices.ts'
import type { Caller } from '../../kit/http/caller.ts'
import { seesLabelled } from '../../kit/label-scope.ts'

/** As it is stored. */
export interface AlarmAt {
  readonly deviceId: string | null
  readonly place: { readonly siteId: string; readonly floorId: string | null; readonly zoneId: string | null } | null
}

/** Without both it is of the installation. */
export interface Whereabouts {
  readonly device: KnownDevice | undefined
  readonly place: KnownPlace | undefined
}

export const whereaboutsOf = (
  directory: Pick<Directory, 'byId' | 'placeById'>,
  { deviceId, place }: AlarmAt,
): Whereabouts => ({
  device: deviceId === null ? undefined : directory.byId(deviceId),
  place: place === null ? undefined : directory.placeById(place.zoneId ?? place.floorId ?? place.siteId),
})

/** Nobody sees any more what is at a device or a place that is not there. */
export const seesAlarm = (
  reader: Pick<Caller, 'permissions' | 'labels'>,
  directory: Pick<Directory, 'byId' | 'placeById'>,
  at: AlarmAt,
): boolean => {
  const { device, place } = whereaboutsOf(directory, at)
  if ((at.deviceId !== null && !device) || (at.place !== null && !place)) return false
  return (
    reader.permissions.has(sightOf({ device, site: place })) && seesLabelled(reader, (device ?? place)?.levels ?? [])
  )
}
