// Devices for tests.
import type { Device, Latest } from '@gatehouse/contract/building/devices'

export const aDevice = (device: Partial<Device> = {}): Device => ({
  id: 'd1',
  key: 'gas-1',
  kind: 'gas',
  name: 'Boiler',
  site: 'Meridian Tower',
  floor: 'Plant room',
  zone: 'Plant room',
  zoneId: null,
  online: true,
  lastSeenAt: null,
  battery: null,
  signal: null,
  firmware: null,
  outOfService: null,
  latest: [],
  ...device,
})

export const aLatest = (latest: Partial<Latest> = {}): Latest => ({
  channel: 'CO',
  value: 1,
  unit: 'ppm',
  quality: 'good',
  at: '2026-11-21T12:00:00Z',
  receivedAt: '2026-11-21T12:00:00Z',
  ...latest,
})
