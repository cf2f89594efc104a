import type { Flag, RegisterMap } from '@gatehouse/contract/building/register-map'

// With the base address as the factory sets it, 40000: these digits are in the frame themselves (4.6).
const base = 40_000
const general = base + 201

const flags: Flag[] = [
  { table: 'holding', address: general, mask: 1, means: 'fault', label: 'Device fault' },
  { table: 'holding', address: general, mask: 2, means: 'calibration', label: 'Calibration' },
  { table: 'holding', address: general, mask: 16, means: 'warm-up', label: 'Starting up' },
  { table: 'holding', address: base + 202, mask: 2, means: 'fault', label: 'Sensor missing' },
  { table: 'holding', address: base + 202, mask: 16, means: 'fault', label: 'Calibration fault' },
  { table: 'holding', address: base + 202, mask: 2048, means: 'fault', label: 'Sensor end of life' },
]

/** Gas monitor with up to three sensors; here the first of them, with a catalytic or infrared sensor. */
export const msaUltimaX3: RegisterMap = {
  maker: 'MSA',
  model: 'ULTIMA X3',
  source: {
    title: 'ULTIMA X3 Operating Manual (GB)',
    revision: 'as published at the address',
    where: 'Pages 17 and 18 (4.3 to 4.6), pages 30 and 31 (B-4, B-5); fault bits: Ultima addendum, table 3-10',
    url: 'https://www.easymanua.ls/msa/ultima-x/manual?p=32',
  },
  unverified: [
    'Gas and unit are those of the sensor that is fitted (Base+204, Base+213): set channel and unit to them.',
    'Some masters take 1 from a register number. Where the device answers that it has nothing there, the addresses are one lower.',
  ],
  channels: [
    {
      channel: 'LEL',
      unit: '%LEL',
      // Most significant word first (4.3).
      register: { table: 'holding', address: base + 207, type: 'float32', order: 'ABCD', notation: 'Base+207' },
      scale: { kind: 'linear', factor: 1, offset: 0 },
      invalid: [],
      range: { min: 0, max: 100 },
      flags,
    },
  ],
  // Base+201 to Base+253 is one block of status information (4.5).
  gap: 8,
  maxRegisters: 125,
  unreadable: [],
}
