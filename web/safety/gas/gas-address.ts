// Where a channel of a gas detector is opened: its place in the address of a page.

/** Of a page’s address: which channel is open. */
export const gasSheet = 'gas'

/** A channel in an address: that of its sheet. */
export const channelId = (device: { readonly id: string }, { channel }: { readonly channel: string }): string =>
  `${device.id}.${channel}`

/** Where channels are compared, as `channelId` names them. */
export const compareAt = (channels: readonly string[]): string =>
  `/gas-monitoring/compare?channels=${encodeURIComponent(channels.join(','))}`

/** Where the service of a detector is. */
export const ledgerAt = (deviceId: string): string => `/gas-monitoring/detectors?detector=${deviceId}`
