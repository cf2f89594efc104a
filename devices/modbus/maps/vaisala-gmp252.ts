import type { RegisterMap } from '@gatehouse/contract/building/register-map'

/** Carbon dioxide probe, 0 to 10,000 ppm. Modbus RTU; through a serial server, or behind a gateway to Modbus TCP. */
export const vaisalaGmp252: RegisterMap = {
  maker: 'Vaisala',
  model: 'GMP252',
  source: {
    title: 'GMP252 User Guide M211897EN',
    revision: 'D and E',
    where: 'Appendix A: A.2.1 measurement registers, A.2.3 status registers, A.3 communication examples',
    url: 'https://docs.vaisala.com/r/M211897EN-E/en-US',
  },
  unverified: ['Above 10,000 ppm the probe goes on measuring with less accuracy: here that is over range.'],
  channels: [
    {
      channel: 'CO2',
      unit: 'ppm',
      // Least significant word first (A.3).
      register: { table: 'holding', address: 0, type: 'float32', order: 'CDAB', notation: 'register 1' },
      scale: { kind: 'linear', factor: 1, offset: 0 },
      invalid: [],
      range: { min: 0, max: 10_000 },
      flags: [
        { table: 'holding', address: 0x0800, mask: 0b011, means: 'fault', label: 'Device error' },
        { table: 'holding', address: 0x0801, mask: 2 | 256, means: 'warm-up', label: 'Starting up' },
      ],
    },
  ],
  gap: 0,
  maxRegisters: 125,
  unreadable: [],
}
