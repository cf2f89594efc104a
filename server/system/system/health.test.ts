// The system health says what is so: each trouble here is a real one.
import * as devicesContract from '@gatehouse/contract/building/devices'
import type { Permission } from '@gatehouse/contract/permissions'
import * as system from '@gatehouse/contract/system/system'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { v7 as uuid } from 'uuid'
import { type ACompany, aCompany, aDevice, aUser, aZone } from '../../testing/building.testing.ts'
import { type TestServer, openServer, type ApiClient } from '../../testing/test-server.testing.ts'
import { aReading, connect, send, until } from '../../building/ingest/ingest.testing.ts'
import { recordBackup } from '../backup/backup.ts'
import { clock } from '../../kit/clock.ts'
import { tick } from '../../kit/clock.testing.ts'
import { type MailServer, openMailServer } from '../../messages/mail/smtp.testing.ts'
import { freeSpace, pingRedis, placeOf, reaches, whyNot } from './probes.ts'

let server: TestServer
let smtp: MailServer
let company: ACompany
let admin: ApiClient

beforeAll(async () => {
  smtp = await openMailServer()
  server = await openServer({ SMTP_URL: smtp.url, DEVICE_MB_A_DAY: '1' })
  company = await aCompany(server.store.pool)
  admin = await as(['admin_access', 'read_doors', 'read_notifications'])
})
afterAll(() => server.close())

const as = (can: readonly Permission[], of = company, labels: string[] = []): Promise<ApiClient> =>
  server.signedIn(of, { can, labels })

const checkOf = async (visitor: ApiClient, name: string) =>
  (await visitor.call(system.systemHealth)).checks.find((check) => check.name === name)

