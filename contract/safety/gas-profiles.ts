// Set points of gas by region: from which concentrations on a channel asks for a response, each with where it is written. A
// profile is where a company begins; what it makes of it is its own, and its own responsibility.
import { exposureChannels, type ExposureChannel, type GasChannel } from '../building/wire.ts'
import { type Stage, stages } from './gas-state.ts'
import { measureOfAverage, measureOfGas, type MeasureName } from './measures.ts'

/** The channels that have set points, in the order in which they are shown. */
export const setPointChannels = [
  'CO',
  'H2S',
  'O2',
  'LEL',
  'CO2',
  'NO2',
  'SO2',
  'NH3',
  'VOC',
] as const satisfies readonly GasChannel[]
export type SetPointChannel = (typeof setPointChannels)[number]

/**
 * Of a value as it is: `low` and `high` are two stages; too little and too much oxygen (`deficiency`, `enrichment`) are none, as
 * each is dangerous by itself. Of an average: `stel` over 15 minutes, with a second stage where a standard has one, and `twa`
 * over 8 hours.
 */
export { type Stage, stages } from './gas-state.ts'

export const stageTitles = {
  low: 'low alarm',
  high: 'high alarm',
  deficiency: 'deficiency',
  enrichment: 'enrichment',
  stel: '15-minute average',
  'stel-high': '15-minute average, second stage',
  twa: '8-hour average',
} as const satisfies Record<Stage, string>

const isExposure = (channel: GasChannel): channel is ExposureChannel =>
  exposureChannels.some((exposure) => exposure === channel)

/** The measure that a set point is compared with; null: the channel has no such stage. */
export const measureOfSetPoint = (channel: SetPointChannel, stage: Stage): MeasureName | null => {
  const isOfOxygen = stage === 'deficiency' || stage === 'enrichment'
  if (isOfOxygen || channel === 'O2') return isOfOxygen && channel === 'O2' ? measureOfGas(channel) : null
  if (stage === 'low' || stage === 'high') return measureOfGas(channel)
  return isExposure(channel) ? measureOfAverage(channel, stage === 'twa' ? 'twa' : 'stel') : null
}

/** On which side of its set point a value asks for a response. */
export const comparisonOf = (stage: Stage): 'above' | 'below' => (stage === 'deficiency' ? 'below' : 'above')

/**
 * Between which values a set point may be, in the unit of the channel (`unitOfGas`): the ranges of the sensors of Industrial
 * Scientific's Ventis Pro5, and for combustible gas the 60 %LEL up to which that maker lets its set points be adjusted.
 */
export const setPointRange = {
  CO: [1, 2000],
  H2S: [0.1, 500],
  O2: [1, 30],
  LEL: [1, 60],
  CO2: [0.05, 5],
  NO2: [0.1, 150],
  SO2: [0.1, 150],
  NH3: [1, 500],
  VOC: [0.1, 2000],
} as const satisfies Record<SetPointChannel, readonly [least: number, most: number]>

/** Of the air, in % vol. */
const oxygenOfAir = 20.9
const hysteresisShares = { usual: 0.05, most: 0.5, ofWayToAir: 0.9 } as const

const rounded = (value: number): number => Math.round(value * 1000) / 1000

/**
 * How far short of its value a set point may be normal again at most: half of it. Of oxygen less than what lies between it and
 * that of the air, or plain air would never be normal.
 */
export const mostHysteresis = (channel: SetPointChannel, value: number): number =>
  rounded(
    channel === 'O2' ? Math.abs(value - oxygenOfAir) * hysteresisShares.ofWayToAir : value * hysteresisShares.most,
  )

/** How far short of its value a set point is normal again where nothing else is chosen: a twentieth of the value. */
export const usualHysteresis = (channel: SetPointChannel, value: number): number =>
  Math.min(rounded(value * hysteresisShares.usual), mostHysteresis(channel, value))

export interface ProfileSetPoint {
  readonly channel: SetPointChannel
  readonly stage: Stage
  /** In the unit that set points of the channel are written in (`unitOfGas`). */
  readonly value: number
  /** How long it has to hold before it is an alarm. */
  readonly seconds: number
  /** Where it is written. */
  readonly source: string
}

export interface Profile {
  readonly title: string
  /** Where it is meant to be used. */
  readonly use: string
  readonly setPoints: readonly ProfileSetPoint[]
}

interface Value {
  readonly value: number
  readonly seconds?: number
  readonly source: string
}
type Channels = Partial<Record<SetPointChannel, Partial<Record<Stage, Value>>>>

const profile = (title: string, use: string, channels: Channels): Profile => ({
  title,
  use,
  setPoints: setPointChannels.flatMap((channel) =>
    stages.flatMap((stage) => {
      const given = channels[channel]?.[stage]
      return given ? [{ channel, stage, seconds: 0, ...given }] : []
    }),
  ),
})

const from =
  (source: string) =>
  (value: number, seconds = 0): Value => ({ value, seconds, source })

const maker = from('Industrial Scientific, default alarm settings')
const permit = from('OSHA 29 CFR 1910.146(b), hazardous atmosphere')
const z1 = from('OSHA 29 CFR 1910.1000 table Z-1, PEL, 8 hours')
const z1Ceiling = from('OSHA 29 CFR 1910.1000 table Z-1, PEL, ceiling')
const z2Ceiling = from('OSHA 29 CFR 1910.1000 table Z-2, acceptable ceiling')
// Their shift has 10 hours; they are compared with the average over 8 as well.
const rel = from('NIOSH REL, time-weighted average')
const relShort = from('NIOSH REL, 15 minutes')
const relCeiling = from('NIOSH REL, ceiling')
const relCeilingOf10 = from('NIOSH REL, ceiling of 10 minutes')
const eu2017 = from('Directive (EU) 2017/164, annex')
const eu2009 = from('Directive 2009/161/EU, annex')
const eu2006 = from('Directive 2006/15/EC, annex')
const eu2000 = from('Directive 2000/39/EC, annex')
const carParkMean = from('EN 50545-1, car parks, mean of 15 minutes')
const carParkMinute = from('EN 50545-1, car parks, for 1 minute')
const tlv = (year: number) => from(`ACGIH TLV-TWA, as published in ${year}`)
const tlvShort = (year: number) => from(`ACGIH TLV-STEL, as published in ${year}`)

