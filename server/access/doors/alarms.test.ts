// The alarm of a door as its operators meet it: first in every list, until somebody has acknowledged it.
import * as doors from '@gatehouse/contract/access/doors'
import * as alarms from '@gatehouse/contract/safety/alarms'
import * as notifications from '@gatehouse/contract/messages/notifications'
import type { Output } from '@gatehouse/contract/operation'
import type { Permission } from '@gatehouse/contract/permissions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ACompany, aCompany, aDevice } from '../../testing/building.testing.ts'
import { type TestServer, sharedServer, type ApiClient } from '../../testing/test-server.testing.ts'
import { aController } from './doors.testing.ts'

const guards: readonly Permission[] = ['read_doors', 'operate_doors', 'acknowledge_alarms', 'read_notifications']

describe('doors in alarm', () => {
  let server: TestServer
  let company: ACompany
  let guard: ApiClient
  let userId: string
  const closing: (() => Promise<unknown>)[] = []

  const aDoor = async () => {
    const door = await server.knows(guard, await aDevice(server.store.pool, company, 'door'))
    const controller = await aController(server.gatehouse.devices, door)
    closing.push(controller.close)
    await controller.send('state', { mode: 'Locked', lock: 'Locked', contact: 'Closed', alarm: 'Normal' })
    return Object.assign(controller, door)
  }
  const seen = async (id: string) => (await guard.call(doors.byId, { doorId: id })).door
  const alarmOf = async ({ id }: { readonly id: string }) => {
    const { alarm } = await seen(id)
    if (!alarm) throw new Error('nothing is in alarm there')
    return alarm
  }
  const acknowledge = async (door: { readonly id: string }) =>
    guard.call(alarms.acknowledge, { id: (await alarmOf(door)).id })

  beforeAll(async () => {
    server = await sharedServer()
    company = await aCompany(server.store.pool)
    const signedIn = await server.signedIn(company, { can: guards })
    guard = signedIn
    userId = signedIn.user.id
  })
  afterAll(async () => {
    await Promise.all(closing.map((close) => close()))
  })

  test('forced open three times and shut again stay under what needs somebody until that is acknowledged', async () => {
    const door = await aDoor()
    for (const _ of [1, 2, 3]) {
      await door.send('event', { type: 'forced-open' })
      await door.send('event', { type: 'closed' })
    }
    const returned = await seen(door.id)
    expect(returned.alarm).toMatchObject({
      title: 'Door forced open',
      state: 'returned-unacknowledged',
      count: 3,
      acknowledged: null,
    })
    expect(returned.alarm?.returnedAt).toEqual(expect.any(String))
    const inAlarm = await guard.call(doors.list, { alarm: 'true' })
    expect(inAlarm.doors.map(({ id }) => id)).toContain(door.id)
    const needing = await guard.call(doors.list, { attention: 'true' })
    expect(needing.doors.map(({ id }) => id)).toContain(door.id)
    await acknowledge(door)
    expect((await seen(door.id)).alarm).toBeNull()
    const left = await guard.call(doors.list, { alarm: 'true' })
    expect(left.doors.map(({ id }) => id)).not.toContain(door.id)
  })

  test('come first, page by page: forced, held, returned, dealt with, then the others by name', async () => {
    const [calm, dealtWith, returned, held, forced] = [
      await aDoor(),
      await aDoor(),
      await aDoor(),
      await aDoor(),
      await aDoor(),
    ]
    for (const door of [dealtWith, returned, forced]) await door.send('event', { type: 'forced-open' })
    await held.send('event', { type: 'held-open' })
    await returned.send('event', { type: 'closed' })
    await acknowledge(dealtWith)
    const order: string[] = []
    let cursor: string | null = null
    do {
      const page: Output<typeof doors.list> = await guard.call(doors.list, {
        limit: 1,
        ...(cursor === null ? {} : { cursor }),
      })
      order.push(...page.doors.map(({ id }) => id))
      cursor = page.next
    } while (cursor !== null)
    const mine = new Set([calm, dealtWith, returned, held, forced].map(({ id }) => id))
    expect(order.filter((id) => mine.has(id))).toEqual([forced.id, held.id, returned.id, dealtWith.id, calm.id])
    expect(new Set(order).size).toBe(order.length)
  })

  const notificationsOf = async (by: ApiClient, door: { readonly key: string }) =>
    (await by.call(notifications.list, { kind: 'alarm-high' })).notifications.filter(({ title }) =>
      title.endsWith(door.key),
    )

  test('are one notification with how often and when last, and acknowledging marks it read for everybody', async () => {
    const other = await server.signedIn(company, { can: guards })
    const door = await aDoor()
    for (const _ of [1, 2, 3]) {
      await door.send('event', { type: 'forced-open' })
      await door.send('event', { type: 'closed' })
    }
    for (const one of [guard, other])
      expect(await notificationsOf(one, door)).toMatchObject([{ times: 3, read: false, action: 'View alarm' }])
    await acknowledge(door)
    expect((await seen(door.id)).alarm).toBeNull()
    for (const one of [guard, other])
      expect(await notificationsOf(one, door)).toMatchObject([
        { times: 3, read: true, acknowledged: { by: 'Ada Okafor', at: expect.any(String) } },
      ])
    // The next one is another.
    await door.send('event', { type: 'forced-open' })
    const after = await notificationsOf(other, door)
    expect(after.map(({ read, times }) => ({ read, times }))).toEqual([
      { read: false, times: undefined },
      { read: true, times: 3 },
    ])
  })

  test('that were notified of together stay unread until the alarms of all of them are acknowledged', async () => {
    const [first, second] = [await aDoor(), await aDoor()]
    for (const door of [first, second]) await door.send('event', { type: 'forced-open' })
    await server.store.pool.query(
      `insert into notification (id, user_id, company_id, kind, title, message, type, priority, device_ids, alarm_ids,
         created_at, seq)
       values (gen_random_uuid(), $1, $2, 'alarm-high', '2 alarms', 'Both.', 'error', 'high', $3, $4, now(),
         nextval('notification_seq'))`,
      [userId, company.id, [first.id, second.id], [(await alarmOf(first)).id, (await alarmOf(second)).id]],
    )
    const both = async () =>
      (await guard.call(notifications.list, { q: '2 alarms' })).notifications.map(({ read }) => read)
    await acknowledge(first)
    expect(await both()).toEqual([false])
    await acknowledge(second)
    expect(await both()).toEqual([true])
  })
})
