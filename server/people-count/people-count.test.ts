// Today's sums are told the moment they change, and never oftener than a screen can follow.
import { setTimeout as sleep } from 'node:timers/promises'
import { counted } from '@gatehouse/contract/people-count'
import pino from 'pino'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ACompany, type ADevice, aCompany, aDevice } from '../building.testing.ts'
import { freshDatabase, type TestDatabase } from '../db/testing.ts'
import { createDirectory, type Directory } from '../devices/devices.ts'
import { createBus } from '../kit/bus.ts'
import type { Recorder } from '../kit/taken.ts'
import { recordCounts } from './people-count.ts'
import { timed } from '../timed.testing.ts'

interface Told {
  readonly deviceId: string
  readonly inToday: number
  readonly after: number
}

let database: TestDatabase
let directory: Directory
let company: ACompany
let record: Recorder<'count'>
let told: Told[]
let began: number

beforeAll(async () => {
  database = await freshDatabase()
  directory = createDirectory(database.store.db)
  company = await aCompany(database.store.pool)
})
afterAll(() => database.drop())

beforeEach(() => {
  const bus = createBus(pino({ level: 'silent' }))
  record = recordCounts(database.store.db, bus, directory)
  told = []
  bus.onAny(({ event, payload }) => {
    if (event === counted) told.push({ ...counted.shape.parse(payload), after: performance.now() - began })
  })
})

const aCounter = async () => {
  const counter = await aDevice(database.store.pool, company, 'counter')
  await directory.load()
  return counter
}

const counts = async (counter: ADevice, entries: number) => {
  const device = directory.byId(counter.id)
  if (!device) throw new Error('the counter is not known')
  const at = new Date()
  const message = { id: uuid(), at: at.toISOString(), in: entries, out: 0 }
  const tx = await database.store.connect()
  const tell = await record(tx, [{ device, kind: 'count', message, at, deviceAt: at, receivedAt: at }])
  await tx.end()
  began ||= performance.now()
  tell()
}

test(
  'the first change is told at once, those that follow at most every 250 ms, the last of them always',
  timed,
  async () => {
    const counter = await aCounter()
    began = 0
    for (let n = 0; n < 10; n++) await counts(counter, 1)
    // Who is looking as the tenth comes may see it, and looks once more: until nothing was told for longer than a rest.
    const restsSince = () => performance.now() - began - (told.at(-1)?.after ?? 0)
    await expect.poll(() => told.at(-1)?.inToday === 10 && restsSince() > 500).toBe(true)
    expect(told[0]?.after).toBeLessThan(150)
    for (const [i, { after }] of told.entries()) expect(after - (told[i - 1]?.after ?? -Infinity)).toBeGreaterThan(240)
    const times = told.length
    await sleep(600)
    expect(told.length).toBe(times)
  },
)

test('one counter that rests does not hold up another', timed, async () => {
  const [busy, quiet] = [await aCounter(), await aCounter()]
  began = 0
  await counts(busy, 1)
  await expect.poll(() => told.length, { interval: 5 }).toBe(1)
  began = 0
  await counts(quiet, 2)
  await expect.poll(() => told.length, { interval: 5 }).toBe(2)
  expect(told[1]).toMatchObject({ deviceId: quiet.id, inToday: 2 })
  expect(told[1]?.after).toBeLessThan(150)
})
