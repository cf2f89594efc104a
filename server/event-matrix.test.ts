// Every event there is, to sockets of every role, of another company and under other labels: only those who may see it
// in a list may hear of it, and no longer than they may.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { liveEvents } from '@gatehouse/contract/contract'
import type { LiveEvent } from '@gatehouse/contract/operation'
import {
  allPermissions,
  type Permission,
  type SystemRole,
  systemRoleNames,
  systemRoles,
} from '@gatehouse/contract/permissions'
import pino from 'pino'
import { io, type Socket } from 'socket.io-client'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSessions, type Sessions } from './auth/sessions.ts'
import { aCompany, aDevice, aLabel, aUser, aZone, type ACompany } from './building.testing.ts'
import { freshDatabase, type TestDatabase } from './db/testing.ts'
import { createDirectory, type Directory } from './devices/devices.ts'
import { type Bus, createBus } from './kit/bus.ts'
import { createRealtime, type Realtime } from './kit/realtime.ts'

const now = '2026-11-21T03:00:00.000Z'
const place = (id: string) => ({ id, key: 'k', deviceId: id, at: now, receivedAt: now })
const log = (doorId: string) => ({
  id: uuid(),
  userId: null,
  person: null,
  doorId,
  door: 'd',
  type: 'entry',
  timestamp: now,
  result: 'granted',
  ...{
    reason: null,
    method: 'card',
    taken: true,
    source: 'device',
    zone: null,
    deviceTime: now,
    serverTime: now,
  },
  correlationId: uuid(),
})

// One payload per event, about the device given. An event without a line here fails.
const samples: Record<string, (device: string) => unknown> = {
  'devices.statusChanged': (id) => ({
    ...place(id),
    kind: 'door',
    online: true,
    lastSeenAt: now,
    battery: null,
    signal: null,
    firmware: null,
  }),
  'doors.changed': (id) => ({
    ...place(id),
    mode: 'Locked',
    lock: 'Locked',
    contact: 'Closed',
    alarm: 'Normal',
    tamper: 'Unknown',
    fault: 'Unknown',
  }),
  'gas.recorded': (id) => ({ ...place(id), channel: 'CO', value: 3, unit: 'ppm', quality: 'good' }),
  'peopleCount.counted': (id) => ({ ...place(id), inToday: 1, outToday: 0 }),
  'entryExit.logged': log,
  'entryExit.insideChanged': () => ({ at: now }),
  'events.happened': (id) => ({
    ...place(id),
    device: 'd',
    deviceKind: 'door',
    type: 'door.forced-open',
    severity: 'high',
    data: {},
    correlationId: uuid(),
  }),
}

describe('the event matrix', () => {
  let database: TestDatabase
  let http: Server
  let bus: Bus
  let realtime: Realtime
  let sessions: Sessions
  let directory: Directory
  let company: ACompany
  let device: string
  let label: string
  const sockets: Socket[] = []

  const hear = async (can: readonly Permission[], of = company, labels: string[] = []) => {
    const user = await aUser(database.store.pool, of, { can, labels })
    const { token } = await sessions.open({ id: user.id, companyId: of.id }, { address: '', agent: '' })
    const socket = io(`http://127.0.0.1:${(http.address() as AddressInfo).port}/telemetry`, {
      auth: { token },
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
    })
    sockets.push(socket)
    const heard: string[] = []
    socket.on('events', (batch: [string, unknown][]) => heard.push(...batch.map(([name]) => name)))
    await new Promise<void>((resolve, reject) => socket.on('hello', () => resolve()).on('connect_error', reject))
    return { heard, socket, user }
  }
  const settle = () => new Promise((resolve) => setTimeout(resolve, 120))
  const publish = (event: LiveEvent) => bus.publish(event, company.id, samples[event.name]?.(device))
  const neededFor = (event: LiveEvent) =>
    typeof event.permission === 'string' ? event.permission : event.permission(samples[event.name]?.(device))

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
    realtime = createRealtime(http, bus, { ...directory, caller: sessions.caller }, silent)
  })
  afterAll(async () => {
    for (const socket of sockets) socket.disconnect()
    await realtime.close()
    await database.drop()
  })

  test('every event has a sample here', () => {
    expect(liveEvents.filter((e) => !samples[e.name]).map((e) => e.name)).toEqual([])
  })

  test.each(systemRoleNames.map((name): [SystemRole, readonly Permission[]] => [name, systemRoles[name]]))(
    '%s hears exactly what it may',
    async (_role, can) => {
      const { heard } = await hear(can, company, [label])
      for (const event of liveEvents) publish(event)
      await settle()
      expect(heard.sort()).toEqual(
        liveEvents
          .filter((e) => can.includes(neededFor(e)))
          .map((e) => e.name)
          .sort(),
      )
    },
  )

  test('another company hears nothing', async () => {
    const { heard } = await hear(allPermissions, await aCompany(database.store.pool))
    for (const event of liveEvents) publish(event)
    await settle()
    expect(heard).toEqual([])
  })

  test('without its label nothing of a labelled device is heard', async () => {
    const { heard } = await hear(allPermissions.filter((p) => p !== 'admin_access'))
    for (const event of liveEvents) publish(event)
    await settle()
    expect(heard).toEqual(liveEvents.filter((e) => e.scope === 'company').map((e) => e.name))
  })

  test('a revoked right is not heard any more, and an ended session hears nothing', async () => {
    const listener = await hear(allPermissions)
    const publishAll = async () => {
      listener.heard.length = 0
      for (const event of liveEvents) publish(event)
      await settle()
      return listener.heard
    }
    expect(await publishAll()).toHaveLength(liveEvents.length)
    await database.store.pool.query(
      `update users set permissions = '{view_gas_detection,admin_access}' where id = $1`,
      [listener.user.id],
    )
    sessions.forget()
    await realtime.reconsider()
    expect(await publishAll()).toEqual(['gas.recorded'])
    await database.store.pool.query('update session set revoked_at = now() where user_id = $1', [listener.user.id])
    sessions.forget()
    await realtime.reconsider()
    expect(await publishAll()).toEqual([])
    expect(listener.socket.connected).toBe(false)
  })

  test('nobody connects without a live session', async () => {
    for (const token of [undefined, '', 'forged', 7]) {
      const socket = io(`http://127.0.0.1:${(http.address() as AddressInfo).port}/telemetry`, {
        auth: { token },
        transports: ['websocket'],
        forceNew: true,
        reconnection: false,
      })
      const error = await new Promise<Error>((resolve) => socket.on('connect_error', resolve))
      expect(error.message).toBe('unauthorized')
      socket.disconnect()
    }
  })
})
