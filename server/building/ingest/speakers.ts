// Through which connection each device spoke last: what the end of any other connection says about it is old news.

export interface Speakers<Connection> {
  spoke(device: string, through: Connection): void
  last(device: string): Connection | undefined
  /** The connection ended: which devices had spoken through it last. */
  left(connection: Connection): string[]
}

export const createSpeakers = <Connection extends object>(): Speakers<Connection> => {
  const lastOf = new Map<string, Connection>()
  const devicesOf = new WeakMap<Connection, Set<string>>()
  return {
    spoke(device, through) {
      if (lastOf.get(device) === through) return
      lastOf.set(device, through)
      const devices = devicesOf.get(through)
      if (devices) devices.add(device)
      else devicesOf.set(through, new Set([device]))
    },
    last: (device) => lastOf.get(device),
    left(connection) {
      const devices = [...(devicesOf.get(connection) ?? [])].filter((device) => lastOf.get(device) === connection)
      for (const device of devices) lastOf.delete(device)
      return devices
    },
  }
}
