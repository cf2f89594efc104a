// Visitors at the desk: expected, checked in and out by hand or by a door, undone, overdue; and what a pass begins with.
import * as access from '@gatehouse/contract/access/access'
import * as entryExit from '@gatehouse/contract/access/entry-exit'
import * as muster from '@gatehouse/contract/access/muster'
import * as notifications from '@gatehouse/contract/messages/notifications'
import * as passes from '@gatehouse/contract/access/passes'
import * as visitors from '@gatehouse/contract/access/visitors'
import { systemRoles, type Permission } from '@gatehouse/contract/permissions'
import { beforeAll, expect, test, vi } from 'vitest'
import type { ACompany, ADevice, AUser } from '../../testing/building.testing.ts'
import { aCompany, aDevice, aUser, aZone } from '../../testing/building.testing.ts'
import { type ApiClient, sharedServer, type TestServer } from '../../testing/test-server.testing.ts'

let server: TestServer
let company: ACompany
let manager: ApiClient
let desk: ApiClient
let receptionist: AUser
let host: AUser
let front: ADevice
let inner: ADevice

beforeAll(async () => {
  server = await sharedServer()
  const { pool } = server.store
  company = await aCompany(pool, 'Front desk')
  const lobby = await aZone(pool, company, 'Lobby')
  front = await aDevice(pool, company, 'door', { zone: lobby, leadsTo: lobby })
  inner = await aDevice(pool, company, 'door', {
    zone: lobby,
    leadsFrom: lobby,
    leadsTo: await aZone(pool, company, 'Hall'),
  })
  manager = await server.signedIn(company, { can: systemRoles.manager })
  receptionist = await aUser(pool, company, { can: systemRoles.receptionist })
  desk = await server.signIn(receptionist)
  host = await aUser(pool, company, { can: ['read_notifications'] })
  await vi.waitFor(async () => expect((await manager.call(visitors.choices, {})).doors).toHaveLength(2), 20_000)
  const { level } = await manager.call(access.createLevel, { name: 'Lobby', doorIds: [front.id] })
  await manager.call(access.assign, { userIds: [receptionist.id], addLevels: [level.id] })
})

const hour = 3_600_000
const at = (hours: number) => new Date(Date.now() + hours * hour).toISOString()
const aPass = async (more: object = {}) =>
  (
    await manager.call(passes.issue, {
      visitor: 'Kwame Mensah',
      company: 'Volta',
      hostId: host.id,
      from: at(-1),
      to: at(1),
      doorIds: [front.id],
      ...more,
    })
  ).pass
const visitOf = async (passId: string) => (await desk.call(passes.byId, { passId })).pass.visit
const insideNow = async () => (await desk.call(entryExit.inside)).inside
const somebody = (can: readonly Permission[]) => server.signedIn(company, { can })

test('a visitor is checked in and out at the desk; the log, the count, the roll-call and the host know', async () => {
  const pass = await aPass()
  expect(pass.visit).toBe('expected')
  const before = await insideNow()
  const entered = await desk.call(visitors.checkIn, { passId: pass.id })
  expect(entered.pass).toMatchObject({ visit: 'on-site', arrivedAt: expect.any(String), leftAt: null, used: 0 })
  expect(await insideNow()).toBe(before + 1)
  const [logged] = (await desk.call(entryExit.logs, { q: 'Kwame', limit: 1 })).logs
  expect(logged).toMatchObject({
    id: entered.logId,
    type: 'entry',
    method: 'manual',
    passId: pass.id,
    doorId: front.id,
  })
  const sites = (await (await somebody(systemRoles.guard)).call(muster.inside)).sites
  expect(sites.flatMap(({ zones }) => zones).reduce((sum, zone) => sum + zone.visitors, 0)).toBeGreaterThan(0)
  const told = (await (await server.signIn(host)).call(notifications.list, {})).notifications
  expect(told.filter(({ title }) => title === 'Kwame Mensah has arrived')).toHaveLength(1)

  expect((await desk.try(visitors.checkIn, { passId: pass.id })).status).toBe(409)
  const left = await desk.call(visitors.checkOut, { passId: pass.id })
  expect(left.pass).toMatchObject({ visit: 'signed-out', leftAt: expect.any(String) })
  expect(await insideNow()).toBe(before)
  expect((await desk.try(visitors.checkOut, { passId: pass.id })).status).toBe(409)
})

test('a check-in or a check-out is undone by a log that corrects it, by whoever did it', async () => {
  const pass = await aPass({ visitor: 'Ines Duarte' })
  const entered = await desk.call(visitors.checkIn, { passId: pass.id })
  expect((await manager.try(visitors.undo, { passId: pass.id, logId: entered.logId })).status).toBe(409)
  const undone = await desk.call(visitors.undo, { passId: pass.id, logId: entered.logId })
  expect(undone.pass).toMatchObject({ visit: 'expected', arrivedAt: null })
  expect((await desk.call(entryExit.logById, { id: entered.logId })).log.correctedBy).toBe(undone.logId)
  expect((await desk.try(visitors.undo, { passId: pass.id, logId: entered.logId })).status).toBe(409)

  const again = await desk.call(visitors.checkIn, { passId: pass.id })
  const left = await desk.call(visitors.checkOut, { passId: pass.id })
  const back = await desk.call(visitors.undo, { passId: pass.id, logId: left.logId })
  expect(back.pass).toMatchObject({ visit: 'on-site', arrivedAt: again.pass.arrivedAt, leftAt: null })
})

