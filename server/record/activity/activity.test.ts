// The activity log as people and their programs read it: their company's alone, with what proves it, and as files.
import * as activity from '@gatehouse/contract/record/activity'
import * as auth from '@gatehouse/contract/identity/auth'
import * as roles from '@gatehouse/contract/identity/roles'
import * as users from '@gatehouse/contract/identity/users'
import { parse } from 'csv-parse/sync'
import { beforeAll, expect, test } from 'vitest'
import { type ACompany, aCompany, type AUser, aUser } from '../../testing/building.testing.ts'
import { tick } from '../../kit/clock.testing.ts'
import { type TestServer, sharedServer, type ApiClient } from '../../testing/test-server.testing.ts'
import { publicKeyFrom, isSigned } from './chain.ts'

let server: TestServer
let company: ACompany
let auditor: AUser
let visitor: ApiClient
let stranger: ApiClient
beforeAll(async () => {
  server = await sharedServer()
  company = await aCompany(server.store.pool)
  auditor = await aUser(server.store.pool, company, {
    can: ['admin_access', 'view_activity_logs', 'view_activity', 'manage_roles', 'manage_users'],
  })
  visitor = await server.signIn(auditor)
  const elsewhere = await aCompany(server.store.pool)
  stranger = await server.signedIn(elsewhere, { can: ['view_activity_logs', 'view_activity'] })
})

const sealed = async () => {
  await tick('1 s')
  for (const until = Date.now() + 20_000; Date.now() < until; ) {
    const { entries } = await visitor.call(activity.list, { limit: 50 })
    if (entries.every(({ seq }) => seq !== null)) return entries
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
  throw new Error('the record was never sealed')
}

test('what is done is on the record with who, what and what it was done to, and soon has its place in the chain', async () => {
  const { role } = await visitor.call(roles.create, { name: '=Night shift', permissions: [] })
  const { _id: id } = role
  await visitor.call(roles.update, { id, name: 'Day shift' })
  const [updated, created] = await sealed()
  expect(created).toMatchObject({
    action: 'roles.create',
    actor: auditor.email,
    outcome: 'done',
    subject: '=Night shift',
  })
  expect(updated).toMatchObject({
    action: 'roles.update',
    subject: '=Night shift',
    before: { name: '=Night shift' },
    after: { name: 'Day shift' },
  })
  expect(updated?.seq).toBeGreaterThan(created?.seq ?? 0)
  const one = await visitor.call(activity.byId, { id: updated?.id ?? '' })
  const { publicKey } = await visitor.call(activity.checkpoints)
  expect(one.proof).toMatchObject({ seq: updated?.seq, chain: `${company.id}/${new Date().getUTCFullYear()}` })
  expect(one.proof?.checkpoint && (await isSigned(one.proof.checkpoint, publicKeyFrom(publicKey)))).toBe(true)
})

test('it is filtered, and comes page by page, each entry once', async () => {
  for (let n = 0; n < 7; n++) await visitor.try(roles.remove, { id: crypto.randomUUID() })
  const refused = { action: 'roles.remove', outcome: 'refused' as const, limit: 3 }
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await visitor.call(activity.list, { ...refused, ...(cursor ? { cursor } : {}) })
    seen.push(...page.entries.map(({ id }) => id))
    cursor = page.next ?? undefined
  } while (cursor)
  expect(new Set(seen).size).toBe(7)
  const found = async (wanted: object) => (await visitor.call(activity.list, wanted)).entries.map((e) => e.action)
  expect(await found({ q: 'NIGHT SH' })).toEqual(['roles.update', 'roles.create'])
  expect(await found({ action: 'roles', outcome: 'done' })).toEqual(['roles.update', 'roles.create'])
  expect(await found({ action: 'role' })).toEqual([])
  expect(await found({ to: '2020-01-01T00:00:00Z' })).toEqual([])
  const [night] = (await visitor.call(activity.list, { q: 'night' })).entries
  const correlationId = night?.correlationId ?? ''
  expect(await found({ correlationId })).toEqual(['roles.update'])
  expect((await visitor.try(activity.list, { cursor: 'none' })).body).toMatchObject({ details: [{ field: 'cursor' }] })
})

