// A person's copy of all that is kept of them: everything of theirs, nothing of another's, no secret.
import * as profile from '@gatehouse/contract/identity/profile'
import { v7 as uuid } from 'uuid'
import { beforeAll, expect, test } from 'vitest'
import { type ACompany, aCompany, aDevice, aLabel, aUser, type AUser } from '../../testing/building.testing.ts'
import { type TestServer, sharedServer, type ApiClient } from '../../testing/test-server.testing.ts'

const secret = Buffer.from('SECRET-bytes-of-a-hash-or-key')

let server: TestServer
let company: ACompany
let user: AUser
let visitor: ApiClient

beforeAll(async () => {
  server = await sharedServer()
  const db = server.store.pool
  company = await aCompany(db, 'Meridian')
  const label = await aLabel(db, company)
  user = await aUser(db, company, { can: ['manage_account'], labels: [label], card: 'card:0012345678' })
  visitor = await server.signIn(user)
})

const exported = async (): Promise<Record<string, unknown>> => {
  const { status, body } = await visitor.try(profile.exportMine)
  expect(status).toBe(200)
  return JSON.parse((body as Buffer).toString()) as Record<string, unknown>
}

test('it holds what every table knows of the person', async () => {
  const db = server.store.pool
  const role = uuid()
  await db.query(`insert into role (id, company_id, name, permissions) values ($1, $2, 'Night guard', '{}')`, [
    role,
    company.id,
  ])
  await db.query('insert into user_role (user_id, role_id) values ($1, $2)', [user.id, role])
  const [later, hash] = [`now() + interval '1 day'`, secret]
  await db.query(
    `insert into trusted_device (id, user_id, token_hash, agent, expires_at) values ($1, $2, $3, 'Firefox', ${later})`,
    [uuid(), user.id, hash],
  )
  await db.query(
    `insert into passkey (id, user_id, public_key, counter, backed_up, name) values ('SECRET-id', $1, $2, 0, true, 'My phone')`,
    [user.id, hash],
  )
  await db.query(`insert into recovery_code (user_id, code_hash) values ($1, $2)`, [user.id, hash])
  await db.query(`update users set totp_secret = $2, two_factor = 'totp' where id = $1`, [user.id, hash])
  await db.query(
    `insert into social_account (provider, subject, user_id, email) values ('github', '4711', $1, 'me@git.example')`,
    [user.id],
  )
  await db.query(
    `insert into invitation (id, company_id, email, first_name, last_name, role_ids, label_ids, invited_by, token_hash,
       expires_at) values ($1, $2, 'guest@gatehouse.example', 'Gil', 'Guest', '{}', '{}', $3, $4, ${later})`,
    [uuid(), company.id, user.id, hash],
  )
  await db.query(
    `insert into mail (id, user_id, recipient, letter, subject, text, html, sent_at)
     values ($1, $2, $3, 'password-changed', 'Your password was changed', 'SECRET link', 'SECRET link', now())`,
    [uuid(), user.id, user.email],
  )
  const door = await aDevice(db, company, 'door')
  await db.query(
    `insert into entry_exit_log (id, company_id, user_id, door_id, type, at, result, method, source, received_at,
       correlation_id) values ($1, $2, $3, $4, 'entry', now(), 'granted', 'card', 'device', now(), $1)`,
    [uuid(), company.id, user.id, door.id],
  )
  await visitor.call(profile.update, { phone: '+44 20 7946 0958' })
  const all = await exported()
  expect(all).toMatchObject({
    profile: { id: user.id, email: user.email, phone: '+44 20 7946 0958', company: company.name, secondFactor: 'totp' },
    picture: null,
    roles: [{ name: 'Night guard' }],
    labels: [{ name: expect.any(String) }],
    trustedDevices: [{ agent: 'Firefox' }],
    passkeys: [{ name: 'My phone' }],
    connections: [{ provider: 'github', subject: '4711', email: 'me@git.example' }],
    credentials: [{ value: 'card:0012345678' }],
    invitationsByMe: [{ email: 'guest@gatehouse.example' }],
    sessions: [{ method: 'password' }],
    activity: expect.arrayContaining([expect.objectContaining({ action: 'profile.update' })]),
    entriesAndExits: [{ type: 'entry', door: door.key }],
    mails: expect.arrayContaining([expect.objectContaining({ subject: 'Your password was changed' })]),
    onlyTheNewest: [],
  })
  const text = JSON.stringify(all)
  for (const never of ['SECRET', secret.toString('hex'), secret.toString('base64'), '$argon2', '_hash']) {
    expect(text).not.toContain(never)
  }
})

test('it holds nothing of anybody else, and comes as a file', async () => {
  const colleague = await server.signedIn(company, { can: ['manage_account'], card: 'card:0099999999' })
  const { headers, body } = await colleague.try(profile.exportMine)
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="gatehouse-my-data-\d{4}-\d\d-\d\d\.json"$/)
  expect(headers.get('content-type')).toContain('application/json')
  const text = (body as Buffer).toString()
  expect(text).toContain('card:0099999999')
  for (const theirs of [user.id, user.email, 'card:0012345678', 'guest@gatehouse.example']) {
    expect(text).not.toContain(theirs)
  }
})

test('a person of a hundred thousand rows gets them all, once each and in order', { timeout: 60_000 }, async () => {
  const rows = 100_000
  await server.store.pool.query(
    `insert into activity (id, company_id, at, user_id, actor, action, input, status, address, correlation_id)
     select gen_random_uuid(), $1, now() - (n / 10) * interval '1 second', $2, 'me', 'doors.unlock', '{"n": 1}', 200,
       '127.0.0.1', gen_random_uuid() from generate_series(1, ${rows}) n`,
    [company.id, user.id],
  )
  const before = process.memoryUsage.rss()
  const started = performance.now()
  const activity = (await exported())['activity'] as { id: string; at: string; action: string }[]
  const seconds = (performance.now() - started) / 1000
  const grown = Math.round((process.memoryUsage.rss() - before) / 1_048_576)
  process.stdout.write(`export of ${activity.length} rows: ${seconds.toFixed(1)} s, memory grew ${grown} MB\n`)
  const unlocks = activity.filter(({ action }) => action === 'doors.unlock')
  expect(new Set(unlocks.map(({ id }) => id)).size).toBe(rows)
  expect(unlocks.length).toBe(rows)
  const times = activity.map(({ at }) => Date.parse(at))
  expect(times.every((at, n) => n === 0 || at <= (times[n - 1] ?? 0))).toBe(true)
  expect(grown).toBeLessThan(500)
})
