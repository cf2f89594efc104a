// What is typed of a change of set points, of whatever kind, and the change that it becomes.
import {
  mostHysteresis,
  setPointRange,
  type SetPointChannel,
  usualHysteresis,
} from '@gatehouse/contract/safety/gas-profiles'
import { profileNames, type ProfileName } from '@gatehouse/contract/safety/gas-profiles'
import { unitOfGas } from '@gatehouse/contract/safety/measures'
import type { SetPoint, SetPointArea, SetPointChange } from '@gatehouse/contract/safety/set-points'
import { numberText, unitWord } from '../../kit/gas-words.ts'
import type { Slot } from './set-point-words.ts'

export type Level = 'siteIds' | 'zoneIds' | 'deviceIds'

export interface ChangeFields {
  value: string
  seconds: string
  /** Empty: the usual one. */
  hysteresis: string
  source: string
  /** There is to be no set point at this stage. */
  isRemoved: boolean
  profile: ProfileName
  level: Level
  siteIds: readonly string[]
  zoneIds: readonly string[]
  deviceIds: readonly string[]
  reason: string
  isLooserConfirmed: boolean
  /** That of the set point which the value was typed over; 0: there was none. */
  version: number
}

const none: ChangeFields = {
  value: '',
  seconds: '0',
  hysteresis: '',
  source: '',
  isRemoved: false,
  profile: 'standard',
  level: 'zoneIds',
  siteIds: [],
  zoneIds: [],
  deviceIds: [],
  reason: '',
  isLooserConfirmed: false,
  version: 0,
}

export const fieldsOfPoint = (point: SetPoint | undefined): ChangeFields =>
  point
    ? {
        ...none,
        value: String(point.value),
        seconds: String(point.seconds),
        hysteresis: isUsual(point) ? '' : String(point.hysteresis),
        source: point.source.text,
        version: point.version,
      }
    : none

const isUsual = ({ channel, value, hysteresis }: SetPoint): boolean => hysteresis === usualHysteresis(channel, value)

export const fieldsOfArea = (area: SetPointArea | null): ChangeFields => {
  if (!area) return none
  const { sites, zones, devices } = area.places
  const ids = (named: readonly { readonly id: string }[]) => named.map(({ id }) => id).sort()
  return {
    ...none,
    profile: area.profile,
    level: sites.length > 0 ? 'siteIds' : devices.length > 0 ? 'deviceIds' : 'zoneIds',
    siteIds: ids(sites),
    zoneIds: ids(zones),
    deviceIds: ids(devices),
  }
}

export const profileOf = (text: string): ProfileName => profileNames.find((name) => name === text) ?? 'standard'

const numberIn = (text: string): number | null => {
  const value = Number(text.trim().replace(',', '.'))
  return text.trim() === '' || !Number.isFinite(value) ? null : value
}

/** What is wrong with a value that was typed; null: nothing. */
export const valueFault = (text: string, channel: SetPointChannel): string | null => {
  const [least, most] = setPointRange[channel]
  const value = numberIn(text)
  return value === null || value < least || value > most
    ? `Enter ${least} to ${most} ${unitWord(unitOfGas[channel])}`
    : null
}

/** `value`: what is typed beside it; while that is no value, nothing is wrong here. */
export const hysteresisFault = (text: string, value: string, channel: SetPointChannel): string | null => {
  if (text.trim() === '' || valueFault(value, channel) !== null) return null
  const most = mostHysteresis(channel, numberIn(value) ?? 0)
  const hysteresis = numberIn(text)
  return hysteresis === null || hysteresis < 0 || hysteresis > most
    ? `Enter 0 to ${numberText(most)} ${unitWord(unitOfGas[channel])}, or it is hardly ever normal again`
    : null
}

export const secondsFault = (text: string): string | null => {
  const seconds = numberIn(text)
  return seconds === null || !Number.isInteger(seconds) || seconds < 0 || seconds > 3600
    ? 'Enter 0 to 3600 whole seconds'
    : null
}

export const sourceFault = (text: string): string | null =>
  text.trim().length < 3 ? 'Write where this value is from' : text.trim().length > 300 ? 'At most 300 characters' : null

export const reasonFault = (text: string): string | null =>
  text.trim().length < 3 ? 'Give the reason' : text.trim().length > 500 ? 'At most 500 characters' : null

/** null: it is not complete. */
export const valueChange = ({ areaId, channel, stage }: Slot, fields: ChangeFields): SetPointChange | null => {
  const { value, seconds, hysteresis, source, isRemoved } = fields
  if (sourceFault(source) !== null) return null
  const faults = [valueFault(value, channel), secondsFault(seconds), hysteresisFault(hysteresis, value, channel)]
  if (!isRemoved && faults.some((fault) => fault !== null)) return null
  const own = numberIn(hysteresis)
  const wanted = isRemoved
    ? { value: null, seconds: 0 }
    : { value: numberIn(value), seconds: numberIn(seconds) ?? 0, ...(own === null ? {} : { hysteresis: own }) }
  return { kind: 'values', areaId, values: [{ channel, stage, ...wanted, source: source.trim() }] }
}

/** `isCompany`: of the whole company. null: it is not complete. */
export const profileChange = (isCompany: boolean, fields: ChangeFields): SetPointChange | null => {
  const { profile, level } = fields
  const at = { siteIds: [], zoneIds: [], deviceIds: [] }
  if (isCompany) return { kind: 'profile', profile, at }
  const ids = [...fields[level]]
  return ids.length === 0 ? null : { kind: 'profile', profile, at: { ...at, [level]: ids } }
}
