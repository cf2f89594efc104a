// The order in which a command to a door is judged, and whose reason it is refused with.
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCommands, type NewCommand } from './access/doors/doors.ts'
import { doorPolicies } from './building.ts'
import { createDirectory } from './building/devices/devices.ts'
import { freshDatabase, type TestDatabase } from './db/testing.ts'
import { createBus } from './kit/bus.ts'
import { Refusal } from './kit/errors.ts'
import { type ACompany, type ADevice, aCompany, aDevice } from './testing/building.testing.ts'

test('a command is judged by whether a reason is given, a relay that holds, lockdowns, and then schedules', () => {
  expect(doorPolicies.map(({ name }) => name)).toEqual(['reason', 'hold', 'lockdown', 'schedule'])
  expect(doorPolicies.flatMap(({ judge, name }) => (judge ? [name] : []))).toEqual(['reason', 'hold', 'lockdown'])
  expect(doorPolicies.flatMap(({ afterHold, name }) => (afterHold ? [name] : []))).toEqual(['schedule'])
  for (const { rule } of doorPolicies) expect(rule).toMatch(/^Refuses .+\.$/)
})

describe('a door of which several policies have something to say', () => {
  let database: TestDatabase
  let company: ACompany
  let door: ADevice
  const run = (statement: string, values: readonly unknown[] = [door.id]) =>
    database.store.pool.query(statement, [...values])
  const commands = () => {
    const log = pino({ level: 'silent' })
    const directory = createDirectory(database.store.db)
    return createCommands({
      policies: doorPolicies,
      store: database.store,
      directory,
      bus: createBus(log),
      record: async () => undefined,
      log,
      others: false,
    })
  }
  const issue = (more: Partial<NewCommand> = {}) =>
    commands().issue([
      {
        companyId: company.id,
        deviceId: door.id,
        action: 'unlock',
        args: {},
        reason: null,
        by: { userId: null, actor: 'Ada Okafor' },
        correlationId: crypto.randomUUID(),
        ...more,
      },
    ])
  const refusal = async (more: Partial<NewCommand>) => {
    const error: unknown = await issue(more).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(Refusal)
    return error
  }

  beforeAll(async () => {
    database = await freshDatabase()
    company = await aCompany(database.store.pool)
    door = await aDevice(database.store.pool, company, 'door')
    await run(`update device set driver = 'shelly' where id = $1`)
    await run(`update door set reason_asked = 'always' where device_id = $1`)
    await run(
      `insert into door_hold (device_id, since, actor, command_id) values ($1, now(), 'Bo Lind', gen_random_uuid())`,
    )
    await run(`insert into door_state (device_id, mode, lock, contact, alarm, tamper, fault, at, received_at)
      values ($1, 'Unknown', 'Unlocked', 'Closed', 'Normal', 'Unknown', 'Unknown', now(), now())`)
    await run(
      `insert into lockdown (id, company_id, name, reason, correlation_id, started_by_name)
       values (gen_random_uuid(), $1, 'Everything', 'Drill', gen_random_uuid(), 'Ada Okafor')`,
      [company.id],
    )
    await run(
      `insert into lockdown_door (lockdown_id, device_id, command_id)
       select id, $2, gen_random_uuid() from lockdown where company_id = $1`,
      [company.id, door.id],
    )
  })
  afterAll(() => database.drop())

  test('is refused with the reason of the first of them, and with the next where that is content', async () => {
    expect(await refusal({})).toMatchObject({
      status: 422,
      details: [{ field: 'reason', message: `Say why ${door.key} is to be unlocked` }],
    })
    expect(await refusal({ reason: 'A delivery' })).toMatchObject({
      status: 409,
      message: `${door.key} is kept unlocked by Bo Lind: an unlock for some seconds would end that.`,
    })
    await run(`delete from door_hold where device_id = $1`)
    const lockedDown = {
      status: 409,
      message: `${door.key} is locked down (Everything) and opens when the lockdown is released. The way out stays open.`,
    }
    expect(await refusal({ reason: 'A delivery' })).toMatchObject(lockedDown)
    expect(await refusal({ action: 'hold-unlocked' })).toMatchObject(lockedDown)
    expect((await run('select from command where device_id = $1')).rowCount).toBe(0)
    await run(`update lockdown set released_at = now() where company_id = $1`, [company.id])
    expect(await issue({ reason: 'A delivery' })).toHaveLength(1)
  })

  test('goes back to what its schedule wants when a hold is released, and is locked where none wants anything', async () => {
    const released = () => database.store.db.transaction().execute((tx) => commands().releasesTo(tx, door.id))
    expect(await released()).toBe('lock')
    await run(
      `insert into door_duty (device_id, wanted, because, since) values ($1, 'unlocked', 'Office hours', now())`,
    )
    expect(await released()).toBe('hold-unlocked')
  })
})
