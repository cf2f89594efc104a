// How live events correct the channels as they are now.
import * as devices from '@gatehouse/contract/building/devices'
import * as gas from '@gatehouse/contract/safety/gas'
import type { Averages, Channel, GasReading } from '@gatehouse/contract/safety/gas'
import { corrects, refetchesWhen } from '../../kit/live/live-cache.ts'

export const channelsLive = [
  corrects(gas.channels, gas.recorded, ({ channels }, readings) => ({ channels: withReadings(channels, readings) })),
  // A channel that reports for the first time: its name, place and set points come with the list.
  refetchesWhen(gas.channels, gas.recorded, ({ channels }, reading) => !channels.some((one) => isSame(one, reading))),
  corrects(gas.channels, gas.averaged, ({ channels }, averages) => ({ channels: withAverages(channels, averages) })),
  corrects(gas.channels, devices.statusChanged, ({ channels }, statuses) => {
    const online = new Map(statuses.map((status) => [status.id, status.online]))
    return {
      channels: channels.map((channel) => {
        const next = online.get(channel.deviceId)
        return next === undefined || next === channel.online ? channel : { ...channel, online: next }
      }),
    }
  }),
]

interface Named {
  readonly deviceId: string
  readonly channel: string
}

const isSame = (one: Named, other: Named) => one.deviceId === other.deviceId && one.channel === other.channel

/** The newest of each; a reading older than the one known changes nothing. */
export const withReadings = (channels: readonly Channel[], readings: readonly GasReading[]): Channel[] =>
  channels.map((channel) =>
    readings.reduce<Channel>((known, reading) => {
      if (!isSame(known, reading) || Date.parse(known.at) > Date.parse(reading.at)) return known
      const { value, unit, quality, at, receivedAt } = reading
      return { ...known, value, unit, quality, at, receivedAt, given: null }
    }, channel),
  )

export const withAverages = (channels: readonly Channel[], averages: readonly Averages[]): Channel[] =>
  channels.map((channel) =>
    averages.reduce<Channel>((known, { until, stel, twa, ...of }) => {
      const isOlder = known.averages !== null && Date.parse(known.averages.until) > Date.parse(until)
      return !isSame(known, of) || isOlder ? known : { ...known, averages: { until, stel, twa } }
    }, channel),
  )
