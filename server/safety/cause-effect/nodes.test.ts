// Cause and effect where several nodes share one store, and where one is gone in the middle: each actuator is told once, and
// nothing is lost that an alarm asks for.
import type { CommandMessage } from '@gatehouse/contract/building/wire'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Wire } from '../../building/commands/commands.ts'
import { createDirectory, type Directory } from '../../building/devices/devices.ts'
import { judgesNothing, until } from '../../building/ingest/ingest.testing.ts'
import { openStore, type Store } from '../../db/pool.ts'
import { freshDatabase, patienceMs, type TestDatabase } from '../../db/testing.ts'
import { createBus } from '../../kit/bus.ts'
import { clock } from '../../kit/clock.ts'
import { tick } from '../../kit/clock.testing.ts'
import { createAuditLog, keysOf } from '../../record/activity/activity.ts'
import { type ACompany, type ADevice, aCompany, aDevice } from '../../testing/building.testing.ts'
import { createActuatorSwitch } from '../actuators/actuators.ts'
import { anAlarm } from '../alarms/alarms.testing.ts'
import { createControl } from './control.ts'

let database: TestDatabase
let store: Store
let company: ACompany
let directory: Directory
const log = pino({ level: 'silent' })
const stopping: (() => Promise<unknown>)[] = []

const aNode = (wire: Partial<Wire> = {}, others = true) => {
  // To actuators of the company of this test: those of the tests before are told again and again.
  const sent: CommandMessage[] = []
  const { id: ours } = company
  const bus = createBus(log)
  const record = createAuditLog(store.db, keysOf(Buffer.alloc(32)))
  const switching = createActuatorSwitch({ store, directory, bus, record, judge: judgesNothing, log, others })
  switching.begin({
    reaches: () => true,
    send: async (deviceId, message) => {
      if (directory.byId(deviceId)?.companyId === ours) sent.push(message)
      return true
    },
    ...wire,
  })
  const control = createControl({ store, bus, actuators: switching, log })
  stopping.push(switching.stop)
  return { sent, switching, tick: () => control.tick(clock.now()) }
}

const anEffect = async (
  ruleId: string,
  actuators: readonly ADevice[],
  { runOnSeconds = 0, delaySeconds = 0 }: { runOnSeconds?: number; delaySeconds?: number } = {},
) => {
  await store.pool.query(
    `insert into effect (id, company_id, name, enabled, rule_ids, site_ids, zone_ids, actuator_ids, delay_seconds,
       run_on_seconds, version, changed_at)
     values (gen_random_uuid(), $1, gen_random_uuid()::text, true, array[$2::uuid], '{}', '{}', $3, $4, $5, 1, now())`,
    [company.id, ruleId, actuators.map(({ id }) => id), delaySeconds, runOnSeconds],
  )
}

const causedBy = async (more: Parameters<typeof anAlarm>[3] = {}) => {
  const detector = await aDevice(store.pool, company, 'gas')
  return anAlarm(store.pool, company, detector.id, more)
}

const fans = async (count: number): Promise<ADevice[]> => {
  const made: ADevice[] = []
  for (let n = 0; n < count; n++) made.push(await aDevice(store.pool, company, 'actuator'))
  await directory.load()
  return made
}

const statusesOf = async ({ id }: ADevice) => {
  const { rows } = await store.pool.query<{ asked: string; status: string; detail: string | null }>(
    'select asked, status, detail from command where device_id = $1 order by requested_at, id',
    [id],
  )
  return rows
}

beforeAll(async () => {
  database = await freshDatabase()
  store = openStore(database.url, log, patienceMs)
  directory = createDirectory(store.db)
})
afterEach(async () => {
  await Promise.all(stopping.splice(0).map((stop) => stop()))
})
afterAll(async () => {
  await store.close()
  await database.drop()
})

test('of several nodes that look at the same moment, again and again, one tells each actuator, once', async () => {
  company = await aCompany(store.pool)
  const twenty = await fans(20)
  const { ruleId } = await causedBy()
  await anEffect(ruleId, twenty)
  const nodes = [aNode(), aNode(), aNode()]
  for (let round = 0; round < 5; round++) await Promise.all(nodes.map((node) => node.tick()))
  await until(async () => nodes.flatMap(({ sent }) => sent).length >= 20)
  const sent = nodes.flatMap((node) => node.sent)
  expect(sent).toHaveLength(20)
  for (const fan of twenty) expect(await statusesOf(fan)).toMatchObject([{ asked: 'switch-on' }])
  const { rows } = await store.pool.query<{ n: number }>(
    `select count(*)::int as n from activity where company_id = $1 and action = 'actuators.switch-on'`,
    [company.id],
  )
  expect(rows[0]?.n).toBe(20)
})

test('goes out by the node that has the connection, whichever noticed', async () => {
  company = await aCompany(store.pool)
  const [fan] = await fans(1)
  const { ruleId } = await causedBy()
  await anEffect(ruleId, fan ? [fan] : [])
  const noticing = aNode({ reaches: () => false })
  const connected = aNode()
  await noticing.tick()
  // As the store tells every node.
  await Promise.all([noticing.switching.takeUp(), connected.switching.takeUp()])
  await until(async () => connected.sent.length === 1)
  expect(noticing.sent).toEqual([])
})

test('is told anew by the next, where the one that told it is gone before the answer', async () => {
  company = await aCompany(store.pool)
  const [fan] = await fans(1)
  if (!fan) throw new Error('no fan')
  const { ruleId } = await causedBy()
  await anEffect(ruleId, [fan])
  const gone = aNode({}, false)
  await gone.tick()
  await until(async () => gone.sent.length === 1)
  await until(async () => (await statusesOf(fan))[0]?.status === 'sent')
  await gone.switching.stop()
  await tick('30 s')
  const next = aNode({}, false)
  await next.switching.sweep(clock.now())
  expect(await statusesOf(fan)).toMatchObject([
    { status: 'no-answer', detail: 'The server was stopped before the answer came' },
  ])
  await next.tick()
  await tick('6 s')
  await next.tick()
  await until(async () => next.sent.length === 1)
  expect(next.sent[0]?.commandId).not.toBe(gone.sent[0]?.commandId)
})

test('is told at the first look what an alarm asks for that came while no server was there, or came and went', async () => {
  company = await aCompany(store.pool)
  const [fan, other] = await fans(2)
  if (!fan || !other) throw new Error('no fans')
  const now = clock.now()
  const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
  const standing = await causedBy({ raisedAt: minutesAgo(30), lastAt: minutesAgo(30) })
  const over = await causedBy({
    isActive: false,
    raisedAt: minutesAgo(9),
    lastAt: minutesAgo(9),
    returnedAt: minutesAgo(5),
    acknowledged: { at: minutesAgo(6), by: 'Gul Ahmed', note: null },
    cleared: { at: minutesAgo(5), by: null, reason: null },
  })
  await anEffect(standing.ruleId, [fan], { delaySeconds: 600 })
  await anEffect(over.ruleId, [other], { delaySeconds: 60, runOnSeconds: 360 })
  const node = aNode({}, false)
  await node.tick()
  await until(async () => node.sent.length === 2)
  expect(node.sent.map(({ action }) => action)).toEqual(['switch-on', 'switch-on'])
  await tick('2 min')
  await node.tick()
  await until(async () => node.sent.length === 3)
  expect(await statusesOf(other)).toMatchObject([{ asked: 'switch-on' }, { asked: 'switch-off' }])
})
