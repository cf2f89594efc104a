// Whatever comes over the wire, the server stands, others are heard, and the reason is kept.
import { createConnection } from 'node:net'
import { malformed } from '@gatehouse/devices/malformed.testing'
import mqttPacket from 'mqtt-packet'
import { beforeAll, describe, expect, it } from 'vitest'
import { attacked } from '../../surface/attack.testing.ts'
import { type ADevice, aCompany, aDevice } from '../../testing/building.testing.ts'
import { type TestServer, sharedServer } from '../../testing/test-server.testing.ts'
import { aReading, connect, count, publish, send, until } from './ingest.testing.ts'

/** Of messages and of frames; the whole proof: GATEHOUSE_MALFORMED=10000. */
const many = Number(process.env['GATEHOUSE_MALFORMED'] ?? 500)

let server: TestServer
let good: ADevice
let bad: ADevice

beforeAll(async () => {
  server = await sharedServer()
  const company = await aCompany(server.store.pool)
  good = await aDevice(server.store.pool, company, 'gas')
  bad = await aDevice(server.store.pool, company, 'gas')
})

const db = () => server.store.pool
const stillReceives = async () => {
  const client = await connect(server.gatehouse.devices, good)
  const answer = await send(client, good.key, 'reading', aReading())
  client.end(true)
  return answer
}

describe(`${many} malformed`, () => {
  it('messages are each in quarantine with a reason', async () => {
    const client = await connect(server.gatehouse.devices, bad)
    const messages = [...malformed(many, bad.key)]
    const answers = await Promise.all(messages.map(({ topic, payload }) => publish(client, topic, payload)))
    attacked('connections', 'malformed messages', many, answers.filter((received) => !received).length)
    expect(answers.filter(Boolean)).toHaveLength(many)
    client.end(true)
    // The very same said twice is kept once.
    const different = new Set(messages.map(({ topic, payload }) => `${topic} ${payload.toString('hex')}`)).size
    expect(await count(db(), `quarantine where username = $1 and reason <> ''`, [bad.key])).toBe(different)
    expect(await count(db(), 'message where device_id = $1', [bad.id])).toBe(0)
    expect(await stillReceives()).toBe(true)
  }, 60_000)

  it('frames cut off their sender only', async () => {
    const hello = mqttPacket.generate(signIn(bad))
    let cutOff = 0
    for (let i = 0; i < many; i += 100) {
      const ends = Array.from({ length: 100 }, (_, j) => cutOffAfter(frames(i + j, hello)))
      cutOff += (await Promise.all(ends)).filter(Boolean).length
    }
    attacked('connections', 'malformed frames', many, many - cutOff)
    expect(cutOff).toBe(many)
    expect(await stillReceives()).toBe(true)
    const about = `quarantine where username = $1 and reason like 'Not MQTT:%'`
    await until(async () => (await count(db(), about, [bad.key])) > 0)
  }, 120_000)
})

const signIn = ({ key, secret }: ADevice): mqttPacket.IConnectPacket => ({
  cmd: 'connect',
  protocolId: 'MQTT',
  protocolVersion: 4,
  clientId: `bad-${Math.random()}`,
  clean: true,
  keepalive: 60,
  username: key,
  password: Buffer.from(secret),
})

// A few kinds of wrong, some before and some after signing in; the same ones every time.
const frames = (n: number, hello: Buffer): Buffer[] => {
  const noise = Buffer.from(Array.from({ length: 5 + (n % 60) }, (_, i) => (n * 31 + i * (17 + n)) % 256))
  switch (n % 8) {
    case 0: // a packet that is longer than anybody may send
      return [hello, Buffer.from([0x30, 0xff, 0xff, 0xff, 0x7f])]
    case 1: // a length that never ends
      return [Buffer.from([0x10, 0xff, 0xff, 0xff, 0xff, 0xff])]
    case 2: // both bits of the quality of service
      return [hello, Buffer.from([0x36, 0x02, 0x00, 0x00])]
    case 3: // a topic longer than its packet
      return [hello, Buffer.from([0x30, 0x03, 0xff, 0xff, 0x41])]
    case 4: // reserved kinds of packet
      return [hello, Buffer.from([0xf0, 0x00]), Buffer.from([0x00, 0x00])]
    case 5: // a wildcard where none may be
      return [
        hello,
        mqttPacket
          .generate({ cmd: 'publish', topic: 'x', payload: '', qos: 0, retain: false, dup: false })
          .fill('#', 4, 5),
      ]
    case 6: // a second CONNECT
      return [hello, hello]
    default:
      return [Buffer.from([0x10, noise.length]), noise]
  }
}

const cutOffAfter = (chunks: Buffer[]): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createConnection(Number(new URL(server.gatehouse.devices).port), '127.0.0.1')
    const timer = setTimeout(() => {
      socket.destroy()
      resolve(false)
    }, 20_000)
    socket.on('error', () => undefined)
    socket.resume()
    socket.once('close', () => {
      clearTimeout(timer)
      resolve(true)
    })
    for (const chunk of chunks) socket.write(chunk)
  })
