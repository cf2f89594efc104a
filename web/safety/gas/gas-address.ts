// Where a channel of a gas detector is opened: its place in the address of a page.
import type { Device } from '@gatehouse/contract/building/devices'

type Latest = Device['latest'][number]

/** Of a page’s address: which channel is open. */
export const gasSheet = 'gas'

/** A channel in an address: that of its sheet. */
export const channelId = (device: Pick<Device, 'id'>, { channel }: Pick<Latest, 'channel'>): string =>
  `${device.id}.${channel}`

/** The channel that an address names, and its detector. */
export const channelIn = (
  devices: readonly Device[],
  id: string,
): { readonly device: Device; readonly latest: Latest } | undefined => {
  for (const device of devices)
    for (const latest of device.latest) if (channelId(device, latest) === id) return { device, latest }
  return undefined
}
