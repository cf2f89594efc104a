// The embedded broker with real clients: who may say what, when it is acknowledged, what an end means.
import { createConnection } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { topicOf } from '@gatehouse/contract/building/wire'
import { Client } from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { type ACompany, aCompany, aDevice } from '../../testing/building.testing.ts'
import { hashPassword } from '../../kit/secrets/passwords.ts'
import { hashSecret } from '../../kit/secrets/secrets.ts'
import { type TestServer, sharedServer } from '../../testing/test-server.testing.ts'
import { aCommand, aReading, connect, connectOnce, count, openWayIn, publish, send, until } from './ingest.testing.ts'

let server: TestServer
let company: ACompany
let url: string

beforeAll(async () => {
  server = await sharedServer()
  company = await aCompany(server.store.pool)
  url = server.gatehouse.devices
})

const db = () => server.store.pool
const readings = (deviceId: string) => count(db(), 'gas_reading where device_id = $1', [deviceId])
const online = async (deviceId: string) => {
  const { rows } = await db().query<{ online: boolean }>('select online from device_status where device_id = $1', [
    deviceId,
  ])
  return rows[0]?.online
}

describe('a publish', () => {
  it('is acknowledged after COMMIT, not before', async () => {
    const gas = await aDevice(db(), company, 'gas')
    const client = await connect(url, gas)
    const blocker = new Client({ connectionString: server.url })
    await blocker.connect()
    await blocker.query('begin; lock table gas_latest in access exclusive mode')
    let acknowledged = false
    const message = send(client, gas.key, 'reading', aReading()).then((answer) => (acknowledged = answer))
    await sleep(400)
    expect(acknowledged).toBe(false)
    await blocker.query('commit')
    await message
    expect(acknowledged).toBe(true)
    expect(await readings(gas.id)).toBe(1)
    await blocker.end()
    client.end(true)
  })

  it('is stored once, repeated at once, later and on another connection', async () => {
    const gas = await aDevice(db(), company, 'gas')
    const client = await connect(url, gas)
    const message = aReading()
    const answers = await Promise.all([1, 2, 3].map(() => send(client, gas.key, 'reading', message)))
    answers.push(await send(client, gas.key, 'reading', message))
    client.end(true)
    const again = await connect(url, gas)
    answers.push(await send(again, gas.key, 'reading', message))
    expect(answers).toEqual([true, true, true, true, true])
    expect(await readings(gas.id)).toBe(1)
    again.end(true)
  })

  it('is stored once at every quality of service', async () => {
    const gas = await aDevice(db(), company, 'gas')
    const client = await connect(url, gas)
    for (const qos of [0, 1, 2] as const) {
      await client.publishAsync(topicOf(gas.key, 'reading'), JSON.stringify(aReading()), { qos, retain: qos === 1 })
    }
    await until(async () => (await readings(gas.id)) === 3)
    client.end(true)
  })

  it('keeps the device time, but believes no clock that runs ahead', async () => {
    const gas = await aDevice(db(), company, 'gas')
    const client = await connect(url, gas)
    await send(client, gas.key, 'reading', aReading({ at: new Date(Date.now() + 3_600_000).toISOString() }))
    const { rows } = await db().query('select at, received_at from gas_reading where device_id = $1', [gas.id])
    expect(rows[0].at).toEqual(rows[0].received_at)
    client.end(true)
  })

  it('older than what is kept goes to quarantine, saying so', async () => {
    const gas = await aDevice(db(), company, 'gas')
    const client = await connect(url, gas)
    expect(await send(client, gas.key, 'reading', aReading({ at: '1970-01-01T00:00:00Z' }))).toBe(true)
    expect(await readings(gas.id)).toBe(0)
    const { rows } = await db().query('select reason from quarantine where username = $1', [gas.key])
    expect(rows[0].reason).toMatch(/Older than what is kept/)
    client.end(true)
  })

  it('from weeks ago finds or gets its partition', async () => {
    const gas = await aDevice(db(), company, 'gas')
    const client = await connect(url, gas)
    const at = new Date(Date.now() - 60 * 86_400_000).toISOString()
    expect(await send(client, gas.key, 'reading', aReading({ at }))).toBe(true)
    expect(await readings(gas.id)).toBe(1)
    client.end(true)
  })
})

