// A rule about how many people are inside, tried against the entry and exit record, finds what the judge raised as they went:
// as often, and in the same minutes.
import type { Condition, Scope } from '@gatehouse/contract/safety/alarm-rules'
import { pino } from 'pino'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertLogs, leadsTo, type NewLog, occupancyAfter } from '../../../access/entry-exit/entry-exit.ts'
import { createDirectory, type Directory } from '../../../building/devices/devices.ts'
import { ensurePartitions } from '../../../db/partitions.ts'
import { freshDatabase, type TestDatabase } from '../../../db/testing.ts'
import { inPoolTransaction } from '../../../db/transaction.ts'
import { createBus } from '../../../kit/bus.ts'
import { createNames } from '../../../kit/names.ts'
import { type ACompany, aCompany, aDevice, aUser, aZone } from '../../../testing/building.testing.ts'
import { episodesOf } from '../history.ts'
import { createJudge, judgeTime, judgeTimeAtPlaces } from '../judge.ts'
import { createRules } from '../rules.ts'
import { placesWithin } from './places.ts'

const begins = Date.parse('2026-11-02T08:00:00Z')
const minutes = 240
const at = (minute: number, second = 0) => new Date(begins + minute * 60_000 + second * 1000)
const until = at(minutes)

let database: TestDatabase
let directory: Directory

beforeAll(async () => {
  database = await freshDatabase()
  await inPoolTransaction(database.store.pool, (tx) => ensurePartitions(tx, at(-1440), until))
  directory = createDirectory(database.store.db)
})
afterAll(() => database.drop())

const chance = (seed: number) => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const nowhere: Scope = { siteIds: [], zoneIds: [], labelIds: [], kinds: [], deviceIds: [] }

const threshold = (more: Partial<Extract<Condition, { kind: 'threshold' }>>): Condition => ({
  kind: 'threshold',
  measure: 'occupancy',
  comparison: 'above',
  value: 4,
  hysteresis: 0,
  onDelaySeconds: 0,
  offDelaySeconds: 0,
  ...more,
})

const aRule = async (company: ACompany, condition: Condition, scope: object): Promise<string> => {
  const id = uuid()
  const definition = { condition, scope, suppressedBy: [], escalationId: null, latches: false, reasonAsked: false }
  await database.store.pool.query(
    'insert into alarm_rule (id, company_id, version, enabled) values ($1, $2, 1, true)',
    [id, company.id],
  )
  await database.store.pool.query(
    `insert into alarm_rule_version (rule_id, version, name, severity, definition, created_at)
     values ($1, 1, 'Tried', 'low', $2, $3)`,
    [id, JSON.stringify({ ...definition, checklist: [] }), at(0)],
  )
  return id
}

/** Somebody goes through some door in most minutes, some of them twice. */
const walks = (seed: number, people: readonly string[], doors: readonly string[]) => {
  const random = chance(seed)
  const pick = <T>(all: readonly T[]) => all[Math.floor(random() * all.length)]
  return Array.from({ length: minutes * 2 }, (_, n) => {
    const [userId, doorId] = [pick(people), pick(doors)]
    const isSkipped = random() < 0.3
    const type = random() < 0.5 ? ('entry' as const) : ('exit' as const)
    const wentThrough = random() < 0.9
    return !userId || !doorId || isSkipped ? [] : [{ userId, doorId, type, wentThrough, at: at(n / 2, 7) }]
  }).flat()
}

