// What a channel is at a moment, in words and in the order in which it needs a person.
import type { Channel } from '@gatehouse/contract/safety/gas'
import {
  type ChannelState,
  channelStates,
  judgedExposure,
  reachedBy,
  stateOfReading,
} from '@gatehouse/contract/safety/gas-state'
import type { Severity } from '@gatehouse/contract/safety/alarms'
import { ageMs, measuredAt } from '../../kit/age.ts'
import type { Judgement } from '../../ui/feedback/honest-state.ts'
import { againstSetPoints } from './gas-state.ts'

export const stateNames: Readonly<Record<ChannelState, string>> = {
  critical: 'Critical',
  'over-range': 'Over range',
  high: 'High',
  fault: 'Fault',
  medium: 'Medium',
  offline: 'Offline',
  stale: 'Stale',
  'under-range': 'Under range',
  low: 'Low',
  'warm-up': 'Warming up',
  normal: 'Normal',
}

/** Averages are calculated each minute: older than this they are those of an earlier time. */
const averagesOldMs = 180_000

export const stateAt = (channel: Channel, now: number): ChannelState =>
  stateOfReading(channel, channel.setPoints, ageMs(measuredAt(channel), now) > channel.staleAfterSeconds * 1000)

/** Whether its value may be shown as what is there now. */
export const isCurrent = (state: ChannelState): boolean => !notCurrent.includes(state)
const notCurrent: readonly ChannelState[] = ['fault', 'offline', 'stale', 'under-range', 'warm-up']

/** Set points of the value as it is. */
export const limitsOf = ({ setPoints }: Pick<Channel, 'setPoints'>) => setPoints.filter(({ of }) => of === 'value')

export const lookOf = (channel: Channel, state: ChannelState): Judgement => {
  switch (state) {
    case 'fault':
    case 'offline':
    case 'stale':
      return { state, word: stateNames[state] }
    case 'over-range':
      return { state: 'critical', word: stateNames[state] }
    case 'under-range':
    case 'warm-up':
      return { state: 'unknown', word: stateNames[state] }
    default:
      return againstSetPoints(channel, limitsOf(channel))
  }
}

export const areAveragesOld = ({ averages }: Channel, now: number): boolean =>
  averages !== null && ageMs(averages.until, now) > averagesOldMs

/** The most severe set point that an average has reached; null: none, or they are of an earlier time. */
export const reachedByAverages = (channel: Channel, now: number): Severity | null => {
  const { averages, setPoints } = channel
  if (averages === null || areAveragesOld(channel, now)) return null
  const reached = (['stel', 'twa'] as const).flatMap(
    (window) => reachedBy(judgedExposure(averages[window]).value, window, setPoints) ?? [],
  )
  return reached.toSorted((a, b) => channelStates.indexOf(a) - channelStates.indexOf(b))[0] ?? null
}

/** As its reading, or as its averages where those are worse; one that is suspect has a low alarm at least. */
export const worstAt = (channel: Channel, now: number): ChannelState => {
  const found = [stateAt(channel, now), reachedByAverages(channel, now) ?? 'normal', channel.suspect ? 'low' : 'normal']
  return channelStates.find((state) => found.includes(state)) ?? 'normal'
}

type Placed = Pick<Channel, 'zone' | 'floor' | 'site'>

/** From the zone outwards, as far as they are known. */
export const placesOf = ({ zone, floor, site }: Placed): string[] => [
  ...new Set([zone, floor, site].flatMap((name) => name ?? [])),
]

export const placeOf = (channel: Placed): string => placesOf(channel).join(', ')

/** Where it stands in the order of zones: those without a zone are together, for each site. */
export const zoneKey = ({ zoneId, site }: Pick<Channel, 'zoneId' | 'site'>): string => zoneId ?? site

const byName = new Intl.Collator('en', { numeric: true }).compare

/** Zones and their channels, the worst first; the states are given, so that what is drawn and its order agree. */
export const worstFirst = (channels: readonly Channel[], states: readonly ChannelState[]): Channel[] => {
  const rank = new Map(channels.map((channel, n) => [channel, channelStates.indexOf(states[n] ?? 'normal')]))
  const rankOf = (channel: Channel) => rank.get(channel) ?? channelStates.length
  const zones = [...Map.groupBy(channels, zoneKey).values()].map((inZone) => ({
    inZone: inZone.toSorted((a, b) => rankOf(a) - rankOf(b) || byName(a.name, b.name) || byName(a.channel, b.channel)),
    worst: Math.min(...inZone.map(rankOf)),
    name: placeOf(inZone[0] ?? { zone: null, floor: null, site: '' }),
  }))
  return zones.toSorted((a, b) => a.worst - b.worst || byName(a.name, b.name)).flatMap(({ inZone }) => inZone)
}
