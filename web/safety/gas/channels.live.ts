// How live events correct the channels as they are now.
import * as devices from '@gatehouse/contract/building/devices'
import * as gas from '@gatehouse/contract/safety/gas'
import type { Averages, Channel, GasReading } from '@gatehouse/contract/safety/gas'
import { corrects, refetchesWhen } from '../../kit/live/live-cache.ts'

export const channelsLive = [
  corrects(gas.channels, gas.recorded, ({ channels }, readings) => ({ channels: withReadings(channels, readings) })),
  // A channel that reports for the first time: its name, place and set points come with the list.
  refetchesWhen(gas.channels, gas.recorded, ({ channels }, reading) => !keysOf(channels).has(keyOf(reading))),
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

const keyOf = ({ deviceId, channel }: Named) => `${deviceId}.${channel}`

// Of each list once, as all the readings of a moment are looked up in it.
const known = new WeakMap<readonly Channel[], ReadonlySet<string>>()
const keysOf = (channels: readonly Channel[]): ReadonlySet<string> => {
  const keys = known.get(channels) ?? new Set(channels.map(keyOf))
  known.set(channels, keys)
  return keys
}

/** Each channel with what concerns it, in the order of arrival; the others stay the same objects. */
const withNews = <News extends Named>(
  channels: readonly Channel[],
  news: readonly News[],
  apply: (channel: Channel, one: News) => Channel,
): Channel[] => {
  const byChannel = Map.groupBy(news, keyOf)
  return channels.map((channel) => (byChannel.get(keyOf(channel)) ?? []).reduce(apply, channel))
}

/** The newest of each; a reading older than the one known changes nothing. */
export const withReadings = (channels: readonly Channel[], readings: readonly GasReading[]): Channel[] =>
  withNews(channels, readings, (before, { value, unit, quality, at, receivedAt }) => {
    if (Date.parse(before.at) > Date.parse(at)) return before
    // Converted values come without what they were; the unit that the device reports in stays the same.
    const given = before.given && { unit: before.given.unit, value: null }
    return { ...before, value, unit, quality, at, receivedAt, given }
  })

export const withAverages = (channels: readonly Channel[], averages: readonly Averages[]): Channel[] =>
  withNews(channels, averages, (before, { until, stel, twa }) =>
    before.averages !== null && Date.parse(before.averages.until) > Date.parse(until)
      ? before
      : { ...before, averages: { until, stel, twa } },
  )
