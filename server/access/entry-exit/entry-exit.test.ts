// Entries and exits from the device or the desk to the log, and who is inside because of them.
import * as entryExit from '@gatehouse/contract/access/entry-exit'
import * as ingest from '@gatehouse/contract/building/ingest'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { v7 as uuid } from 'uuid'
import type { ACompany, ADevice, AUser } from '../../testing/building.testing.ts'
import { aCompany, aDevice, aLabel, aUser } from '../../testing/building.testing.ts'
import { type TestServer, sharedServer, type ApiClient } from '../../testing/test-server.testing.ts'
import { aScene } from './entry-exit.testing.ts'

let server: TestServer
let company: ACompany
let lobby: string
let door: ADevice
let person: AUser
let operator: ApiClient
let apiKey: string

beforeAll(async () => {
  server = await sharedServer()
})

beforeEach(async () => {
  ;({ company, lobby, door, person, operator, apiKey } = await aScene(server))
})

const reported = (message: object) => ({
  device: door.key,
  kind: 'event',
  id: uuid(),
  at: new Date().toISOString(),
  type: 'access',
  ...message,
})

const deviceSends = async (...messages: object[]) => {
  const answer = await server.client().try(ingest.batch, messages.map(reported), { 'x-api-key': apiKey })
  expect(answer.status).toBe(200)
  return (answer.body as { results: { result: string }[] }).results.map((r) => r.result)
}

test('a card at the door is in the log with its person, who is then inside, and outside again after the exit', async () => {
  await deviceSends({ credential: 'card:0000000042', direction: 'entry', result: 'granted', taken: true })
  const { logs } = await operator.call(entryExit.logs, {})
  expect(logs).toMatchObject([
    {
      userId: person.id,
      person: 'Ada Okafor',
      doorId: door.id,
      type: 'entry',
      result: 'granted',
      method: 'card',
      source: 'device',
      zone: 'Lobby',
    },
  ])
  expect(await operator.call(entryExit.inside, {})).toMatchObject({
    inside: 1,
    entriesToday: 1,
    zones: [{ zone: 'Lobby', people: 1 }],
  })
  await deviceSends({ credential: 'card:0000000042', direction: 'exit', result: 'granted' })
  expect(await operator.call(entryExit.inside, {})).toMatchObject({ inside: 0, exitsToday: 1, zones: [] })
})

test('refused, or granted and not taken: on the log, nobody inside', async () => {
  await deviceSends(
    { credential: 'card:0000000042', direction: 'entry', result: 'denied', reason: 'outside schedule' },
    { credential: 'card:0000000042', direction: 'entry', result: 'granted', taken: false },
  )
  expect((await operator.call(entryExit.logs, { result: 'denied' })).logs).toMatchObject([
    { reason: 'outside schedule' },
  ])
  expect(await operator.call(entryExit.inside, {})).toMatchObject({ inside: 0, entriesToday: 0, deniedToday: 1 })
})

test('an exit that arrives before the entry it follows leaves the person outside', async () => {
  const minutesAgo = (n: number) => new Date(Date.now() - n * 60_000).toISOString()
  await deviceSends({ credential: 'card:0000000042', direction: 'exit', at: minutesAgo(1) })
  await deviceSends({ credential: 'card:0000000042', direction: 'entry', at: minutesAgo(2) })
  expect(await operator.call(entryExit.inside, {})).toMatchObject({ inside: 0 })
})

test('who goes out by a right clock is outside, though the clock at the way in runs ahead', async () => {
  const inMinutes = (n: number) => new Date(Date.now() + n * 60_000).toISOString()
  await deviceSends({ credential: 'card:0000000042', direction: 'entry', at: inMinutes(4) })
  expect(await operator.call(entryExit.inside, {})).toMatchObject({ inside: 1 })
  await deviceSends({ credential: 'card:0000000042', direction: 'entry', at: inMinutes(-30) })
  await deviceSends({ credential: 'card:0000000042', direction: 'exit', at: inMinutes(-20) })
  expect(await operator.call(entryExit.inside, {})).toMatchObject({ inside: 1 })
  await deviceSends({ credential: 'card:0000000042', direction: 'exit', at: inMinutes(0) })
  expect(await operator.call(entryExit.inside, {})).toMatchObject({ inside: 0 })
})

test('the same message again is answered as a duplicate and stored once', async () => {
  const message = { id: 'only-once', credential: 'card:0000000042', at: new Date(Date.now() - 60_000).toISOString() }
  expect(await deviceSends(message, message)).toEqual(['stored', 'duplicate'])
  expect(await deviceSends(message)).toEqual(['duplicate'])
  expect((await operator.call(entryExit.logs, {})).logs).toHaveLength(1)
  // Another time is another passage, whatever it is called.
  expect(await deviceSends({ ...message, at: new Date().toISOString() })).toEqual(['stored'])
})

test('paging gives every log once and in order, also where times are equal', async () => {
  const at = new Date().toISOString()
  await deviceSends(
    ...Array.from({ length: 57 }, (_, i) => ({ at: i % 3 ? at : new Date(Date.now() - i * 1000).toISOString() })),
  )
  const seen: entryExit.Log[] = []
  let cursor: string | undefined
  do {
    const page = await operator.call(entryExit.logs, { limit: 10, ...(cursor ? { cursor } : {}) })
    seen.push(...page.logs)
    cursor = page.next ?? undefined
  } while (cursor)
  expect(new Set(seen.map((l) => l.id)).size).toBe(57)
  expect(seen.map((l) => l.timestamp)).toEqual(
    seen
      .map((l) => l.timestamp)
      .sort()
      .toReversed(),
  )
})

