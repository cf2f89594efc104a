// Schedules: made, followed by doors, and kept by doors as time goes by. Hours pass by telling the time.
import * as activity from '@gatehouse/contract/record/activity'
import { systemRoles, type Permission } from '@gatehouse/contract/permissions'
import * as schedules from '@gatehouse/contract/access/schedules'
import type { CommandMessage } from '@gatehouse/contract/building/wire'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { v7 as uuid } from 'uuid'
import { type ACompany, aCompany, aDevice, aLabel, aUser, aZone } from '../../testing/building.testing.ts'
import { freshDatabase, type TestDatabase } from '../../db/testing.ts'
import { aLevel } from '../decisions/decisions.testing.ts'
import { createDirectory } from '../../building/devices/devices.ts'
import { createCommands, type Commands } from '../doors/doors.ts'
import { type TestServer, sharedServer, type ApiClient } from '../../testing/test-server.testing.ts'
import { createBus } from '../../kit/bus.ts'
import { recordSent } from './duties.sql.ts'
import { createKeeper, type Keeper, schedulePolicy } from './schedules.ts'

const officeHours = Array.from({ length: 7 }, (_, day) => (day < 5 ? [{ from: '08:00', to: '18:00' }] : []))

describe('schedules', () => {
  let server: TestServer
  let company: ACompany
  let manager: ApiClient

  beforeAll(async () => {
    server = await sharedServer()
  })
  beforeEach(async () => {
    company = await aCompany(server.store.pool)
    manager = await somebody(systemRoles.manager)
  })

  const somebody = (can: readonly Permission[]) => server.signedIn(company, { can })
  const aGroup = async (...doorIds: string[]) => {
    const id = uuid()
    await server.store.pool.query('insert into door_group (id, company_id, name) values ($1, $2, $3)', [
      id,
      company.id,
      `Group ${id}`,
    ])
    await server.store.pool.query(
      'insert into door_group_door (group_id, device_id) select $1, x from unnest($2::uuid[]) x',
      [id, doorIds],
    )
    return id
  }

  test('a schedule has a week, exceptions and holidays, and is on the record in words', async () => {
    const { calendar } = await manager.call(schedules.createCalendar, {
      name: 'Bank holidays',
      days: [
        { date: '2026-12-28', name: 'Boxing Day (in lieu)' },
        { date: '2026-12-25', yearly: true, name: 'Christmas' },
      ],
    })
    expect(calendar.days.map(({ date }) => date)).toEqual(['2026-12-25', '2026-12-28'])
    const { schedule } = await manager.call(schedules.create, {
      name: 'Office hours',
      week: officeHours,
      exceptions: [{ date: '2026-12-24', name: 'Christmas Eve', ranges: [{ from: '08:00', to: '12:00' }] }],
      calendarId: calendar.id,
    })
    expect(schedule).toMatchObject({
      calendar: { name: 'Bank holidays' },
      holidays: calendar.days,
      uses: { doors: 0, accessLevels: 0 },
    })
    await manager.call(schedules.update, {
      scheduleId: schedule.id,
      onHolidays: 'ranges',
      holidayRanges: [{ from: '10:00', to: '14:00' }],
    })
    const { entries } = await manager.call(activity.list, { action: 'schedules.update' })
    expect(entries[0]).toMatchObject({
      subject: 'Office hours',
      before: { onHolidays: 'closed' },
      after: { onHolidays: '10:00–14:00' },
    })
    const guard = await somebody(systemRoles.guard)
    expect((await guard.call(schedules.list)).schedules).toHaveLength(1)
    expect((await guard.try(schedules.update, { scheduleId: schedule.id, name: 'Mine' })).status).toBe(403)
    expect((await manager.try(schedules.removeCalendar, { calendarId: calendar.id })).status).toBe(409)
    const stranger = server.client()
    const other = await aUser(server.store.pool, await aCompany(server.store.pool), { can: systemRoles.manager })
    await stranger.signIn(other.email, other.password)
    expect((await stranger.try(schedules.update, { scheduleId: schedule.id, name: 'Theirs' })).status).toBe(404)
    expect(
      (await stranger.try(schedules.create, { name: 'Theirs', week: officeHours, calendarId: calendar.id })).status,
    ).toBe(404)
  })

  test('what cannot be is refused with the field that is wrong', async () => {
    const faulty = async (given: object) => {
      const answer = await manager.try(schedules.create, { name: 'Faulty', week: officeHours, ...given })
      return [answer.status, (answer.body as { details?: { field: string; message: string }[] }).details?.[0]?.field]
    }
    const monday = (...ranges: object[]) => ({ week: [ranges, [], [], [], [], [], []] })
    expect(await faulty(monday({ from: '18:00', to: '08:00' }))).toEqual([422, 'week.0.0.to'])
    expect(await faulty(monday({ from: '08:00', to: '12:00' }, { from: '11:00', to: '13:00' }))).toEqual([
      422,
      'week.0',
    ])
    expect(await faulty(monday({ from: '8:00', to: '12:00' }))).toEqual([422, 'week.0.0.from'])
    expect(await faulty({ week: [] })).toEqual([422, 'week'])
    expect(await faulty({ exceptions: [{ date: '2026-02-30', ranges: [] }] })).toEqual([422, 'exceptions.0.date'])
    await manager.call(schedules.create, { name: 'Faulty', week: officeHours })
    expect(await faulty({ name: 'FAULTY' })).toEqual([422, 'name'])
  })

  test('doors and groups follow it, as far as labels show them; while something does it cannot be removed', async () => {
    const zone = await aZone(server.store.pool, company, 'Vault')
    const door = await server.knows(manager, await aDevice(server.store.pool, company, 'door'))
    const vault = await server.knows(manager, await aDevice(server.store.pool, company, 'door', { zone }))
    const { schedule } = await manager.call(schedules.create, { name: 'Office hours', week: officeHours })
    const scheduleId = schedule.id
    const groupId = await aGroup(door.id, vault.id)
    const { doorSchedule } = await manager.call(schedules.addDoorSchedule, { scheduleId, groupId, firstPersonIn: true })
    expect(doorSchedule.doors.map(({ id }) => id).sort()).toEqual([door.id, vault.id].sort())
    await manager.call(schedules.addDoorSchedule, { scheduleId, doorId: door.id })
    expect((await manager.try(schedules.addDoorSchedule, { scheduleId, doorId: door.id })).status).toBe(422)
    expect((await manager.try(schedules.remove, { scheduleId })).status).toBe(409)
    const uses = async () => (await manager.call(schedules.list)).schedules[0]?.uses.doors
    expect(await uses()).toBe(2)
    for (const of of [door, vault]) await aLevel(server.store.pool, company, { doors: [of], follows: scheduleId })
    const levels = async () => (await manager.call(schedules.list)).schedules[0]?.uses.accessLevels
    expect(await levels()).toBe(2)
    await aLabel(server.store.pool, company, { zone })
    await expect.poll(uses).toBe(1)
    expect(await levels()).toBe(1)
    const [ofGroup] = (await manager.call(schedules.doorSchedules, { scheduleId })).doorSchedules.filter(
      ({ group }) => group,
    )
    expect(ofGroup?.doors.map(({ id }) => id)).toEqual([door.id])
    expect((await manager.try(schedules.removeDoorSchedule, { doorScheduleId: doorSchedule.id })).status).toBe(403)
    expect((await manager.try(schedules.addDoorSchedule, { scheduleId, doorId: vault.id })).status).toBe(404)
  })
})

