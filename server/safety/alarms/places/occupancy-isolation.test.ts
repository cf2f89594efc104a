// An alarm of how many people are inside a zone, or on a floor, as those meet it who may not see that: by a label on the zone or
// on a zone of the floor, by permission or by company. Beside each stands somebody who may, so that nothing passes by being empty for all.
import * as alarms from '@gatehouse/contract/safety/alarms'
import * as alarmHealth from '@gatehouse/contract/safety/alarm-health'
import * as alarmRules from '@gatehouse/contract/safety/alarm-rules'
import * as occupancy from '@gatehouse/contract/safety/occupancy'
import * as channels from '@gatehouse/contract/messages/channels'
import * as events from '@gatehouse/contract/insight/events'
import * as notifications from '@gatehouse/contract/messages/notifications'
import * as search from '@gatehouse/contract/insight/search'
import * as webhooks from '@gatehouse/contract/messages/webhooks'
import { namespaces, socketPath } from '@gatehouse/contract/realtime'
import type { Permission } from '@gatehouse/contract/permissions'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tick } from '../../../kit/clock.testing.ts'
import { aCsrfPair } from '../../../kit/http/csrf.testing.ts'
import { type MailServer, openMailServer } from '../../../messages/mail/smtp.testing.ts'
import { openReceiver, type Receiver } from '../../../messages/webhooks/receiver.testing.ts'
import { aCompany, aFloor, aLabel } from '../../../testing/building.testing.ts'
import { type ApiClient, openServer, type TestServer } from '../../../testing/test-server.testing.ts'
import { aCrowd, type Crowd } from './occupancy.testing.ts'

const all: readonly Permission[] = [
  'view_people_count',
  'read_doors',
  'read_dashboard',
  'acknowledge_alarms',
  'manage_alarms',
  'view_activity_logs',
  'read_notifications',
  'manage_account',
  'manage_integrations',
]
const without = (permission: Permission) => all.filter((one) => one !== permission)

type Person = ApiClient & { readonly user: { readonly id: string; readonly email: string } }

let server: TestServer
let smtp: MailServer
let crowd: Crowd
let labelled: Person
let hidden: Record<'unlabelled' | 'of another company' | 'blind to numbers' | 'only acknowledging', Person>
const receivers: Receiver[] = []
const closing: (() => unknown)[] = []

beforeAll(async () => {
  smtp = await openMailServer()
  server = await openServer({ OUTBOUND_ALLOW: '127.0.0.1', SMTP_URL: smtp.url })
})
beforeEach(async () => {
  crowd = await aCrowd(server, 2)
  const { company, hall } = crowd
  const label = await aLabel(server.store.pool, company, { zone: hall })
  labelled = await server.signedIn(company, { can: all, labels: [label], name: 'In Side' })
  hidden = {
    unlabelled: await server.signedIn(company, { can: all, name: 'Out Side' }),
    'of another company': await server.signedIn(await aCompany(server.store.pool), { can: all }),
    'blind to numbers': await server.signedIn(company, { can: without('view_people_count'), labels: [label] }),
    'only acknowledging': await server.signedIn(company, {
      can: ['acknowledge_alarms', 'read_notifications', 'manage_account', 'manage_integrations', 'manage_alarms'],
      labels: [label],
    }),
  }
})
afterAll(async () => {
  for (const close of closing) close()
  for (const receiver of receivers) receiver.close()
  await server.close()
  await smtp.close()
})

const strangers = () => Object.entries(hidden)

/** Somebody enters a hall for nobody. */
const inZone = async () => {
  const rule = await crowd.aRule(1, { name: 'Crowded hall', severity: 'critical' })
  await crowd.enters(0)
  return newestOf(rule)
}

