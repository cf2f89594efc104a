// From the properties of a BACnet analog object to a reading (ANSI/ASHRAE 135, clauses 12.2 and 12.4).
import type { BacnetPoint } from '@gatehouse/contract/building/polling'
import type { GasUnit } from '@gatehouse/contract/building/wire'
import type { Quality } from '@gatehouse/contract/shapes'
import { judgeRange, type Judged, type Reading } from '../polled.ts'

/** What was read of an object; undefined: it has no such property, or the answer was none of the kind. */
export interface ObjectProperties {
  readonly presentValue: number | undefined
  /** In the order of the standard: in alarm, fault, overridden, out of service. */
  readonly statusFlags: readonly boolean[] | undefined
  /** BACnetReliability */
  readonly reliability: number | undefined
  /** BACnetEngineeringUnits */
  readonly units: number | undefined
}

export const decodePoint = (point: BacnetPoint, read: ObjectProperties): Reading => {
  const { channel, unit } = point
  const raw = read.presentValue === undefined ? null : shown(read)
  return { channel, unit, raw, where: objectOf(point), ...judge(point, read) }
}

/** A point of which nothing was read. */
export const unreadPoint = (point: BacnetPoint, why: string): Reading => ({
  channel: point.channel,
  unit: point.unit,
  raw: null,
  where: objectOf(point),
  value: null,
  quality: 'fault',
  why,
})

/** `analog-input 3` */
export const objectOf = ({ object, instance }: Pick<BacnetPoint, 'object' | 'instance'>): string =>
  `${object} ${instance}`

const judge = (point: BacnetPoint, { presentValue, statusFlags, reliability, units }: ObjectProperties): Judged => {
  if (presentValue === undefined) return fault('It has no present value')
  // Where a factor converts, the units of the object are others on purpose.
  const mismatch = point.factor === 1 ? unitMismatch(point.unit, units) : null
  if (mismatch !== null) return fault(mismatch)
  const judged = judgeRange(presentValue * point.factor, point.range, point.unit)
  const unreliable = reliability === undefined ? undefined : reliabilities[reliability]
  if (unreliable) {
    const { quality, why } = unreliable
    return { value: quality === 'fault' || judged.quality === 'fault' ? null : judged.value, quality, why }
  }
  if (reliability !== undefined && reliability !== 0) return fault(`It is not reliable (${reliability})`)
  if (statusFlags?.[1]) return fault('Its status flags say fault')
  // Somebody has set the value by hand: it is not what the sensor measures.
  if (statusFlags?.[3]) return notMeasured('It is out of service')
  if (statusFlags?.[2]) return notMeasured('Its value is overridden')
  return judged
}

// BACnetReliability; 0 is no fault detected.
const reliabilities: Readonly<Record<number, { readonly quality: Quality; readonly why: string }>> = {
  1: { quality: 'fault', why: 'No sensor' },
  2: { quality: 'over-range', why: 'Over range' },
  3: { quality: 'under-range', why: 'Under range' },
  4: { quality: 'fault', why: 'Open loop' },
  5: { quality: 'fault', why: 'Shorted loop' },
  6: { quality: 'fault', why: 'No output' },
  7: { quality: 'fault', why: 'Unreliable' },
  10: { quality: 'fault', why: 'Configuration error' },
  12: { quality: 'fault', why: 'Communication failure' },
}

/** BACnetEngineeringUnits of each unit. A percentage alone does not say of what, and passes for each of them. */
export const unitsOf: Readonly<Record<GasUnit, readonly number[]>> = {
  ppm: [96],
  ppb: [97],
  'mg/m3': [218],
  'ug/m3': [219],
  '%vol': [98],
  '%LEL': [98],
  degC: [62],
  '%RH': [29, 98],
}
export const noUnits = 95
/** Of those that are not named as they are written. */
export const unitWords: Readonly<Record<number, string>> = {
  29: '%RH',
  62: '°C',
  64: '°F',
  96: 'ppm',
  97: 'ppb',
  98: '%',
}

const unitMismatch = (unit: GasUnit, units: number | undefined): string | null => {
  if (units === undefined || units === noUnits || unitsOf[unit].includes(units)) return null
  return unitWords[units] !== undefined || Object.values(unitsOf).some((known) => known.includes(units))
    ? `It measures in ${unitWords[units] ?? `unit ${units}`}, and not in ${unit}`
    : null
}

const shown = ({ presentValue, statusFlags, reliability, units }: ObjectProperties): string =>
  [
    `present value ${presentValue}`,
    ...(statusFlags ? [`status flags ${statusFlags.map((flag) => (flag ? 1 : 0)).join('')}`] : []),
    ...(reliability === undefined ? [] : [`reliability ${reliability}`]),
    ...(units === undefined ? [] : [`units ${units}`]),
  ].join(', ')

const fault = (why: string): Judged => ({ value: null, quality: 'fault', why })
const notMeasured = (why: string): Judged => ({ value: null, quality: 'warm-up', why })
