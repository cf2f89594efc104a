// What is wrong with the record is an alarm of the company: who may see it, who is notified, and when it is over.
import * as alarms from '@gatehouse/contract/safety/alarms'
import * as alarmRules from '@gatehouse/contract/safety/alarm-rules'
import * as notifications from '@gatehouse/contract/messages/notifications'
import * as webhooks from '@gatehouse/contract/messages/webhooks'
import type { Permission } from '@gatehouse/contract/permissions'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ACompany, aCompany } from '../../testing/building.testing.ts'
import { type ApiClient, openServer, type TestServer } from '../../testing/test-server.testing.ts'
import { tick } from '../../kit/clock.testing.ts'
import { openReceiver, type Receiver } from '../../messages/webhooks/receiver.testing.ts'

const guards: readonly Permission[] = ['acknowledge_alarms', 'read_doors', 'read_notifications']
const auditing: readonly Permission[] = [...guards, 'view_activity_logs', 'manage_alarms']

let server: TestServer
let company: ACompany
let auditor: ApiClient
let receiver: Receiver

beforeAll(async () => {
  receiver = await openReceiver()
  server = await openServer({ OUTBOUND_ALLOW: '127.0.0.1' })
})
beforeEach(async () => {
  company = await aCompany(server.store.pool)
  auditor = await server.signedIn(company, { can: auditing, name: 'Au Ditor' })
})
afterAll(async () => {
  await server.close()
  receiver.close()
})

const found = async (by: ApiClient = auditor) =>
  (await by.call(alarms.list, {})).alarms.map(({ title, state, severity, device }) => ({
    title,
    state,
    severity,
    device,
  }))

/** After the next check, which is every hour; what is not sealed before would have waited as long. */
const checked = async () => {
  await tick('2 s')
  await tick('61 min')
  await tick('6 s')
  return found()
}

/** As somebody with all rights in the database. */
const tampered = (text: string, values: unknown[] = []) =>
  server.store.pool.query(
    `begin; set local session_replication_role = replica; ${text}; commit`.replaceAll('$1', `'${String(values[0])}'`),
  )

const recorded = async () => {
  const { rule } = await auditor.call(alarmRules.create, {
    name: `Rule ${crypto.randomUUID()}`,
    severity: 'low',
    condition: { kind: 'state', measure: 'device.tamper' },
  })
  return rule.name
}

const broken = { title: 'Activity log broken', state: 'unacknowledged', severity: 'critical', device: null }

test('a changed entry is found by the next check and is over once it is as it was; nobody else sees or receives it', async () => {
  const guard = await server.signedIn(company, { can: guards })
  const stranger = await server.signedIn(await aCompany(server.store.pool), { can: auditing })
  const integrator = await server.signedIn(company, { can: ['manage_integrations'] })
  await integrator.call(webhooks.create, { name: 'Control room', url: receiver.url, kinds: ['alarm.raised'] })
  const name = await recorded()
  expect(await checked()).toEqual([])
  await tampered(`update activity set subject = subject || 'x' where subject = $1`, [name])
  expect(await checked()).toEqual([broken])
  expect(await found(stranger)).toEqual([])
  expect(await found(guard)).toEqual([])
  expect((await guard.call(alarms.counts)).bySeverity.critical).toBe(0)
  const [alarm] = (await auditor.call(alarms.list, {})).alarms
  const id = alarm?.id ?? ''
  for (const op of [alarms.byId, alarms.acknowledge, alarms.escalation])
    expect((await guard.try(op, { id })).status).toBe(404)
  const refused = await auditor.try(alarms.assign, { id, userId: guard.user.id })
  expect(refused.body).toMatchObject({ details: [{ field: 'userId' }] })
  await server.numbered()
  expect((await auditor.call(notifications.list)).notifications).toMatchObject([
    { kind: 'alarm-critical', title: 'Activity log broken', path: `/alarms/${id}` },
  ])
  expect((await guard.call(notifications.list)).notifications).toEqual([])
  await auditor.call(alarms.acknowledge, { id })
  await tampered(`update activity set subject = $1 where subject = $1 || 'x'`, [name])
  expect(await checked()).toEqual([])
  expect((await auditor.call(alarms.byId, { id })).alarm.state).toBe('cleared')
  expect(receiver.received).toEqual([])
})

test('the key that is missing is found within seconds, and is over when it is back', async () => {
  const path = join(server.dataDir, 'vault.key')
  const key = await readFile(path, 'utf8')
  await rm(path)
  await tick('6 s')
  const missing = {
    title: 'Signing key missing or changed',
    state: 'unacknowledged',
    severity: 'critical',
    device: null,
  }
  await expect.poll(() => found()).toEqual([missing])
  await writeFile(path, key)
  await tick('6 s')
  await expect.poll(() => found()).toEqual([{ ...missing, state: 'returned-unacknowledged' }])
})

test('what waits to be sealed for more than a minute is an alarm until it is sealed', async () => {
  const lock = await server.store.pool.connect()
  try {
    await lock.query('select pg_advisory_lock(7204218)')
    await recorded()
    await tick('70 s')
    const waiting = { title: 'Activity log not sealed', state: 'unacknowledged', severity: 'critical', device: null }
    await expect.poll(async () => (await found()).filter(({ title }) => title === waiting.title)).toEqual([waiting])
  } finally {
    await lock.query('select pg_advisory_unlock(7204218)')
    lock.release()
  }
  await tick('6 s')
  await expect
    .poll(async () => (await found()).filter(({ title }) => title === 'Activity log not sealed'))
    .toMatchObject([{ state: 'returned-unacknowledged' }])
})

test('a rule about the record names no place', async () => {
  const zone = crypto.randomUUID()
  const { body } = await auditor.try(alarmRules.create, {
    name: 'Elsewhere',
    severity: 'high',
    condition: { kind: 'state', measure: 'record.broken' },
    scope: { siteIds: [], zoneIds: [zone], labelIds: [], kinds: [], deviceIds: [] },
  })
  expect(body).toMatchObject({
    details: expect.arrayContaining([expect.objectContaining({ field: 'condition.measure' })]),
  })
})
