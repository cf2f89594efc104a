// What becomes clear only afterwards: who went through, what does not match, and that nothing was changed since.
import * as activity from '@gatehouse/contract/record/activity'
import * as entryExit from '@gatehouse/contract/access/entry-exit'
import * as ingest from '@gatehouse/contract/building/ingest'
import type { Permission } from '@gatehouse/contract/permissions'
import type pg from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { v7 as uuid } from 'uuid'
import { createAuditLog, keysOf } from '../../record/activity/activity.ts'
import { type ACompany, type ADevice, type AUser, aLabel } from '../../testing/building.testing.ts'
import { othersEnded } from '../../db/testing.ts'
import { type TestServer, sharedServer, type ApiClient } from '../../testing/test-server.testing.ts'
import { aScene } from './entry-exit.testing.ts'
import { createBus } from '../../kit/bus.ts'
import { createNames } from '../../kit/names.ts'
import { nothingToPublish } from '../../kit/recorders.ts'
import { askWhoStays, clearUp, type EntryExitParts } from './keeper.ts'
import { vaultKey } from '../../kit/secrets/vault.ts'
import { sealLogs } from './seals.ts'

let server: TestServer
let client: pg.Client
let stored: EntryExitParts
let company: ACompany
let lobby: string
let front: ADevice
let person: AUser
let operator: ApiClient
let apiKey: string

beforeAll(async () => {
  server = await sharedServer()
  client = await server.store.connect()
  const record = createAuditLog(server.store.db, keysOf(await vaultKey(server.dataDir, undefined)))
  const judge = async () => nothingToPublish
  stored = { store: server.store, bus: createBus(pino({ level: 'silent' })), names: createNames(), record, judge }
})
afterAll(async () => {
  await client.end()
})

beforeEach(async () => {
  ;({ company, lobby, door: front, person, operator, apiKey } = await aScene(server))
})

const ago = (seconds: number) => new Date(Date.now() - seconds * 1000)
const hours = 3600

const send = async (kind: 'event' | 'state', message: object) => {
  const sent = [{ device: front.key, kind, id: uuid(), at: new Date().toISOString(), ...message }]
  const answer = await server.client().try(ingest.batch, sent, { 'x-api-key': apiKey })
  expect(answer.body).toMatchObject({ results: [{ result: 'stored' }] })
}
const badges = async (direction: 'entry' | 'exit', at: Date, more: object = {}) => {
  await send('event', {
    type: 'access',
    credential: 'card:0000000042',
    direction,
    result: 'granted',
    at: at.toISOString(),
    ...more,
  })
  // The server looks by itself as well, and waits for two seconds: not before `someTimeLater`, however long this takes.
  await server.store.pool.query(
    `update entry_exit_awaited set settle_at = now() + interval '30 s' where settle_at < now() + interval '10 s'`,
  )
}
const newest = async () => (await operator.call(entryExit.logs, { limit: 1 })).logs[0]
const insideNow = async () => (await operator.call(entryExit.inside, {})).inside
const someTimeLater = () => clearUp(stored, client, new Date(Date.now() + 60_000))
/** Other tests' transactions may hold that up: the making of a demo's past is one, of many seconds. */
const patiently = { interval: 20, timeout: 15_000 }
/** Once all that has been stored so far has been looked at. */
const queue = async (visitor = operator) => {
  const isLookedAt = async () => {
    await clearUp(stored, client, new Date())
    const { rows } = await client.query<{ done: boolean }>(
      `select (select tx from rollup_position where series = 'entry_exit_unmatched') > max(tx) as done from entry_exit_log`,
    )
    return rows[0]?.done
  }
  await expect.poll(isLookedAt, patiently).toBe(true)
  return (await visitor.call(entryExit.unmatchedList, {})).unmatched
}
const guard = (can: readonly Permission[], labels: readonly string[] = []) => server.signedIn(company, { can, labels })

