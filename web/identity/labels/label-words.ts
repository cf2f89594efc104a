// What is said about labels: where they are used, and what deleting one does.
import type { DeviceKind } from '@gatehouse/contract/building/devices'
import type { Label, SightChange } from '@gatehouse/contract/identity/labels'

/** Names of what a label marks, by kind. */
export interface Marked {
  readonly sites: readonly string[]
  readonly zones: readonly string[]
  readonly devices: readonly DeviceKind[]
  readonly people: number
}

const deviceWords: Record<DeviceKind, readonly [one: string, many: string]> = {
  door: ['door', 'doors'],
  camera: ['camera', 'cameras'],
  intercom: ['intercom', 'intercoms'],
  gas: ['gas sensor', 'gas sensors'],
  counter: ['people counter', 'people counters'],
  actuator: ['actuator', 'actuators'],
}

/** `12 doors, 1 camera and 2 zones`; null: nothing. */
export const marksText = ({ sites, zones, devices }: Marked, unknownDevices = 0): string | null =>
  listOf([
    ...Object.entries(deviceWords).map(([kind, [one, many]]) =>
      counted(devices.filter((device) => device === kind).length, one, many),
    ),
    counted(unknownDevices, 'other device', 'other devices'),
    counted(zones.length, 'zone', 'zones'),
    counted(sites.length, 'site', 'sites'),
  ])

/** What deleting a label does, in sentences. */
export const deletionEffects = (marked: Marked, unknownDevices = 0): string[] => {
  const what = marksText(marked, unknownDevices)
  const single =
    what !== null && marked.sites.length + marked.zones.length + marked.devices.length + unknownDevices === 1
  return [
    what === null
      ? 'It marks nothing, so nobody will see more or less.'
      : `${what} ${single ? 'becomes' : 'become'} visible to everyone with the permission, except where another label still hides ${single ? 'it' : 'them'}.`,
    ...(marked.people === 0 ? [] : [`${counted(marked.people, 'person loses', 'people lose')} the label.`]),
    'This cannot be undone.',
  ]
}

/** What marking takes: `1 device is hidden from 12 people: Ada Okafor, Sam Lee and 10 others`; null: nothing. */
export const sightChangeText = ({ devices, people, names }: SightChange): string | null => {
  if (people === 0) return null
  const others = counted(people - names.length, 'other', 'others')
  const who = listOf([...names, others])
  return `${counted(devices, 'device is', 'devices are')} hidden from ${counted(people, 'person', 'people')} who ${
    people === 1 ? 'sees' : 'see'
  } ${devices === 1 ? 'it' : 'them'} now: ${who}`
}

/** `2 sites, 14 devices`; `nothing yet`. */
export const usesText = ({ sites, zones, devices }: Label['uses']): string =>
  [counted(sites, 'site', 'sites'), counted(zones, 'zone', 'zones'), counted(devices, 'device', 'devices')]
    .filter(Boolean)
    .join(', ') || 'nothing yet'

export const peopleText = (count: number): string => counted(count, 'person', 'people') || 'nobody'

const counted = (count: number, one: string, many: string): string =>
  count === 0 ? '' : `${count} ${count === 1 ? one : many}`

const listOf = (parts: readonly string[]): string | null => {
  const message = parts.filter((part) => part !== '')
  const last = message.at(-1)
  if (last === undefined) return null
  return message.length === 1 ? last : `${message.slice(0, -1).join(', ')} and ${last}`
}
