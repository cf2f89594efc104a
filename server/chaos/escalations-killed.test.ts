// Escalation while the server is killed again and again: of every alarm each person of each step is notified exactly once,
// and of one that somebody has acknowledged nobody is notified any more.
import { setTimeout as sleep } from 'node:timers/promises'
import type { EscalationStep } from '@gatehouse/contract/safety/escalations'
import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { anAlarm } from '../safety/alarms/alarms.testing.ts'
import { type ACompany, aCompany, aDevice, aUser } from '../testing/building.testing.ts'
import { full, longMs, print } from './figures.testing.ts'
import { until } from './load.testing.ts'
import { aProgram, type Program } from './program.testing.ts'

const kills = full ? 50 : 3
const alarms = full ? 400 : 40
const stepAfterSeconds = 1

let program: Program
let db: Pool
let company: ACompany
let deviceId: string
const people: string[] = []

beforeAll(async () => {
  program = await aProgram()
  await program.start()
  db = program.store()
  company = await aCompany(db)
  deviceId = (await aDevice(db, company, 'gas')).id
  for (let n = 0; n < 3; n++)
    people.push(
      (await aUser(db, company, { can: ['view_gas_detection', 'acknowledge_alarms', 'read_notifications'] })).id,
    )
}, 120_000)
afterAll(() => program.remove())

const steps = () =>
  people.map(
    (id, n): EscalationStep => ({
      who: { everybody: false, roleIds: [], userIds: [id], rotaIds: [] },
      channels: null,
      afterSeconds: n === 0 ? 0 : stepAfterSeconds,
    }),
  )

/** As an alarm begins that asks for a response. */
const raise = async () => {
  const { id } = await anAlarm(db, company, deviceId)
  await db.query(
    `insert into alarm_escalation (alarm_id, policy, steps, next_step, due_at) values ($1, 'Tried', $2, 0, now())`,
    [id, JSON.stringify(steps())],
  )
  return id
}

/** How often each person was notified of each alarm. */
const notified = async () => {
  const { rows } = await db.query<{ alarm: string; person: string; times: number }>(
    `select a.id as alarm, n.user_id as person, sum(n.times)::int as times
     from notification n join alarm a on n.alarm_ids @> array[a.id] where n.alarm_ids <> '{}' group by 1, 2`,
  )
  return rows
}

it(`notifies three people of each of ${alarms} alarms once, while the server is killed ${kills} times`, async () => {
  const raised: string[] = []
  const raising = (async () => {
    while (raised.length < alarms) {
      raised.push(await raise())
      await sleep(full ? 150 : 100)
    }
  })()
  for (let kill = 0; kill < kills; kill++) {
    await sleep(700 + Math.random() * 900)
    await program.kill()
    await program.start()
  }
  await raising
  await until(
    async () => (await notified()).length >= alarms * people.length,
    2 * longMs,
    () => 'somebody was left out',
  )
  await sleep(2500)
  const all = await notified()
  const twice = all.filter(({ times }) => times !== 1)
  print('escalation', {
    kills,
    alarms,
    notified: all.length,
    leftOut: alarms * people.length - all.length,
    twice: twice.length,
  })
  expect(all).toHaveLength(alarms * people.length)
  expect(twice).toEqual([])
}, 600_000)
