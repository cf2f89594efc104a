// What was measured around an incident, beside what carries its correlation id: changes of gas levels, and people who went by.
import * as events from '@gatehouse/contract/insight/events'
import type { Permission } from '@gatehouse/contract/permissions'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertSteps } from '../../safety/alarms/alarms.sql.ts'
import { anAlarm } from '../../safety/alarms/alarms.testing.ts'
import { type ACompany, type ADevice, aCompany, aDevice, aLabel, aZone } from '../../testing/building.testing.ts'
import { type ApiClient, sharedServer, type TestServer } from '../../testing/test-server.testing.ts'
import { changesIn } from './measured.ts'

const sees: readonly Permission[] = [
  'acknowledge_alarms',
  'view_gas_detection',
  'view_people_count',
  'view_people_count_detail',
  'read_doors',
]
const minuteMs = 60_000

let server: TestServer
let company: ACompany
let guard: ApiClient
let zone: string
let detector: ADevice
// On a quarter of an hour, so that what is counted within one stays within one.
const began = Math.floor((Date.now() - 7_200_000) / (15 * minuteMs)) * 15 * minuteMs
const at = (minute: number) => new Date(began + minute * minuteMs)

beforeAll(async () => {
  server = await sharedServer()
})

beforeEach(async () => {
  const { pool } = server.store
  company = await aCompany(pool)
  zone = await aZone(pool, company, 'Boiler room')
  guard = await server.signedIn(company, { can: sees })
  detector = await server.knows(guard, await aDevice(pool, company, 'gas', { zone, name: 'Boiler detector' }))
})

const reads = (device: ADevice, minute: number, value: number | null, quality = 'good', channel = 'CO', unit = 'ppm') =>
  server.store.pool.query(
    `insert into gas_reading (device_id, channel, value, unit, quality, at, received_at) values ($1, $2, $3, $4, $5, $6, $6)`,
    [device.id, channel, value, unit, quality, at(minute)],
  )

const anIncident = async (device: ADevice, from: number, to: number): Promise<string> => {
  const alarm = await anAlarm(server.store.pool, company, device.id, { raisedAt: at(from), lastAt: at(from) })
  const { id: alarmId, correlationId } = alarm
  const step = (what: 'raised' | 'returned', minute: number) =>
    ({ alarmId, correlationId, what, at: at(minute), by: null, note: null }) as const
  await insertSteps(server.store.pool, [step('raised', from), step('returned', to)])
  return correlationId
}

const measured = async (correlationId: string, by: ApiClient = guard) =>
  (await by.call(events.timeline, { correlationId })).entries.flatMap((entry) =>
    entry.kind === 'gas'
      ? [[entry.device.name, entry.channel, entry.before, entry.level, entry.value]]
      : entry.kind === 'count'
        ? [[entry.device.name, entry.entries, entry.exits]]
        : [],
  )

describe('a timeline', () => {
  test('has where gas came to another level, by the set points in force, and no other reading', async () => {
    for (const [minute, value] of [2, 3, 40, 41, 42, 80, 79, 60, 30, 4, 3, 3].entries())
      await reads(detector, minute, value)
    await reads(detector, 12, null, 'fault')
    await reads(detector, 13, null, 'fault')
    await reads(detector, 14, 3)
    await reads(detector, 5, 21, 'good', 'O2', '%vol')
    const correlationId = await anIncident(detector, 2, 9)
    expect(await measured(correlationId)).toEqual([
      ['Boiler detector', 'CO', 'normal', 'high', 40],
      ['Boiler detector', 'CO', 'high', 'critical', 80],
      ['Boiler detector', 'CO', 'critical', 'high', 60],
      ['Boiler detector', 'CO', 'high', 'normal', 30],
      ['Boiler detector', 'CO', 'normal', 'fault', null],
      ['Boiler detector', 'CO', 'fault', 'normal', 3],
    ])
  })

  test('has the detectors and counters of the same zone, in its time, and none elsewhere', async () => {
    const { pool } = server.store
    const beside = await aDevice(pool, company, 'gas', { zone, name: 'Second detector' })
    const elsewhere = await aDevice(pool, company, 'gas', { zone: await aZone(pool, company, 'Roof'), name: 'Roof' })
    const counter = await server.knows(guard, await aDevice(pool, company, 'counter', { zone, name: 'Boiler counter' }))
    for (const device of [beside, elsewhere]) {
      await reads(device, 1, 2)
      await reads(device, 3, 50)
    }
    await reads(beside, 90, 1)
    for (const [minute, entries, exits] of [
      [1, 2, 0],
      [4, 0, 3],
      [16, 0, 9],
      [90, 7, 7],
    ])
      await pool.query(
        `insert into people_count (device_id, at, entries, exits, received_at) values ($1, $2, $3, $4, $2)`,
        [counter.id, at(minute ?? 0), entries, exits],
      )
    const correlationId = await anIncident(detector, 2, 9)
    expect(await measured(correlationId)).toEqual([
      ['Boiler counter', 2, 3],
      ['Second detector', 'CO', 'normal', 'high', 50],
      ['Boiler counter', 0, 9],
    ])
  })

  test('shows what was measured to who may read the kind and whom no label hides the device from', async () => {
    const { pool } = server.store
    await reads(detector, 1, 2)
    await reads(detector, 3, 50)
    const hidden = await server.knows(guard, await aDevice(pool, company, 'gas', { zone, name: 'Hidden detector' }))
    await reads(hidden, 1, 2)
    await reads(hidden, 4, 90)
    const label = await aLabel(pool, company, { device: hidden.id })
    const door = await server.knows(guard, await aDevice(pool, company, 'door', { zone }))
    const correlationId = await anIncident(door, 2, 9)
    const names = async (can: readonly Permission[], labels: string[] = []) => {
      const caller = await server.signedIn(company, { can, labels })
      return (await measured(correlationId, caller)).map(([name]) => name)
    }
    await expect.poll(() => names(sees)).toEqual(['Boiler detector'])
    expect(await names(sees, [label])).toEqual(['Boiler detector', 'Hidden detector'])
    expect(await names(['acknowledge_alarms', 'read_doors'])).toEqual([])
    expect(await names(['view_gas_detection', 'view_people_count'])).toEqual([])
    const stranger = await server.signedIn(await aCompany(pool), { can: sees })
    expect(await measured(correlationId, stranger)).toEqual([])
  })
})

describe('a level', () => {
  const band = (met: number, near = met, quality: 'good' | 'fault' | 'over-range' = 'good') =>
    ({ deviceId: 'd', channel: 'CO', at: at(0), value: null, unit: 'ppm', quality, met, near }) as const
  const levels = (...bands: ReturnType<typeof band>[]) => changesIn(bands).map(({ level }) => level)

  test('is left only short of its set point by the hysteresis, and reached only at it', () => {
    expect(levels(band(0), band(0, 3), band(3), band(0, 3), band(3), band(0))).toEqual(['high', 'normal'])
    expect(levels(band(0), band(4), band(3, 4), band(3, 3), band(0, 3), band(0))).toEqual([
      'critical',
      'high',
      'normal',
    ])
  })

  test('counts on after a fault from where it stood', () => {
    expect(levels(band(0), band(4), band(0, 0, 'fault'), band(0, 4), band(0))).toEqual([
      'critical',
      'fault',
      'critical',
      'normal',
    ])
    expect(levels(band(0), band(0, 0, 'over-range'), band(0))).toEqual(['over-range', 'normal'])
  })
})