describe('whether somebody went through', () => {
  test('is told by the contact: opened in time they did, else they are where they were', async () => {
    await send('state', { contact: 'Closed', at: ago(300).toISOString() })
    await badges('entry', ago(40))
    expect(await newest()).toMatchObject({ taken: null })
    expect(await insideNow()).toBe(1)
    await send('event', { type: 'opened', at: ago(37).toISOString() })
    await send('event', { type: 'closed', at: ago(33).toISOString() })
    await someTimeLater()
    expect(await newest()).toMatchObject({ type: 'entry', taken: true })
    expect(await insideNow()).toBe(1)

    // Nobody opened the door: the exit was granted and not taken.
    await badges('exit', ago(20))
    expect(await insideNow()).toBe(0)
    await someTimeLater()
    expect(await newest()).toMatchObject({ type: 'exit', taken: false })
    expect(await insideNow()).toBe(1)
    expect(await operator.call(entryExit.logs, { taken: 'no' })).toMatchObject({ logs: [{ type: 'exit' }] })
  })

  test('is not asked where the controller says so itself, or has no contact', async () => {
    await badges('entry', ago(40))
    await someTimeLater()
    expect(await newest()).toMatchObject({ taken: null })
    await send('state', { contact: 'Closed', at: ago(30).toISOString() })
    await badges('exit', ago(20), { taken: true })
    await someTimeLater()
    expect(await newest()).toMatchObject({ taken: true })
    expect(await insideNow()).toBe(0)
  })

  test('is told of a visitor too: who did not go out is inside still', async () => {
    const credential = `pass:${uuid()}`
    await server.store.pool.query(
      `with pass as (insert into visitor_pass (id, company_id, visitor_name, valid_from, valid_to)
         values (gen_random_uuid(), $1, 'Kwame Mensah', now() - interval '1 hour', now() + interval '1 hour') returning id)
       insert into credential (id, company_id, kind, pass_id, value) select gen_random_uuid(), $1, 'pass', id, $2 from pass`,
      [company.id, credential],
    )
    await send('state', { contact: 'Closed', at: ago(300).toISOString() })
    await badges('entry', ago(100), { credential, taken: true })
    expect(await newest()).toMatchObject({ person: 'Kwame Mensah', userId: null, method: 'pass', taken: true })
    expect(await insideNow()).toBe(1)
    await badges('exit', ago(20), { credential })
    expect(await insideNow()).toBe(0)
    await someTimeLater()
    expect(await newest()).toMatchObject({ type: 'exit', taken: false })
    expect(await insideNow()).toBe(1)
  })

  test('of one who has moved on since, nothing is put back', async () => {
    await send('state', { contact: 'Closed', at: ago(300).toISOString() })
    await badges('entry', ago(100), { taken: true })
    await badges('entry', ago(40))
    await badges('exit', ago(20), { taken: true })
    await someTimeLater()
    expect(await insideNow()).toBe(0)
  })
})

describe('the queue of what does not match', () => {
  test('has an entry after an entry, and suggests the exit between them', async () => {
    await badges('entry', ago(30 * hours), { taken: true })
    await badges('exit', ago(20 * hours), { taken: true })
    await badges('entry', ago(6 * hours), { taken: true })
    await badges('entry', ago(2 * hours), { taken: true })
    const [item, ...others] = await queue()
    expect(others).toEqual([])
    expect(item).toMatchObject({
      kind: 'entry-without-exit',
      status: 'open',
      log: { type: 'entry', userId: person.id },
      previous: { type: 'entry' },
      suggestion: { type: 'exit', doorId: front.id },
    })
    const suggested = Date.parse(item?.suggestion?.timestamp ?? '')
    expect(suggested).toBeGreaterThan(Date.parse(item?.previous?.timestamp ?? ''))
    expect(suggested).toBeLessThan(Date.parse(item?.log.timestamp ?? ''))
  })

  test('forgets what a message that comes late explains; a card that is read twice is one passage', async () => {
    await badges('entry', ago(5 * hours))
    await badges('entry', ago(5 * hours - 20))
    expect(await queue()).toEqual([])
    await badges('entry', ago(1 * hours))
    expect(await queue()).toMatchObject([{ kind: 'entry-without-exit' }])
    await badges('exit', ago(3 * hours))
    expect(await queue()).toEqual([])
  })

  test('is corrected by one more log: what was stored stays, is marked, and who is inside follows', async () => {
    await badges('entry', ago(20 * hours), { taken: true })
    expect(await insideNow()).toBe(1)
    await askWhoStays(stored, client, new Date())
    const [item] = await queue()
    expect(item).toMatchObject({ kind: 'still-inside', suggestion: { type: 'exit' } })
    const correct = (more: object) =>
      operator.try(entryExit.correct, {
        id: item?.id,
        type: 'exit',
        doorId: front.id,
        timestamp: ago(10 * hours).toISOString(),
        reason: 'Left by the loading bay',
        ...more,
      })
    expect(await correct({ type: 'entry' })).toMatchObject({ status: 422, body: { details: [{ field: 'type' }] } })
    expect(await correct({ reason: '' })).toMatchObject({ status: 422, body: { details: [{ field: 'reason' }] } })
    expect(await correct({ timestamp: ago(30 * hours).toISOString() })).toMatchObject({
      status: 422,
      body: { details: [{ field: 'timestamp' }] },
    })
    expect(await correct({})).toMatchObject({
      status: 200,
      body: {
        log: { type: 'exit', source: 'manual', method: 'manual', corrects: item?.log.id },
        unmatched: { status: 'corrected', reason: 'Left by the loading bay', log: { type: 'entry' } },
      },
    })
    expect((await correct({})).status).toBe(409)
    expect(await insideNow()).toBe(0)
    expect(await queue()).toEqual([])

    const { logs } = await operator.call(entryExit.logs, {})
    expect(logs).toMatchObject([
      { type: 'exit', corrects: item?.log.id },
      { type: 'entry', correctedBy: logs[0]?.id, source: 'device' },
    ])
    const added = await operator.call(entryExit.logById, { id: logs[0]?.id ?? '' })
    expect(added).toMatchObject({ note: 'Left by the loading bay', by: 'Ada Okafor' })
    const { entries } = await operator.call(activity.list, { action: 'entryExit.correct', outcome: 'done' })
    expect(entries).toMatchObject([
      { subject: 'Ada Okafor', reason: 'Left by the loading bay', before: { kind: 'still-inside' } },
    ])
  })

  test('is left as it is with a reason; by whoever may log what is missing, and sees the door', async () => {
    await badges('exit', ago(3 * hours), { taken: true })
    const [item] = await queue()
    expect(item).toMatchObject({ kind: 'exit-without-entry', previous: null })
    const dismissal = { id: item?.id, reason: 'First day of the readers' }
    const readsOnly = await guard(['read_entry_exit_report', 'create_exit'])
    expect(await readsOnly.try(entryExit.dismiss, dismissal)).toMatchObject({
      status: 403,
      body: { message: entryExit.messages.createDenied('entry') },
    })
    await aLabel(server.store.pool, company, { zone: lobby })
    const elsewhere = await guard(['read_entry_exit_report', 'create_entry', 'create_exit'])
    await expect.poll(() => queue(elsewhere)).toEqual([])
    expect((await elsewhere.try(entryExit.dismiss, dismissal)).status).toBe(404)
    expect((await elsewhere.try(entryExit.unmatchedById, { id: item?.id })).status).toBe(404)
    expect(await operator.call(entryExit.unmatchedById, { id: item?.id ?? '' })).toMatchObject({ unmatched: item })
    expect(
      (await operator.call(entryExit.dismiss, { id: item?.id ?? '', reason: 'First day' })).unmatched,
    ).toMatchObject({ status: 'dismissed', settledBy: 'Ada Okafor', suggestion: null })
    expect(await operator.call(entryExit.unmatchedList, { status: 'dismissed' })).toMatchObject({
      unmatched: [{ reason: 'First day' }],
      open: 0,
    })
  })
})

