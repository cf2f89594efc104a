// Devices for tests: real MQTT clients, and a look at what the store holds.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Kind, topicOf } from '@gatehouse/contract/building/wire'
import { connect as openMqtt, type IClientOptions, type MqttClient } from 'mqtt'
import type pg from 'pg'
import pino from 'pino'
import type { ADevice } from '../../testing/building.testing.ts'
import { openStore } from '../../db/pool.ts'
import { patienceMs } from '../../db/testing.ts'
import { createDeviceHealth } from '../device-health/device-health.ts'
import { createDirectory } from '../devices/devices.ts'
import { recordStates } from '../../access/doors/doors.ts'
import { recordAs, recordEvents } from '../../insight/events/events.ts'
import { recordReadings } from '../../safety/gas/gas.ts'
import { createBus } from '../../kit/bus.ts'
import { sharesOf } from '../../kit/http/connections.ts'
import { type Judge, nothingToPublish } from '../../kit/recorders.ts'
import { recordCounts, recordTotals } from '../../safety/people-count/people-count.ts'
import { type IngestParts, startIngest } from './ingest.ts'

/** Where no alarm rules are. */
export const judgesNothing: Judge = async () => nothingToPublish

/** Only what is between the wire and the store: the ways in and the recorders behind them. */
export const openWayIn = async (url: string, more: Partial<IngestParts> = {}, patience = patienceMs) => {
  const log = pino({ level: process.env['TEST_LOG_LEVEL'] ?? 'silent' })
  const store = openStore(url, log, patience)
  const bus = createBus(log)
  const directory = createDirectory(store.db)
  await directory.load()
  const health = createDeviceHealth(store, bus, directory, judgesNothing, log)
  const recorders = {
    event: recordEvents(bus),
    state: recordStates({ bus }),
    reading: recordReadings(bus),
    count: recordCounts(store.db, bus, directory),
    total: recordTotals(recordCounts(store.db, bus, directory)),
    call: recordAs<'call'>(bus, 'call'),
    ack: recordAs<'ack'>(bus, 'ack'),
    status: health.recordStatuses,
    ask: async () => nothingToPublish,
    output: async () => nothingToPublish,
  }
  const ingest = await startIngest({
    connections: sharesOf(4096).mqtt,
    deviceDayBytes: 250_000_000,
    outboundAllow: [],
    port: 0,
    store,
    directory,
    recorders,
    judge: judgesNothing,
    log,
    health,
    host: '127.0.0.1',
    mqttPort: 0,
    ...more,
  })
  return {
    ingest,
    store,
    url: `mqtt://127.0.0.1:${ingest.mqttPort}`,
    async close() {
      await ingest.close()
      await health.stop()
      await store.close()
    },
  }
}

/** Tries until it succeeds, for what comes a moment later: notifications, reconnects. */
export const until = async <T>(what: () => Promise<T | undefined | false>, ms = 20_000): Promise<T> => {
  const end = performance.now() + ms
  for (;;) {
    const found = await what()
    if (found !== undefined && found !== false) return found
    if (performance.now() > end) throw new Error(`not within ${ms} ms: ${what.toString()}`)
    await sleep(20)
  }
}

type Credentials = Pick<ADevice, 'key' | 'secret'>

/** Connects once; rejects when turned away. */
export const connectOnce = (url: string, { key, secret }: Credentials, options: IClientOptions = {}) =>
  new Promise<MqttClient>((resolve, reject) => {
    const client = openMqtt(url, { username: key, password: secret, reconnectPeriod: 0, ...options })
    client.once('connect', () => resolve(client))
    client.once('error', (error) => {
      client.end(true)
      reject(error)
    })
    client.once('close', () => reject(new Error('cut off')))
    client.on('error', () => undefined)
  })

/** Connects, as soon as the server knows the credential. */
export const connect = (url: string, device: Credentials, options: IClientOptions = {}) =>
  until(() => connectOnce(url, device, options).catch(() => undefined))

/** Publishes at QoS 1; resolves once acknowledged, false when the connection ends instead. */
export const send = (client: MqttClient, key: string, kind: Kind, message: object): Promise<boolean> =>
  publish(client, topicOf(key, kind), JSON.stringify(message))

export const publish = (client: MqttClient, topic: string, payload: string | Buffer): Promise<boolean> =>
  new Promise((resolve) => {
    const ended = () => resolve(false)
    client.setMaxListeners(0).once('close', ended)
    client.publish(topic, payload, { qos: 1 }, (error) => {
      client.off('close', ended)
      resolve(!error)
    })
  })

/** Publishes at QoS 1 until it is acknowledged, over as many connections as that takes. */
export const insist = async (client: MqttClient, topic: string, payload: string): Promise<void> => {
  const acknowledged = await client.publishAsync(topic, payload, { qos: 1 }).then(
    () => true,
    () => false,
  )
  if (acknowledged) return
  await sleep(10)
  await insist(client, topic, payload)
}

let stated = 0

export const aReading = (more: object = {}) => ({
  id: `reading-${++stated}`,
  at: new Date().toISOString(),
  channel: 'CO',
  value: stated,
  unit: 'ppm',
  ...more,
})

export const count = async (db: Pick<pg.Pool, 'query'>, from: string, values: unknown[] = []): Promise<number> => {
  const { rows } = await db.query<{ n: number }>(`select count(*)::int as n from ${from}`, values)
  return rows[0]?.n ?? 0
}

/** To open for five seconds, good for ten. */
export const aCommand = () => ({
  commandId: crypto.randomUUID(),
  at: new Date().toISOString(),
  action: 'unlock',
  args: { seconds: 5 },
  expiresAt: new Date(Date.now() + 10_000).toISOString(),
})
