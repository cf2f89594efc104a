import type { RegisterMap } from '@gatehouse/contract/building/register-map'

/** Carbon dioxide sensor that many air-quality transmitters are built around. It answers as unit 254, whatever its address. */
export const senseairS8: RegisterMap = {
  maker: 'Senseair',
  model: 'S8',
  source: {
    title: 'Modbus on Senseair S8 (TDE2067); the read of status and CO2 in one as in Modbus on SE-0119',
    revision: 'SE-0119: 8',
    where: 'Sensor status and CO2 read sequence; example frames: SFeli/ESP32_S8, read me',
    url: 'https://cdn.shopify.com/s/files/1/0019/5952/files/Modbus_SE_0119_Revised8.pdf',
  },
  unverified: [
    'Which bit of the sensor status stands for what was not at hand: any of them makes the reading a fault.',
  ],
  channels: [
    {
      channel: 'CO2',
      unit: 'ppm',
      register: { table: 'input', address: 3, type: 'int16', order: 'ABCD', notation: 'IR4' },
      scale: { kind: 'linear', factor: 1, offset: 0 },
      invalid: [],
      range: { min: 0, max: 10_000 },
      flags: [{ table: 'input', address: 0, mask: 0xffff, means: 'fault', label: 'Sensor status' }],
    },
  ],
  gap: 2,
  maxRegisters: 8,
  unreadable: [],
}
