// What detectors measure and what doors report go side by side, and all of one device in its order.
import { type Kind, messages } from '@gatehouse/contract/building/wire'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { v7 as uuid } from 'uuid'
import { freshDatabase, type TestDatabase } from '../../db/testing.ts'
import { nothingToPublish, type Recorders, type ReceivedMessage } from '../../kit/recorders.ts'
import { createLanes } from './lanes.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

const companyId = uuid()
const aSender = (kind: 'gas' | 'door', last: string): ReceivedMessage['device'] => {
  const id = `${uuid().slice(0, -1)}${last}`
  return { id, key: id, companyId, kind, name: id, zoneId: null, zone: null, timeZone: 'UTC', door: null }
}
const at = new Date()
const times = { at, deviceAt: at, receivedAt: at }

const readingOf = (device: ReceivedMessage['device'], id: string): ReceivedMessage<'reading'> => {
  const message = messages.reading.parse({ id, at: at.toISOString(), channel: 'CO', value: 1, unit: 'ppm' })
  return { device, kind: 'reading', message, ...times }
}
const statusOf = (device: ReceivedMessage['device'], id: string): ReceivedMessage<'status'> => {
  const message = messages.status.parse({ id, at: at.toISOString(), online: true })
  return { device, kind: 'status', message, ...times }
}

const opened = (of: (device: string) => Promise<unknown>) => {
  const stored: string[] = []
  const record =
    <K extends Kind>() =>
    async (_tx: unknown, batch: readonly ReceivedMessage<K>[]) => {
      for (const { device } of batch) await of(device.id)
      return () => void stored.push(...batch.map(({ message }) => message.id))
    }
  const recorders: Recorders = {
    reading: record<'reading'>(),
    status: record<'status'>(),
    event: record<'event'>(),
    state: record<'state'>(),
    count: record<'count'>(),
    total: record<'total'>(),
    call: record<'call'>(),
    ack: record<'ack'>(),
    ask: record<'ask'>(),
    output: record<'output'>(),
  }
  const lanes = createLanes(database.store, recorders, async () => nothingToPublish, pino({ level: 'silent' }))
  return { lanes, stored }
}

test('a door is not held up by detectors, nor one detector by another, and all that was offered is stored at the end', async () => {
  const held = Promise.withResolvers<void>()
  const slow = aSender('gas', '0')
  const quick = aSender('gas', '1')
  const door = aSender('door', '0')
  const { lanes, stored } = opened(async (id) => (id === slow.id ? held.promise : undefined))
  const waiting = lanes.offer(readingOf(slow, 'slow'))
  await Promise.all([lanes.offer(readingOf(quick, 'quick')), lanes.offer(statusOf(door, 'door'))])
  expect(stored.toSorted()).toEqual(['door', 'quick'])
  expect(lanes.depth()).toBe(1)
  expect(lanes.stuck()).toBeNull()
  held.resolve()
  await lanes.close()
  expect(await waiting).toBe('stored')
  expect(stored).toContain('slow')
  expect(lanes.depth()).toBe(0)
  await expect(lanes.offer(readingOf(slow, 'later'))).rejects.toThrow('shutting down')
})

test('what one device says is stored in its order, whatever it is', async () => {
  const { lanes, stored } = opened(async () => undefined)
  const detector = aSender('gas', 'e')
  const offered = Array.from({ length: 60 }, (_, n) => `${n}`)
  await Promise.all(offered.map((id, n) => lanes.offer(n % 7 === 0 ? statusOf(detector, id) : readingOf(detector, id))))
  await lanes.close()
  expect(stored.toSorted((a, b) => Number(a) - Number(b))).toEqual(offered)
  const readings = stored.filter((id) => Number(id) % 7 !== 0)
  expect(readings).toEqual(readings.toSorted((a, b) => Number(a) - Number(b)))
})
