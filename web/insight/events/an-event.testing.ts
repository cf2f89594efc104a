// An event for tests: what is not said is of no matter.
import type { DeviceEvent } from '@gatehouse/contract/insight/events'
import { createNumbers } from '../../kit/testing/numbers.testing.ts'

const nextNumber = createNumbers()

export const anEvent = (of: Partial<DeviceEvent> = {}): DeviceEvent => {
  const at = of.at ?? '2026-11-22T10:00:00.000Z'
  return {
    id: `00000000-0000-7000-8000-${String(nextNumber()).padStart(12, '0')}`,
    deviceId: 'door-1',
    device: 'Main entrance',
    deviceKind: 'door',
    type: 'door.opened',
    severity: 'information',
    at,
    receivedAt: at,
    data: {},
    correlationId: '00000000-0000-4000-8000-000000000001',
    ...of,
  }
}
