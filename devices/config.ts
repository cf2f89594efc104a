// What is stored of a foreign device: `{ parts?, settings? }`, parts as announced, settings as the installer made them.
import { z } from 'zod'
import type { Announcement, Registered } from './driver.ts'

const config = z.object({
  parts: z.record(z.string(), z.unknown()).default({}),
  settings: z.record(z.string(), z.unknown()).default({}),
})
export type DeviceConfig = z.output<typeof config>

/** Read leniently: a config of an older version must not stop a device from being heard. */
export const configOf = (device: Pick<Registered, 'config'>): DeviceConfig =>
  config.safeParse(device.config).data ?? { parts: {}, settings: {} }

/** The config after an announcement; store it with the device, or with the candidate until it is registered. */
export const withPart = (before: unknown, announced: Pick<Announcement, 'part' | 'config'>): DeviceConfig => {
  const { parts, settings } = config.safeParse(before).data ?? { parts: {}, settings: {} }
  return { parts: { ...parts, [announced.part]: announced.config }, settings }
}

export const withoutPart = (before: unknown, part: string): DeviceConfig => {
  const { parts, settings } = config.safeParse(before).data ?? { parts: {}, settings: {} }
  return { parts: Object.fromEntries(Object.entries(parts).filter(([name]) => name !== part)), settings }
}

/** Reads something out of a config once per config object. */
export const remembered = <T>(make: (device: Registered) => T): ((device: Registered) => T) => {
  const known = new WeakMap<object, T>()
  return (device) => {
    const key = device.config
    if (typeof key !== 'object' || key === null) return make(device)
    const before = known.get(key)
    if (before !== undefined) return before
    const made = make(device)
    known.set(key, made)
    return made
  }
}
