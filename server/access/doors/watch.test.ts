// The watch over doors whose controllers do not watch themselves, with a clock of its own.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import pino from 'pino'
import { type ACompany, aCompany, aDevice } from '../../testing/building.testing.ts'
import { openStore, type Store } from '../../db/pool.ts'
import { freshDatabase, patienceMs, type TestDatabase } from '../../db/testing.ts'
import { createDirectory, type Directory } from '../../building/devices/devices.ts'
import { raiseAtDoors } from '../../insight/events/events.ts'
import { createBus } from '../../kit/bus.ts'
import { type Judge, nothingToPublish, type Observation, type Observed } from '../../kit/recorders.ts'
import { recordStates } from './states.ts'
import { createWatch, type Watch } from './watch.ts'

describe('the watch', () => {
  let database: TestDatabase
  let store: Store
  let company: ACompany
  let directory: Directory
  let watch: Watch
  let another: Watch
  const log = pino({ level: 'silent' })
  const bus = createBus(log)
  let now = Date.now() - 3_600_000
  const after = (seconds: number) => new Date((now += seconds * 1000))
  let reported = 0
  const observed: Observed[] = []
  const judge: Judge = async (_tx, list) => {
    observed.push(...list)
    return nothingToPublish
  }
  /** What alarm rules were judged by, of a door: each time that it was found to be so. */
  const found = (id: string, measure: Observation['measure']) =>
    observed.filter((one) => 'deviceId' in one && one.deviceId === id && one.measure === measure && one.value === true)

  const aDoor = async (driver = 'shelly') => {
    const door = await aDevice(store.pool, company, 'door')
    await store.pool.query('update device set driver = $2 where id = $1', [door.id, driver])
    await directory.load()
    return door.id
  }
  const send = async (id: string, message: object, clockAhead = 0) => {
    const device = directory.byId(id)
    if (!device) throw new Error('no such door')
    const [at, receivedAt] = [new Date(now + clockAhead * 1000), new Date(now)]
    const tx = await store.pool.connect()
    await tx.query('begin')
    const received = { device, kind: 'state' as const, at, deviceAt: at, receivedAt }
    const publish = await recordStates({ bus })(
      tx,
      [{ ...received, message: { id: `s-${++reported}`, at: at.toISOString(), ...message } }],
      (list) => observed.push(...list),
    )
    await tx.query('commit')
    tx.release()
    publish()
  }
  const alarmOf = async (id: string) => {
    const { rows } = await store.pool.query<{
      alarm: string
      by: string | null
      correlation: string | null
    }>('select alarm, alarm_by as by, correlation_id as correlation from door_state where device_id = $1', [id])
    return rows[0]
  }
  const eventsOf = async (id: string) => {
    const { rows } = await store.pool.query<{ type: string; correlation_id: string }>(
      'select type, correlation_id from event where device_id = $1 order by at, id',
      [id],
    )
    return rows
  }
  const look = async (seconds: number) => {
    const at = after(seconds)
    await Promise.all([watch.tick(at), another.tick(at)])
  }

  beforeAll(async () => {
    database = await freshDatabase()
    store = openStore(database.url, log, patienceMs)
    company = await aCompany(store.pool)
    directory = createDirectory(store.db)
    const parts = { store, bus, directory, log, judge, raise: raiseAtDoors(bus, directory) }
    ;[watch, another] = [createWatch(parts), createWatch(parts)]
  })
  afterAll(async () => {
    await store.close()
    await database.drop()
  })

  test('finds once that a door opens while locked, and takes it back when it is shut', async () => {
    const door = await aDoor()
    await send(door, { lock: 'Locked', contact: 'Closed' })
    after(10)
    await send(door, { contact: 'Open' })
    await look(0.5)
    expect(await alarmOf(door)).toMatchObject({ alarm: 'Normal' })
    await look(1)
    await look(1)
    const alarmed = await alarmOf(door)
    expect(alarmed).toMatchObject({ alarm: 'DoorForcedOpen', by: 'server' })
    expect(await eventsOf(door)).toEqual([{ type: 'door.forced-open', correlation_id: alarmed?.correlation }])
    expect(found(door, 'door.forced-open')).toMatchObject([{ correlationId: alarmed?.correlation }])
    // A controller that knows of no alarms says Normal all the time.
    await send(door, { lock: 'Locked', alarm: 'Normal' })
    expect(await alarmOf(door)).toMatchObject({ alarm: 'DoorForcedOpen' })
    after(5)
    await send(door, { contact: 'Closed' })
    expect(await alarmOf(door)).toMatchObject({ alarm: 'Normal', by: null })
    after(5)
    await send(door, { contact: 'Open' })
    await look(2)
    const again = await alarmOf(door)
    expect(again?.alarm).toBe('DoorForcedOpen')
    expect(again?.correlation).not.toBe(alarmed?.correlation)
  })

  test('finds nothing where somebody was let in, where it was unlocked, or where nobody can tell', async () => {
    const letIn: [string, (id: string) => Promise<unknown>][] = [
      [
        'a card',
        (id) =>
          store.pool.query(
            `insert into entry_exit_log (id, company_id, door_id, type, at, result, method, source, received_at, correlation_id)
             values (gen_random_uuid(), $1, $2, 'entry', $3, 'granted', 'card', 'device', $3, gen_random_uuid())`,
            [company.id, id, new Date(now)],
          ),
      ],
      [
        'an unlock',
        (id) =>
          store.pool.query(
            `insert into command (id, company_id, device_id, asked, action, args, actor, correlation_id, status, requested_at, expires_at)
             values (gen_random_uuid(), $1, $2, 'unlock', 'unlock', '{"seconds": 5}', 'a', gen_random_uuid(), 'confirmed', $3, $3)`,
            [company.id, id, new Date(now)],
          ),
      ],
      [
        'a button inside',
        (id) =>
          store.pool.query(
            `insert into event (id, company_id, device_id, type, severity, at, received_at, data, correlation_id)
             values (gen_random_uuid(), $1, $2, 'door.button', 'information', $3, $3, '{}', gen_random_uuid())`,
            [company.id, id, new Date(now)],
          ),
      ],
      ['its lock', (id) => send(id, { lock: 'Unlocked' })],
      ['no lock that is known', (id) => send(id, { lock: 'Unknown' })],
      [
        'maintenance',
        (id) =>
          store.pool.query(
            `update device set out_of_service_since = now(), out_of_service_reason = 'x', out_of_service_by = 'y' where id = $1`,
            [id],
          ),
      ],
    ]
    for (const [what, happens] of letIn) {
      const door = await aDoor()
      await send(door, { lock: 'Locked', contact: 'Closed' })
      after(5)
      await happens(door)
      after(2)
      await send(door, { contact: 'Open' })
      await look(3)
      expect((await alarmOf(door))?.alarm, what).toBe('Normal')
    }
    const watchesItself = await aDoor('gatehouse')
    await send(watchesItself, { lock: 'Locked', contact: 'Closed' })
    after(1)
    await send(watchesItself, { contact: 'Open' })
    await look(3)
    expect((await alarmOf(watchesItself))?.alarm).toBe('Normal')
  })

  test('finds that a door was forced and shut again before it could look; not where somebody was let in', async () => {
    const briefly = async (door: string) => {
      after(5)
      await send(door, { contact: 'Open' })
      after(0.4)
      await send(door, { contact: 'Closed' })
    }
    const [forced, granted] = [await aDoor(), await aDoor()]
    for (const door of [forced, granted]) await send(door, { lock: 'Locked', contact: 'Closed' })
    await briefly(forced)
    await briefly(granted)
    // A card whose word comes after that of the contact.
    await store.pool.query(
      `insert into entry_exit_log (id, company_id, door_id, type, at, result, method, source, received_at, correlation_id)
       values (gen_random_uuid(), $1, $2, 'entry', $3, 'granted', 'card', 'device', $3, gen_random_uuid())`,
      [company.id, granted, new Date(now)],
    )
    await look(2)
    await look(2)
    expect((await eventsOf(forced)).map(({ type }) => type)).toEqual(['door.forced-open'])
    expect(await alarmOf(forced)).toMatchObject({ alarm: 'Normal' })
    expect(await eventsOf(granted)).toEqual([])
    expect(found(forced, 'door.forced-open')).toHaveLength(1)
    expect(found(granted, 'door.forced-open')).toEqual([])
  })

  test('puts an alarm into the stream that a door tells with its state alone, and none twice', async () => {
    const [alone, both] = [await aDoor('gatehouse'), await aDoor('gatehouse')]
    for (const door of [alone, both]) await send(door, { lock: 'Locked', contact: 'Closed' })
    after(1)
    for (const door of [alone, both]) await send(door, { contact: 'Open', alarm: 'DoorForcedOpen' })
    // Its own word comes a moment later.
    await store.pool.query(
      `insert into event (id, company_id, device_id, type, severity, at, received_at, data, correlation_id)
       values (gen_random_uuid(), $1, $2, 'door.forced-open', 'critical', $3, $3, '{}', gen_random_uuid())`,
      [company.id, both, after(0.5)],
    )
    await send(alone, { contact: 'Closed', alarm: 'Normal' })
    await look(2)
    await look(2)
    const incident = await alarmOf(alone)
    expect(await eventsOf(alone)).toEqual([{ type: 'door.forced-open', correlation_id: incident?.correlation }])
    expect(await eventsOf(both)).toHaveLength(1)
  })

  test('finds once that a door stands open for too long, also when it has been restarted meanwhile', async () => {
    const door = await aDoor()
    await send(door, { lock: 'Unlocked', contact: 'Closed' })
    after(1)
    await send(door, { contact: 'Open', lock: 'Unlocked' })
    await look(29)
    expect((await alarmOf(door))?.alarm).toBe('Normal')
    await look(2)
    await look(2)
    expect(await alarmOf(door)).toMatchObject({ alarm: 'DoorOpenTooLong', by: 'server' })
    expect((await eventsOf(door)).map(({ type }) => type)).toEqual(['door.held-open'])
    const held = await aDoor()
    await send(held, { lock: 'Unlocked', contact: 'Open' })
    await store.pool.query(
      `insert into door_hold (device_id, since, actor, command_id) values ($1, now(), 'a', gen_random_uuid())`,
      [held],
    )
    await look(120)
    expect((await alarmOf(held))?.alarm).toBe('Normal')
  })

  test('is not blind while a clock that ran ahead is put right; what comes late changes nothing', async () => {
    const door = await aDoor('gatehouse')
    const contact = async () =>
      (await store.pool.query<{ contact: string }>('select contact from door_state where device_id = $1', [door]))
        .rows[0]?.contact
    await send(door, { lock: 'Locked', contact: 'Closed' }, 240)
    after(2)
    await send(door, { contact: 'Open' })
    expect(await contact()).toBe('Open')
    after(60)
    await send(door, { contact: 'Closed' }, -90)
    expect(await contact()).toBe('Open')
    await send(door, { contact: 'Closed' })
    expect(await contact()).toBe('Closed')
  })
})
