// How an event is put into words, the same in the stream, its sheet and a timeline.
import type { DeviceKind } from '@gatehouse/contract/building/devices'
import type { DeviceEvent } from '@gatehouse/contract/insight/events'
import { whatOf } from '../../kit/live/event-what.ts'
import type { IconName } from '../../ui/primitives/icon.tsx'

export const deviceOf = ({ device }: Pick<DeviceEvent, 'device'>): string => device ?? 'A device that is gone'

export const kindIcons: Record<DeviceKind, IconName> = {
  door: 'closed',
  camera: 'camera',
  intercom: 'live',
  gas: 'fault',
  counter: 'people',
  actuator: 'command',
}

/** Types that can be asked for by name, sorted by their words. */
export const knownTypes: readonly (readonly [type: string, words: string])[] = [
  'door.forced-open',
  'door.held-open',
  'door.opened',
  'door.closed',
  'door.locked',
  'door.unlocked',
  'door.tamper',
  'door.duress',
  'door.passback',
  'door.locked-out',
  'door.lost-credential',
  'door.decided-otherwise',
  'camera.motion',
  'camera.person-detected',
  'camera.vehicle-detected',
  'camera.crowd-detected',
  'camera.smoke-suspected',
  'gas.gas-detected',
  'gas.smoke-detected',
  'gas.fault',
  'intercom.call',
  'device.online',
  'device.offline',
].map((type) => [
  type,
  type.startsWith('device.') ? whatOf(type) : `${whatOf(type)} (${type.slice(0, type.indexOf('.'))})`,
])
