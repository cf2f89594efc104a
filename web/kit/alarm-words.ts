// What an alarm is called, where it is, and what becomes of it, in words.
import type { Alarm, Transition } from '@gatehouse/contract/safety/alarms'

type At = Pick<Alarm, 'device' | 'part' | 'zone' | 'floor' | 'site'>

/** What it is at: a device, of no device a zone, a floor or a site, of none of them the installation. */
export const deviceOf = ({ device, part, zone, floor, site }: At): string =>
  [(device ?? zone ?? floor ?? site)?.name ?? 'Gatehouse', part].filter((word) => word !== null).join(', ')

/** Where that is: `Plant room, Harbour Quay`; empty where it is nowhere. */
export const placeOf = ({ device, zone, floor, site }: Omit<At, 'part'>): string =>
  [device && zone, (device ?? zone ?? floor) && site].flatMap((place) => place?.name ?? []).join(', ')

/** What it is called where nothing beside it says so: `CO high, Detector 3`. */
export const nameOf = (alarm: At & Pick<Alarm, 'title'>): string => `${alarm.title}, ${deviceOf(alarm)}`

export const transitionWords: Record<Transition['what'], string> = {
  raised: 'Raised',
  occurred: 'Occurred again',
  returned: 'Returned to normal',
  acknowledged: 'Acknowledged',
  shelved: 'Shelved',
  unshelved: 'Unshelved',
  'shelf-ended': 'Shelving ended',
  suppressed: 'Suppressed',
  unsuppressed: 'Suppression ended',
  'out-of-service': 'Taken out of service',
  'in-service': 'Back in service',
  assigned: 'Assigned',
  commented: 'Comment',
  checked: 'Step done',
  unchecked: 'Step not done',
  cleared: 'Cleared',
}
