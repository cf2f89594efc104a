// Escalation as those meet it who are notified: by real mail, a real push endpoint and a real receiver, until one answers.
import * as alarms from '@gatehouse/contract/safety/alarms'
import * as alarmRules from '@gatehouse/contract/safety/alarm-rules'
import * as escalations from '@gatehouse/contract/safety/escalations'
import type { EscalationStep } from '@gatehouse/contract/safety/escalations'
import * as channels from '@gatehouse/contract/messages/channels'
import * as webhooks from '@gatehouse/contract/messages/webhooks'
import * as notifications from '@gatehouse/contract/messages/notifications'
import * as onCall from '@gatehouse/contract/safety/on-call'
import type { Permission } from '@gatehouse/contract/permissions'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ACompany, aCompany, aDevice, aLabel, aRole, aZone } from '../../testing/building.testing.ts'
import { type ApiClient, openServer, type TestServer } from '../../testing/test-server.testing.ts'
import { tick } from '../../kit/clock.testing.ts'
import { type MailServer, openMailServer } from '../../messages/mail/smtp.testing.ts'
import { openPushService, type PushService } from '../../messages/push/push.testing.ts'
import { openReceiver, type Receiver } from '../../messages/webhooks/receiver.testing.ts'
import { aDetector, type Detector } from '../alarms/alarms.testing.ts'

let server: TestServer
let company: ACompany
let push: PushService
let smtp: MailServer
let receiver: Receiver
let manager: ApiClient
const closing: (() => Promise<unknown>)[] = []

const mayAcknowledge: readonly Permission[] = [
  'view_gas_detection',
  'acknowledge_alarms',
  'read_notifications',
  'manage_account',
]

beforeAll(async () => {
  ;[smtp, push, receiver] = await Promise.all([openMailServer(), openPushService(), openReceiver()])
  server = await openServer({ OUTBOUND_ALLOW: '127.0.0.1', SMTP_URL: smtp.url })
})
beforeEach(async () => {
  company = await aCompany(server.store.pool)
  manager = await server.signedIn(company, {
    can: [...mayAcknowledge, 'manage_alarms', 'manage_integrations'],
    name: 'Sam Reed',
  })
  push.pushed.length = 0
  receiver.received.length = 0
  receiver.always = { status: 204 }
})
afterAll(async () => {
  await Promise.all(closing.map((close) => close()))
  await server.close()
  push.close()
  receiver.close()
  await smtp.close()
})

const aPerson = async (name: string, more: Parameters<TestServer['signedIn']>[1] = {}) => {
  const visitor = await server.signedIn(company, { can: mayAcknowledge, name, ...more })
  return { id: visitor.user.id, email: visitor.user.email, visitor }
}
type Person = Awaited<ReturnType<typeof aPerson>>

const withPhone = async (person: Person) => {
  const subscription = push.subscribe()
  await person.visitor.call(channels.subscribe, subscription)
  const { pathname } = new URL(subscription.endpoint)
  return () =>
    push.pushed
      .filter(({ path }) => path === pathname)
      .map(({ text }) => JSON.parse(text) as { title: string; token: string; alarm?: boolean })
}

const aDetectorHere = async (more: Parameters<typeof aDevice>[3] = {}): Promise<Detector> => {
  const device = await server.knows(manager, await aDevice(server.store.pool, company, 'gas', more))
  const detector = await aDetector(server.gatehouse.devices, device)
  closing.push(detector.close)
  return detector
}

const nobody = { everybody: false, roleIds: [], userIds: [], rotaIds: [] }
const step = (who: Partial<EscalationStep['who']>, more: Partial<EscalationStep> = {}): EscalationStep => ({
  who: { ...nobody, ...who },
  channels: null,
  afterSeconds: 0,
  ...more,
})

