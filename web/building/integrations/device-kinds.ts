// What kinds of devices there are, as people call them.
import type { DeviceKind } from '@gatehouse/contract/building/devices'

export const kindWords: Readonly<Record<DeviceKind, string>> = {
  gas: 'Gas detector',
  counter: 'People counter',
  camera: 'Camera',
  intercom: 'Intercom',
  door: 'Door',
}

export const isDeviceKind = (value: string): value is DeviceKind => Object.hasOwn(kindWords, value)
