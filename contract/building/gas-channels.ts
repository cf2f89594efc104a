// What gas detectors measure, and in which units they report it. Plain lists, so that the browser has them too.

export const gasChannels = [
  'CO',
  'H2S',
  'O2',
  'LEL',
  'CO2',
  'NO2',
  'SO2',
  'NH3',
  'VOC',
  'temperature',
  'humidity',
] as const

export const gasUnits = ['ppm', 'ppb', 'mg/m3', 'ug/m3', '%vol', '%LEL', 'degC', '%RH'] as const
