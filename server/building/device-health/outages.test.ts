import { readPermission } from '@gatehouse/contract/building/devices'
import type { Permission } from '@gatehouse/contract/permissions'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ACompany, aCompany, aDevice, aLabel, aUser, aZone } from '../../testing/building.testing.ts'
import { freshDatabase, type TestDatabase } from '../../db/testing.ts'
import { createDirectory, type Directory } from '../devices/devices.ts'
import { notifyOfOutages } from './outages.ts'

let database: TestDatabase
let directory: Directory
let company: ACompany
beforeAll(async () => {
  database = await freshDatabase()
  directory = createDirectory(database.store.db)
  company = await aCompany(database.store.pool, 'Meridian')
})
afterAll(() => database.drop())
beforeEach(() => database.store.pool.query('delete from device_status'))

const watcher = (can: readonly Permission[], labels: readonly string[] = [], of = company) =>
  aUser(database.store.pool, of, { can: ['read_notifications', ...can], labels })

/** What the clock of a test shows, in seconds from its beginning; each test has one of its own. */
const aClock = () => {
  const begun = Date.now()
  return (seconds: number) => new Date(begun + seconds * 1000)
}

const reports = (deviceId: string, online: boolean, at: Date) =>
  database.store.pool.query(
    `insert into device_status (device_id, online, last_seen_at) values ($1, $2, $3)
     on conflict (device_id) do update set online = excluded.online, last_seen_at = excluded.last_seen_at`,
    [deviceId, online, at],
  )

const publish = async (now: Date) => {
  await directory.load()
  await notifyKnown(now)
}

/** Where no device has been added since. */
const notifyKnown = async (now: Date) => {
  const tx = await database.store.pool.connect()
  try {
    await tx.query('begin')
    await notifyOfOutages(tx, directory, now)
    await tx.query('commit')
  } catch (error) {
    await tx.query('rollback')
    throw error
  } finally {
    tx.release()
  }
}

const notifiedTo = async ({ id }: { id: string }) =>
  (
    await database.store.pool.query<{ title: string }>(
      'select title from notification where user_id = $1 order by created_at, title',
      [id],
    )
  ).rows.map(({ title }) => title)

const minute = 60
const hour = 60 * minute

test('an outage is told once, and so is its end, once it has lasted; a short one is not', async () => {
  const door = await aDevice(database.store.pool, company, 'door')
  const guard = await watcher(['read_doors'])
  const at = aClock()
  await reports(door.id, false, at(0))
  await publish(at(20))
  expect(await notifiedTo(guard)).toEqual([])
  await reports(door.id, true, at(25))
  await publish(at(30))
  await publish(at(hour))
  expect(await notifiedTo(guard)).toEqual([])
  await reports(door.id, false, at(2 * hour))
  await publish(at(2 * hour + 40))
  await publish(at(2 * hour + 50))
  const offline = `${door.key} is offline`
  expect(await notifiedTo(guard)).toEqual([offline])
  const there = 2 * hour + minute
  await reports(door.id, true, at(there))
  await publish(at(there))
  await reports(door.id, true, at(there + 4 * minute))
  await publish(at(there + 4 * minute))
  expect(await notifiedTo(guard)).toEqual([offline])
  // Gone and there again within seconds: that counts for nothing here either.
  await reports(door.id, false, at(there + 4 * minute))
  await publish(at(there + 4 * minute + 10))
  await reports(door.id, true, at(there + 4 * minute + 15))
  await publish(at(there + 5 * minute))
  await publish(at(there + 6 * minute))
  expect(await notifiedTo(guard)).toEqual([offline, `${door.key} is back`])
})

/** What is told of a device that is `away` and `here` by turns, asked as often as the server does. */
const ofFlapping = async (away: number, here: number, inAll: number) => {
  const door = await aDevice(database.store.pool, company, 'door')
  const guard = await watcher(['read_doors'])
  const at = aClock()
  await directory.load()
  for (let seconds = 5; seconds <= inAll; seconds += 10) {
    const into = seconds % (away + here)
    await reports(door.id, into >= away, at(into >= away ? seconds : seconds - into))
    await notifyKnown(at(seconds))
  }
  return (await notifiedTo(guard)).map((title) => title.replace(`${door.key} is `, ''))
}

