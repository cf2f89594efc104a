// Set points in words: areas, stages, values and what a change does.
import {
  measureOfSetPoint,
  profiles,
  type ProfileName,
  type SetPointChannel,
  setPointChannels,
  type Stage,
  stages,
  stageTitles,
  usualHysteresis,
} from '@gatehouse/contract/safety/gas-profiles'
import { unitOfGas } from '@gatehouse/contract/safety/measures'
import type { Difference, SetPoint, SetPointArea } from '@gatehouse/contract/safety/set-points'
import { amountText, gasTitle } from '../../kit/gas-words.ts'

/** As heads of columns. */
export const stageHeads: Readonly<Record<Stage, string>> = {
  low: 'Low',
  high: 'High',
  deficiency: 'Deficiency',
  enrichment: 'Enrichment',
  stel: 'STEL (15 min)',
  'stel-high': 'STEL, 2nd stage',
  twa: 'TWA (8 h)',
}

export const profileTitle = (profile: ProfileName): string => profiles[profile].title

export interface Slot {
  /** null: the whole company. */
  readonly areaId: string | null
  readonly channel: SetPointChannel
  readonly stage: Stage
}

/** `Carbon monoxide: low alarm` */
export const slotTitle = ({ channel, stage }: Pick<Slot, 'channel' | 'stage'>): string =>
  `${gasTitle(channel)}: ${stageTitles[stage]}`

/** As it stands in an address: `company:CO:low`. */
export const slotKey = ({ areaId, channel, stage }: Slot): string => `${areaId ?? 'company'}:${channel}:${stage}`

/** null: there is no such stage. */
export const slotOf = (key: string): Slot | null => {
  const [area = '', gas, at] = key.split(':')
  const channel = setPointChannels.find((one) => one === gas)
  const stage = stages.find((one) => one === at)
  if (!channel || !stage || measureOfSetPoint(channel, stage) === null) return null
  return { areaId: area === 'company' ? null : area, channel, stage }
}

interface Value {
  readonly value: number
  readonly seconds: number
}

/** `35 ppm`, `150 ppm for 60 s` */
export const valueText = ({ value, seconds }: Value, channel: SetPointChannel): string =>
  `${amountText(value, unitOfGas[channel])}${seconds > 0 ? ` for ${seconds} s` : ''}`

/** `at 33.25 ppm`, where a channel in alarm is normal again. */
export const normalText = ({ channel, comparison, value, hysteresis }: SetPoint): string =>
  `at ${amountText(comparison === 'above' ? value - hysteresis : value + hysteresis, unitOfGas[channel])}`

/** `, hysteresis 3 ppm`; nothing where it is the usual one. */
export const hysteresisText = (
  channel: SetPointChannel,
  { value, hysteresis }: { readonly value: number; readonly hysteresis?: number | undefined },
): string =>
  hysteresis === undefined || hysteresis === usualHysteresis(channel, value)
    ? ''
    : `, hysteresis ${amountText(hysteresis, unitOfGas[channel])}`

/** `At or above 35 ppm` */
export const limitText = (point: SetPoint): string => `At or ${point.comparison} ${valueText(point, point.channel)}`

export const placesText = ({ sites, zones, devices }: SetPointArea['places']): string => {
  const names = [...sites, ...zones, ...devices].map(({ name }) => name)
  return names.length === 0 ? 'Places that you may not see' : names.join(', ')
}

export const areaTitle = ({ id, places }: Pick<SetPointArea, 'id' | 'places'>): string =>
  id === null ? 'Whole company' : placesText(places)

/** The stages that are shown of an area, in their order. */
export const stagesShown = ({ setPoints }: SetPointArea): readonly Stage[] => {
  const used = new Set(setPoints.map(({ stage }) => stage))
  return stages.filter((stage) => used.has(stage) || stage === 'stel' || stage === 'twa')
}

/** What a difference is about: `Carbon monoxide: low alarm`. */
export const differenceTitle = (difference: Difference): string => {
  switch (difference.what) {
    case 'set-point':
      return slotTitle(difference)
    case 'places':
      return difference.after === null ? 'Area ends' : difference.before === null ? 'New area' : 'Places of an area'
    case 'rule':
      return 'Alarm rule deleted'
    default:
      return 'Second person'
  }
}

export const secondPersonText = (wanted: boolean): string => (wanted ? 'Required' : 'Not required')