test('filters: person, door, type, period and part of a name', async () => {
  await deviceSends({ credential: 'card:0000000042', direction: 'entry' }, { direction: 'exit' })
  const count = async (filter: object) => (await operator.call(entryExit.logs, filter)).logs.length
  expect(await count({ userId: person.id })).toBe(1)
  expect(await count({ doorId: door.id })).toBe(2)
  expect(await count({ zoneId: lobby, type: 'exit' })).toBe(1)
  expect(await count({ to: new Date(Date.now() - 60_000).toISOString() })).toBe(0)
  expect(await count({ q: 'okaf' })).toBe(1)
  expect(await count({ q: '100%' })).toBe(0)
})

test('every bad filter is named at once', async () => {
  const { status, body } = await operator.try(entryExit.logs, {
    type: 'sideways',
    from: 'yesterday',
    to: '0000-01-01T00:00:00Z',
    cursor: 'x',
    limit: '0',
  })
  expect(status).toBe(422)
  expect((body as { details: { field: string }[] }).details.map((d) => d.field).sort()).toEqual([
    'from',
    'limit',
    'to',
    'type',
  ])
})

test('a log by hand is on record as such', async () => {
  const timestamp = new Date().toISOString()
  const { log } = await operator.call(entryExit.record, {
    userId: person.id,
    doorId: door.id,
    type: 'entry',
    timestamp,
  })
  expect(log).toMatchObject({ source: 'manual', method: 'manual', timestamp, person: 'Ada Okafor' })
  expect(await operator.call(entryExit.inside, {})).toMatchObject({ inside: 1 })
})

test('by hand: not in the future, not for people or doors of somebody else', async () => {
  const timestamp = new Date().toISOString()
  const log = (input: object) =>
    operator.try(entryExit.record, { userId: person.id, doorId: door.id, type: 'entry', timestamp, ...input })
  expect(await log({ timestamp: new Date(Date.now() + 3_600_000).toISOString() })).toMatchObject({
    status: 422,
    body: { details: [{ field: 'timestamp' }] },
  })
  const other = await aCompany(server.store.pool)
  expect((await log({ doorId: (await aDevice(server.store.pool, other, 'door')).id })).status).toBe(404)
  expect((await log({ userId: (await aUser(server.store.pool, other)).id })).status).toBe(404)
  expect(await log({ userId: undefined })).toMatchObject({ status: 422, body: { details: [{ field: 'userId' }] } })
})

test('by hand: months late is stored, older than what is kept is refused by name', async () => {
  const log = (days: number) =>
    operator.try(entryExit.record, {
      userId: person.id,
      doorId: door.id,
      type: 'exit',
      timestamp: new Date(Date.now() - days * 86_400_000).toISOString(),
    })
  expect((await log(100)).status).toBe(200)
  expect(await log(500)).toMatchObject({ status: 422, body: { details: [{ field: 'timestamp' }] } })
})

test('one log opens with its neighbours at the same door', async () => {
  await deviceSends(...[3, 2, 1].map((n) => ({ at: new Date(Date.now() - n * 1000).toISOString() })))
  const [newest, middle, oldest] = (await operator.call(entryExit.logs, {})).logs
  const detail = await operator.call(entryExit.logById, { id: middle?.id ?? '' })
  expect(detail.before.map((l) => l.id)).toEqual([oldest?.id])
  expect(detail.after.map((l) => l.id)).toEqual([newest?.id])
})

test('a guard of one floor sees neither the logs nor the people of another', async () => {
  const db = server.store.pool
  const label = await aLabel(db, company, { zone: lobby })
  await deviceSends({ credential: 'card:0000000042', direction: 'entry' })
  const read = ['read_entry_exit_report', 'read_entry_exit_dashboard', 'read_log_details'] as const
  const [id] = (await operator.call(entryExit.logs, {})).logs.map((l) => l.id)
  for (const [labels, sees] of [
    [[label], true],
    [[], false],
  ] as const) {
    const guard = await aUser(db, company, { can: read, labels })
    const visitor = server.client()
    await visitor.signIn(guard.email, guard.password)
    await expect.poll(async () => (await visitor.call(entryExit.logs, {})).logs).toHaveLength(sees ? 1 : 0)
    expect((await visitor.call(entryExit.inside, {})).inside).toBe(sees ? 1 : 0)
    expect((await visitor.try(entryExit.logById, { id })).status).toBe(sees ? 200 : 404)
  }
})

test('a new name of a person, a door or a zone stands with what is stored a moment later', async () => {
  expect(await deviceSends({ direction: 'entry', credential: 'card:0000000042', result: 'granted' })).toEqual([
    'stored',
  ])
  const newest = async () => (await operator.call(entryExit.logs, { limit: 1 })).logs[0]
  expect(await newest()).toMatchObject({ person: 'Ada Okafor', zone: 'Lobby' })
  const db = server.store.pool
  await db.query("update users set last_name = 'Okafor-Lind' where id = $1", [person.id])
  await db.query("update device set name = 'North door' where id = $1", [door.id])
  await db.query("update zone set name = 'Reception' where id = $1", [lobby])
  // Of what is stored from then on; what was there keeps the names that it was stored under (former-names.test.ts).
  const next = async () => {
    await deviceSends({ direction: 'entry', credential: 'card:0000000042', result: 'granted' })
    return newest()
  }
  await expect.poll(next).toMatchObject({ person: 'Ada Okafor-Lind', door: 'North door', zone: 'Reception' })
})

test('who is not signed in is told so in the words of the specification', async () => {
  const input = { userId: person.id, doorId: door.id, type: 'entry', timestamp: new Date().toISOString() }
  expect(await server.client().try(entryExit.record, input)).toMatchObject({
    status: 401,
    body: { message: 'You must be logged in to perform this action.' },
  })
})