test('another company has nothing of it, in lists, files and proofs, nor by its id', async () => {
  const [entry] = await sealed()
  const theirs = await stranger.call(activity.list)
  expect(theirs.entries.map(({ action }) => action)).toEqual(['auth.signIn'])
  expect((await stranger.try(activity.byId, { id: entry?.id })).status).toBe(404)
  for (const file of [activity.exportCsv, activity.exportJson]) {
    const { body } = await stranger.try(file)
    expect(String(body)).not.toContain(auditor.email)
  }
  const { checkpoints } = await stranger.call(activity.checkpoints)
  expect(checkpoints.filter(({ chain }) => chain.includes(company.id))).toEqual([])
  const theirVerdict = await stranger.call(activity.verify, {})
  expect(theirVerdict).toMatchObject({ ok: true })
  expect(theirVerdict.checked).toBeLessThan(10)
})

test('as CSV it is whole, quoted, and harmless in a spreadsheet', async () => {
  const { body, headers } = await visitor.try(activity.exportCsv, {}, { 'accept-encoding': 'gzip' })
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="gatehouse-activity-[\d-]+\.csv"$/)
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
  const rows: Record<string, string>[] = parse(String(body), { columns: true })
  const { rows: heads } = await server.store.pool.query(
    `select id from activity where company_id = $1 and action not like 'activity.exportCsv%' order by at desc, id desc`,
    [company.id],
  )
  expect(rows.map(({ id }) => id)).toEqual(heads.map(({ id }) => id))
  expect(rows.find(({ action }) => action === 'roles.create')?.['subject']).toBe(`'=Night shift`)
})

test('a file is on record when it begins, and when its reader has taken all of it', async () => {
  const reader = await server.signedIn(company, { can: ['view_activity_logs'] })
  const { body, headers } = await reader.try(activity.exportCsv)
  const correlationId = headers.get('x-correlation-id') ?? ''
  const entries = async () => (await reader.call(activity.list, { correlationId })).entries
  await expect.poll(async () => (await entries()).length).toBe(2)
  expect(await entries()).toMatchObject([
    {
      action: 'activity.exportCsv.ended',
      outcome: 'done',
      after: {
        whole: true,
        bytes: Buffer.from(String(body)).length,
        rows: parse(String(body), { columns: true }).length,
      },
    },
    { action: 'activity.exportCsv', outcome: 'done' },
  ])
})

test('as JSON it is what the list says', async () => {
  const { body } = await visitor.try(activity.exportJson, { action: 'roles' })
  const rows: { id: string }[] = JSON.parse(String(body))
  const { entries } = await visitor.call(activity.list, { action: 'roles', limit: 200 })
  expect(rows.map((row) => ({ ...row, seq: null }))).toEqual(entries.map((entry) => ({ ...entry, seq: null })))
  expect(JSON.parse(String((await visitor.try(activity.exportJson, { q: 'no such thing' })).body))).toEqual([])
})

test('whoever hangs up ends what the store was doing for them', async () => {
  const big = await aCompany(server.store.pool)
  await server.store.pool.query(
    `insert into activity (id, company_id, at, actor, action, input, status, correlation_id)
     select gen_random_uuid(), $1, now() - n * interval '1 second', repeat('somebody ', 80), 'doors.unlock', '{}', 200,
       gen_random_uuid() from generate_series(1, 30000) n`,
    [big.id],
  )
  const person = await server.signedIn(big, { can: ['view_activity_logs'] })
  const hangUp = new AbortController()
  const open = (signal?: AbortSignal) =>
    fetch(`${server.gatehouse.address}/api/activity-logs.csv`, {
      headers: {
        authorization: `Bearer ${person.token}`,
        cookie: [...person.cookies].map((c) => c.join('=')).join('; '),
      },
      ...(signal ? { signal } : {}),
    })
  const answer = await open(hangUp.signal)
  await answer.body?.getReader().read()
  const copying = async () => {
    const { rows } = await server.store.pool.query(
      `select from pg_stat_activity where query like 'copy (%' and datname = current_database()`,
    )
    return rows.length
  }
  expect(await copying()).toBe(1)
  // Two at a time for one, so that nobody has all the connections to the store.
  const second = await open()
  expect((await person.try(activity.exportJson)).status).toBe(429)
  await second.body?.cancel()
  hangUp.abort()
  const broken = { action: 'activity.exportCsv.ended', outcome: 'failed' as const }
  await expect.poll(async () => (await person.call(activity.list, broken)).entries.length).toBe(2)
  // Only now: the second may have been on its way to the store when the first was done with.
  await expect.poll(copying).toBe(0)
  expect(await copying()).toBe(0)
  const { entries } = await person.call(activity.list, broken)
  expect(entries).toMatchObject(
    entries.map(() => ({ after: { whole: false, because: 'its reader went away', bytes: expect.any(Number) } })),
  )
  expect((await person.try(activity.exportJson, { action: 'auth.signIn' })).status).toBe(200)
})