describe('a device', () => {
  it('is turned away with a wrong password, an unknown name or none', async () => {
    const gas = await aDevice(db(), company, 'gas')
    const known = await connect(url, gas)
    known.end(true)
    await expect(connectOnce(url, { ...gas, secret: 'wrong' })).rejects.toThrow(/Bad username or password/)
    await expect(connectOnce(url, { key: 'nobody', secret: 'x' })).rejects.toThrow(/Bad username or password/)
    await expect(connectOnce(url, { key: '', secret: '' })).rejects.toThrow(/Bad username or password/)
  })

  it('gets in while thousands hold connections open without a word', async () => {
    const gas = await aDevice(db(), company, 'gas')
    const port = Number(new URL(url).port)
    const silent = Array.from({ length: 3000 }, () => createConnection(port, '127.0.0.1').on('error', () => undefined))
    const client = await connect(url, gas)
    expect(await send(client, gas.key, 'reading', aReading())).toBe(true)
    client.end(true)
    for (const socket of silent) socket.destroy()
  })

  it('speaks on its own topics only', async () => {
    const [gas, other] = [await aDevice(db(), company, 'gas'), await aDevice(db(), company, 'gas')]
    for (const topic of [topicOf(other.key, 'reading'), topicOf(gas.key, 'command'), 'elsewhere', '$SYS/x']) {
      const client = await connect(url, gas)
      expect(await publish(client, topic, JSON.stringify(aReading()))).toBe(false)
      client.end(true)
    }
    expect(await readings(other.id)).toBe(0)
    expect(await count(db(), 'quarantine where username = $1', [gas.key])).toBe(0)
  })

  it('hears its own commands only, and nothing of other devices', async () => {
    const [door, other] = [await aDevice(db(), company, 'door'), await aDevice(db(), company, 'gas')]
    const way = await openWayIn(server.url)
    const client = await connect(way.url, door)
    const speaker = await connect(way.url, other)
    const announcement: string[] = []
    client.on('message', (topic) => announcement.push(topic))
    const asked = [topicOf(door.key, 'command'), topicOf(other.key, 'command'), topicOf(other.key, 'reading'), '#']
    const granted = await client.subscribeAsync(asked, { qos: 1 }).catch((error) => error)
    expect(String(granted)).toMatch(/Unspecified error/)
    await send(speaker, other.key, 'reading', aReading())
    expect(await way.ingest.send(door.id, aCommand())).toBe(true)
    expect(await way.ingest.send(other.id, aCommand())).toBe(false)
    expect(await way.ingest.send(door.id, { ...aCommand(), expiresAt: new Date(Date.now() - 1).toISOString() })).toBe(
      false,
    )
    await until(async () => announcement.length > 0)
    await sleep(50)
    expect(announcement).toEqual([topicOf(door.key, 'command')])
    client.end(true)
    speaker.end(true)
    await way.close()
  })

  it('with a new secret has to come back with it', async () => {
    const gas = await aDevice(db(), company, 'gas')
    const client = await connect(url, gas)
    const ended = new Promise<void>((resolve) => client.once('close', () => resolve()))
    await db().query(`update mqtt_credential set password_hash = $2 where username = $1`, [gas.key, hashSecret('new')])
    await ended
    await expect(connectOnce(url, gas)).rejects.toThrow(/Bad username or password/)
  })
})

describe('the end of a connection', () => {
  const will = (key: string, id = 'will') => ({
    will: {
      topic: topicOf(key, 'status'),
      payload: Buffer.from(JSON.stringify({ id, at: new Date(Date.now() - 60_000).toISOString(), online: false })),
      qos: 1 as const,
      retain: false,
    },
  })
  const isOffline = (id: string) => until(async () => (await online(id)) === false)
  const isOnline = (id: string) => until(async () => (await online(id)) === true)

  it('sends the last will, every time anew', async () => {
    const gas = await aDevice(db(), company, 'gas')
    for (let time = 0; time < 2; time++) {
      const client = await connect(url, gas, will(gas.key))
      await client.subscribeAsync(topicOf(gas.key, 'command'), { qos: 1 })
      await send(client, gas.key, 'reading', aReading())
      await isOnline(gas.id)
      client.stream.destroy()
      await isOffline(gas.id)
    }
  })

  it('without a will is noticed too, unless the device said goodbye', async () => {
    const [lost, asleep] = [await aDevice(db(), company, 'gas'), await aDevice(db(), company, 'gas')]
    const [cut, ended] = [await connect(url, lost), await connect(url, asleep)]
    await send(cut, lost.key, 'reading', aReading())
    await send(ended, asleep.key, 'reading', aReading())
    await isOnline(lost.id)
    await isOnline(asleep.id)
    cut.stream.destroy()
    await ended.endAsync()
    await isOffline(lost.id)
    expect(await online(asleep.id)).toBe(true)
  })

  it('is no news when the device speaks through another by then', async () => {
    const gas = await aDevice(db(), company, 'gas')
    const first = await connect(url, gas, { ...will(gas.key), clientId: 'one' })
    await send(first, gas.key, 'reading', aReading())
    const second = await connect(url, gas, { ...will(gas.key), clientId: 'two' })
    await send(second, gas.key, 'reading', aReading())
    await isOnline(gas.id)
    first.stream.destroy()
    const third = await connect(url, gas, { clientId: 'two' })
    await sleep(300)
    expect(await online(gas.id)).toBe(true)
    expect(await count(db(), `event where device_id = $1 and type = 'device.offline'`, [gas.id])).toBe(0)
    third.end(true)
  })

  it('brought about by the server says nothing about the device', async () => {
    const gas = await aDevice(db(), company, 'gas')
    const way = await openWayIn(server.url)
    const client = await connect(way.url, gas, will(gas.key))
    await send(client, gas.key, 'status', { id: 'on', at: new Date().toISOString(), online: true })
    await way.close()
    expect(await online(gas.id)).toBe(true)
  })
})

