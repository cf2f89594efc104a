// A gas channel as tests have it: carbon monoxide, fresh and normal, unless said otherwise.
import type { Channel } from '@gatehouse/contract/safety/gas'
import { uuid } from '../../kit/testing/browser.testing.tsx'
import { beganAt } from '../../kit/testing/fake-time.testing.ts'

export const anAverage = (mean: number | null, share = 1) => ({
  mean,
  share,
  atLeast: (mean ?? 0) * share,
  isOverRange: false,
})

export const aChannel = (changes: Partial<Channel> = {}): Channel => ({
  deviceId: uuid(3),
  key: 'gas-1',
  name: 'Boiler',
  site: 'Tower',
  floor: 'Basement',
  zone: 'Plant room',
  zoneId: uuid(50),
  channel: 'CO',
  value: 1,
  unit: 'ppm',
  quality: 'good',
  given: null,
  at: beganAt,
  receivedAt: beganAt,
  online: true,
  staleAfterSeconds: 30,
  state: 'normal',
  outOfService: null,
  averages: { until: beganAt, stel: anAverage(2), twa: anAverage(3) },
  setPoints: [
    { of: 'value', comparison: 'above', value: 35, hysteresis: 1, severity: 'high' },
    { of: 'value', comparison: 'above', value: 70, hysteresis: 1, severity: 'critical' },
    { of: 'stel', comparison: 'above', value: 200, hysteresis: 1, severity: 'high' },
    { of: 'twa', comparison: 'above', value: 35, hysteresis: 1, severity: 'high' },
  ],
  service: 'ok',
  suspect: null,
  ...changes,
})
