// Units of gas readings, and what one is in another. A conversion that needs something unknown (which combustible gas it is,
// say) has no answer; none is guessed.
import { z } from 'zod'
import type { GasChannel, GasUnit } from '../building/wire.ts'

/** Grams per mole (IUPAC 2021, abridged atomic weights). */
export const molarMass = {
  CO: 28.01,
  H2S: 34.076,
  O2: 31.998,
  CO2: 44.009,
  NO2: 46.005,
  SO2: 64.058,
  NH3: 17.031,
  methane: 16.043,
  propane: 44.097,
  butane: 58.124,
  hydrogen: 2.016,
  isobutylene: 56.108,
} as const
export type Substance = keyof typeof molarMass

/**
 * Lower explosive limits in % by volume of air. Two tables are in use, and 50 %LEL by one is another concentration by the
 * other: IEC 60079-20-1:2010, and NFPA 325 (as in the NIOSH pocket guide).
 */
export const lowerExplosiveLimits = {
  methane: { iec: 4.4, nfpa: 5 },
  propane: { iec: 1.7, nfpa: 2.1 },
  butane: { iec: 1.4, nfpa: 1.6 },
  hydrogen: { iec: 4, nfpa: 4 },
} as const satisfies Partial<Record<Substance, { iec: number; nfpa: number }>>

/** At which a mass per volume was stated. */
export interface AirConditions {
  readonly celsius: number
  readonly kilopascals: number
}

/** At which OSHA and NIOSH state their limits: 25 °C and one atmosphere. */
export const northAmericanConditions: AirConditions = { celsius: 25, kilopascals: 101.325 }
/** At which EU directives on limits at work state theirs: 20 °C and one atmosphere. */
export const europeanConditions: AirConditions = { celsius: 20, kilopascals: 101.325 }

/** Molar gas constant in J/(mol K), exact since 2019. */
const gasConstant = 8.314462618_15324
const zeroCelsius = 273.15

/** Litres that one mole of an ideal gas fills: 24.465 at 25 °C and one atmosphere. */
export const molarVolume = ({ celsius, kilopascals }: AirConditions): number =>
  (gasConstant * (celsius + zeroCelsius)) / kilopascals

/** What the installer sets of a gas detector; absent: not known, or as usual. */
export const gasSettings = z.object({
  /** Degrees Celsius that its mass per volume refers to; with `kilopascals`. */
  celsius: z.number().min(-60, 'At least -60 °C').max(100, 'At most 100 °C').optional(),
  /** Absolute pressure that its mass per volume refers to; with `celsius`. */
  kilopascals: z.number().min(30, 'At least 30 kPa').max(200, 'At most 200 kPa').optional(),
  /** What its VOC channel was calibrated with: as which its mass per volume is understood. */
  calibrationGas: z.enum(['isobutylene', 'methane', 'propane', 'butane']).optional(),
  /** What its LEL channel measures. */
  combustibleGas: z.enum(['methane', 'propane', 'butane', 'hydrogen']).optional(),
  /** By which table its %LEL is meant. */
  explosiveLimits: z.enum(['iec', 'nfpa']).optional(),
  /** How long a reading holds at most while no other follows; absent: three of its usual intervals. */
  holdSeconds: z.int().min(1, 'At least 1 second').max(3600, 'At most an hour').optional(),
})
export type GasSettings = z.output<typeof gasSettings>

const volume = ['ppm', 'ppb', '%vol'] as const satisfies readonly GasUnit[]
const mass = ['mg/m3', 'ug/m3'] as const satisfies readonly GasUnit[]
const concentration = [...volume, ...mass] as const

/** In which units a channel can be reported, whatever has to be known to convert them. */
export const unitsOfChannel: Readonly<Record<GasChannel, readonly GasUnit[]>> = {
  CO: concentration,
  H2S: concentration,
  O2: concentration,
  LEL: [...concentration, '%LEL'],
  CO2: concentration,
  NO2: concentration,
  SO2: concentration,
  NH3: concentration,
  VOC: concentration,
  temperature: ['degC'],
  humidity: ['%RH'],
}

