// Every event and every message there is, on each connection, to and from sockets of every role, of another company and
// under other labels: only those who may see it in a list may hear of it, and no longer than they may; and what a browser
// says is answered as the call would be.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { liveEvents } from '@gatehouse/contract/contract'
import { readPermission } from '@gatehouse/contract/building/devices'
import { happened } from '@gatehouse/contract/insight/events'
import { type LiveEvent, needsOf } from '@gatehouse/contract/operation'
import {
  allPermissions,
  type Permission,
  type SystemRole,
  systemRoleNames,
  systemRoles,
} from '@gatehouse/contract/permissions'
import {
  caughtUp,
  inbound,
  intercomUpdate,
  namespaces,
  notificationAction,
  searchQuery,
  notificationDelivered,
} from '@gatehouse/contract/realtime'
import pino from 'pino'
import { io, type Socket } from 'socket.io-client'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSessions, type Sessions } from '../identity/auth/sessions.ts'
import { aCompany, aDevice, aLabel, aUser, aZone, type ACompany } from '../testing/building.testing.ts'
import { freshDatabase, type TestDatabase } from '../db/testing.ts'
import { createDirectory, type Directory } from '../building/devices/devices.ts'
import { exampleEvent, now } from './examples.testing.ts'
import { type Bus, createBus } from '../kit/bus.ts'
import { aCsrfPair, claimedIn } from '../kit/http/csrf.testing.ts'
import { createInbound } from '../kit/realtime/realtime-messages.ts'
import { createRealtime, type Realtime } from '../kit/realtime/realtime.ts'
import {
  createDelivery,
  createNumbering,
  type Delivery,
  notify,
  recordAction,
} from '../messages/notifications/notifications.ts'

// What is sent for each message a browser may send, and what it is answered. A message without a line here fails.
const reported: Record<keyof typeof inbound, (notificationId: string) => { payload: object; answer: object }> = {
  [searchQuery]: () => ({
    payload: { query: 'gas', userId: uuid(), timestamp: now },
    answer: { results: [], total: 0 },
  }),
  [notificationAction]: (notificationId) => ({
    payload: { action: 'opened', notificationId, userId: uuid(), timestamp: now },
    answer: { success: true },
  }),
}

