import type { Flag, RegisterMap } from '@gatehouse/contract/building/register-map'

const state = (code: number, means: Flag['means'], label: string): Flag => ({
  table: 'holding',
  address: 0,
  mask: 0x000f,
  equals: code,
  means,
  label,
})

/** Gas detector with Modbus TCP of its own; the gas is that of its cartridge. */
export const honeywellMidas: RegisterMap = {
  maker: 'Honeywell',
  model: 'Midas',
  source: {
    title: 'Midas Gas Detector manual',
    revision: 'as published at the address',
    where: 'Pages A-3 and A-4, table A1: user-readable Modbus holding registers',
    url: 'https://easymanua.ls/honeywell/midas/manual?p=145',
  },
  unverified: [
    'Gas and unit are those of the cartridge (40002, 40007): set channel and unit to them.',
    'The order of the two words of 40003 is as in the Modbus specification; the manual does not name it. Compare with the display.',
    'A maintenance fault (status 1) does not make the reading a fault: the detector goes on measuring.',
  ],
  channels: [
    {
      channel: 'CO',
      unit: 'ppm',
      register: { table: 'holding', address: 2, type: 'float32', order: 'ABCD', notation: '40003' },
      scale: { kind: 'linear', factor: 1, offset: 0 },
      invalid: [],
      flags: [
        { table: 'holding', address: 0, mask: 0x0030, equals: 0x0020, means: 'fault', label: 'Instrument fault' },
        state(0, 'warm-up', 'Warming up'),
        state(4, 'calibration', 'Inhibited'),
        state(5, 'calibration', 'Simulation'),
        state(6, 'calibration', 'Bump test'),
        state(7, 'calibration', 'Loop calibration'),
        state(8, 'calibration', 'Calibration'),
      ],
    },
    {
      channel: 'temperature',
      unit: 'degC',
      register: { table: 'holding', address: 7, type: 'int16', order: 'ABCD', notation: '40008' },
      scale: { kind: 'linear', factor: 1, offset: 0 },
      invalid: [],
      flags: [],
    },
  ],
  // 40001 to 40017 follow each other without a hole (table A1).
  gap: 4,
  maxRegisters: 125,
  unreadable: [],
}