test('verifying says that it holds, and names the entry that was changed behind our back', async () => {
  await sealed()
  const before = await visitor.call(activity.verify, {})
  expect(before).toMatchObject({ ok: true })
  expect(before.checkpoints).toHaveLength(1)
  const [victim] = (await visitor.call(activity.list, { action: 'roles.create' })).entries
  await server.store.pool.query('alter table activity disable trigger all')
  const change = (status: number) =>
    server.store.pool.query('update activity set status = $2 where id = $1', [victim?.id, status])
  const partition = `activity_${new Date().getUTCFullYear()}`
  await server.store.pool.query(`alter table ${partition} disable trigger all`)
  await change(404)
  const after = await visitor.call(activity.verify, {})
  expect(after).toMatchObject({ ok: false, firstBroken: { entryId: victim?.id, seq: victim?.seq, fault: 'changed' } })
  await change(200)
  for (const table of ['activity', partition]) await server.store.pool.query(`alter table ${table} enable trigger all`)
  expect(await visitor.call(activity.verify, {})).toMatchObject({ ok: true })
})

test('it is checked once at a time, however often somebody asks', async () => {
  // The one that checks is held up until all others have been answered.
  const holder = await server.store.pool.connect()
  let answered = 0
  const ask = () => visitor.try(activity.verify, {}).finally(() => void answered++)
  let asking: ReturnType<typeof ask>[] = []
  try {
    await holder.query('begin')
    await holder.query('lock table activity_link in access exclusive mode')
    asking = Array.from({ length: 5 }, ask)
    await expect.poll(() => answered, { timeout: 15_000 }).toBe(4)
  } finally {
    await holder.query('rollback')
    holder.release()
  }
  const asked = await Promise.all(asking)
  expect(asked.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 429, 429, 429, 429])
  expect(await visitor.call(activity.verify, {})).toMatchObject({ ok: true })
  // Who left in the middle may begin anew.
  const { csrfToken } = await visitor.call(auth.csrfToken)
  const left = new AbortController()
  const begun = fetch(`${server.gatehouse.address}/api/activity-logs/verify`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${visitor.token}`,
      cookie: [...visitor.cookies].map((c) => c.join('=')).join('; '),
      'x-csrf-token': csrfToken,
    },
    signal: left.signal,
  })
  setTimeout(() => left.abort(), 5)
  await begun.catch(() => undefined)
  await expect.poll(async () => (await visitor.try(activity.verify, {})).status).toBe(200)
})

test('a failed sign-in is in the log of the company whose account it was', async () => {
  await server.client().try(auth.signIn, { email: auditor.email, password: 'not mine' })
  const [entry] = (await visitor.call(activity.list, { action: 'auth.signIn', outcome: 'refused' })).entries
  expect(entry).toMatchObject({ actor: 'anonymous', subject: auditor.email, status: 401 })
})

test('one’s own activity is what one did and what was done through one’s eyes, and nothing else', async () => {
  const person = await aUser(server.store.pool, company, { can: ['view_activity'] })
  const { token } = await visitor.call(users.viewAs, { userId: person.id, reason: 'A call about a door' })
  const through = server.client()
  through.token = token
  await through.call(auth.checkSession)
  const { entries } = await (await server.signIn(person)).call(activity.mine, {})
  expect(entries).toMatchObject([
    { action: 'auth.signIn', actor: person.email, onBehalfOf: null },
    { action: 'auth.checkSession', actor: auditor.email, onBehalfOf: person.email },
  ])
  const [viewed] = (await visitor.call(activity.list, { action: 'users.viewAs' })).entries
  expect(viewed).toMatchObject({ subject: person.email, reason: 'A call about a door' })
})