describe('the event matrix', () => {
  let database: TestDatabase
  let http: Server
  let bus: Bus
  let realtime: Realtime
  let sessions: Sessions
  let directory: Directory
  let delivery: Delivery
  let company: ACompany
  let device: string
  let label: string
  const sockets: Socket[] = []

  const aPerson = async (can: readonly Permission[], of = company, labels: string[] = []) => {
    const user = await aUser(database.store.pool, of, { can, labels })
    const { token } = await sessions.open({ id: user.id, companyId: of.id }, { address: '', agent: '' })
    return { ...user, token }
  }
  const connect = (namespace: string, token: unknown, more: object = {}) => {
    const { cookie, csrfToken } = aCsrfPair()
    const socket = io(`http://127.0.0.1:${(http.address() as AddressInfo).port}${namespace}`, {
      auth: { token, csrfToken, ...more },
      extraHeaders: { cookie },
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
    })
    sockets.push(socket)
    return socket
  }
  const receive = async (can: readonly Permission[], of = company, labels: string[] = []) => {
    const user = await aPerson(can, of, labels)
    const socket = connect(namespaces.telemetry, user.token)
    const received: string[] = []
    socket.on('events', (batch: [string, unknown][]) => received.push(...batch.map(([name]) => name)))
    await new Promise<void>((resolve, reject) => socket.on('hello', () => resolve()).on('connect_error', reject))
    return { received, socket, user }
  }
  /** What should not be heard has the time to come; what should be is waited for. */
  const settle = () => new Promise((resolve) => setTimeout(resolve, 120))
  const publish = (event: LiveEvent) => bus.publish(event, company.id, exampleEvent(event, device))
  const neededFor = (event: LiveEvent) =>
    needsOf(
      typeof event.permission === 'string' ? event.permission : event.permission(exampleEvent(event, device)),
      event.also,
    )

  beforeAll(async () => {
    database = await freshDatabase()
    const db = database.store.pool
    company = await aCompany(db)
    const zone = await aZone(db, company)
    device = (await aDevice(db, company, 'door', { zone })).id
    label = await aLabel(db, company, { zone })
    sessions = createSessions(database.store.db, new Uint8Array(32).fill(7))
    directory = createDirectory(database.store.db)
    await directory.load()
    http = createServer().listen(0, '127.0.0.1')
    const silent = pino({ level: 'silent' })
    bus = createBus(silent)
    realtime = await createRealtime(http, bus, { ...directory, caller: sessions.caller }, silent)
    const { db: typed } = database.store
    const numbering = createNumbering(typed, silent)
    delivery = createDelivery({ db: typed, numbering, sees: directory.sees, log: silent })
    realtime.welcome('notifications', delivery.welcome)
    const gate = {
      ready: () => true,
      orLost: database.store.orLost,
      observe: () => undefined,
      audit: async () => undefined,
    }
    const answer = createInbound((listener) => realtime.welcome('main', listener), gate, silent)
    answer(searchQuery, inbound[searchQuery], async () => ({ results: [], total: 0 }))
    answer(notificationAction, inbound[notificationAction], (acted, caller) => recordAction(typed, acted, caller))
  })
  afterAll(async () => {
    for (const socket of sockets) socket.disconnect()
    await realtime.close()
    delivery.stop()
    await database.drop()
  })

  test('an example can be made of every event, about the device', () => {
    const isOfDevice = (event: LiveEvent) => {
      const { success, data } = event.shape.safeParse(exampleEvent(event, device))
      return success && (event.scope === 'company' || event.device?.(data) === device)
    }
    expect(liveEvents.filter((event) => !isOfDevice(event)).map(({ name }) => name)).toEqual([])
  })

  test.each(systemRoleNames.map((name): [SystemRole, readonly Permission[]] => [name, systemRoles[name]]))(
    '%s hears exactly what it may',
    async (_role, can) => {
      const { received } = await receive(can, company, [label])
      for (const event of liveEvents) publish(event)
      await settle()
      await expect
        .poll(() => received.toSorted())
        .toEqual(
          liveEvents
            .filter((e) => neededFor(e).every((permission) => can.includes(permission)))
            .map((e) => e.name)
            .sort(),
        )
    },
  )

  test('another company hears nothing', async () => {
    const { received } = await receive(allPermissions, await aCompany(database.store.pool))
    for (const event of liveEvents) publish(event)
    await settle()
    expect(received).toEqual([])
  })

  test('without its label nothing of a labelled device is heard', async () => {
    const { received } = await receive(allPermissions.filter((p) => p !== 'admin_access'))
    for (const event of liveEvents) publish(event)
    await settle()
    await expect
      .poll(() => received.toSorted())
      .toEqual(
        liveEvents
          .filter((e) => e.scope === 'company')
          .map((e) => e.name)
          .sort(),
      )
  })

  test('a revoked right is not heard any more, and an ended session hears nothing', async () => {
    const listener = await receive(allPermissions)
    const publishAll = async () => {
      listener.received.length = 0
      for (const event of liveEvents) publish(event)
      await settle()
    }
    await publishAll()
    await expect.poll(() => listener.received).toHaveLength(liveEvents.length)
    await database.store.pool.query(
      `update users set permissions = '{view_gas_detection,admin_access}' where id = $1`,
      [listener.user.id],
    )
    sessions.forget()
    await realtime.reconsider()
    await publishAll()
    await expect
      .poll(() => listener.received.toSorted())
      .toEqual([
        'actuators.altered',
        'actuators.commanded',
        'detectorService.changed',
        'gas.averaged',
        'gas.recorded',
        'gas.suspected',
        'setPoints.changed',
      ])
    await database.store.pool.query('update session set revoked_at = now() where user_id = $1', [listener.user.id])
    sessions.forget()
    await realtime.reconsider()
    await publishAll()
    expect(listener.received).toEqual([])
    await expect.poll(() => listener.socket.connected).toBe(false)
  })

  test.each(Object.values(namespaces))('nobody connects to %s without a live session', async (namespace) => {
    for (const token of [undefined, '', 'forged', 7]) {
      const socket = connect(namespace, token)
      const error = await new Promise<Error>((resolve) => socket.on('connect_error', resolve))
      expect(error.message).toBe('unauthorized')
    }
  })

  const roles = systemRoleNames.map((name): [SystemRole, readonly Permission[]] => [name, systemRoles[name]])
  // Every notification there may be to somebody: of the company or of the account, for a permission, about a device.
  const kinds = ['plain', 'account', ...allPermissions, 'device'] as const
  const publishFor = (userId: string, of = company) => {
    const notices = kinds.map((kind) => ({
      ...{ userId, companyId: kind === 'account' ? null : of.id, kind, title: kind, message: '' },
      ...{ type: 'info' as const, priority: 'low' as const },
      ...(allPermissions.some((p) => p === kind)
        ? { requiredPermissions: allPermissions.filter((p) => p === kind) }
        : {}),
      ...(kind === 'device' ? { deviceIds: [device] } : {}),
    }))
    return notify(database.store.db, notices)
  }
  const shownTo = (can: readonly Permission[], seesDevice: boolean) =>
    can.includes('read_notifications')
      ? kinds.filter((kind) =>
          kind === 'device' ? seesDevice : kind === 'plain' || kind === 'account' || can.includes(kind),
        )
      : []
  const listen = async (token: string, after?: number) => {
    const socket = connect(namespaces.notifications, token, {
      userId: claimedIn(token),
      ...(after === undefined ? {} : { after }),
    })
    const received: string[] = []
    socket.on(notificationDelivered, ({ title }: { title: string }) => received.push(title))
    const { seq } = await new Promise<{ seq: number }>((resolve) => socket.on(caughtUp, resolve))
    return { received, socket, seq }
  }

  test.each(roles)('%s is told the notifications it may see, at once and later', async (_role, can) => {
    const user = await aPerson(can, company, [label])
    const { received, seq } = await listen(user.token)
    await publishFor(user.id)
    await delivery.follow()
    await settle()
    await expect.poll(() => received).toEqual(shownTo(can, true))
    expect((await listen(user.token, seq)).received).toEqual(received)
  })

  test('of another company, or without the label, nothing of it is told', async () => {
    const without = allPermissions.filter((p) => p !== 'admin_access')
    const unlabelled = await aPerson(without)
    const stranger = await aPerson(allPermissions, await aCompany(database.store.pool))
    const [mine, theirs] = [await listen(unlabelled.token), await listen(stranger.token)]
    for (const { id } of [unlabelled, stranger]) await publishFor(id)
    await delivery.follow()
    await settle()
    await expect.poll(() => mine.received).toEqual(shownTo(without, false))
    await expect.poll(() => theirs.received).toEqual(['account'])
  })

  const callOf = (deviceId: string) =>
    happened.shape.parse({
      ...(exampleEvent(happened, deviceId) as object),
      ...{ deviceKind: 'intercom', type: 'intercom.call' },
    })
  const ring = () => {
    bus.publish(happened, company.id, callOf(device))
  }
  const rungAt = async (token: string) => {
    const socket = connect(namespaces.main, token)
    const received: unknown[] = []
    socket.on(intercomUpdate, (call: unknown) => received.push(call))
    await new Promise<void>((resolve) => socket.on('connect', () => resolve()))
    return received
  }

  test.each(roles)('%s hears an intercom ring where it may see intercoms', async (_role, can) => {
    const received = await rungAt((await aPerson(can, company, [label])).token)
    ring()
    for (const event of liveEvents) publish(event)
    await settle()
    await expect.poll(() => received).toHaveLength(can.includes(readPermission.intercom) ? 1 : 0)
  })

  test('another company, and whoever lacks the label, hears no intercom ring', async () => {
    const without = await aPerson(allPermissions.filter((p) => p !== 'admin_access'))
    const stranger = await aPerson(allPermissions, await aCompany(database.store.pool))
    const received = [await rungAt(without.token), await rungAt(stranger.token)]
    ring()
    await settle()
    expect(received).toEqual([[], []])
  })

  test('every message that a browser may send has a decision here', () => {
    expect(Object.keys(inbound).sort()).toEqual(Object.keys(reported).sort())
  })

  const messages = Object.entries(inbound)
  const neededTo = (name: string) => messages.find(([known]) => known === name)?.[1].permission
  const notificationOf = async (userId: string) => {
    await publishFor(userId)
    await delivery.follow()
    const { rows } = await database.store.pool.query<{ id: string }>(
      `select id from notification where user_id = $1 and title = 'plain'`,
      [userId],
    )
    return rows[0]?.id ?? ''
  }
  const ask = (socket: Socket, name: string, payload: unknown): Promise<{ failure?: { code: string } }> =>
    socket.timeout(20_000).emitWithAck(name, payload)

  describe.each(roles)('%s', (_role, can) => {
    test.each(Object.entries(reported))('is answered %s where it may call it', async (name, sample) => {
      const user = await aPerson(can, company, [label])
      const { payload, answer } = sample(await notificationOf(user.id))
      const needed = neededTo(name)
      const may = needed === 'signed-in' || can.some((p) => p === needed)
      expect(await ask(connect(namespaces.main, user.token), name, payload)).toEqual(
        may ? answer : { failure: expect.objectContaining({ code: 'FORBIDDEN' }) },
      )
    })
  })

  test.each(Object.entries(reported))(
    '%s is answered a failure to what it cannot read, and goes on',
    async (name, sample) => {
      const user = await aPerson(allPermissions)
      const socket = connect(namespaces.main, user.token)
      for (const bad of [undefined, null, 7, 'x', [], {}, { query: {} }, { query: 'a\u0000' }, { notificationId: 'x' }])
        expect((await ask(socket, name, bad)).failure?.code, JSON.stringify(bad)).toBe('VALIDATION')
      socket.emit(name)
      const { payload, answer } = sample(await notificationOf(user.id))
      expect(await ask(socket, name, payload)).toEqual(answer)
    },
  )

  test('what is another’s, or another may not do, is not done for whoever says so', async () => {
    const [owner, other] = [await aPerson(allPermissions), await aPerson(allPermissions)]
    const notificationId = await notificationOf(owner.id)
    const payload = { action: 'seen', notificationId, userId: owner.id, timestamp: now }
    expect((await ask(connect(namespaces.main, other.token), notificationAction, payload)).failure?.code).toBe(
      'NOT_FOUND',
    )
    const caller = await sessions.caller(other.token)
    if (!caller) throw new Error('nobody')
    const viewing = connect(namespaces.main, await sessions.view(owner.id, caller, { address: '', agent: '' }))
    expect((await ask(viewing, notificationAction, payload)).failure?.code).toBe('READ_ONLY')
    expect(await ask(connect(namespaces.main, owner.token), notificationAction, payload)).toEqual({ success: true })
  })

  test('nobody asks more often than the call may be made, from however many sockets', async () => {
    const user = await aPerson(allPermissions)
    const both = [connect(namespaces.main, user.token), connect(namespaces.main, user.token)]
    const { perMinute } = inbound[searchQuery]
    const codes = await Promise.all(
      Array.from({ length: 2 * perMinute + 40 }, async (_, n) => {
        const socket = both[n % 2] ?? both[0]
        return socket && (await ask(socket, searchQuery, reported[searchQuery]('').payload)).failure?.code
      }),
    )
    // A minute may begin in between: twice as many may be answered.
    expect(codes.filter((code) => code === 'TOO_MANY').length).toBeGreaterThanOrEqual(1)
    expect(codes.filter((code) => code === undefined).length).toBeGreaterThanOrEqual(perMinute)
  })
})
