// How live events correct what is known of gas channels.
import * as devices from '@gatehouse/contract/building/devices'
import type { Device, Latest } from '@gatehouse/contract/building/devices'
import * as gas from '@gatehouse/contract/safety/gas'
import type { GasReading } from '@gatehouse/contract/safety/gas'
import { later } from '../../kit/age.ts'
import { corrects } from '../../kit/live/live-cache.ts'

export const gasLive = [
  corrects(devices.list, gas.recorded, (answer, readings) => ({ devices: applyReadings(answer.devices, readings) })),
]

/** The devices with their newest readings; a reading older than the one known changes nothing. */
export const applyReadings = (list: readonly Device[], readings: readonly GasReading[]): Device[] => {
  const byDevice = Map.groupBy(readings, ({ deviceId }) => deviceId)
  return list.map((device) => {
    const message = byDevice.get(device.id)
    return message ? message.reduce(applyReading, device) : device
  })
}

const applyReading = (device: Device, reading: GasReading): Device => {
  const known = device.latest.find(({ channel }) => channel === reading.channel)
  if (known && Date.parse(known.at) > Date.parse(reading.at)) return device
  const { channel, value, unit, quality, at, receivedAt } = reading
  const message: Latest = { channel, value, unit, quality, at, receivedAt }
  const latest = known
    ? device.latest.map((entry) => (entry.channel === channel ? message : entry))
    : [...device.latest, message].sort((a, b) => a.channel.localeCompare(b.channel))
  return { ...device, latest, lastSeenAt: later(device.lastSeenAt, receivedAt) }
}
