// Devices that need a person: off line, or with an empty battery.
import type { Device } from '@gatehouse/contract/building/devices'
import type { Attention } from '../../ui/feedback/attention-list.tsx'

export const devicesNeeding = (devices: readonly Device[]): Attention[] =>
  devices
    .filter(({ online }) => online === false)
    .map(({ id, name, zone, floor, site, lastSeenAt }) => ({
      key: `device ${id}`,
      state: 'offline',
      word: 'Offline',
      what: name,
      where: [zone, floor ?? site].filter(Boolean).join(', '),
      at: lastSeenAt,
    }))