describe.each([1, 2, 3])('people who come and go, %i', (seed) => {
  test('are counted by history as the judge counts them', async () => {
    const { pool, db } = database.store
    const company = await aCompany(pool)
    const hall = await aZone(pool, company, 'Hall')
    const office = await aZone(pool, company, 'Office')
    const outer = await aDevice(pool, company, 'door', { zone: hall, leadsTo: hall })
    const inner = await aDevice(pool, company, 'door', { zone: hall, leadsFrom: hall, leadsTo: office })
    await directory.load()
    const people: string[] = []
    for (let n = 0; n < 9; n++) people.push((await aUser(pool, company)).id)
    const ofHall = { ...nowhere, zoneIds: [hall] }
    const tried: { id: string; condition: Condition; scope: Scope }[] = []
    const rules: readonly (readonly [Condition, Scope])[] = [
      [threshold({ value: 3 }), ofHall],
      [threshold({ value: 3, hysteresis: 2 }), ofHall],
      [threshold({ value: 3, onDelaySeconds: 150, offDelaySeconds: 90 }), ofHall],
      [threshold({ comparison: 'below', value: 1, hysteresis: 1 }), { ...nowhere, zoneIds: [hall, office] }],
      [threshold({ value: 5 }), { ...nowhere, siteIds: [company.siteId] }],
      [threshold({ value: 5 }), nowhere],
    ]
    for (const [condition, scope] of rules) tried.push({ id: await aRule(company, condition, scope), condition, scope })

    const parts = {
      bus: createBus(pino({ enabled: false })),
      directory,
      record: async () => undefined,
      escalations: { start: async () => undefined, end: async () => undefined },
      rules: createRules(db),
      wasAway: false,
    }
    const judge = createJudge(parts)
    const names = createNames()
    const timePasses = async (now: Date) => {
      await inPoolTransaction(pool, (tx) => judgeTime(tx, parts, now))
      await inPoolTransaction(pool, (tx) => judgeTimeAtPlaces(tx, parts, 'places', now))
    }
    await inPoolTransaction(pool, (tx) =>
      judge(tx, [{ companyId: company.id, measure: 'occupancy', value: null, at: at(0) }]),
    )
    for (const walk of walks(seed, people, [outer.id, inner.id])) {
      await timePasses(walk.at)
      const log: NewLog = {
        id: uuid(),
        companyId: company.id,
        userId: walk.userId,
        credential: null,
        doorId: walk.doorId,
        zoneId: hall,
        type: walk.type,
        at: walk.at,
        result: 'granted',
        reason: null,
        method: 'card',
        taken: walk.wentThrough,
        source: 'device',
        deviceAt: walk.at,
        receivedAt: walk.at,
        correlationId: uuid(),
        leadsTo: leadsTo(directory.byId(walk.doorId)?.door ?? null, walk.type),
      }
      await inPoolTransaction(pool, async (tx) => {
        await insertLogs(tx, names, [log])
        await judge(tx, occupancyAfter([log], walk.at))
      })
    }
    await timePasses(until)

    for (const { id, condition, scope } of tried) {
      const { rows } = await pool.query<{ at: Date }>(
        `select t.at from alarm a join alarm_transition t on t.alarm_id = a.id
         where a.rule_id = $1 and t.what in ('raised', 'occurred') order by t.at`,
        [id],
      )
      const found = async (since: Date) => {
        const places = placesWithin(scope, directory.placesOf(company.id))
        const asked = { condition, devices: [], places, since, now: until, schedule: null, combined: [] }
        const episodes = await episodesOf(db, asked)
        if (typeof episodes === 'string') throw new Error(episodes)
        return episodes.map(({ from }) => from)
      }
      const inMinutes = (moments: readonly Date[]) => moments.map((moment) => moment.toISOString().slice(0, 16))
      expect(rows.length, JSON.stringify(condition)).toBeGreaterThan(0)
      expect(inMinutes(await found(at(0))), JSON.stringify(condition)).toEqual(inMinutes(rows.map((row) => row.at)))
      // Who was inside before the time that is asked for still counts.
      const later = at(60)
      const after = (moments: readonly Date[]) => inMinutes(moments.filter((moment) => moment > at(65)))
      expect(after(await found(later)), JSON.stringify(condition)).toEqual(after(rows.map((row) => row.at)))
    }
  })
})
