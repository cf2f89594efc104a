// Today's sums are told the moment they change, and never oftener than a screen can follow.
import { counted } from '@gatehouse/contract/safety/people-count'
import type { People } from '@gatehouse/contract/safety/small-numbers'
import pino from 'pino'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ACompany, type ADevice, aCompany, aDevice } from '../../testing/building.testing.ts'
import { freshDatabase, type TestDatabase } from '../../db/testing.ts'
import { createDirectory, type Directory } from '../../building/devices/devices.ts'
import type { Db } from '../../db/pool.ts'
import { createBus } from '../../kit/bus.ts'
import { clock } from '../../kit/clock.ts'
import { tick } from '../../kit/clock.testing.ts'
import type { Recorder } from '../../kit/recorders.ts'
import { recordCounts } from './people-count.ts'

interface Notified {
  readonly deviceId: string
  readonly inToday: People
  readonly after: number
}

let database: TestDatabase
let directory: Directory
let company: ACompany
let record: Recorder<'count'>
let notified: Notified[]
let began: number
/** How often the store was asked for sums. */
let asked: number

beforeAll(async () => {
  database = await freshDatabase()
  directory = createDirectory(database.store.db)
  company = await aCompany(database.store.pool)
})
afterAll(() => database.drop())

beforeEach(() => {
  const bus = createBus(pino({ level: 'silent' }))
  record = recordCounts(counting(database.store.db), bus, directory)
  notified = []
  asked = 0
  bus.on(counted, (counter) => notified.push({ ...counter, after: clock.steadyMs() - began }))
})

const counting = (db: Db) =>
  db.withPlugin({
    transformQuery({ node }) {
      asked += 1
      return node
    },
    transformResult: async ({ result }) => result,
  })

const aCounter = async () => {
  const counter = await aDevice(database.store.pool, company, 'counter')
  await directory.load()
  return counter
}

/** Whether the store was asked for the new sums at once. */
const counts = async (counter: ADevice, entries: number): Promise<boolean> => {
  const device = directory.byId(counter.id)
  if (!device) throw new Error('the counter is not known')
  const at = new Date()
  const message = { id: uuid(), at: at.toISOString(), in: entries, out: 0 }
  const tx = await database.store.connect()
  const publish = await record(
    tx,
    [{ device, kind: 'count', message, at, deviceAt: at, receivedAt: at }],
    () => undefined,
  )
  await tx.end()
  began ||= clock.steadyMs()
  const before = asked
  publish()
  return asked > before
}

test('the first change is told at once, those that follow at most every 250 ms, the last of them always', async () => {
  const counter = await aCounter()
  began = 0
  expect(await counts(counter, 1)).toBe(true)
  for (let n = 1; n < 10; n++) await counts(counter, 1)
  await expect.poll(() => notified.at(-1)?.inToday).toBe(10)
  // Who is looking as the tenth comes may see it, and looks once more.
  await rest()
  for (const [i, { after }] of notified.entries())
    expect(after - (notified[i - 1]?.after ?? -Infinity)).toBeGreaterThan(240)
  const times = notified.length
  await rest()
  expect(notified.length).toBe(times)
})

/** Until what rests now may be told again, and has been. */
const rest = async () => {
  await tick(600)
  await database.store.pool.query('select')
}

test('one counter that rests does not hold up another', async () => {
  const [busy, quiet] = [await aCounter(), await aCounter()]
  began = 0
  expect(await counts(busy, 1)).toBe(true)
  await expect.poll(() => notified.length, { interval: 5 }).toBe(1)
  began = 0
  expect(await counts(quiet, 2)).toBe(true)
  await expect.poll(() => notified.length, { interval: 5 }).toBe(2)
  expect(notified[1]).toMatchObject({ deviceId: quiet.id, inToday: 2 })
})
