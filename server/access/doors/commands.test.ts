// Commands where several nodes share one store, and where many doors are told at once.
import type { CommandMessage } from '@gatehouse/contract/building/wire'
import { Unencodable } from '@gatehouse/devices/driver'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAuditLog, keysOf } from '../../record/activity/activity.ts'
import { type ACompany, aCompany } from '../../testing/building.testing.ts'
import { openStore, type Store } from '../../db/pool.ts'
import { freshDatabase, patienceMs, type TestDatabase } from '../../db/testing.ts'
import { createDirectory, type Directory } from '../../building/devices/devices.ts'
import { until } from '../../building/ingest/ingest.testing.ts'
import { createBus } from '../../kit/bus.ts'
import { Refusal } from '../../kit/errors.ts'
import type { Wire } from '../../building/commands/commands.ts'
import { type Commands, createCommands, type NewCommand } from './commands.ts'
import type { DoorPolicy } from './policies.ts'

describe('commands', () => {
  let database: TestDatabase
  let store: Store
  let company: ACompany
  let directory: Directory
  const log = pino({ level: 'silent' })
  const nodes: Commands[] = []

  const aNode = (wire: Partial<Wire>, others: boolean, policies: readonly DoorPolicy[] = []) => {
    const sent: CommandMessage[] = []
    const record = createAuditLog(store.db, keysOf(Buffer.alloc(32)))
    const commands = createCommands({ policies, store, directory, bus: createBus(log), record, log, others })
    commands.begin({
      reaches: () => true,
      send: async (_key, message) => {
        sent.push(message)
        return true
      },
      ...wire,
    })
    nodes.push(commands)
    return { commands, sent }
  }
  const doorsOf = async (count: number) => {
    const { rows } = await store.pool.query<{ id: string }>(
      `with made as (
         insert into device (id, company_id, site_id, key, kind, name, address)
         select id, $1, $2, 'door-' || id, 'door', 'door-' || id, 'door-' || id
         from (select gen_random_uuid() as id from generate_series(1, $3)) fresh
         returning id)
       insert into door (device_id) select id from made returning device_id as id`,
      [company.id, company.siteId, count],
    )
    await directory.load()
    return rows.map(({ id }) => id)
  }
  const commanded = (deviceId: string, more: Partial<NewCommand> = {}): NewCommand => ({
    companyId: company.id,
    deviceId,
    action: 'lockdown',
    args: {},
    reason: 'Drill',
    by: { userId: null, actor: 'guard@gatehouse.example' },
    correlationId: crypto.randomUUID(),
    ...more,
  })
  const statuses = async (ids: readonly string[]) => {
    const { rows } = await store.pool.query<{ status: string; detail: string | null }>(
      'select status, detail from command where id = any ($1::uuid[])',
      [ids],
    )
    return rows
  }
  const allAre = (ids: readonly string[], status: string) =>
    until(async () => (await statuses(ids)).every((row) => row.status === status))

  beforeAll(async () => {
    database = await freshDatabase()
    store = openStore(database.url, log, patienceMs)
    company = await aCompany(store.pool)
    directory = createDirectory(store.db)
  })
  afterAll(async () => {
    await Promise.all(nodes.map((commands) => commands.stop()))
    await store.close()
    await database.drop()
  })

  test('go out by the one node that has the connection, once', async () => {
    const [door = ''] = await doorsOf(1)
    const without = aNode({ reaches: () => false }, true)
    const withIt = [aNode({}, true), aNode({}, true)]
    const issued = await without.commands.issue([commanded(door)])
    // As the store tells every node.
    await Promise.all([without, ...withIt, ...withIt].map(({ commands }) => commands.takeUp()))
    await allAre([issued[0]?.commandId ?? ''], 'sent')
    expect(without.sent).toEqual([])
    expect(withIt.flatMap(({ sent }) => sent)).toHaveLength(1)
  })

  test('to a thousand doors are on record together, and each goes out once', async () => {
    const ids = await doorsOf(1000)
    const { commands, sent } = aNode({}, false)
    const issued = await commands.issue(ids.map((id) => commanded(id)))
    const keys = issued.map(({ commandId }) => commandId)
    await allAre(keys, 'sent')
    expect(new Set(sent.map(({ commandId }) => commandId)).size).toBe(1000)
    expect(sent).toHaveLength(1000)
    const { rows } = await store.pool.query<{ n: number }>(
      `select count(*)::int as n from activity where action = 'doors.lockdown' and (input ->> 'commandId')::uuid = any ($1::uuid[])`,
      [keys],
    )
    expect(rows[0]?.n).toBe(1000)
  })

  test('are kept all or none of them, with whatever belongs to them', async () => {
    const [door = '', other = ''] = await doorsOf(2)
    const lockedDown: DoorPolicy = {
      name: 'test',
      rule: 'Refuses the other door.',
      judge(_tx, proposed) {
        if (proposed.some(({ command }) => command.deviceId === other))
          throw new Refusal(409, 'LOCKED_DOWN', 'Locked down')
      },
    }
    const { commands, sent } = aNode({}, false, [lockedDown])
    await expect(commands.issue([commanded(door), commanded(other)])).rejects.toThrow('Locked down')
    await expect(
      commands.issue([commanded(door)], {
        also: async () => {
          throw new Error('not kept')
        },
      }),
    ).rejects.toThrow('not kept')
    const { rowCount } = await store.pool.query('select from command where device_id = any ($1::uuid[])', [
      [door, other],
    ])
    expect(rowCount).toBe(0)
    expect(sent).toEqual([])
    await expect(commands.issue([commanded(crypto.randomUUID())])).rejects.toThrow('not found')
  })

  test('that a door cannot do are refused with its reason, and what nobody sent is never sent later', async () => {
    const [door = ''] = await doorsOf(1)
    const cannot = aNode(
      {
        send: async () => {
          throw new Unencodable('This lock cannot be held')
        },
      },
      false,
    )
    const [refused] = await cannot.commands.issue([commanded(door)])
    await allAre([refused?.commandId ?? ''], 'refused')
    expect((await statuses([refused?.commandId ?? '']))[0]?.detail).toBe('This lock cannot be held')
    // Left over by a process that died before it could send it.
    const { rows } = await store.pool.query<{ id: string }>(
      `insert into command (id, company_id, device_id, asked, action, args, actor, correlation_id, status, requested_at, expires_at)
       values (gen_random_uuid(), $1, $2, 'unlock', 'unlock', '{}', 'a', gen_random_uuid(), 'requested', now() - interval '1 min', now())
       returning id`,
      [company.id, door],
    )
    const { commands, sent } = aNode({}, true)
    await commands.takeUp()
    await commands.sweep(new Date(Date.now() + 1000))
    expect(sent).toEqual([])
    expect(await statuses(rows.map(({ id }) => id))).toEqual([{ status: 'failed', detail: 'It was never sent' }])
  })

  describe('to doors that do not lock by themselves', () => {
    const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000)
    const foreign = async (count: number) => {
      const ids = await doorsOf(count)
      await store.pool.query(`update device set driver = 'zigbee2mqtt' where id = any ($1::uuid[])`, [ids])
      await directory.load()
      return ids
    }
    const notifiedTo = async (deviceId: string) => {
      const { rows } = await store.pool.query<{ asked: string }>(
        'select asked from command where device_id = $1 order by requested_at, id',
        [deviceId],
      )
      return rows.map(({ asked }) => asked)
    }
    const unlock = { action: 'unlock', args: { seconds: 5 } } as const
    const send = async (commands: Commands, commandId: string, at = new Date()) => {
      const tx = await store.pool.connect()
      try {
        ;(await commands.settleWithin(tx, [{ commandId, status: 'confirmed', detail: null, at }]))()
      } finally {
        tx.release()
      }
    }
    const held = async (deviceId: string) =>
      (await store.pool.query('select from door_hold where device_id = $1', [deviceId])).rowCount === 1

    test('are followed by the lock at their end, whatever became of other doors meanwhile', async () => {
      const [staying = '', retired = ''] = await foreign(2)
      const { commands } = aNode({}, false)
      const issued = await commands.issue([commanded(retired, unlock), commanded(staying, unlock)])
      await allAre(
        issued.map(({ commandId }) => commandId),
        'sent',
      )
      await store.pool.query('update device set retired_at = now() where id = $1', [retired])
      await commands.sweep(inSeconds(6))
      expect([await notifiedTo(staying), await notifiedTo(retired)]).toEqual([['unlock', 'lock'], ['unlock']])
    })

    test('are followed by it also where the server died before it could note that it had sent the unlock', async () => {
      const [door = ''] = await foreign(1)
      await store.pool.query(
        `insert into command (id, company_id, device_id, asked, action, args, actor, correlation_id, status, sender,
           requested_at, expires_at, relock_at)
         values (gen_random_uuid(), $1, $2, 'unlock', 'unlock', '{"seconds": 5}', 'a', gen_random_uuid(), 'requested',
           gen_random_uuid(), now() - interval '6 s', now() + interval '4 s', now() - interval '1 s')`,
        [company.id, door],
      )
      await aNode({}, false).commands.sweep(new Date())
      await until(async () => (await notifiedTo(door)).length === 2)
      expect(await notifiedTo(door)).toEqual(['unlock', 'lock'])
    })

    test('are followed by it also where a lock by hand came to nothing', async () => {
      const [door = ''] = await foreign(1)
      const { commands } = aNode({}, false)
      const [opened] = await commands.issue([commanded(door, unlock)])
      await send(commands, opened?.commandId ?? '')
      await commands.issue([commanded(door, { action: 'lock' })])
      // It may be answered yet.
      await commands.sweep(inSeconds(6))
      expect(await notifiedTo(door)).toEqual(['unlock', 'lock'])
      await store.pool.query(`update command set status = 'no-answer' where device_id = $1 and action = 'lock'`, [door])
      await commands.sweep(inSeconds(40))
      expect(await notifiedTo(door)).toEqual(['unlock', 'lock', 'lock'])
    })

    test('are told again until one is locked, and once it is back where it was away', async () => {
      const [door = ''] = await foreign(1)
      const { commands } = aNode({}, false)
      const [opened] = await commands.issue([commanded(door, unlock)])
      await allAre([opened?.commandId ?? ''], 'sent')
      const online = `insert into device_status (device_id, online, last_seen_at) values ($1, $2, now())
        on conflict (device_id) do update set online = excluded.online`
      await store.pool.query(online, [door, false])
      await commands.sweep(inSeconds(6))
      expect(await notifiedTo(door)).toEqual(['unlock'])
      await store.pool.query(online, [door, true])
      await commands.sweep(inSeconds(40))
      expect(await notifiedTo(door)).toEqual(['unlock', 'lock'])
      const lock = async (status: string) =>
        store.pool.query(`update command set status = $2 where device_id = $1 and action = 'lock'`, [door, status])
      await lock('no-answer')
      await commands.sweep(inSeconds(80))
      expect(await notifiedTo(door)).toEqual(['unlock', 'lock', 'lock'])
      await lock('confirmed')
      await commands.sweep(inSeconds(120))
      expect(await notifiedTo(door)).toEqual(['unlock', 'lock', 'lock'])
    })

    test('end no hold', async () => {
      const [door = ''] = await foreign(1)
      const { commands } = aNode({}, false)
      const [hold] = await commands.issue([commanded(door, { action: 'hold-unlocked' })])
      await send(commands, hold?.commandId ?? '')
      const [opened] = await commands.issue([commanded(door, unlock)])
      await allAre([opened?.commandId ?? ''], 'sent')
      await commands.sweep(inSeconds(6))
      expect(await notifiedTo(door)).toEqual(['hold', 'unlock'])
      expect(await held(door)).toBe(true)
    })

    test('begin no hold that is over by the time the door is heard of it', async () => {
      const [door = ''] = await foreign(1)
      const { commands } = aNode({}, false)
      const [hold] = await commands.issue([commanded(door, { action: 'hold-unlocked' })])
      await store.pool.query(`update command set status = 'no-answer' where id = $1`, [hold?.commandId])
      const [lock] = await commands.issue([commanded(door, { action: 'lock' })])
      await send(commands, lock?.commandId ?? '')
      await send(commands, hold?.commandId ?? '', inSeconds(15))
      expect((await statuses([hold?.commandId ?? '']))[0]?.status).toBe('confirmed')
      expect(await held(door)).toBe(false)
    })
  })
})
