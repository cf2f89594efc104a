// Who was in a zone while gas was there: on the night when clocks are put back, with a gap in what was measured, people nobody saw
// leaving, and the reason on the record.
import * as activity from '@gatehouse/contract/record/activity'
import * as exposure from '@gatehouse/contract/safety/gas-exposure'
import * as setPoints from '@gatehouse/contract/safety/set-points'
import type { Permission } from '@gatehouse/contract/permissions'
import { beforeAll, expect, test } from 'vitest'
import { v7 as uuid } from 'uuid'
import { ensurePartitions } from '../../db/partitions.ts'
import {
  type ACompany,
  aCompany,
  type ADevice,
  aDevice,
  aLabel,
  aSystemRole,
  aUser,
  aZone,
} from '../../testing/building.testing.ts'
import { type ApiClient, sharedServer, type TestServer } from '../../testing/test-server.testing.ts'
import { readMinutes } from './gas-exposure.sql.ts'

const looking: readonly Permission[] = ['view_gas_exposure', 'view_gas_detection', 'manage_gas', 'view_activity_logs']
/** In London clocks are put back from 02:00 to 01:00 at 01:00 UTC. */
const night = (time: string) => `2026-10-25T${time}:00.000Z`
const span = { from: night('00:00'), to: night('03:00'), reason: 'Incident 7' }

let server: TestServer
let company: ACompany
let officer: ApiClient
let plant: string
let entrance: ADevice
let plantDoor: ADevice
let detector: ADevice

beforeAll(async () => {
  server = await sharedServer()
  const { pool } = server.store
  company = await aCompany(pool)
  officer = await server.signedIn(company, { can: [...looking, 'read_doors'] })
  const lobby = await aZone(pool, company, 'Lobby')
  plant = await aZone(pool, company, 'Plant room')
  entrance = await aDevice(pool, company, 'door', { zone: lobby, leadsTo: lobby })
  plantDoor = await aDevice(pool, company, 'door', { zone: plant, leadsFrom: lobby, leadsTo: plant })
  detector = await server.knows(officer, await aDevice(pool, company, 'gas', { zone: plant, name: 'Plant detector' }))
  await ensurePartitions(pool, new Date(night('00:00')), new Date(night('23:00')))
  await officer.call(setPoints.list, {})
  await pool.query(
    `update alarm_rule_version v set created_at = '2026-01-01' from alarm_rule r where r.id = v.rule_id and r.company_id = $1`,
    [company.id],
  )
  await measuredBetween('00:00', '01:00', 10)
  await measuredBetween('01:00', '01:10', 80)
  await pool.query(
    `insert into gas_latest (device_id, channel, value, unit, quality, at, received_at) values ($1, 'CO', 1, 'ppm', 'good', now(), now())`,
    [detector.id],
  )
}, 120_000)

const measuredBetween = (from: string, to: string, value: number) =>
  server.store.pool.query(
    `with m as (select at from generate_series($2::timestamptz, $3::timestamptz - interval '1 min', interval '1 min') at),
       x as (insert into gas_exposure_minute select $1, 'CO', at, $4 * 60000, 60000, 0 from m)
     insert into gas_minute (device_id, channel, at, count, faults, sum, min, max)
     select $1, 'CO', at, 60, 0, $4 * 60, $4, $4 + 5 from m`,
    [detector.id, night(from), night(to), value],
  )

interface Passing {
  readonly user?: string
  readonly pass?: string
  readonly method?: 'card' | 'pass' | 'manual'
  readonly taken?: boolean
}

const passes = async (door: ADevice, type: 'entry' | 'exit', time: string, who: Passing) => {
  await server.store.pool.query(
    `insert into entry_exit_log (id, company_id, user_id, pass_id, door_id, type, at, result, method, taken, source, received_at, correlation_id)
     values ($1, $2, $3, $4, $5, $6, $7, 'granted', $8, $9, 'device', $7, $1)`,
    [
      uuid(),
      company.id,
      who.user ?? null,
      who.pass ?? null,
      door.id,
      type,
      night(time),
      who.method ?? 'card',
      who.taken ?? null,
    ],
  )
}

const aPerson = async (name: string) => (await aUser(server.store.pool, company, { name })).id

const aVisitor = async (name: string) => {
  const id = uuid()
  await server.store.pool.query(
    `insert into visitor_pass (id, company_id, visitor_name, visitor_company, valid_from, valid_to)
     values ($1, $2, $3, 'Acme', '2026-10-24', '2026-10-26')`,
    [id, company.id, name],
  )
  return id
}

