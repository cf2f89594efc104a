// What devices say, said by the tests: the demo's gateway may speak for every device of Meridian Tower.
import { randomUUID } from 'node:crypto'
import { type Kind, topicOf } from '@gatehouse/contract/building/wire'
import { connectAsync } from 'mqtt'
import { demoPassword, type Place } from './product.ts'

export interface Gateway {
  /** Resolves once the server has acknowledged, which is after it has stored the message. */
  send(device: string, kind: Kind, body: Record<string, unknown>): Promise<void>
  reading(device: string, channel: string, value: number, unit: string): Promise<void>
  access(door: string, credential: string, more?: Record<string, unknown>): Promise<void>
  end(): Promise<void>
}

export const connectGateway = async ({ mqtt }: Pick<Place, 'mqtt'>): Promise<Gateway> => {
  const client = await connectAsync(mqtt, {
    clientId: `e2e-${randomUUID()}`,
    username: 'demo-gateway',
    password: demoPassword,
    reconnectPeriod: 500,
  })
  const send: Gateway['send'] = async (device, kind, body) => {
    const message = { id: randomUUID(), at: new Date().toISOString(), ...body }
    await client.publishAsync(topicOf(device, kind), JSON.stringify(message), { qos: 1 })
  }
  return {
    send,
    reading: (device, channel, value, unit) => send(device, 'reading', { channel, value, unit }),
    access: (door, credential, more = {}) =>
      send(door, 'event', { type: 'access', direction: 'entry', credential, result: 'granted', taken: true, ...more }),
    end: () => client.endAsync(),
  }
}