test('of two at the desk who do the same for one visitor at once, one does it', async () => {
  const other = await server.signIn(receptionist)
  const pass = await aPass({ visitor: 'Nia Botha' })
  const both = <T>(act: (who: ApiClient) => Promise<T>) => Promise.all([desk, other].map(act))
  const statuses = (answers: readonly { readonly status: number }[]) =>
    answers.map(({ status }) => status).toSorted((a, b) => a - b)
  const before = await insideNow()
  const entries = await both((who) => who.try(visitors.checkIn, { passId: pass.id }))
  expect(statuses(entries)).toEqual([200, 409])
  expect(await insideNow()).toBe(before + 1)
  const [{ id: logId } = { id: '' }, ...more] = (await desk.call(entryExit.logs, { q: 'Nia Botha' })).logs
  expect(more).toEqual([])
  expect(statuses(await both((who) => who.try(visitors.undo, { passId: pass.id, logId })))).toEqual([200, 409])
  expect((await desk.call(entryExit.logs, { q: 'Nia Botha' })).logs).toHaveLength(2)
})

test('who stays past the end is overdue, who never came did not show, and the list of today says so', async () => {
  const { pool } = server.store
  const ends = (id: string) =>
    pool.query(`update visitor_pass set valid_to = $2 where id = $1`, [id, new Date(Date.now() - 60_000)])
  const stayed = await aPass({ visitor: 'Olga Stays' })
  await desk.call(visitors.checkIn, { passId: stayed.id })
  await ends(stayed.id)
  expect(await visitOf(stayed.id)).toBe('overdue')
  const missed = await aPass({ visitor: 'Nora Missed' })
  await ends(missed.id)
  expect(await visitOf(missed.id)).toBe('no-show')
  const ended = await aPass({ visitor: 'Rita Revoked' })
  await desk.call(passes.withdraw, { passId: ended.id })
  expect(await visitOf(ended.id)).toBe('revoked')
  expect((await desk.call(passes.list, { visit: 'overdue' })).passes.map(({ id }) => id)).toEqual([stayed.id])

  // In the building two days ago, and not seen since: expected today, and not on site.
  const weeks = await aPass({ visitor: 'Rosa Weeks', from: at(-72), to: at(200) })
  await desk.call(visitors.checkIn, { passId: weeks.id })
  await pool.query(`update visitor_presence set at = at - interval '2 days' where pass_id = $1`, [weeks.id])
  expect(await visitOf(weeks.id)).toBe('expected')

  const later = await aPass({ visitor: 'Lena Later', from: at(49), to: at(50) })
  const days = async (which: 'today' | 'upcoming' | 'past') =>
    (await desk.call(passes.list, { days: which, limit: 100 })).passes.map(({ id }) => id)
  expect(await days('today')).toEqual(expect.arrayContaining([stayed.id, weeks.id]))
  expect(await days('today')).not.toContain(later.id)
  expect(await days('upcoming')).toContain(later.id)
  expect(await days('upcoming')).not.toContain(weeks.id)
  expect((await desk.try(visitors.checkIn, { passId: later.id })).status).toBe(409)
})

test('a receptionist issues passes for the doors of their own access, begins with those of last time, and sees no settings', async () => {
  expect(await desk.call(visitors.choices, {})).toMatchObject({ doors: [{ id: front.id }], usual: [front.id] })
  expect(await desk.call(visitors.choices, { day: '2027-03-01' })).toMatchObject({ day: '2027-03-01', closes: '18:00' })
  const wanted = { visitor: 'Tom Whitfield', from: at(0), to: at(1) }
  const { code } = await desk.call(passes.issue, { ...wanted, doorIds: [front.id] })
  expect(code).toMatch(/^pass:/)
  expect(await desk.try(passes.issue, { ...wanted, doorIds: [inner.id] })).toMatchObject({
    status: 422,
    body: { details: [{ field: 'doorIds' }] },
  })
  await manager.call(passes.issue, { ...wanted, doorIds: [inner.id] })
  expect((await manager.call(visitors.choices, {})).usual).toEqual([inner.id])
  expect((await desk.call(visitors.choices, {})).usual).toEqual([front.id])
  const guard = await somebody(systemRoles.guard)
  expect((await guard.try(visitors.choices, {})).status).toBe(403)
  expect((await guard.call(passes.list, { days: 'today' })).passes.length).toBeGreaterThan(0)
  expect((await desk.try(access.levels, {})).status).toBe(403)
})

test('an entry of a visitor is logged by hand with its reason, and nobody is logged as two', async () => {
  const pass = await aPass({ visitor: 'Hana By Hand' })
  const logged = { doorId: front.id, type: 'entry', timestamp: at(0) } as const
  const { log } = await desk.call(entryExit.record, { ...logged, passId: pass.id, reason: 'Reader out of order' })
  expect(log).toMatchObject({ person: 'Hana By Hand', passId: pass.id, userId: null, method: 'manual' })
  expect(await desk.call(entryExit.logById, { id: log.id })).toMatchObject({ note: 'Reader out of order' })
  expect(await visitOf(pass.id)).toBe('on-site')
  const both = await desk.try(entryExit.record, { ...logged, passId: pass.id, userId: host.id })
  expect(both.status).toBe(422)
  const elsewhere = await aCompany(server.store.pool)
  const stranger = await server.signedIn(elsewhere, { can: systemRoles.receptionist })
  expect((await stranger.try(passes.byId, { passId: pass.id })).status).toBe(404)
})