/** What a rule of carbon monoxide above 35 ppm follows. */
const follow = async (steps: EscalationStep[], repeatSeconds: number | null = null) => {
  const { policy } = await manager.call(escalations.create, {
    name: `Policy ${crypto.randomUUID()}`,
    steps,
    repeatSeconds,
  })
  const { rules } = await manager.call(alarmRules.list)
  const rule = rules.find(({ name }) => name === 'Carbon monoxide: low alarm')
  if (!rule) throw new Error('the rule is not there')
  const { open: _open, preset: _preset, setPoint: _setPoint, changedAt: _at, changedBy: _by, ...facts } = rule
  await manager.call(alarmRules.update, { ...facts, escalationId: policy.id })
  return policy
}

const alarmAt = async (detector: Detector) => {
  const [alarm] = (await manager.call(alarms.list, { deviceId: detector.id })).alarms
  if (!alarm) throw new Error('nothing is in alarm there')
  return alarm
}

/** A push that has not been answered when the clock jumps would be sent again, as after a sleep of the machine. */
const later = async (by: Parameters<typeof tick>[0]) => {
  await expect
    .poll(() => server.store.pool.query('select from delivery where taken_until is not null').then((r) => r.rowCount))
    .toBe(0)
  await tick(by)
}

const noticesOf = async ({ visitor }: Person) => (await visitor.call(notifications.list)).notifications

test('nobody answers, and the next step comes after its time, to whom it names; it begins again until somebody does', async () => {
  const [guard, boss] = [await aPerson('Gul Ahmed'), await aPerson('Bo Chief')]
  const [onGuardsPhone, onBossesPhone] = [await withPhone(guard), await withPhone(boss)]
  await follow(
    [step({ userIds: [guard.id] }), step({ userIds: [boss.id] }, { channels: ['push'], afterSeconds: 300 })],
    600,
  )
  const detector = await aDetectorHere()
  await detector.reads(50)
  await expect
    .poll(onGuardsPhone)
    .toMatchObject([{ title: `Carbon monoxide: low alarm: ${detector.key}`, alarm: true }])
  expect(onBossesPhone()).toEqual([])
  // The clock goes on between two jumps as well, on a slow machine for many seconds.
  await later('240 s')
  expect(onBossesPhone()).toEqual([])
  await later('61 s')
  await expect.poll(onBossesPhone).toHaveLength(1)
  expect(onGuardsPhone()).toHaveLength(1)
  await later('601 s')
  await expect.poll(onGuardsPhone).toHaveLength(2)
  expect(await noticesOf(guard)).toMatchObject([{ times: 2 }])
  const { id } = await alarmAt(detector)
  expect((await manager.call(alarms.escalation, { id })).next).toMatchObject({ step: 2, steps: 2 })
  await boss.visitor.call(alarms.acknowledge, { id })
  await later('3600 s')
  await tick('3 s')
  expect(onGuardsPhone()).toHaveLength(2)
  expect(onBossesPhone()).toHaveLength(1)
  const { next, receipts } = await manager.call(alarms.escalation, { id })
  expect(next).toBeNull()
  expect(receipts).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ person: 'Bo Chief', channel: 'push', status: expect.any(String) }),
    ]),
  )
})

test('quiet hours hold back nothing that is urgent', async () => {
  const guard = await aPerson('Gul Ahmed')
  const { preferences } = await guard.visitor.call(channels.myPreferences)
  await guard.visitor.call(channels.setPreferences, {
    ...preferences,
    quiet: { on: true, from: '00:00', to: '23:59', days: [0, 1, 2, 3, 4, 5, 6] },
  })
  const onPhone = await withPhone(guard)
  await follow([step({ userIds: [guard.id] })])
  const detector = await aDetectorHere()
  await detector.reads(50)
  await expect.poll(onPhone).toHaveLength(1)
})