describe('a gateway', () => {
  const aGateway = async (keys: string[] | null, topics: string[] = []) => {
    const username = `gateway-${crypto.randomUUID()}`
    await db().query(
      'insert into mqtt_credential (username, company_id, password_hash, keys, topics) values ($1, $2, $3, $4, $5)',
      [username, company.id, await hashPassword('chosen by a person'), keys, topics],
    )
    return { key: username, secret: 'chosen by a person' }
  }

  it('carries the devices it is given, with a chosen password and any number of connections', async () => {
    const [mine, notMine] = [await aDevice(db(), company, 'gas'), await aDevice(db(), company, 'gas')]
    const gateway = await aGateway([mine.key])
    const clients = await Promise.all(Array.from({ length: 20 }, () => connect(url, gateway)))
    const answers = await Promise.all(clients.map((client) => send(client, mine.key, 'reading', aReading())))
    expect(answers.every(Boolean)).toBe(true)
    expect(await readings(mine.id)).toBe(20)
    const [client] = clients
    expect(client && (await send(client, notMine.key, 'reading', aReading()))).toBe(false)
    expect(await readings(notMine.id)).toBe(0)
    for (const each of clients) each.end(true)
  })

  it('of a company carries its devices, not those of another', async () => {
    const other = await aCompany(db())
    const [mine, theirs] = [await aDevice(db(), company, 'gas'), await aDevice(db(), other, 'gas')]
    const gateway = await aGateway(null)
    const client = await connect(url, gateway)
    expect(await send(client, mine.key, 'reading', aReading())).toBe(true)
    const nobodys = `nobodys-${crypto.randomUUID()}`
    expect(await send(client, nobodys, 'reading', aReading())).toBe(true)
    expect(await count(db(), 'quarantine where reason = $1', [`No device has the key ${nobodys}`])).toBe(1)
    // What another company calls its devices is one more key that nobody has here.
    expect(await send(client, theirs.key, 'reading', aReading())).toBe(true)
    expect(await readings(theirs.id)).toBe(0)
    expect(await count(db(), 'quarantine where reason = $1', [`No device has the key ${theirs.key}`])).toBe(1)
    client.end(true)
  })

  it('of a foreign wire shows strangers, and lets those speak that were taken in', async () => {
    const gateway = await aGateway(null, ['zigbee2mqtt/#'])
    const client = await connect(url, gateway)
    const topic = 'zigbee2mqtt/Back door'
    expect(await publish(client, topic, '{"contact":false}')).toBe(true)
    expect(await publish(client, topic, '{"contact":true}')).toBe(true)
    expect(await count(db(), `discovered where address = 'Back door' and company_id = $1`, [company.id])).toBe(1)
    expect(await count(db(), 'quarantine where username = $1', [gateway.key])).toBe(0)
    const door = await aDevice(db(), company, 'door')
    await db().query(`update device set driver = 'zigbee2mqtt', address = 'Back door' where id = $1`, [door.id])
    await until(async () => {
      await publish(client, topic, '{"contact":false}')
      return (await count(db(), `door_state where device_id = $1 and contact = 'Open'`, [door.id])) === 1
    })
    client.end(true)
  })
})
