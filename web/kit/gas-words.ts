// Gases and their units as people read them.
import { measureOfGas, measures } from '@gatehouse/contract/safety/measures'
import type { GasChannel } from '@gatehouse/contract/building/wire'

const units: Readonly<Record<string, string>> = {
  degC: '°C',
  '%RH': '% RH',
  '%vol': '% vol',
  '%LEL': '% LEL',
  'mg/m3': 'mg/m³',
  'ug/m3': 'µg/m³',
}

/** `% vol` */
export const unitWord = (unit: string): string => units[unit] ?? unit

/** Without what sums of binary fractions leave behind. */
export const numberText = (value: number): string => String(Number(value.toPrecision(10))).replace('-', '−')

/** `19.5 % vol` */
export const amountText = (value: number, unit: string): string => `${numberText(value)} ${unitWord(unit)}`

/** `Carbon monoxide` */
export const gasTitle = (channel: GasChannel): string => measures[measureOfGas(channel)].title