const briefly = ({ people }: Awaited<ReturnType<typeof look>>) =>
  people.map(({ name, from, by, minutes, possibleMinutes }) => ({ name, from, by, minutes, possibleMinutes }))

const look = (more: { zoneId?: string; deviceId?: string } = { zoneId: plant }, by: ApiClient = officer) =>
  by.call(exposure.people, { ...span, ...more })

test('each person with their stays, what was measured meanwhile, and who may have been there', async () => {
  const [ada, ben, cleo] = await Promise.all(['Ada Night', 'Ben Walker', 'Cleo Hand'].map(aPerson))
  const vera = await aVisitor('Vera Visit')
  // An hour that begins and ends at 01:30 by the clock on the wall.
  await passes(plantDoor, 'entry', '00:30', { user: ada ?? '' })
  await passes(plantDoor, 'exit', '01:30', { user: ada ?? '' })
  // Twice, and let in once more without going through.
  await passes(plantDoor, 'entry', '00:00', { user: ben ?? '' })
  await passes(plantDoor, 'exit', '00:10', { user: ben ?? '' })
  await passes(plantDoor, 'entry', '01:05', { user: ben ?? '' })
  await passes(plantDoor, 'exit', '01:07', { user: ben ?? '' })
  await passes(plantDoor, 'entry', '02:00', { user: ben ?? '', taken: false })
  // Seen at the entrance and not leaving the plant room.
  await passes(plantDoor, 'entry', '02:00', { user: cleo ?? '', method: 'manual' })
  await passes(entrance, 'exit', '02:20', { user: cleo ?? '' })
  // Came before, and was never seen again.
  await passes(plantDoor, 'entry', '00:50', { pass: vera, method: 'pass' })
  await passes(plantDoor, 'entry', '00:40', {})
  const found = await look()
  expect(found).toMatchObject({
    zone: { id: plant, name: 'Plant room' },
    timeZone: 'Europe/London',
    unidentified: 1,
    detectors: [{ id: detector.id, name: 'Plant detector' }],
    channels: [{ channel: 'CO', highest: 85, mean: 20, share: Math.round((70 / 180) * 10_000) / 10_000 }],
  })
  expect(briefly(found)).toEqual([
    { name: 'Ada Night', from: null, by: 'badge', minutes: 60, possibleMinutes: 0 },
    { name: 'Ben Walker', from: null, by: 'badge', minutes: 12, possibleMinutes: 0 },
    { name: 'Vera Visit', from: 'Acme', by: 'visitor', minutes: 0, possibleMinutes: 130 },
    { name: 'Cleo Hand', from: null, by: 'manual', minutes: 0, possibleMinutes: 20 },
  ])
  const [first, second, , last] = found.people
  // 30 minutes at 10, 10 at 80, and 20 without a reading: those are in no mean.
  expect(first?.channels[0]).toMatchObject({ mean: 27.5, highest: 85, lowest: 10, share: 0.6667, unit: 'ppm' })
  expect(first?.channels[0]?.reached.map(({ value, minutes }) => [value, minutes])).toEqual([
    [35, 10],
    [70, 10],
  ])
  expect(second?.stays).toHaveLength(2)
  expect(second?.channels[0]).toMatchObject({ mean: 21.6667, share: 1 })
  expect(last?.channels[0]).toMatchObject({ mean: null, highest: null, share: 0 })
  expect(briefly(await look({ deviceId: detector.id }))).toEqual(briefly(found))
})

test('a span cuts stays, and whoever was there all along is found by an entry days before', async () => {
  const dana = await aPerson('Dana Long')
  await server.store.pool.query(
    `insert into entry_exit_log (id, company_id, user_id, door_id, type, at, result, method, source, received_at, correlation_id)
     select gen_random_uuid(), $1, $2, $3, t, at, 'granted', 'card', 'device', at, gen_random_uuid()
     from (values ('entry', '2026-10-24T08:00Z'::timestamptz), ('exit', '2026-10-25T09:00Z')) v (t, at)`,
    [company.id, dana, plantDoor.id],
  )
  const dana1 = (await look()).people.find(({ id }) => id === dana)
  expect(dana1).toMatchObject({
    minutes: 180,
    stays: [{ from: span.from, to: span.to, entrySeen: true, exitSeen: true }],
  })
})

