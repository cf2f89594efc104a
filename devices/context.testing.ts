// A context for driver tests: real devices in a real lookup, at a fixed moment.
import type { Context, Registered } from './driver.ts'
import { listenersByTopic } from './drivers.ts'

/** A door and a relay as an installer registered them. */
export const zigbeeDoor: Registered = {
  key: 'z',
  kind: 'door',
  driver: 'zigbee2mqtt',
  address: 'Front door',
  config: null,
}
export const shellyRelay: Registered = {
  key: 's',
  kind: 'door',
  driver: 'shelly',
  address: 'shellyplus1-a8032ab',
  config: { settings: { contact: { input: 0 } } },
}

export const noon = new Date('2026-11-21T12:00:00.000Z')

export const contextOf = (devices: readonly Registered[] = [], more: Partial<Context> = {}): Context => {
  const listeners = listenersByTopic(devices)
  return {
    now: noon,
    registered: (driver, address) => devices.find((d) => d.driver === driver && d.address === address),
    listeners: (topic) => listeners.get(topic) ?? [],
    ...more,
  }
}

export const bytes = (payload: unknown): Uint8Array =>
  Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload))

export const aCommand = (action: string, args: Record<string, unknown> = {}) => ({
  commandId: '7f0c1f6e-6a0b-4a3d-9a52-5a1c1f3f9f10',
  at: '2026-11-21T12:00:00.000Z',
  action,
  args,
  expiresAt: '2026-11-21T12:00:10.000Z',
})