test('a step that nobody can be reached by is passed over at once, and so is one whose every channel failed', async () => {
  const [away, here] = [await aPerson('Al Away'), await aPerson('Hal Here')]
  const onPhone = await withPhone(here)
  const label = await aLabel(server.store.pool, company)
  const hidden = await aPerson('Hid Den', { labels: [label], can: ['acknowledge_alarms', 'read_notifications'] })
  await follow([
    // May not see gas detectors.
    step({ userIds: [hidden.id] }, { channels: ['push'] }),
    // Has no phone.
    step({ userIds: [away.id] }, { channels: ['push'], afterSeconds: 3000 }),
    step({ userIds: [here.id] }, { channels: ['push'], afterSeconds: 3000 }),
  ])
  const detector = await aDetectorHere()
  await detector.reads(50)
  await expect.poll(() => noticesOf(away)).toHaveLength(1)
  await expect.poll(onPhone).toHaveLength(1)
  expect(await noticesOf(hidden)).toEqual([])
})

test('who is on call by a rota is notified, and whoever stands in for them', async () => {
  const [first, second] = [await aPerson('Fay First'), await aPerson('Sal Second')]
  const { rota } = await manager.call(onCall.create, {
    name: 'Night duty',
    userIds: [first.id, second.id],
    handOverAt: '08:00',
    everyDays: 7,
    startsOn: '2020-01-06',
  })
  const [due, other] = rota.now?.id === first.id ? [first, second] : [second, first]
  await follow([step({ rotaIds: [rota.id] })])
  const detector = await aDetectorHere()
  await detector.reads(50)
  await expect.poll(() => noticesOf(due)).toHaveLength(1)
  expect(await noticesOf(other)).toEqual([])
  expect((await manager.try(onCall.remove, { id: rota.id })).body).toMatchObject({ code: 'IN_USE' })
  const hour = 3_600_000
  await manager.call(onCall.override, {
    id: rota.id,
    userId: other.id,
    from: new Date(Date.now() - hour).toISOString(),
    to: new Date(Date.now() + hour).toISOString(),
  })
  const another = await aDetectorHere()
  await another.reads(50)
  await expect.poll(() => noticesOf(other)).toHaveLength(1)
})

test('the link of the letter asks, acknowledges once, and is of no use to whoever has lost the right', async () => {
  const guard = await aPerson('Gul Ahmed')
  await follow([step({ userIds: [guard.id] }, { channels: ['email'] })])
  const detector = await aDetectorHere()
  await detector.reads(50)
  const lettersTo = (email: string) => smtp.accepted.filter(({ envelope }) => envelope.includes(email))
  await expect.poll(() => lettersTo(guard.email).length, { timeout: 20_000 }).toBe(1)
  const [, token = ''] = /alarm-link\?token=([\w-]+)/.exec(lettersTo(guard.email)[0]?.text ?? '') ?? []
  const anybody = server.client()
  const seen = await anybody.call(alarms.linked, { token })
  expect(seen).toMatchObject({
    title: 'Carbon monoxide: low alarm',
    isOpen: true,
    acknowledgedBy: null,
    person: 'Gul Ahmed',
  })
  expect(await alarmAt(detector)).toMatchObject({ state: 'unacknowledged' })
  await server.store.pool.query(`update users set permissions = '{read_notifications}' where id = $1`, [guard.id])
  expect((await anybody.try(alarms.acknowledgeLinked, { token })).status).toBe(404)
  await server.store.pool.query('update users set permissions = $2 where id = $1', [guard.id, mayAcknowledge])
  expect(await anybody.call(alarms.acknowledgeLinked, { token })).toEqual({ acknowledgedBy: 'Gul Ahmed' })
  expect(await alarmAt(detector)).toMatchObject({ state: 'acknowledged', acknowledged: { by: 'Gul Ahmed' } })
  expect((await anybody.try(alarms.acknowledgeLinked, { token })).body).toMatchObject({ code: 'LINK_USED' })
  expect((await anybody.try(alarms.linked, { token: 'x'.repeat(43) })).status).toBe(404)
})