test('a device that comes and goes is told of once, as away, until it stays', async () => {
  expect(await ofFlapping(40, 40, 70 * minute)).toEqual(['offline'])
})

test('of one device nobody is told more often than once an hour', async () => {
  expect(await ofFlapping(6 * minute, 6 * minute, 115 * minute)).toEqual(['offline', 'back', 'offline', 'back'])
})

test('an outage that began in that hour and lasts is told after it', async () => {
  const door = await aDevice(database.store.pool, company, 'door')
  const guard = await watcher(['read_doors'])
  const at = aClock()
  await reports(door.id, false, at(0))
  await publish(at(minute))
  await reports(door.id, true, at(2 * minute))
  await publish(at(2 * minute))
  await publish(at(7 * minute))
  await reports(door.id, false, at(30 * minute))
  for (const minutes of [31, 45, 60]) await publish(at(minutes * minute))
  const [offline, back] = [`${door.key} is offline`, `${door.key} is back`]
  expect(await notifiedTo(guard)).toEqual([offline, back])
  await publish(at(61 * minute))
  expect(await notifiedTo(guard)).toEqual([offline, back, offline])
})

test('whoever writes of the same devices meanwhile is waited for and heard', async () => {
  const { pool } = database.store
  const at = aClock()
  const [low = '', high = ''] = [
    (await aDevice(pool, company, 'door')).id,
    (await aDevice(pool, company, 'door')).id,
  ].toSorted()
  // As they lie in the store: the higher first. That one is to be told as gone, the lower as back.
  await reports(high, false, at(0))
  await reports(low, true, at(0))
  await pool.query('update device_status set outage_told_at = $2, outage_over_since = $2 where device_id = $1', [
    low,
    at(-hour),
  ])
  const ingest = await pool.connect()
  try {
    await ingest.query('begin')
    await ingest.query('select from device_status where device_id = $1 for update', [low])
    const notified = publish(at(hour))
    await new Promise((resolve) => setTimeout(resolve, 200))
    await ingest.query('update device_status set online = true, last_seen_at = $2 where device_id = $1', [
      high,
      at(hour),
    ])
    await ingest.query('commit')
    await notified
  } finally {
    ingest.release()
  }
  const { rows } = await pool.query('select from device_status where outage_told_at is not null')
  expect(rows).toEqual([])
})

test('what goes together is told in one, to each of what they may see', async () => {
  const { pool } = database.store
  const zone = await aZone(pool, company, 'Strongroom')
  const hidden = await aDevice(pool, company, 'door', { zone })
  const label = await aLabel(pool, company, { zone })
  const doors = [await aDevice(pool, company, 'door'), await aDevice(pool, company, 'door'), hidden]
  const camera = await aDevice(pool, company, 'camera')
  const foreign = await aCompany(pool, 'Canary House')
  const [guard, keeper, nobody, stranger, admin] = [
    await watcher(['read_doors']),
    await watcher(['read_doors', 'read_dashboard'], [label]),
    await watcher(['read_staff']),
    await watcher(Object.values(readPermission), [], foreign),
    await watcher([...Object.values(readPermission), 'admin_access']),
  ]
  const at = aClock()
  for (const { id } of [...doors, camera]) await reports(id, false, at(0))
  await publish(at(minute))
  expect(await notifiedTo(guard)).toEqual(['2 devices are offline'])
  expect(await notifiedTo(keeper)).toEqual(['3 devices are offline'])
  expect(await notifiedTo(nobody)).toEqual([])
  expect(await notifiedTo(stranger)).toEqual([])
  expect(await notifiedTo(admin)).toEqual(['4 devices are offline'])
  const { rows } = await pool.query<{ message: string; path: string | null; priority: string }>(
    'select message, path, priority from notification where user_id = any ($1) order by path nulls last',
    [[admin.id, keeper.id]],
  )
  expect(rows.map(({ priority }) => priority)).toEqual(['medium', 'medium'])
  expect(rows[0]?.message).toMatch(/^Nothing is heard of .+ \(.+\), .+ and 1 more any more\./)
  expect(rows.map(({ path }) => path)).toEqual(['/dashboard', '/desk'])
})
