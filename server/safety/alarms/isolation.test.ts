// An alarm of a detector that a label hides, as those meet it who may not see it: in lists and counts, live, by mail and
// notification, in webhooks, figures and tests of rules. Beside each stands somebody who may, so that nothing passes by
// being empty for all.
import * as alarms from '@gatehouse/contract/safety/alarms'
import * as alarmHealth from '@gatehouse/contract/safety/alarm-health'
import * as alarmRules from '@gatehouse/contract/safety/alarm-rules'
import * as channels from '@gatehouse/contract/messages/channels'
import * as events from '@gatehouse/contract/insight/events'
import * as notifications from '@gatehouse/contract/messages/notifications'
import * as webhooks from '@gatehouse/contract/messages/webhooks'
import { namespaces, socketPath } from '@gatehouse/contract/realtime'
import type { Permission } from '@gatehouse/contract/permissions'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aCompany, type ACompany, aDevice, aLabel, aZone } from '../../testing/building.testing.ts'
import { type ApiClient, openServer, type TestServer } from '../../testing/test-server.testing.ts'
import { tick } from '../../kit/clock.testing.ts'
import { aCsrfPair } from '../../kit/http/csrf.testing.ts'
import { type MailServer, openMailServer } from '../../messages/mail/smtp.testing.ts'
import { openReceiver, type Receiver } from '../../messages/webhooks/receiver.testing.ts'
import { aDetector, type Detector } from './alarms.testing.ts'

const all: readonly Permission[] = [
  'view_gas_detection',
  'read_doors',
  'acknowledge_alarms',
  'manage_alarms',
  'read_notifications',
  'manage_account',
  'manage_integrations',
]
const without = (permission: Permission) => all.filter((one) => one !== permission)

let server: TestServer
let smtp: MailServer
let company: ACompany
let labelled: ApiClient & { readonly user: { readonly id: string; readonly email: string } }
let hidden: Record<'unlabelled' | 'of another company' | 'blind to gas', typeof labelled>
let detector: Detector
let zone: string
const receivers: Receiver[] = []
const closing: (() => unknown)[] = []

beforeAll(async () => {
  smtp = await openMailServer()
  server = await openServer({ OUTBOUND_ALLOW: '127.0.0.1', SMTP_URL: smtp.url })
})
beforeEach(async () => {
  company = await aCompany(server.store.pool)
  zone = await aZone(server.store.pool, company)
  const label = await aLabel(server.store.pool, company, { zone })
  labelled = await server.signedIn(company, { can: all, labels: [label], name: 'In Side' })
  hidden = {
    unlabelled: await server.signedIn(company, { can: all, name: 'Out Side' }),
    'of another company': await server.signedIn(await aCompany(server.store.pool), { can: all }),
    'blind to gas': await server.signedIn(company, { can: without('view_gas_detection'), labels: [label] }),
  }
  const device = await server.knows(labelled, await aDevice(server.store.pool, company, 'gas', { zone }))
  detector = await aDetector(server.gatehouse.devices, device)
  closing.push(detector.close)
})
afterAll(async () => {
  await Promise.all(closing.map((close) => close()))
  for (const receiver of receivers) receiver.close()
  await server.close()
  await smtp.close()
})

const strangers = () => Object.entries(hidden)

const alarmOf = async (by: ApiClient = labelled) => {
  const [alarm] = (await by.call(alarms.list, { deviceId: detector.id })).alarms
  if (!alarm) throw new Error('nothing is in alarm there')
  return alarm
}

test('is in no list of theirs, however it is asked for, and no count', async () => {
  await detector.reads(80)
  const alarm = await alarmOf()
  const { id, rule, correlationId, title } = alarm
  const ways = [
    {},
    { state: 'any' as const },
    { deviceId: detector.id },
    { zoneId: zone },
    { ruleId: rule.id },
    { correlationId },
    { q: title.slice(0, 6) },
    { severity: alarm.severity, sort: 'raisedAt' as const },
  ]
  for (const way of ways) {
    expect((await labelled.call(alarms.list, way)).alarms.map((one) => one.id)).toContain(id)
    for (const [who, by] of strangers()) expect([who, (await by.call(alarms.list, way)).alarms]).toEqual([who, []])
  }
  const openIn = async (by: ApiClient) =>
    (await by.call(alarmRules.list, {})).rules.reduce((sum, { open }) => sum + open, 0)
  expect(await openIn(labelled)).toBe(2)
  for (const [who, by] of strangers()) {
    const counts = await by.call(alarms.counts)
    expect([who, counts.inTenMinutes, ...Object.values(counts.bySeverity)]).toEqual([who, 0, 0, 0, 0, 0])
    expect([who, await openIn(by)]).toEqual([who, 0])
    const seen = await by.try(events.timeline, { correlationId })
    expect(JSON.stringify(seen.body)).not.toContain(title)
  }
})

test('is answered as if it were not there, whatever they would do to it', async () => {
  await detector.reads(80)
  const { id } = await alarmOf()
  for (const [who, by] of strangers()) {
    for (const [op, input] of [
      [alarms.byId, {}],
      [alarms.escalation, {}],
      [alarms.acknowledge, {}],
      [alarms.resolve, { reason: 'Nothing' }],
      [alarms.shelve, { minutes: 15, reason: 'Nothing' }],
      [alarms.unshelve, {}],
      [alarms.comment, { text: 'I was here' }],
      [alarms.assign, { userId: by.user.id }],
      [alarms.check, { step: 0, done: true }],
    ] as const)
      expect([who, op.name, (await by.try(op, { id, ...input })).status]).toEqual([who, op.name, 404])
    expect((await by.try(alarms.acknowledgeMany, { ids: [id] })).status).toBe(404)
  }
  const { alarm, history } = await labelled.call(alarms.byId, { id })
  expect(alarm.state).toBe('unacknowledged')
  expect(history.map(({ what }) => what)).toEqual(['raised'])
})