test('the hash of every hour is on the activity log, and tells of any change since', async () => {
  await badges('entry', ago(60), { taken: true })
  await badges('exit', ago(30), { taken: true })
  const [exit, entry] = (await operator.call(entryExit.logs, {})).logs
  const id = exit?.id ?? ''
  expect(await operator.call(entryExit.logProof, { id })).toEqual({ proof: null })
  // Both under one seal: others' transactions that began between the two would hold up the second alone.
  await othersEnded(client)
  await sealLogs(server.store, stored.record, new Date())
  expect((await operator.call(entryExit.logProof, { id })).proof).toMatchObject({ rows: 2, kept: 2, holds: true })
  const { entries } = await operator.call(activity.list, { action: 'entryExit.sealed' })
  expect(entries).toMatchObject([
    { actor: 'Gatehouse', after: { rows: 2 } },
    { subject: '0 entries and exits from before' },
  ])
  const set = (text: string) =>
    server.store.pool.query(`update entry_exit_log set ${text} where company_id = $1 and id = $2`, [
      company.id,
      entry?.id,
    ])
  // What is learnt afterwards is no part of it.
  await set('taken = false')
  expect((await operator.call(entryExit.logProof, { id })).proof?.holds).toBe(true)
  // Whatever else of it is changed, and back again, so that each is found by itself.
  for (const [field, wrong] of Object.entries({
    reason: `'never happened'`,
    result: `'denied'`,
    type: `'exit'`,
    method: `'pin'`,
    source: `'manual'`,
    note: `'By hand'`,
    decision: `'[]'`,
    at: `at - interval '1 minute'`,
    received_at: `received_at + interval '1 minute'`,
    device_at: `'2026-01-01'`,
    ...Object.fromEntries(
      ['user_id', 'door_id', 'zone_id', 'correlation_id', 'recorded_by', 'corrects'].map((of) => [of, `'${uuid()}'`]),
    ),
  })) {
    const { rows } = await server.store.pool.query<{ was: string | null }>(
      `select ${field}::text as was from entry_exit_log where company_id = $1 and id = $2`,
      [company.id, entry?.id],
    )
    const was = rows[0]?.was ?? null
    await set(`${field} = ${wrong}`)
    const { proof } = await operator.call(entryExit.logProof, { id })
    expect(proof, field).toMatchObject({ holds: false, kept: 2 })
    await set(`${field} = ${was === null ? 'null' : `'${was}'`}`)
    expect((await operator.call(entryExit.logProof, { id })).proof, `${field} as it was`).toMatchObject({ holds: true })
  }
})
