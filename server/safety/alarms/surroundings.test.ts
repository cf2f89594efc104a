// Where an alarm is: its device, its plan and the doors beside it, for those who may see each of them.
import * as alarms from '@gatehouse/contract/safety/alarms'
import * as plans from '@gatehouse/contract/building/plans'
import * as sites from '@gatehouse/contract/building/sites'
import type { Permission } from '@gatehouse/contract/permissions'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type ACompany, aCompany, aDevice, aLabel, aZone } from '../../testing/building.testing.ts'
import { type ApiClient, sharedServer, type TestServer } from '../../testing/test-server.testing.ts'
import { anAlarm } from './alarms.testing.ts'

const guards: readonly Permission[] = ['view_gas_detection', 'read_doors', 'acknowledge_alarms', 'read_dashboard']

let server: TestServer
let company: ACompany
let admin: ApiClient

beforeAll(async () => {
  server = await sharedServer()
})

beforeEach(async () => {
  company = await aCompany(server.store.pool)
  admin = await server.signedIn(company, {
    can: [...guards, 'admin_access', 'manage_doors', 'manage_sites'],
  })
})

const aDoor = async (leadsFrom: string | null, leadsTo: string | null) =>
  (await server.knows(admin, await aDevice(server.store.pool, company, 'door', { zone: leadsTo, leadsFrom, leadsTo })))
    .id

test('the doors of its zone come first, then those one door away, and none beyond', async () => {
  const { pool } = server.store
  const [boiler, corridor, lobby, roof] = [
    await aZone(pool, company, 'Boiler room'),
    await aZone(pool, company, 'Corridor'),
    await aZone(pool, company, 'Lobby'),
    await aZone(pool, company, 'Roof'),
  ]
  const detector = await server.knows(admin, await aDevice(pool, company, 'gas', { zone: boiler }))
  const into = await aDoor(corridor, boiler)
  const next = await aDoor(lobby, corridor)
  await aDoor(null, lobby)
  await aDoor(lobby, roof)
  const { id } = await anAlarm(pool, company, detector.id)
  const guard = await server.signedIn(company, { can: guards })
  const { device, plan, doors } = await guard.call(alarms.surroundings, { id })
  expect(device).toMatchObject({ id: detector.id, outOfService: null })
  expect(plan).toBeNull()
  expect(doors.map((door) => [door.id, door.isAdjacent])).toEqual([
    [into, false],
    [next, true],
  ])
  const ofDoor = await anAlarm(pool, company, into)
  const ofBothZones = (await guard.call(alarms.surroundings, { id: ofDoor.id })).doors
  expect(ofBothZones.map((door) => door.isAdjacent)).toEqual([false, true, true])
  expect(ofBothZones[0]?.id).toBe(next)
})

test('doors that a label hides, or that one may not read at all, are not beside it; neither is anything of others', async () => {
  const { pool } = server.store
  const zone = await aZone(pool, company, 'Boiler room')
  const detector = await server.knows(admin, await aDevice(pool, company, 'gas', { zone }))
  const [open, hidden] = [await aDoor(null, zone), await aDoor(null, zone)]
  const label = await aLabel(pool, company, { device: hidden })
  const { id } = await anAlarm(pool, company, detector.id)
  const doorsFor = async (can: readonly Permission[], labels: string[] = []) => {
    const caller = await server.signedIn(company, { can, labels })
    return (await caller.call(alarms.surroundings, { id })).doors.map((door) => door.id).toSorted()
  }
  expect(await doorsFor(guards)).toEqual([open])
  expect(await doorsFor(guards, [label])).toEqual([open, hidden].toSorted())
  expect(await doorsFor(['view_gas_detection', 'acknowledge_alarms'])).toEqual([])
  const stranger = await server.signedIn(await aCompany(pool), { can: guards })
  expect((await stranger.try(alarms.surroundings, { id })).status).toBe(404)
})

test('the plan that its device stands on is named, where it has a picture and the caller may see plans', async () => {
  const { pool } = server.store
  const detector = await server.knows(admin, await aDevice(pool, company, 'gas'))
  const { id } = await anAlarm(pool, company, detector.id)
  const siteId = (await admin.call(sites.list)).sites[0]?.id ?? ''
  const { site } = await admin.call(sites.addFloor, { siteId, name: 'Basement', level: -1 })
  const floorId = site.floors.find(({ name }) => name === 'Basement')?.id ?? ''
  await admin.call(plans.arrange, { floorId, placed: [{ deviceId: detector.id, x: 0.5, y: 0.5, rotation: 0 }] })
  const guard = await server.signedIn(company, { can: guards })
  const planOf = async (by: ApiClient) => (await by.call(alarms.surroundings, { id })).plan
  expect(await planOf(guard)).toBeNull()
  await pool.query(
    `insert into plan (floor_id, company_id, picture_id, width, height, large, small, source, uploaded_by)
     values ($1, $2, gen_random_uuid(), 8, 6, '', '', 'PNG', (select id from users where company_id = $2 limit 1))`,
    [floorId, company.id],
  )
  expect(await planOf(guard)).toEqual({ floorId, floor: 'Basement' })
  expect(await planOf(await server.signedIn(company, { can: ['view_gas_detection', 'acknowledge_alarms'] }))).toBeNull()
})
