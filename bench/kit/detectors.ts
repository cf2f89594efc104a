// Detectors that publish readings one by one, each over a connection of its own.
import mqtt, { type MqttClient } from 'mqtt'
import type { Device } from '../world.ts'

export interface Measured {
  readonly channel: string
  readonly unit: string
  readonly value: number
  readonly quality: 'good'
}

export interface Detectors {
  /** Of the detector at this place in the list; resolves when the broker has acknowledged it, after COMMIT. */
  publish(n: number, measured: Measured): Promise<void>
  close(): Promise<void>
}

export const connectDetectors = async (mqttPort: number, devices: readonly Device[]): Promise<Detectors> => {
  const clients: { readonly key: string; readonly client: MqttClient }[] = []
  for (const { key, username, password } of devices) {
    const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${mqttPort}`, { clientId: key, username, password })
    clients.push({ key, client })
  }
  let ids = 0
  return {
    async publish(n, measured) {
      const one = clients[n % clients.length]
      if (!one) throw new Error('there are no detectors')
      const message = { id: `${Date.now()}-${ids++}`, at: new Date().toISOString(), ...measured }
      await one.client.publishAsync(`gatehouse/v1/${one.key}/reading`, JSON.stringify(message), { qos: 1 })
    },
    async close() {
      await Promise.all(clients.map(({ client }) => client.endAsync(true)))
    },
  }
}