/** Somebody enters a floor for two, of which the hall is a part, and the office, which no label hides. */
const onFloor = async () => {
  const { company, hall, office, operator } = crowd
  const floor = await aFloor(server.store.pool, company, 'Ground floor', 0)
  await server.store.pool.query('update zone set floor_id = $2 where id = any ($1)', [[hall, office], floor])
  await expect
    .poll(async () => (await operator.try(occupancy.setLimits, { placeId: floor, limits: [{ people: 2 }] })).status)
    .toBe(200)
  const rule = await crowd.aRule(50, {
    name: 'Crowded hall',
    severity: 'critical',
    of: { measure: 'occupancy.share' },
    scope: { siteIds: [], zoneIds: [], labelIds: [], kinds: [], deviceIds: [] },
  })
  await crowd.enters(0)
  return newestOf(rule)
}

const newestOf = async (rule: { readonly id: string }) => {
  const [alarm] = (await labelled.call(alarms.list, { ruleId: rule.id })).alarms
  if (!alarm) throw new Error('nothing is in alarm there')
  return alarm
}

describe.each([
  { of: 'of a zone', raised: inZone, place: 'Hall', measured: '1 person' },
  { of: 'of a floor', raised: onFloor, place: 'Ground floor', measured: '50 %' },
])('an alarm $of', ({ raised, place, measured }) => {
  test('is in no list of theirs, however it is asked for, in no count, no timeline and no search', async () => {
    const { id, rule, correlationId, title, site, zone, floor } = await raised()
    expect((zone ?? floor)?.name).toBe(place)
    const ways = [
      {},
      { state: 'any' as const },
      ...(zone ? [{ zoneId: zone.id }] : []),
      { siteId: site?.id ?? '' },
      { ruleId: rule.id },
      { correlationId },
      { q: 'crowded' },
      { q: place },
      { sort: 'device' as const },
    ]
    for (const way of ways) {
      expect((await labelled.call(alarms.list, way)).alarms.map((one) => one.id)).toContain(id)
      for (const [who, by] of strangers()) expect([who, (await by.call(alarms.list, way)).alarms]).toEqual([who, []])
    }
    expect((await labelled.call(alarms.counts)).bySeverity.critical).toBe(1)
    expect(JSON.stringify(await labelled.call(events.timeline, { correlationId }))).toContain(title)
    const found = async (by: ApiClient) =>
      (await by.call(search.find, { q: 'crowded' })).results.filter(({ path }) => path === `/alarms/${id}`).length
    await expect.poll(() => found(labelled)).toBe(1)
    for (const [who, by] of strangers()) {
      expect([who, (await by.call(alarms.counts)).bySeverity.critical]).toEqual([who, 0])
      expect([who, await found(by)]).toEqual([who, 0])
      expect(JSON.stringify((await by.try(events.timeline, { correlationId })).body)).not.toContain(id)
      const { rules } = await by.call(alarmRules.list, {})
      expect([who, rules.reduce((sum, { open }) => sum + open, 0)]).toEqual([who, 0])
    }
  })

  test('is answered as if it were not there, whatever they would do to it, and assigned to none of them', async () => {
    const { id } = await raised()
    for (const [who, by] of strangers()) {
      for (const [op, input] of [
        [alarms.byId, {}],
        [alarms.escalation, {}],
        [alarms.surroundings, {}],
        [alarms.acknowledge, {}],
        [alarms.resolve, { reason: 'Nothing' }],
        [alarms.shelve, { minutes: 15, reason: 'Nothing' }],
        [alarms.comment, { text: 'I was here' }],
        [alarms.assign, { userId: by.user.id }],
      ] as const)
        expect([who, op.name, (await by.try(op, { id, ...input })).status]).toEqual([who, op.name, 404])
      expect([who, (await labelled.try(alarms.assign, { id, userId: by.user.id })).status]).toEqual([who, 422])
    }
    expect((await labelled.call(alarms.assign, { id, userId: labelled.user.id })).alarm.assignee?.id).toBe(
      labelled.user.id,
    )
  })

  test('reaches no socket of theirs', async () => {
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
    const { id } = await raised()
    await labelled.call(alarms.acknowledge, { id })
    await expect.poll(() => seen.length).toBeGreaterThanOrEqual(2)
    for (const [who, received] of others) expect([who, received]).toEqual([who, []])
  })

  test('notifies none of them, in the product or by mail; who has lost the label since is not shown it either', async () => {
    for (const [, by] of [['labelled', labelled] as const, ...strangers()]) {
      const { preferences } = await by.call(channels.myPreferences)
      const kinds = { ...preferences.kinds, 'alarm-critical': { email: true, push: true } }
      await by.call(channels.setPreferences, { ...preferences, kinds })
    }
    const { id } = await raised()
    await server.numbered()
    const lettersTo = (email: string) => smtp.accepted.filter(({ envelope }) => envelope.includes(email))
    await tick('2 s')
    await expect.poll(() => lettersTo(labelled.user.email).length, { timeout: 20_000 }).toBe(1)
    expect((await labelled.call(notifications.list)).notifications).toMatchObject([
      {
        title: `Crowded hall: ${place}`,
        path: `/alarms/${id}`,
        message: expect.stringContaining(`${measured} at ${place} (`),
      },
    ])
    for (const [who, by] of strangers()) {
      expect([who, (await by.call(notifications.list)).notifications]).toEqual([who, []])
      expect([who, lettersTo(by.user.email)]).toEqual([who, []])
    }
    const [letter] = lettersTo(labelled.user.email)
    const [, token = ''] = /alarm-link\?token=([\w-]+)/.exec(letter?.text ?? '') ?? []
    const anybody = server.client()
    expect(await anybody.call(alarms.linked, { token })).toMatchObject({ device: null, place })
    await server.store.pool.query('delete from user_label where user_id = $1', [labelled.user.id])
    await expect.poll(async () => (await labelled.call(notifications.list)).notifications).toEqual([])
    expect((await anybody.try(alarms.linked, { token })).status).toBe(404)
    expect((await anybody.try(alarms.acknowledgeLinked, { token })).status).toBe(404)
  })

  test('goes to no webhook of another company, nor to one whose maker a label hides its zone from', async () => {
    const to = async (by: ApiClient) => {
      const receiver = await openReceiver()
      receivers.push(receiver)
      await by.call(webhooks.create, { name: 'Elsewhere', url: receiver.url, kinds: ['alarm.raised'] })
      return receiver
    }
    const whole = await to(crowd.operator)
    const others = await Promise.all(strangers().map(async ([who, by]) => [who, await to(by)] as const))
    await raised()
    await expect.poll(() => whole.received.length).toBe(1)
    expect(whole.received[0]?.text).toContain(`"${place}"`)
    for (const [who, { received }] of others) expect([who, received]).toEqual([who, []])
  })
})

test('an alarm is in no figure of theirs, and in no test of a rule against history', async () => {
  await inZone()
  await crowd.leaves(0)
  const period = {
    from: new Date(Date.now() - 3_600_000).toISOString(),
    to: new Date(Date.now() + 60_000).toISOString(),
  }
  const trial = {
    condition: {
      kind: 'threshold' as const,
      measure: 'occupancy' as const,
      comparison: 'above' as const,
      value: 1,
      hysteresis: 0,
      onDelaySeconds: 0,
      offDelaySeconds: 0,
    },
    scope: { siteIds: [], zoneIds: [crowd.hall], labelIds: [], kinds: [], deviceIds: [] },
    days: 7,
  }
  expect((await labelled.call(alarmHealth.read, period)).total).toBe(1)
  expect(await labelled.call(alarmRules.test, trial)).toMatchObject({
    count: 1,
    alarms: [{ device: null, place: { id: crowd.hall, name: 'Hall' }, value: 1 }],
  })
  for (const [who, by] of strangers()) {
    expect([who, (await by.call(alarmHealth.read, period)).total]).toEqual([who, 0])
    expect([who, (await by.call(alarmRules.test, trial)).alarms]).toEqual([who, []])
  }
})