describe('the health of the system', () => {
  test('says what was measured, with figures for who looks after the installation', async () => {
    const statuses = async () =>
      Object.fromEntries((await admin.call(system.systemHealth)).checks.map((check) => [check.name, check.status]))
    // What was slow for a moment, as on a busy machine, is measured anew two seconds later.
    await expect
      .poll(statuses, { timeout: 30_000, interval: 500 })
      .toMatchObject({ store: 'normal', broker: 'normal', mail: 'normal', realtime: 'normal' })
    const { status, checks, installation } = await admin.call(system.systemHealth)
    expect(['normal', 'degraded', 'failing']).toContain(status)
    expect(checks.map(({ name }) => name)).toEqual(['store', 'broker', 'mail', 'realtime', 'disk', 'backup', 'load'])
    expect(installation?.node).toBe(process.versions.node)
    const { bytes, share } = await freeSpace(server.dataDir)
    expect(share).toBeLessThanOrEqual(1)
    expect(checks.find(({ name }) => name === 'disk')?.says).toContain('GB are free')
    expect(bytes).toBeGreaterThan(0)
  }, 60_000)

  test('says when the last backup was made, and that the newest one failed', async () => {
    expect(await checkOf(admin, 'backup')).toMatchObject({
      status: 'normal',
      says: 'There is none; none are made by themselves (BACKUP_DIR)',
    })
    const { pool } = server.store
    const now = clock.iso()
    const one = { startedAt: now, endedAt: now, path: '/backups/one', bytes: 5_700_000, error: null }
    await recordBackup(pool, { id: uuid(), ...one })
    await tick('3 s')
    expect((await checkOf(admin, 'backup'))?.says).toContain(`The last one is of ${now}, 5.7 MB, read back whole`)
  })

  test('a full disk is said within seconds: nothing is acknowledged, and all of it is stored once there is room', async () => {
    const { pool } = server.store
    const gas = await aDevice(pool, company, 'gas')
    const client = await connect(server.gatehouse.devices, gas)
    // What PostgreSQL says then, from PostgreSQL.
    await pool.query(`create function disk_full() returns trigger language plpgsql as $$ begin
      raise exception using errcode = '53100', message = 'could not extend file'; end $$`)
    await pool.query('create trigger disk_full before insert on message for each row execute function disk_full()')
    await pool.query('create trigger disk_full before insert on notification for each row execute function disk_full()')
    const keeper = await aUser(pool, company, { can: ['manage_companies', 'admin_access', 'read_notifications'] })
    let acknowledged = false
    const reported = send(client, gas.key, 'reading', aReading()).then((is) => (acknowledged = is))
    const health = async () => (await server.client().try(system.health)).status
    await until(async () => {
      await tick('500 ms')
      return (await health()) === 503
    })
    expect(await checkOf(admin, 'store')).toMatchObject({
      status: 'failing',
      says: 'It stores nothing: its disk is full',
    })
    expect(await checkOf(admin, 'broker')).toMatchObject({
      status: 'failing',
      says: expect.stringContaining('1 message'),
    })
    expect(acknowledged).toBe(false)
    // The store takes no notification either: by mail, and as a notification as soon as it can be.
    const titles = async () =>
      (
        await pool.query<{ title: string }>(
          `select title from notification where user_id = $1 and kind = 'system-trouble' order by created_at, id`,
          [keeper.id],
        )
      ).rows.map(({ title }) => title)
    await until(async () => {
      await tick('2 s')
      return smtp.accepted.some(
        ({ envelope, subject }) => envelope.includes(keeper.email) && subject === 'Nothing is stored',
      )
    })
    expect(await titles()).toEqual([])
    await pool.query('drop trigger disk_full on notification')
    await pool.query('drop trigger disk_full on message; drop function disk_full()')
    await until(async () => {
      await tick('500 ms')
      return acknowledged && (await health()) === 200
    })
    await reported
    client.end(true)
    await tick('61 s')
    await until(async () => {
      await tick('2 s')
      return (await titles()).length === 2
    })
    expect(await titles()).toEqual(expect.arrayContaining(['Nothing is stored', 'Messages are stored again']))
    const { rowCount } = await pool.query('select from gas_reading where device_id = $1', [gas.id])
    expect(rowCount).toBe(1)
  })

  test('of a second company no administrator learns figures of the installation', async () => {
    const other = await aCompany(server.store.pool)
    const { checks, installation } = await (await as(['admin_access'], other)).call(system.systemHealth)
    expect(installation).toBeNull()
    expect(checks.map(({ name }) => name)).toEqual(['store', 'broker', 'mail', 'realtime'])
    for (const { says: text } of checks.filter(({ name }) => name !== 'realtime')) expect(text).not.toMatch(/\d/)
    await server.store.pool.query('delete from users where company_id = $1', [other.id])
  })

  test('is refused to who has no access to the administration', async () => {
    expect((await (await as(['view_support_panel'])).try(system.systemHealth)).status).toBe(403)
    expect((await server.client().try(system.systemHealth)).status).toBe(401)
  })

  test('counts the devices that are away, of those that the caller sees', async () => {
    const db = server.store.pool
    const away = await aDevice(db, company, 'door')
    const hidden = await aDevice(db, company, 'door', { zone: await aZone(db, company) })
    const there = await aDevice(db, company, 'door')
    await server.knows(admin, there)
    await db.query(
      `insert into device_status (device_id, online, last_seen_at) values ($1, false, now() - interval '1 hour'), ($2, false, now()), ($3, true, now())`,
      [away.id, hidden.id, there.id],
    )
    expect(await checkOf(admin, 'devices')).toMatchObject({ status: 'failing', says: '2 of 3 devices are offline' })
    const stranger = await as(['admin_access', 'read_doors'], await aCompany(db))
    expect(await checkOf(stranger, 'devices')).toBeUndefined()
    expect(await checkOf(await as(['admin_access']), 'devices')).toBeUndefined()
    expect((await admin.call(devicesContract.list)).devices).toHaveLength(3)
    await db.query('update device_status set online = true')
    expect(await checkOf(admin, 'devices')).toMatchObject({ status: 'normal' })
  })

  test('names devices that say more than is stored of one, and how much of each was refused, to who sees them', async () => {
    const other = await aCompany(server.store.pool)
    const keeper = await as(['admin_access', 'read_doors'], other)
    const door = await server.knows(keeper, await aDevice(server.store.pool, other, 'door'))
    const client = await connect(server.gatehouse.devices, door)
    const at = new Date().toISOString()
    for (let n = 0; n < 22; n++)
      await send(client, door.key, 'event', { id: `${n}`, at, type: 'opened', dump: 'x'.repeat(60_000) })
    client.end(true)
    const check = await checkOf(keeper, 'devices')
    expect(check?.status).not.toBe('normal')
    expect(check?.says).toMatch(/ may have stored today, and refused: door-\S+ \([1-9]\d? messages\)$/)
    expect((await checkOf(admin, 'devices'))?.says ?? '').not.toContain('refused')
    await server.store.pool.query('delete from users where company_id = $1', [other.id])
  })

  test('says that letters are refused, since when, and that the mail server is gone', async () => {
    const db = server.store.pool
    await db.query(
      `insert into mail (id, company_id, recipient, letter, subject, text, html, created_at, next_try_at, error, tries)
       values ($1, $2, 'ada@gatehouse.example', 'invitation', 'x', 'x', 'x', $3, now() + interval '1 day', 'mailbox full', 1)`,
      [uuid(), company.id, new Date('2026-01-02T03:04:05.000Z')],
    )
    const keeper = await as(['admin_access', 'manage_companies'])
    await expect
      .poll(() => checkOf(keeper, 'mail'), { timeout: 30_000, interval: 500 })
      .toMatchObject({
        status: 'failing',
        since: '2026-01-02T03:04:05.000Z',
      })
    await smtp.close()
    await expect
      .poll(async () => (await checkOf(keeper, 'mail'))?.says, { timeout: 30_000, interval: 500 })
      .toContain(`127.0.0.1:${smtp.port} is not there: the connection is refused`)
    expect((await keeper.call(system.systemHealth)).status).toBe('failing')
  }, 90_000)
})

test('administrators are told of their own unread notifications, in the form of all of them', async () => {
  const db = server.store.pool
  const user = await aUser(db, company, { can: ['admin_access'] })
  const report = (title: string, readAt: Date | null, to = user.id) =>
    db.query(
      `insert into notification (id, user_id, company_id, kind, title, message, type, priority, created_at, read_at, seq)
       values ($1, $2, $3, 'alarm-medium', $4, 'x', 'warning', 'medium', now(), $5, nextval('notification_seq'))`,
      [uuid(), to, company.id, title, readAt],
    )
  await report('Read before', new Date())
  await report('Not yet read', null)
  await report('Of somebody else', null, (await aUser(db, company)).id)
  const visitor = await server.signIn(user)
  const { notifications } = await visitor.call(system.adminNotifications)
  expect(notifications).toMatchObject([{ title: 'Not yet read', read: false, kind: 'alarm-medium' }])
})

describe('probes', () => {
  test('know where a URL leads, with or without its port', () => {
    expect(placeOf('smtp://user:secret@mail.example')).toEqual({ host: 'mail.example', port: 587 })
    expect(placeOf('smtps://mail.example:4650')).toEqual({ host: 'mail.example', port: 4650 })
    expect(placeOf('mqtts://[::1]')).toEqual({ host: '::1', port: 8883 })
  })

  test('say in words why nobody answers', async () => {
    expect(await reaches('127.0.0.1', 1).catch(whyNot)).toBe('the connection is refused')
    expect(await pingRedis('redis://127.0.0.1:1').catch(whyNot)).not.toContain('undefined')
  })
})
