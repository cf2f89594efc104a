// What kinds of devices there are, as people call them.
import type { DeviceKind } from '@gatehouse/contract/building/devices'

export const kindWords: Readonly<Record<DeviceKind, string>> = {
  door: 'Door',
  camera: 'Camera',
  intercom: 'Intercom',
  gas: 'Gas detector',
  counter: 'People counter',
  actuator: 'Actuator',
}

export const isDeviceKind = (value: string): value is DeviceKind => Object.hasOwn(kindWords, value)
