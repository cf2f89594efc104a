// Doors as those who operate them meet them: told, answered or not, forced, acknowledged, and all of it on one timeline.
import * as activity from '@gatehouse/contract/record/activity'
import * as commands from '@gatehouse/contract/access/commands'
import * as doors from '@gatehouse/contract/access/doors'
import * as alarms from '@gatehouse/contract/safety/alarms'
import * as events from '@gatehouse/contract/insight/events'
import * as notifications from '@gatehouse/contract/messages/notifications'
import type { Permission } from '@gatehouse/contract/permissions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ACompany, aCompany, aDevice, aLabel, aZone } from '../../testing/building.testing.ts'
import { type TestServer, sharedServer, type ApiClient } from '../../testing/test-server.testing.ts'
import { connect, publish, until } from '../../building/ingest/ingest.testing.ts'
import { tick } from '../../kit/clock.testing.ts'
import { hashSecret } from '../../kit/secrets/secrets.ts'
import { aController, obedient, silent } from './doors.testing.ts'

const guards: readonly Permission[] = [
  'read_doors',
  'operate_doors',
  'acknowledge_alarms',
  'read_dashboard',
  'read_notifications',
]

describe('doors', () => {
  let server: TestServer
  let company: ACompany
  let guard: ApiClient
  let manager: ApiClient
  const closing: (() => Promise<unknown>)[] = []

  const person = (can: readonly Permission[], of = company, labels: string[] = []) =>
    server.signedIn(of, { can, labels })
  const aDoor = async (manner = obedient, zone: string | null = null) => {
    const door = await server.knows(manager, await aDevice(server.store.pool, company, 'door', { zone }))
    const controller = await aController(server.gatehouse.devices, door, manner)
    closing.push(controller.close)
    return Object.assign(controller, door)
  }
  const seen = async (id: string, by = guard) => (await by.call(doors.byId, { doorId: id })).door
  const becomes = (commandId: string, status: commands.Status) =>
    until(async () => {
      const found = await guard.call(commands.byId, { commandId })
      // That it was sent is perhaps noted a moment after the door has answered.
      const isWhole = status !== 'confirmed' || found.steps.some((step) => step.status === 'sent')
      return found.status === status && isWhole ? found : undefined
    })
  const steps = ({ steps: list }: { steps: commands.Step[] }) =>
    list.map(({ status, late }) => (late ? `${status} late` : status))

  beforeAll(async () => {
    server = await sharedServer()
    company = await aCompany(server.store.pool)
    manager = await person(['manage_doors', 'view_activity_logs', ...guards])
    guard = await person(guards)
  })
  afterAll(async () => {
    await Promise.all(closing.map((close) => close()))
  })

  test('that were never heard of say so', async () => {
    const never = await server.knows(manager, await aDevice(server.store.pool, company, 'door'))
    const door = await seen(never.id)
    expect(door).toMatchObject({ state: null, online: null, alarm: null, command: null })
    expect(door.settings).toMatchObject({ pulseSeconds: 5, reasonAsked: 'hold', watchedBy: 'controller' })
  })

  test('are unlocked for their own time, and every step is told', async () => {
    const door = await aDoor()
    const { commandId } = await guard.call(doors.unlock, { doorId: door.id })
    const done = await becomes(commandId, 'confirmed')
    expect(steps(done)).toEqual(['requested', 'sent', 'confirmed'])
    expect(done.command).toMatchObject({ asked: 'unlock', seconds: 5, by: 'Ada Okafor', door: door.key })
    expect(door.received).toHaveLength(1)
    expect(door.received[0]).toMatchObject({ commandId, action: 'unlock', args: { seconds: 5 } })
    expect((await seen(door.id)).command?.id).toBe(commandId)
    const { commands: history } = await guard.call(doors.commands, { doorId: door.id })
    expect(history.map(({ id }) => id)).toEqual([commandId])
    const { rows } = await server.store.pool.query<{ action: string; correlation_id: string; subject: string }>(
      `select action, correlation_id, subject from activity where action like 'doors.unlock%' and subject = $1 order by at, id`,
      [door.key],
    )
    expect(rows.map(({ action }) => action).sort()).toEqual([
      'doors.unlock',
      'doors.unlock.confirmed',
      'doors.unlock.sent',
    ])
    expect(new Set(rows.map(({ correlation_id: id }) => id))).toEqual(new Set([done.command.correlationId]))
  })

  test('say why they refuse', async () => {
    const door = await aDoor(() => [{ refused: 'the bolt is stuck' }])
    const { commandId } = await guard.call(doors.unlock, { doorId: door.id, seconds: 20 })
    const refused = await becomes(commandId, 'refused')
    expect(refused.command.detail).toBe('the bolt is stuck')
    expect(door.received[0]?.args).toEqual({ seconds: 20 })
  })

  test('that say nothing are not waited for, and what they say afterwards is late', async () => {
    const door = await aDoor(silent)
    const { commandId } = await guard.call(doors.unlock, { doorId: door.id })
    await becomes(commandId, 'sent')
    await server.store.pool.query('update command set expires_at = now() where id = $1', [commandId])
    await tick('1 s')
    const unanswered = await becomes(commandId, 'no-answer')
    expect(unanswered.command.detail).toBe('The door did not answer in time')
    await door.send('ack', { commandId, result: 'done' })
    const known = await becomes(commandId, 'confirmed')
    expect(steps(known)).toEqual(['requested', 'sent', 'no-answer', 'confirmed late'])
    // Whatever comes then changes nothing.
    await door.send('ack', { commandId, result: 'refused', reason: 'no' })
    await door.send('ack', { commandId, result: 'done' })
    expect(steps(await guard.call(commands.byId, { commandId }))).toEqual(steps(known))
    expect(door.received).toHaveLength(1)
  })

  test('that answer twice have answered once', async () => {
    const door = await aDoor(() => ['done', 'done', { refused: 'busy' }])
    const { commandId } = await guard.call(doors.lock, { doorId: door.id })
    const done = await becomes(commandId, 'confirmed')
    expect(steps(done)).toEqual(['requested', 'sent', 'confirmed'])
  })

  test('do not answer for each other', async () => {
    const [one, other] = [await aDoor(silent), await aDoor()]
    const { commandId } = await guard.call(doors.unlock, { doorId: one.id })
    await becomes(commandId, 'sent')
    await other.send('ack', { commandId, result: 'done' })
    expect((await guard.call(commands.byId, { commandId })).status).toBe('sent')
  })

  test('that are not connected are not sent to later', async () => {
    const away = await server.knows(manager, await aDevice(server.store.pool, company, 'door'))
    const { commandId } = await guard.call(doors.unlock, { doorId: away.id })
    const failed = await becomes(commandId, 'failed')
    expect(failed.command.detail).toBe('The door is not connected, or does not listen for its commands')
    const back = await aController(server.gatehouse.devices, away)
    closing.push(back.close)
    await guard.call(doors.byId, { doorId: away.id })
    expect(back.received).toEqual([])
  })

  test('are held only for a reason, and released to what the schedule wants', async () => {
    const door = await aDoor()
    const refused = await guard.try(doors.hold, { doorId: door.id })
    expect(refused.status).toBe(422)
    const held = await guard.call(doors.hold, { doorId: door.id, reason: 'Furniture comes in' })
    await becomes(held.commandId, 'confirmed')
    expect((await seen(door.id)).hold).toMatchObject({ by: 'Ada Okafor', reason: 'Furniture comes in' })
    const released = await guard.call(doors.release, { doorId: door.id })
    const done = await becomes(released.commandId, 'confirmed')
    expect(done.command).toMatchObject({ asked: 'release', action: 'lock' })
    expect((await seen(door.id)).hold).toBeNull()
    expect(door.received.map(({ action }) => action)).toEqual(['hold-unlocked', 'lock'])
  })

  test('ask for a reason with every unlock where they are set to', async () => {
    const door = await aDoor()
    await manager.call(doors.update, { doorId: door.id, reasonAsked: 'always', pulseSeconds: 8 })
    const refused = await guard.try(doors.unlock, { doorId: door.id })
    expect(refused).toMatchObject({ status: 422, body: { details: [{ field: 'reason' }] } })
    const { commandId } = await guard.call(doors.unlock, { doorId: door.id, reason: 'Forgot the card' })
    expect((await becomes(commandId, 'confirmed')).command).toMatchObject({ seconds: 8, reason: 'Forgot the card' })
    expect((await guard.try(doors.update, { doorId: door.id, pulseSeconds: 7 })).status).toBe(403)
  })

  test('that are forced are one incident from the alarm to the lock', async () => {
    const door = await aDoor()
    await door.send('state', { mode: 'Locked', lock: 'Locked', contact: 'Closed', alarm: 'Normal' })
    await door.send('event', { type: 'forced-open' })
    const alarmed = await seen(door.id)
    expect(alarmed.alarm).toMatchObject({ title: 'Door forced open', severity: 'high', acknowledged: null })
    const correlationId = alarmed.alarm?.correlationId ?? ''
    expect(alarmed.incident).toBe(correlationId)
    const alarmId = alarmed.alarm?.id ?? ''
    const notified = await guard.call(notifications.list, { kind: 'alarm-high' })
    expect(notified.notifications[0]).toMatchObject({
      title: `Door forced open: ${door.key}`,
      priority: 'high',
      action: 'View alarm',
      path: `/alarms/${alarmId}`,
    })
    await guard.call(alarms.acknowledge, { id: alarmId, note: 'On my way' })
    expect((await seen(door.id)).alarm?.acknowledged).toMatchObject({ by: 'Ada Okafor', note: 'On my way' })
    const unlock = await guard.call(doors.unlock, { doorId: door.id, reason: 'To look behind it' })
    await becomes(unlock.commandId, 'confirmed')
    await door.send('state', { mode: 'Accessed', lock: 'Unlocked' })
    await door.send('event', { type: 'closed' })
    expect(await seen(door.id)).toMatchObject({ alarm: null, incident: correlationId })
    const lock = await guard.call(doors.lock, { doorId: door.id })
    await becomes(lock.commandId, 'confirmed')
    await door.send('state', { mode: 'Locked', lock: 'Locked' })
    expect((await seen(door.id)).incident).toBeNull()
    await door.send('event', { type: 'opened' })
    const { entries } = await guard.call(events.timeline, { correlationId })
    const words = entries.map((entry) =>
      entry.kind === 'event'
        ? entry.event.type
        : entry.kind === 'command'
          ? `${entry.command.asked} ${entry.command.status}`
          : entry.kind === 'alarm'
            ? `alarm ${entry.transition.what}`
            : entry.kind,
    )
    // That it came on line may fall into it too.
    expect(words.filter((word) => word !== 'device.online')).toEqual([
      'alarm raised',
      'door.forced-open',
      'alarm acknowledged',
      'unlock confirmed',
      'door.ack',
      'alarm returned',
      'alarm cleared',
      'door.closed',
      'lock confirmed',
      'door.ack',
    ])
    const { entries: recorded } = await manager.call(events.timeline, { correlationId })
    const actions = recorded.flatMap((entry) => (entry.kind === 'activity' ? [entry.activity.action] : []))
    expect(actions).toEqual(
      expect.arrayContaining(['alarms.acknowledge', 'doors.unlock', 'doors.unlock.confirmed', 'doors.lock']),
    )
    const { entries: ofIt } = await manager.call(activity.list, { action: 'alarms.acknowledge' })
    expect(ofIt.map(({ reason }) => reason)).toContain('On my way')
  })

  test('are listed by name, counted, sought and narrowed down to those that need somebody', async () => {
    const other = await aCompany(server.store.pool)
    const theirs = await person(guards, other)
    const zone = await aZone(server.store.pool, other, 'Cellar')
    const ids: string[] = []
    for (let i = 0; i < 5; i++) {
      const door = await aDevice(server.store.pool, other, 'door', { zone: i === 0 ? zone : null })
      await server.store.pool.query('update device set name = $2 where id = $1', [door.id, `Gate ${i}`])
      ids.push(door.id)
    }
    await server.store.pool.query(
      `insert into device_status (device_id, online, last_seen_at, battery) values ($1, true, now(), 9), ($2, false, now(), 90)`,
      [ids[1], ids[2]],
    )
    const first = await theirs.call(doors.list, { limit: 2 })
    expect(first.doors.map(({ name }) => name)).toEqual(['Gate 0', 'Gate 1'])
    expect(first).toMatchObject({ total: 5, needAttention: 2 })
    const second = await theirs.call(doors.list, { limit: 2, cursor: first.next ?? '' })
    expect(second.doors.map(({ name }) => name)).toEqual(['Gate 2', 'Gate 3'])
    const last = await theirs.call(doors.list, { limit: 2, cursor: second.next ?? '' })
    expect(last).toMatchObject({ doors: [{ name: 'Gate 4' }], next: null })
    const needing = await theirs.call(doors.list, { attention: 'true' })
    expect(needing.doors.map(({ name }) => name)).toEqual(['Gate 1', 'Gate 2'])
    expect((await theirs.call(doors.list, { q: 'gate 3' })).doors).toHaveLength(1)
    expect((await theirs.call(doors.list, { zoneId: zone })).doors.map(({ name }) => name)).toEqual(['Gate 0'])
    expect((await theirs.try(doors.list, { cursor: 'x' })).status).toBe(422)
    // Another company's are not there at all.
    expect((await guard.try(doors.byId, { doorId: ids[0] })).status).toBe(404)
    expect((await guard.try(doors.unlock, { doorId: ids[0] })).status).toBe(404)
  })

  test('behind a label are nowhere for who lacks it', async () => {
    const zone = await aZone(server.store.pool, company)
    const label = await aLabel(server.store.pool, company, { zone })
    const insider = await person(guards, company, [label])
    const before = await guard.call(doors.list)
    const hidden = await aDevice(server.store.pool, company, 'door', { zone })
    await server.knows(insider, hidden)
    const mine = await guard.call(doors.list)
    expect(mine.total).toBe(before.total)
    expect(mine.doors.map(({ id }) => id)).not.toContain(hidden.id)
    expect((await insider.call(doors.list)).doors.map(({ id }) => id)).toContain(hidden.id)
    const { commandId } = await insider.call(doors.unlock, { doorId: hidden.id })
    expect((await guard.try(commands.byId, { commandId })).status).toBe(404)
    for (const op of [doors.unlock, doors.byId, doors.commands])
      expect((await guard.try(op, { doorId: hidden.id })).status).toBe(404)
    const { command } = await insider.call(commands.byId, { commandId })
    expect((await guard.call(events.timeline, { correlationId: command.correlationId })).entries).toEqual([])
  })

  test('on wires without answers are believed by what their bolt does next, and told to lock again', async () => {
    const address = 'hall lock'
    const made = await aDevice(server.store.pool, company, 'door')
    await server.store.pool.query(`update device set driver = 'zigbee2mqtt', address = $2 where id = $1`, [
      made.id,
      address,
    ])
    const bridge = { key: `bridge-${made.id}`, secret: 'of the bridge' }
    await server.store.pool.query(
      `insert into mqtt_credential (username, company_id, password_hash, topics) values ($1, $2, $3, '{zigbee2mqtt/#}')`,
      [bridge.key, company.id, hashSecret(bridge.secret)],
    )
    await server.knows(manager, made)
    const client = await connect(server.gatehouse.devices, bridge)
    closing.push(() => client.endAsync(true))
    const orders: string[] = []
    client.on('message', (_topic, payload) => orders.push(payload.toString()))
    await client.subscribeAsync(`zigbee2mqtt/${address}/set`, { qos: 1 })
    const bolt = (lock: string) => publish(client, `zigbee2mqtt/${address}`, JSON.stringify({ lock_state: lock }))
    // Until the server has heard of its wire as well.
    await until(async () => {
      await bolt('locked')
      return (await seen(made.id)).state?.lock === 'Locked'
    })
    const { commandId } = await guard.call(doors.unlock, { doorId: made.id, seconds: 60 })
    await becomes(commandId, 'sent')
    await bolt('unlocked')
    const done = await becomes(commandId, 'confirmed')
    const received = await manager.try(doors.retire, { doorId: made.id, reason: 'Sold' })
    expect(received.body).toMatchObject({
      code: 'STANDS_UNLOCKED',
      message: expect.stringMatching(/is unlocked\. Lock it/),
    })
    // Of another company, taken out while it was unlocked: nobody's door stays open for its sake.
    const elsewhere = await aCompany(server.store.pool)
    const gone = await aDevice(server.store.pool, elsewhere, 'door')
    await server.store.pool.query(
      `with retired as (update device set driver = 'zigbee2mqtt', retired_at = now() where id = $1)
       insert into command (id, company_id, device_id, asked, action, args, actor, correlation_id, status, requested_at,
         expires_at, relock_at)
       values (gen_random_uuid(), $2, $1, 'unlock', 'unlock', '{}', 'a', gen_random_uuid(), 'sent', now(), now(), now())`,
      [gone.id, elsewhere.id],
    )
    await server.store.pool.query('update command set relock_at = now() where id = $1', [commandId])
    expect(done.command.detail).toBe('The lock reports Unlocked')
    const locked = await until(async () => {
      const { commands: commanded } = await guard.call(doors.commands, { doorId: made.id })
      return commanded.find(({ asked }) => asked === 'lock')
    })
    expect(locked).toMatchObject({ by: 'Gatehouse', reason: 'The 60 s of the unlock are over' })
    await until(async () => orders.length === 2)
    expect(orders.map((order): unknown => JSON.parse(order))).toEqual([{ state: 'UNLOCK' }, { state: 'LOCK' }])
    const held = await guard.call(doors.hold, { doorId: made.id, reason: 'A delivery' })
    await until(async () => ['refused', 'sent'].includes((await guard.call(commands.byId, held)).status))
  })

  test('that are held open by a relay are not unlocked for some seconds, which would end the hold', async () => {
    const { pool } = server.store
    const relay = await server.knows(manager, await aDevice(pool, company, 'door'))
    await pool.query(`update device set driver = 'shelly' where id = $1`, [relay.id])
    await pool.query(
      `insert into door_hold (device_id, since, actor, command_id) values ($1, now(), 'Ada Okafor', gen_random_uuid())`,
      [relay.id],
    )
    const reports = (lock: string) =>
      pool.query(
        `insert into door_state (device_id, mode, lock, contact, alarm, tamper, fault, at, received_at)
         values ($1, 'Unknown', $2, 'Closed', 'Normal', 'Unknown', 'Unknown', now(), now())
         on conflict (device_id) do update set lock = excluded.lock`,
        [relay.id, lock],
      )
    await reports('Unlocked')
    const refused = await guard.try(doors.unlock, { doorId: relay.id })
    expect(refused).toMatchObject({ status: 409, body: { code: 'HELD' } })
    // By hand it was locked meanwhile.
    await reports('Locked')
    expect((await guard.try(doors.unlock, { doorId: relay.id })).status).toBe(202)
  })

  test('that are retired are gone, and their controller with them', async () => {
    const door = await aDoor()
    await manager.call(doors.retire, { doorId: door.id, reason: 'Bricked up' })
    await until(async () => (await guard.try(doors.byId, { doorId: door.id })).status === 404)
    expect((await guard.try(doors.unlock, { doorId: door.id })).status).toBe(404)
    const { rows } = await server.store.pool.query('select from mqtt_credential where username = $1', [door.key])
    expect(rows).toEqual([])
  })
})