test('is assigned to none of them', async () => {
  await detector.reads(80)
  const { id } = await alarmOf()
  for (const [who, by] of strangers())
    expect([who, (await labelled.try(alarms.assign, { id, userId: by.user.id })).status]).toEqual([who, 422])
  const mute = await server.signedIn(company, { can: without('acknowledge_alarms') })
  expect((await labelled.try(alarms.assign, { id, userId: mute.user.id })).status).toBe(422)
  expect((await labelled.call(alarms.assign, { id, userId: labelled.user.id })).alarm.assignee?.id).toBe(
    labelled.user.id,
  )
})

test('reaches no socket of theirs, when it is raised or when somebody deals with it', async () => {
  const listening = async (by: ApiClient) => {
    const { cookie, csrfToken } = aCsrfPair()
    const socket = io(`${server.gatehouse.address}${namespaces.telemetry}`, {
      path: socketPath,
      auth: { token: by.token, csrfToken },
      extraHeaders: { cookie },
      transports: ['websocket'],
      forceNew: true,
    })
    closing.push(() => socket.disconnect())
    const received: string[] = []
    socket.on('events', (batch: [string, unknown][]) =>
      received.push(...batch.flatMap(([name]) => (name.startsWith('alarms') ? [name] : []))),
    )
    await new Promise<void>((resolve, reject) => socket.on('hello', () => resolve()).on('connect_error', reject))
    return received
  }
  const seen = await listening(labelled)
  const others = await Promise.all(strangers().map(async ([who, by]) => [who, await listening(by)] as const))
  await detector.reads(80)
  await labelled.call(alarms.acknowledge, { id: (await alarmOf()).id })
  await expect.poll(() => seen.length).toBeGreaterThanOrEqual(3)
  for (const [who, received] of others) expect([who, received]).toEqual([who, []])
})

test('notifies none of them, in the product or by mail, and their links and phones acknowledge nothing', async () => {
  for (const [, by] of [['labelled', labelled] as const, ...strangers()]) {
    const { preferences } = await by.call(channels.myPreferences)
    const kinds = {
      ...preferences.kinds,
      'alarm-critical': { email: true, push: true },
      'alarm-high': { email: true, push: true },
    }
    await by.call(channels.setPreferences, { ...preferences, kinds })
  }
  await detector.reads(80)
  await server.numbered()
  const lettersTo = (email: string) => smtp.accepted.filter(({ envelope }) => envelope.includes(email))
  await tick('2 s')
  await expect.poll(() => lettersTo(labelled.user.email).length, { timeout: 20_000 }).toBeGreaterThan(0)
  for (const [who, by] of strangers()) {
    expect([who, (await by.call(notifications.list)).notifications]).toEqual([who, []])
    expect([who, lettersTo(by.user.email)]).toEqual([who, []])
  }
  const [letter] = lettersTo(labelled.user.email)
  const [, token = ''] = /alarm-link\?token=([\w-]+)/.exec(letter?.text ?? '') ?? []
  await server.store.pool.query('delete from user_label where user_id = $1', [labelled.user.id])
  const anybody = server.client()
  expect((await anybody.try(alarms.linked, { token })).status).toBe(404)
  expect((await anybody.try(alarms.acknowledgeLinked, { token })).status).toBe(404)
})

test('goes to no webhook of another company, nor to one whose maker a label hides it from', async () => {
  const to = async (by: ApiClient) => {
    const receiver = await openReceiver()
    receivers.push(receiver)
    await by.call(webhooks.create, { name: 'Elsewhere', url: receiver.url, kinds: ['alarm.raised'] })
    return receiver
  }
  const admin = await server.signedIn(company, { can: [...all, 'admin_access'] })
  const whole = await to(admin)
  const others = await Promise.all(strangers().map(async ([who, by]) => [who, await to(by)] as const))
  await detector.reads(80)
  await expect.poll(() => whole.received.length).toBe(2)
  for (const [who, { received }] of others) expect([who, received]).toEqual([who, []])
})

test('is in no figure of theirs, and in no test of a rule against history', async () => {
  await detector.reads(80)
  await tick('70 s')
  const period = {
    from: new Date(Date.now() - 3_600_000).toISOString(),
    to: new Date(Date.now() + 60_000).toISOString(),
  }
  const trial = {
    condition: {
      kind: 'threshold' as const,
      measure: 'gas.CO' as const,
      comparison: 'above' as const,
      value: 35,
      hysteresis: 0,
      onDelaySeconds: 0,
      offDelaySeconds: 0,
    },
    scope: { siteIds: [], zoneIds: [], labelIds: [], kinds: [], deviceIds: [detector.id] },
    days: 7,
  }
  expect((await labelled.call(alarmHealth.read, period)).total).toBe(2)
  await expect
    .poll(async () => (await labelled.call(alarmRules.test, trial)).count, { timeout: 20_000 })
    .toBeGreaterThan(0)
  for (const [who, by] of strangers()) {
    const health = await by.call(alarmHealth.read, period)
    const { total, worst, stale, priorities, acknowledgement } = health
    expect([who, total, worst, stale, acknowledgement.never]).toEqual([who, 0, [], [], 0])
    expect(Object.values(priorities)).toEqual([0, 0, 0, 0])
    expect([who, (await by.call(alarmRules.test, trial)).alarms]).toEqual([who, []])
  }
})
