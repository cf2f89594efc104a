import type { RegisterMap } from '@gatehouse/contract/building/register-map'

/** Wall-mounted carbon dioxide transmitter for ventilation, with the temperature inside it. */
export const vaisalaGmw80: RegisterMap = {
  maker: 'Vaisala',
  model: 'GMW80 series',
  source: {
    title: 'CARBOCAP GMW80 Series User Guide M211748EN',
    revision: 'G',
    where: 'Page 50, A.2.2 integer format and A.3.1 measurement data registers',
    url: 'https://manualshive.com/ru/manual/vaisala/carbocap-gmw80-series/carbocap-gmw80-series_user-manual_3214154-52.html',
  },
  unverified: ['Its status registers were not at hand: that no value is there is seen by 8000 hex alone.'],
  channels: [
    {
      channel: 'CO2',
      unit: 'ppm',
      register: { table: 'holding', address: 0x0100, type: 'int16', order: 'ABCD', notation: 'register 257' },
      scale: { kind: 'linear', factor: 1, offset: 0 },
      // 8000 hex: the value is not available (A.2.2).
      invalid: [-32_768],
      flags: [],
    },
    {
      channel: 'temperature',
      unit: 'degC',
      register: { table: 'holding', address: 0x0102, type: 'int16', order: 'ABCD', notation: 'register 259' },
      scale: { kind: 'linear', factor: 0.1, offset: 0 },
      invalid: [-32_768],
      flags: [],
    },
  ],
  gap: 0,
  maxRegisters: 125,
  unreadable: [],
}
