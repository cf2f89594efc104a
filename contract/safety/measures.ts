// What an alarm rule can be about: values that devices measure, conditions that they or the server find, events at them, and
// what is wrong with the record of a company, and how many people are where.
import type { DeviceKind } from '../building/devices.ts'
import type { ExposureChannel, GasChannel } from '../building/wire.ts'

interface Measure {
  readonly title: string
  /** `value`: a number; `condition`: holds or does not; `occurrence`: a moment. */
  readonly is: 'value' | 'condition' | 'occurrence'
  /** null: of a device of any kind; `record` and `place`: of no device, but of a company, and of a zone, a floor or a site. */
  readonly of: DeviceKind | 'record' | 'place' | null
  readonly unit?: string
}

const value = (title: string, of: Measure['of'], unit: string) => ({ title, is: 'value', of, unit }) as const
const condition = (title: string, of: Measure['of']) => ({ title, is: 'condition', of }) as const
const occurrence = (title: string, of: Measure['of']) => ({ title, is: 'occurrence', of }) as const

/** In the units that set points are written in. */
export const unitOfGas = {
  CO: 'ppm',
  H2S: 'ppm',
  O2: '%vol',
  LEL: '%LEL',
  CO2: '%vol',
  NO2: 'ppm',
  SO2: 'ppm',
  NH3: 'ppm',
  VOC: 'ppm',
  temperature: 'degC',
  humidity: '%RH',
} as const satisfies Record<GasChannel, string>

export const measures = {
  'gas.CO': value('Carbon monoxide', 'gas', unitOfGas.CO),
  'gas.H2S': value('Hydrogen sulphide', 'gas', unitOfGas.H2S),
  'gas.O2': value('Oxygen', 'gas', unitOfGas.O2),
  'gas.LEL': value('Combustible gas', 'gas', unitOfGas.LEL),
  'gas.CO2': value('Carbon dioxide', 'gas', unitOfGas.CO2),
  'gas.NO2': value('Nitrogen dioxide', 'gas', unitOfGas.NO2),
  'gas.SO2': value('Sulphur dioxide', 'gas', unitOfGas.SO2),
  'gas.NH3': value('Ammonia', 'gas', unitOfGas.NH3),
  'gas.VOC': value('Volatile organic compounds', 'gas', unitOfGas.VOC),
  'gas.temperature': value('Temperature', 'gas', unitOfGas.temperature),
  'gas.humidity': value('Humidity', 'gas', unitOfGas.humidity),
  'gas.CO.stel': value('Carbon monoxide, 15-minute average', 'gas', unitOfGas.CO),
  'gas.H2S.stel': value('Hydrogen sulphide, 15-minute average', 'gas', unitOfGas.H2S),
  'gas.CO2.stel': value('Carbon dioxide, 15-minute average', 'gas', unitOfGas.CO2),
  'gas.NO2.stel': value('Nitrogen dioxide, 15-minute average', 'gas', unitOfGas.NO2),
  'gas.SO2.stel': value('Sulphur dioxide, 15-minute average', 'gas', unitOfGas.SO2),
  'gas.NH3.stel': value('Ammonia, 15-minute average', 'gas', unitOfGas.NH3),
  'gas.VOC.stel': value('Volatile organic compounds, 15-minute average', 'gas', unitOfGas.VOC),
  'gas.CO.twa': value('Carbon monoxide, 8-hour average', 'gas', unitOfGas.CO),
  'gas.H2S.twa': value('Hydrogen sulphide, 8-hour average', 'gas', unitOfGas.H2S),
  'gas.CO2.twa': value('Carbon dioxide, 8-hour average', 'gas', unitOfGas.CO2),
  'gas.NO2.twa': value('Nitrogen dioxide, 8-hour average', 'gas', unitOfGas.NO2),
  'gas.SO2.twa': value('Sulphur dioxide, 8-hour average', 'gas', unitOfGas.SO2),
  'gas.NH3.twa': value('Ammonia, 8-hour average', 'gas', unitOfGas.NH3),
  'gas.VOC.twa': value('Volatile organic compounds, 8-hour average', 'gas', unitOfGas.VOC),
  'gas.fault': condition('Detector fault', 'gas'),
  'gas.over-range': condition('Over range', 'gas'),
  'gas.suspect': condition('Suspect reading', 'gas'),
  'gas.calibration-overdue': condition('Calibration overdue', 'gas'),
  'door.forced-open': condition('Forced open', 'door'),
  'door.held-open': condition('Held open', 'door'),
  'door.fault': condition('Door fault', 'door'),
  'door.opened': occurrence('Door opened', 'door'),
  'door.refused': occurrence('Access refused', 'door'),
  'door.duress': occurrence('Duress PIN used', 'door'),
  'device.offline': condition('Offline', null),
  'device.tamper': condition('Tamper detected', null),
  'device.battery': value('Battery', null, '%'),
  'device.signal': value('Signal', null, 'dBm'),
  'actuator.failed': condition('Does not follow its commands', 'actuator'),
  occupancy: value('Occupancy', 'place', 'people'),
  'occupancy.share': value('Occupancy, share of the limit', 'place', '%'),
  'record.broken': condition('Activity log broken', 'record'),
  'record.key': condition('Signing key missing or changed', 'record'),
  'record.unsealed': condition('Activity log not sealed', 'record'),
} as const satisfies Record<string, Measure>
export type MeasureName = keyof typeof measures

export const isMeasure = (name: string): name is MeasureName => Object.hasOwn(measures, name)
export const measureNames: readonly MeasureName[] = Object.keys(measures).filter(isMeasure)
export const measuresThatAre = (is: Measure['is']): readonly MeasureName[] =>
  measureNames.filter((name) => measures[name].is === is)

/** Whether it is of a zone, a floor or a site, and of no device. */
export const isOfPlace = (name: MeasureName): boolean => measures[name].of === 'place'

/** In which unit its set points are; null where it has none. */
export const unitOf = (name: MeasureName): string | null => {
  const measure: Measure = measures[name]
  return measure.unit ?? null
}

/** Which measure the readings of a gas channel are of. */
export const measureOfGas = (channel: GasChannel) => `gas.${channel}` as const

/** Which measure the averages of a gas channel are of: `stel` over 15 minutes, `twa` over 8 hours. */
export const measureOfAverage = (channel: ExposureChannel, average: 'stel' | 'twa') =>
  `gas.${channel}.${average}` as const