test('the button of the pushed notification acknowledges, without opening anything', async () => {
  const guard = await aPerson('Gul Ahmed')
  const onPhone = await withPhone(guard)
  await follow([step({ userIds: [guard.id] }, { channels: ['push'] })])
  const detector = await aDetectorHere()
  await detector.reads(50)
  await expect.poll(onPhone).toHaveLength(1)
  const { token = '' } = onPhone()[0] ?? {}
  expect(await server.client().call(alarms.acknowledgePushed, { token })).toEqual({ acknowledged: 1 })
  expect(await alarmAt(detector)).toMatchObject({ acknowledged: { by: 'Gul Ahmed' } })
  expect(await server.client().call(alarms.acknowledgePushed, { token })).toEqual({ acknowledged: 0 })
})

test('a webhook is sent what becomes of an alarm, and what it answers acknowledges', async () => {
  await manager.call(webhooks.create, {
    name: 'Control room',
    url: receiver.url,
    kinds: ['alarm.raised', 'alarm.acknowledged'],
  })
  receiver.next.push({ status: 200, text: JSON.stringify({ acknowledge: true, by: 'Ola Nordmann', note: 'Patrol 2' }) })
  const detector = await aDetectorHere()
  await detector.reads(50)
  const types = () => receiver.received.map(({ text }) => (JSON.parse(text) as { type: string }).type)
  await expect.poll(types).toEqual(['alarm.raised', 'alarm.acknowledged'])
  expect(await alarmAt(detector)).toMatchObject({
    acknowledged: { by: 'Ola Nordmann (Control room)', note: 'Patrol 2' },
  })
  const { data } = JSON.parse(receiver.received[0]?.text ?? '') as {
    data: { alarm: { title: string; device: { key: string } } }
  }
  expect(data.alarm).toMatchObject({ title: 'Carbon monoxide: low alarm', device: { key: detector.key } })
})

test('nobody is notified of what labels hide from them, whatever a policy names', async () => {
  const zone = await aZone(server.store.pool, company)
  const label = await aLabel(server.store.pool, company, { zone })
  const [inside, outside] = [await aPerson('In Side', { labels: [label] }), await aPerson('Out Side')]
  const roleId = await aRole(server.store.pool, company, { to: [inside, outside] })
  await follow([step({ roleIds: [roleId] })])
  const device = await server.knows(inside.visitor, await aDevice(server.store.pool, company, 'gas', { zone }))
  const detector = await aDetector(server.gatehouse.devices, device)
  closing.push(detector.close)
  await detector.reads(50)
  await expect.poll(() => noticesOf(inside)).toHaveLength(1)
  expect(await noticesOf(outside)).toEqual([])
})

test('a policy names people, roles and rotas of its company only, and is not changed over somebody else', async () => {
  const stranger = await server.signedIn(await aCompany(server.store.pool), { can: mayAcknowledge })
  const refused = await manager.try(escalations.create, {
    name: 'Odd',
    steps: [step({ userIds: [stranger.user.id] }), step({})],
    repeatSeconds: null,
  })
  expect(refused.body).toMatchObject({
    details: [{ field: 'steps.0.who.userIds' }, { field: 'steps.1.who', message: 'Choose who is notified' }],
  })
  const { policies } = await manager.call(escalations.list)
  expect(policies.map(({ name, defaultFor }) => ({ name, defaultFor }))).toEqual([
    { name: 'Other alarms', defaultFor: 'others' },
    { name: 'Urgent alarms', defaultFor: 'urgent' },
  ])
  const [other] = policies
  if (!other) throw new Error('no policy')
  const { id, version, name, repeatSeconds } = other
  const steps = [step({ everybody: true }, { afterSeconds: 60 })]
  expect((await manager.call(escalations.update, { id, version, name, repeatSeconds, steps })).policy.version).toBe(
    version + 1,
  )
  expect((await manager.try(escalations.update, { id, version, name, repeatSeconds, steps })).body).toMatchObject({
    code: 'CHANGED_MEANWHILE',
  })
  expect((await manager.try(escalations.remove, { id })).body).toMatchObject({ code: 'DEFAULT' })
})
