// The alarm of a door as its operators meet it: first in every list, until somebody has acknowledged it.
import * as doors from '@gatehouse/contract/access/doors'
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
    expect(returned.alarm).toMatchObject({ kind: 'DoorForcedOpen', count: 3, acknowledged: null })
    expect(returned.alarm?.returnedAt).toEqual(expect.any(String))
    const inAlarm = await guard.call(doors.list, { alarm: 'true' })
    expect(inAlarm.doors.map(({ id }) => id)).toContain(door.id)
    const needing = await guard.call(doors.list, { attention: 'true' })
    expect(needing.doors.map(({ id }) => id)).toContain(door.id)
    expect((await guard.call(doors.acknowledge, { doorId: door.id })).door.alarm).toBeNull()
    const left = await guard.call(doors.list, { alarm: 'true' })
    expect(left.doors.map(({ id }) => id)).not.toContain(door.id)
    expect((await guard.try(doors.acknowledge, { doorId: door.id })).status).toBe(409)
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
    await guard.call(doors.acknowledge, { doorId: dealtWith.id })
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

  const notificationsOf = async (by: ApiClient, door: { readonly id: string }) =>
    (await by.call(notifications.list, { kind: 'door-forced-open' })).notifications.filter(
      ({ path }) => path === `/doors/${door.id}`,
    )

  test('are one notification with how often and when last, and acknowledging marks it read for everybody', async () => {
    const other = await server.signedIn(company, { can: guards })
    const door = await aDoor()
    for (const _ of [1, 2, 3]) {
      await door.send('event', { type: 'forced-open' })
      await door.send('event', { type: 'closed' })
    }
    for (const one of [guard, other])
      expect(await notificationsOf(one, door)).toMatchObject([{ times: 3, read: false, action: 'View door' }])
    const { door: acknowledged } = await guard.call(doors.acknowledge, { doorId: door.id })
    expect(acknowledged.alarm).toBeNull()
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
      `insert into notification (id, user_id, company_id, kind, title, message, type, priority, device_ids, created_at, seq)
       values (gen_random_uuid(), $1, $2, 'door-forced-open', '2 doors were forced open', 'Both.', 'error', 'high', $3, now(),
         nextval('notification_seq'))`,
      [userId, company.id, [first.id, second.id]],
    )
    const both = async () =>
      (await guard.call(notifications.list, { q: '2 doors were forced open' })).notifications.map(({ read }) => read)
    await guard.call(doors.acknowledge, { doorId: first.id })
    expect(await both()).toEqual([false])
    await guard.call(doors.acknowledge, { doorId: second.id })
    expect(await both()).toEqual([true])
  })
})
