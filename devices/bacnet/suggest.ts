// What an analog object of a BACnet device may measure, by what it is called and by its engineering units.
import { gasChannels, gasUnits } from '@gatehouse/contract/building/gas-channels'
import { unitFault } from '@gatehouse/contract/building/register-map'
import type { GasChannel, GasUnit } from '@gatehouse/contract/building/wire'
import { noUnits, unitsOf } from './decode.ts'

export interface DescribedObject {
  readonly name: string | null
  readonly description: string | null
  /** BACnetEngineeringUnits */
  readonly units: number | undefined
}

export interface Suggestion {
  /** null: neither its words nor its units name exactly one. */
  readonly channel: GasChannel | null
  readonly gasUnits: readonly GasUnit[]
}

/** A wrong suggestion would be worse than none: two gases in one name are none. */
export const suggestChannel = ({ name, description, units }: DescribedObject): Suggestion => {
  const possible = units === undefined ? [] : gasUnits.filter((unit) => unitsOf[unit].includes(units))
  const fits = (channel: GasChannel) =>
    units === undefined || units === noUnits || possible.some((unit) => unitFault(channel, unit) === null)
  const named = namedIn(name ?? '') ?? namedIn(description ?? '')
  const channel = named ?? measuredIn[units ?? Number.NaN] ?? null
  return {
    channel: channel !== null && fits(channel) ? channel : null,
    gasUnits: possible.filter((unit) => channel === null || unitFault(channel, unit) === null),
  }
}

const words: Readonly<Record<GasChannel, RegExp>> = {
  // `CO 2` is the second sensor of one gas, or the other gas.
  CO: /\bco\b(?! 2\b)|carbon monoxide/,
  H2S: /\bh2s\b|hydrogen sul(ph|f)ide/,
  O2: /\bo2\b|oxygen/,
  LEL: /\blel\b|combustible/,
  CO2: /\bco2\b|carbon dioxide/,
  NO2: /\bno2\b|nitrogen dioxide/,
  SO2: /\bso2\b|sul(ph|f)ur dioxide/,
  NH3: /\bnh3\b|ammonia/,
  VOC: /\bt?voc\b/,
  temperature: /\btemp(erature)?\b/,
  humidity: /\bhumidity\b|\brh\b/,
}

const namedIn = (text: string): GasChannel | null => {
  // `ZN-T.CO2_1`, `ZoneTemp`: what joins words, digits and capitals in names of controllers.
  const spaced = text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[^A-Za-z0-9]+/g, ' ')
    .toLowerCase()
  const [first, ...others] = gasChannels.filter((channel) => words[channel].test(spaced))
  return first !== undefined && others.length === 0 ? first : null
}

// BACnetEngineeringUnits that one channel alone is measured in.
const measuredIn: Readonly<Record<number, GasChannel>> = { 29: 'humidity', 62: 'temperature' }