describe('doors keep to their schedule', () => {
  const log = pino({ level: 'silent' })
  const bus = createBus(log)
  let database: TestDatabase
  let company: ACompany
  let commands: Commands
  let keeper: Keeper
  let directory: ReturnType<typeof createDirectory>
  let sent: { readonly deviceId: string; readonly message: CommandMessage }[] = []
  let away = new Set<string>()

  const someCommands = () => {
    const { store } = database
    const policies = [schedulePolicy]
    const made = createCommands({ policies, store, directory, bus, record: async () => undefined, log, others: false })
    made.begin({
      reaches: (deviceId) => !away.has(deviceId),
      send: async (deviceId, message) => {
        sent.push({ deviceId, message })
        return !away.has(deviceId)
      },
    })
    return made
  }

  beforeAll(async () => {
    database = await freshDatabase()
    directory = createDirectory(database.store.db)
    commands = someCommands()
  })
  afterAll(async () => {
    await commands.stop()
    await database.drop()
  })
  beforeEach(async () => {
    company = await aCompany(database.store.pool)
    sent = []
    away = new Set()
    keeper = createKeeper({ store: database.store, commands, bus, log })
  })

  const aDoor = async () => {
    const door = await aDevice(database.store.pool, company, 'door')
    await database.store.pool.query(
      'insert into device_status (device_id, online, last_seen_at) values ($1, true, now())',
      [door.id],
    )
    await directory.load()
    return door
  }
  const following = async (doorId: string, firstPersonIn = false) => {
    const id = uuid()
    await database.store.pool.query('insert into schedule (id, company_id, name, week) values ($1, $2, $3, $4)', [
      id,
      company.id,
      `Office hours ${id}`,
      JSON.stringify(officeHours),
    ])
    await database.store.pool.query(
      `insert into door_schedule (id, company_id, schedule_id, device_id, first_person_in) values ($1, $2, $3, $4, $5)`,
      [uuid(), company.id, id, doorId, firstPersonIn],
    )
    await keeper.follow()
  }
  const at = (time: string) => keeper.tick(new Date(`2020-11-02T${time}:00Z`))
  const notified = async (deviceId: string) => {
    // Sent after what keeps it is committed.
    const waiting = `select from command where device_id = $1 and status = 'requested'`
    const unsent = async () => (await database.store.pool.query(waiting, [deviceId])).rowCount
    await expect.poll(unsent, { interval: 10 }).toBe(0)
    return sent.filter((one) => one.deviceId === deviceId).map(({ message }) => message.action)
  }
  const confirm = async (deviceId: string, by: 'schedule' | 'hand' = 'schedule') => {
    const { rows } = await database.store.pool.query<{ id: string }>(
      `select id from command where device_id = $1 and (user_id is null) = $2 order by requested_at desc limit 1`,
      [deviceId, by === 'schedule'],
    )
    const tx = await database.store.pool.connect()
    const publish = await commands.settleWithin(tx, [
      { commandId: rows[0]?.id ?? '', deviceId, status: 'confirmed', detail: null, at: new Date() },
    ])
    tx.release()
    publish()
  }
  const byHand = async (deviceId: string, action: 'hold-unlocked' | 'lock', asked: 'hold' | 'lock' | 'release') => {
    await commands.issue([
      {
        companyId: company.id,
        deviceId,
        action,
        asked,
        args: {},
        reason: 'Delivery',
        by: { userId: uuid(), actor: 'Ada Okafor' },
        correlationId: uuid(),
      },
    ])
    await confirm(deviceId, 'hand')
  }

  test('a door is held unlocked when its schedule opens and locked when it closes, each once, on one of several nodes', async () => {
    const door = await aDoor()
    await following(door.id)
    const other = createKeeper({ store: database.store, commands, bus, log })
    await at('07:59')
    expect(await notified(door.id)).toEqual([])
    const open = new Date('2020-11-02T08:00:00Z')
    await Promise.all([keeper.tick(open), other.tick(open)])
    await at('08:01')
    expect(await notified(door.id)).toEqual(['hold-unlocked'])
    const { rows } = await database.store.pool.query<{ actor: string }>(
      'select actor from command where device_id = $1',
      [door.id],
    )
    expect(rows[0]?.actor).toMatch(/^Schedule Office hours/)
    await confirm(door.id)
    await Promise.all([at('18:00'), other.tick(new Date('2020-11-02T18:00:00Z'))])
    expect(await notified(door.id)).toEqual(['hold-unlocked', 'lock'])
    // A node that starts now knows what was wanted and told.
    await createKeeper({ store: database.store, commands, bus, log }).tick(new Date('2020-11-02T19:00:00Z'))
    expect(await notified(door.id)).toEqual(['hold-unlocked', 'lock'])
    await other.stop()
  })

  test('first person in: unlocked only once somebody has been let in while it is open', async () => {
    const door = await aDoor()
    await following(door.id, true)
    const enters = (time: string, source = 'device') =>
      database.store.pool.query(
        `insert into entry_exit_log (id, company_id, door_id, type, at, result, method, source, received_at, correlation_id)
         values ($1, $2, $3, 'entry', $4, 'granted', 'card', $5, $4, $1)`,
        [uuid(), company.id, door.id, `2020-11-02T${time}:00Z`, source],
      )
    await database.store.pool
      .query(
        `create table if not exists entry_exit_log_of_the_test partition of entry_exit_log for values from ('2020-11-02') to ('2020-11-03')`,
      )
      .catch(() => undefined)
    await enters('07:30')
    // Whoever may log by hand opens no door by that.
    await enters('08:30', 'manual')
    await at('09:00')
    expect(await notified(door.id)).toEqual([])
    await enters('09:10')
    await at('09:11')
    expect(await notified(door.id)).toEqual(['hold-unlocked'])
    await at('18:00')
    expect(await notified(door.id)).toEqual(['hold-unlocked', 'lock'])
  })

  test('what a person holds open stays open until it is released, and then goes back to its schedule', async () => {
    const door = await aDoor()
    await following(door.id)
    await at('09:00')
    await confirm(door.id)
    await byHand(door.id, 'hold-unlocked', 'hold')
    await at('18:00')
    await at('18:30')
    expect(await notified(door.id)).toEqual(['hold-unlocked', 'hold-unlocked'])
    const wanted = await database.store.db.transaction().execute((tx) => commands.releasesTo(tx, door.id))
    expect(wanted).toBe('lock')
  })

  test('what a person asks for as the schedule closes is waited for, and no release to yesterday’s wish counts as told', async () => {
    const ask = (deviceId: string, asked: 'hold' | 'release') =>
      commands.issue([
        {
          companyId: company.id,
          deviceId,
          action: 'hold-unlocked',
          asked,
          args: {},
          reason: 'Delivery',
          by: { userId: uuid(), actor: 'Ada Okafor' },
          correlationId: uuid(),
        },
      ])
    const [held, silent, released] = [await aDoor(), await aDoor(), await aDoor()]
    for (const { id } of [held, silent, released]) await following(id)
    await at('09:00')
    for (const { id } of [held, silent, released]) await confirm(id)
    for (const { id } of [held, silent]) await ask(id, 'hold')
    const [release] = await ask(released.id, 'release')
    await at('18:00')
    const asked = ['hold-unlocked', 'hold-unlocked']
    for (const { id } of [held, silent, released]) expect(await notified(id)).toEqual(asked)
    await confirm(held.id, 'hand')
    await confirm(released.id, 'hand')
    await recordSent(database.store.db, released.id, release?.commandId ?? '')
    await database.store.pool.query(
      `update command set status = 'no-answer' where device_id = $1 and user_id is not null`,
      [silent.id],
    )
    await at('18:01')
    expect(await notified(held.id)).toEqual(asked)
    for (const { id } of [silent, released]) expect(await notified(id)).toEqual([...asked, 'lock'])
  })

  test('a door that was away is told when it is back, unless a person has locked it since', async () => {
    const door = await aDoor()
    await database.store.pool.query('update device_status set online = false where device_id = $1', [door.id])
    await following(door.id)
    await at('09:00')
    expect(await notified(door.id)).toEqual([])
    await database.store.pool.query('update device_status set online = true where device_id = $1', [door.id])
    keeper.sendAgain([door.id])
    await at('09:01')
    expect(await notified(door.id)).toEqual(['hold-unlocked'])
    await confirm(door.id)
    // It restarts, and has forgotten.
    keeper.sendAgain([door.id])
    await at('09:02')
    expect(await notified(door.id)).toEqual(['hold-unlocked', 'hold-unlocked'])
    // Not against the hand that has locked it since.
    await byHand(door.id, 'lock', 'lock')
    keeper.sendAgain([door.id])
    await at('09:03')
    expect((await notified(door.id)).slice(2)).toEqual(['lock'])
  })

  test('a door that is locked down is told once that is released', async () => {
    const door = await aDoor()
    const { pool } = database.store
    await pool.query(
      `insert into lockdown (id, company_id, name, reason, correlation_id, started_by_name) values ($1, $1, 'Drill', 'Drill', $1, 'Ada')`,
      [company.id],
    )
    await pool.query('insert into lockdown_door (lockdown_id, device_id, command_id) values ($1, $2, $1)', [
      company.id,
      door.id,
    ])
    await following(door.id)
    await at('09:00')
    expect(await notified(door.id)).toEqual([])
    await pool.query(`update lockdown set released_at = now() where id = $1`, [company.id])
    keeper.sendAgain([door.id])
    await at('09:01')
    expect(await notified(door.id)).toEqual(['hold-unlocked'])
  })

  test('what stood unlocked by a schedule that it follows no longer is locked', async () => {
    const door = await aDoor()
    await following(door.id)
    await at('09:00')
    await confirm(door.id)
    await database.store.pool.query('delete from door_schedule where device_id = $1', [door.id])
    await keeper.follow()
    await at('09:01')
    expect(await notified(door.id)).toEqual(['hold-unlocked', 'lock'])
  })
})
