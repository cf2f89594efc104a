// The short names of gas channels, as their formulas are written.
import type { GasChannel } from '@gatehouse/contract/building/wire'

const names: Record<GasChannel, string> = {
  CO: 'CO',
  LEL: 'LEL',
  CO2: 'CO₂',
  O2: 'O₂',
  H2S: 'H₂S',
  NO2: 'NO₂',
  SO2: 'SO₂',
  NH3: 'NH₃',
  VOC: 'VOC',
  temperature: 'Temperature',
  humidity: 'Humidity',
}

/** Whether the product knows a channel of this name. */
export const isGasChannel = (channel: string): channel is GasChannel => Object.hasOwn(names, channel)

/** `H₂S`; what is not known is as the device names it. */
export const channelName = (channel: string): string => (isGasChannel(channel) ? names[channel] : channel)