// Of a value as it is hardly any law states stages: where none does, they are those that detectors leave the factory with.
const instant = {
  CO: { low: maker(35), high: maker(70) },
  H2S: { low: maker(10), high: maker(20) },
  O2: { deficiency: maker(19.5), enrichment: maker(23.5) },
  LEL: { low: maker(10), high: maker(20) },
  CO2: { low: maker(0.5), high: maker(1) },
  NO2: { low: maker(3), high: maker(6) },
  SO2: { low: maker(2), high: maker(4) },
  NH3: { low: maker(25), high: maker(50) },
  VOC: { low: maker(100), high: maker(200) },
} as const satisfies Channels

const permitSpace = {
  O2: { deficiency: permit(19.5), enrichment: permit(23.5) },
  LEL: { low: permit(10), high: maker(20) },
} as const satisfies Channels

export const profiles = {
  standard: profile('Detector defaults', 'As detectors leave the factory', {
    ...instant,
    CO: { ...instant.CO, stel: maker(200), twa: maker(35) },
    H2S: { ...instant.H2S, stel: maker(15), twa: maker(10) },
    CO2: { ...instant.CO2, stel: maker(3), twa: maker(0.5) },
    NO2: { ...instant.NO2, stel: maker(5), twa: maker(3) },
    SO2: { ...instant.SO2, stel: maker(5), twa: maker(2) },
    NH3: { ...instant.NH3, stel: maker(35), twa: maker(25) },
  }),
  osha: profile('OSHA', 'United States: what federal law limits at work', {
    ...instant,
    ...permitSpace,
    CO: { ...instant.CO, twa: z1(50) },
    H2S: { low: instant.H2S.low, high: z2Ceiling(20) },
    CO2: { ...instant.CO2, twa: z1(0.5) },
    NO2: { low: instant.NO2.low, high: z1Ceiling(5) },
    SO2: { ...instant.SO2, twa: z1(5) },
    NH3: { ...instant.NH3, twa: z1(50) },
  }),
  niosh: profile('NIOSH', 'United States: what is recommended', {
    ...instant,
    ...permitSpace,
    CO: { low: instant.CO.low, high: relCeiling(200), twa: rel(35) },
    H2S: { high: relCeilingOf10(10) },
    CO2: { ...instant.CO2, stel: relShort(3), twa: rel(0.5) },
    NO2: { ...instant.NO2, stel: relShort(1) },
    SO2: { ...instant.SO2, stel: relShort(5), twa: rel(2) },
    NH3: { ...instant.NH3, stel: relShort(35), twa: rel(25) },
  }),
  acgih: profile('ACGIH', 'Threshold limit values of hygienists, as public summaries state them', {
    ...instant,
    CO: { ...instant.CO, twa: tlv(1995)(25) },
    H2S: { ...instant.H2S, stel: tlvShort(2017)(5), twa: tlv(2017)(1) },
    CO2: { ...instant.CO2, stel: tlvShort(1989)(3), twa: tlv(1989)(0.5) },
    NH3: { ...instant.NH3, stel: tlvShort(2011)(35), twa: tlv(2011)(25) },
  }),
  eu: profile('European Union', 'Indicative limit values at work; the law of the country decides', {
    ...instant,
    CO: { ...instant.CO, stel: eu2017(100), twa: eu2017(20) },
    H2S: { ...instant.H2S, stel: eu2009(10), twa: eu2009(5) },
    CO2: { ...instant.CO2, twa: eu2006(0.5) },
    NO2: { ...instant.NO2, stel: eu2017(1), twa: eu2017(0.5) },
    SO2: { ...instant.SO2, stel: eu2017(1), twa: eu2017(0.5) },
    NH3: { ...instant.NH3, stel: eu2000(50), twa: eu2000(20) },
  }),
  'car-park': profile('EN 50545-1', 'Car parks and tunnels in Europe: carbon monoxide and nitrogen dioxide', {
    CO: { high: carParkMinute(150, 60), stel: carParkMean(30), 'stel-high': carParkMean(60) },
    NO2: { high: carParkMinute(15, 60), stel: carParkMean(3), 'stel-high': carParkMean(6) },
  }),
} as const satisfies Record<string, Profile>
export type ProfileName = keyof typeof profiles

export const profileNames = [
  'standard',
  'osha',
  'niosh',
  'acgih',
  'eu',
  'car-park',
] as const satisfies readonly ProfileName[]

/** What a profile has at a stage of a channel. */
export const inProfile = (name: ProfileName, channel: SetPointChannel, stage: Stage): ProfileSetPoint | null =>
  profiles[name].setPoints.find((point) => point.channel === channel && point.stage === stage) ?? null

/** Whether a set point asks for a response later than another of the same stage: at a worse value, or after a longer time. */
export const isLooser = (
  stage: Stage,
  one: Pick<ProfileSetPoint, 'value' | 'seconds'>,
  other: Pick<ProfileSetPoint, 'value' | 'seconds'>,
): boolean =>
  (comparisonOf(stage) === 'above' ? one.value > other.value : one.value < other.value) || one.seconds > other.seconds