/** The substance that a channel measures; null: the installer has not stated which. */
export const substanceOf = (channel: GasChannel, settings: GasSettings): Substance | null => {
  switch (channel) {
    case 'CO':
    case 'H2S':
    case 'O2':
    case 'CO2':
    case 'NO2':
    case 'SO2':
    case 'NH3':
      return channel
    case 'LEL':
      return settings.combustibleGas ?? null
    case 'VOC':
      return settings.calibrationGas ?? null
    default:
      return null
  }
}

/** Powers of ten between units that state the same thing: parts by volume in ppm, mass per volume in mg/m3. */
const powers = { ppm: 0, ppb: -3, '%vol': 4, 'mg/m3': 0, 'ug/m3': -3 } as const

/** Moves the decimal point, so that 0.035 %vol are 350 ppm, and not 350.00000000000006. */
const shifted = (value: number, power: number): number => {
  const [digits = '', exponent = '0'] = String(value).split('e')
  return Number(`${digits}e${Number(exponent) + power}`)
}

const isIn = <U extends GasUnit>(units: readonly U[], unit: GasUnit): unit is U => units.some((known) => known === unit)

type Answer = { readonly value: number } | { readonly missing: string }

/**
 * A value of a channel in another unit; `missing`: what would have to be known or set, in words. Only powers of ten lie
 * between parts by volume, and between masses per volume, so that those are exact to the decimal.
 */
export const convertGas = (
  channel: GasChannel,
  value: number,
  from: GasUnit,
  to: GasUnit,
  settings: GasSettings,
): Answer => {
  if (from === to) return { value }
  const strange = [from, to].find((unit): boolean => !isIn(unitsOfChannel[channel], unit))
  if (strange !== undefined) return { missing: `${channel} is not measured in ${strange}` }
  if (isIn(volume, from) && isIn(volume, to)) return { value: shifted(value, powers[from] - powers[to]) }
  if (isIn(mass, from) && isIn(mass, to)) return { value: shifted(value, powers[from] - powers[to]) }
  const ppm = inPpm(channel, value, from, settings)
  return 'missing' in ppm ? ppm : fromPpm(channel, ppm.value, to, settings)
}

const inPpm = (channel: GasChannel, value: number, from: GasUnit, settings: GasSettings): Answer => {
  if (isIn(volume, from)) return { value: shifted(value, powers[from]) }
  const factor = isIn(mass, from) ? ppmPerMilligram(channel, settings) : percentAtLimit(settings)
  if ('missing' in factor) return factor
  if (isIn(mass, from)) return { value: shifted(value, powers[from]) * factor.value }
  return { value: shifted((value * factor.value) / 100, powers['%vol']) }
}

const fromPpm = (channel: GasChannel, ppm: number, to: GasUnit, settings: GasSettings): Answer => {
  if (isIn(volume, to)) return { value: shifted(ppm, -powers[to]) }
  const factor = isIn(mass, to) ? ppmPerMilligram(channel, settings) : percentAtLimit(settings)
  if ('missing' in factor) return factor
  if (isIn(mass, to)) return { value: shifted(ppm / factor.value, -powers[to]) }
  return { value: (shifted(ppm, -powers['%vol']) * 100) / factor.value }
}

/** What 1 mg/m3 is in ppm. */
const ppmPerMilligram = (channel: GasChannel, settings: GasSettings): Answer => {
  const substance = substanceOf(channel, settings)
  const { celsius, kilopascals } = settings
  if (substance === null)
    return { missing: `set the ${channel === 'LEL' ? 'combustible gas' : 'calibration gas'} of this detector` }
  if (celsius === undefined || kilopascals === undefined)
    return { missing: 'set the temperature and pressure that mass per volume of this detector refers to' }
  return { value: molarVolume({ celsius, kilopascals }) / molarMass[substance] }
}

/** How many % by volume 100 %LEL are. */
const percentAtLimit = ({ combustibleGas, explosiveLimits }: GasSettings): Answer => {
  if (combustibleGas === undefined || explosiveLimits === undefined)
    return { missing: 'set the combustible gas of this detector, and the table of its lower explosive limit' }
  return { value: lowerExplosiveLimits[combustibleGas][explosiveLimits] }
}