test('of minutes from before averages were calculated the rollups count, and of the others what they measured', async () => {
  const { pool, db } = server.store
  const { id } = await aDevice(pool, company, 'gas')
  await pool.query(
    `insert into gas_minute (device_id, channel, at, count, faults, sum, min, max)
     select $1, 'CO', $2::timestamptz + n * interval '1 min', 2, 0, 10, 4, 6 from generate_series(0, 3) n`,
    [id, night('04:00')],
  )
  await pool.query(
    `insert into gas_exposure_minute select $1, 'CO', $2::timestamptz + n * interval '1 min', n * 8 * 30000, n * 30000, 0
     from generate_series(0, 1) n`,
    [id, night('04:02')],
  )
  const hour = { from: new Date(night('04:00')), to: new Date(night('05:00')) }
  const minutes = await readMinutes(db, { deviceId: id, channel: 'CO', ...hour })
  // Averages measured nothing in 04:02, whatever a reading before it would hold, and half of 04:03.
  expect(minutes.map(({ at, mean, measured }) => [new Date(at).toISOString().slice(14, 16), mean, measured])).toEqual([
    ['00', 5, 60_000],
    ['01', 5, 60_000],
    ['03', 8, 30_000],
  ])
})

test('nobody looks without the permission, a reason, one place, or an end after the beginning', async () => {
  const reader = await server.signedIn(company, { can: ['view_gas_detection', 'manage_gas', 'read_entry_exit_report'] })
  expect((await reader.try(exposure.people, { ...span, zoneId: plant })).status).toBe(403)
  const refused = async (input: object) => (await officer.try(exposure.people, { ...span, ...input })).body
  const field = (name: string) => expect.objectContaining({ details: [expect.objectContaining({ field: name })] })
  expect(await refused({ zoneId: plant, reason: ' ' })).toEqual(field('reason'))
  expect(await refused({})).toEqual(field('zoneId'))
  expect(await refused({ zoneId: plant, deviceId: detector.id })).toEqual(field('zoneId'))
  expect(await refused({ zoneId: plant, to: span.from })).toEqual(field('to'))
  expect(await refused({ zoneId: plant, from: '2026-08-01T00:00:00.000Z' })).toEqual(field('to'))
})

test('managers and auditors may look, guards may not', async () => {
  for (const [role, status] of [
    ['admin', 200],
    ['manager', 200],
    ['auditor', 200],
    ['supervisor', 403],
    ['guard', 403],
  ] as const) {
    const user = await aUser(server.store.pool, company)
    await aSystemRole(server.store.pool, company, role, [user])
    const visitor = await server.signIn(user)
    expect((await visitor.try(exposure.people, { ...span, zoneId: plant })).status).toBe(status)
  }
})

test('what labels hide is not shown: a zone, a detector, and doors that people went through', async () => {
  const { pool } = server.store
  const stranger = await server.signedIn(await aCompany(pool), { can: looking })
  expect((await stranger.try(exposure.people, { ...span, zoneId: plant })).status).toBe(404)
  expect((await stranger.try(exposure.people, { ...span, deviceId: detector.id })).status).toBe(404)
  const onDoor = await aLabel(pool, company, { device: plantDoor.id })
  const onDetector = await aLabel(pool, company, { device: detector.id })
  await expect.poll(() => look()).toMatchObject({ people: [], detectors: [], channels: [], unidentified: 0 })
  const labelled = await server.signedIn(company, { can: looking, labels: [onDoor, onDetector] })
  expect((await look({ zoneId: plant }, labelled)).people.length).toBeGreaterThan(0)
  await aLabel(pool, company, { zone: plant })
  await expect.poll(async () => (await labelled.try(exposure.people, { ...span, zoneId: plant })).status).toBe(404)
  await pool.query('delete from label_mark where label_id in (select id from label where company_id = $1)', [
    company.id,
  ])
  await expect.poll(async () => (await look()).people.length).toBeGreaterThan(0)
})

test('each look and each file is on the record with its reason, and the file holds what the screen has', async () => {
  const { body } = await officer.try(exposure.csv, { ...span, zoneId: plant })
  const lines = String(body).trim().split('\r\n')
  expect(lines[0]).toBe(
    'zone,person,from,by,first,last,stays,minutes,possibleMinutes,channel,unit,highest,lowest,mean,measuredShare,minutesAtSetPoints',
  )
  expect(lines).toContain(
    `Plant room,Ada Night,,badge,${night('00:30')},${night('01:30')},1,60,0,CO,ppm,85,10,27.5,0.6667,"above 35: 10; above 70: 10"`,
  )
  // Nothing measured is no zero.
  expect(lines.find((line) => line.includes('Cleo'))).toMatch(/,CO,ppm,,,,0,/)
  const recorded = async (action: string) =>
    (await officer.call(activity.list, { action })).entries.map(({ reason, subject }) => [subject, reason])
  expect(await recorded('gasExposure.people')).toContainEqual(['Plant room', 'Incident 7'])
  expect(await recorded('gasExposure.csv')).toContainEqual(['Plant room', 'Incident 7'])
})
