// A flood: 5,000 alarms at once, in batches as the ingest stores them, with rules that suppress and combine.
// Beside it somebody acknowledges all the time, and time goes on.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import pino from 'pino'
import { v7 as uuid } from 'uuid'
import { type ACompany, aCompany, aZone } from '../../testing/building.testing.ts'
import { freshDatabase, type TestDatabase } from '../../db/testing.ts'
import { inPoolTransaction } from '../../db/transaction.ts'
import { createDirectory } from '../../building/devices/devices.ts'
import { createBus } from '../../kit/bus.ts'
import type { Observation } from '../../kit/recorders.ts'
import { createEscalations } from '../escalations/escalations.ts'
import { acknowledgeLocked } from './acknowledge.ts'
import { createAlarms } from './alarms.ts'
import { lockAlarms } from './alarms.sql.ts'
import type { Definition } from './rules.ts'

const detectors = 600
const zones = 20
const batch = 120
const log = pino({ level: 'silent' })

let database: TestDatabase
let company: ACompany
beforeAll(async () => {
  database = await freshDatabase()
})
beforeEach(async () => {
  company = await aCompany(database.store.pool)
})
afterAll(() => database.drop())

const everywhere = { siteIds: [], zoneIds: [], labelIds: [], kinds: [], deviceIds: [] }

const aRule = async (condition: Definition['condition'], suppressedBy: readonly string[] = []): Promise<string> => {
  const id = uuid()
  const definition: Definition = {
    condition,
    scope: everywhere,
    suppressedBy: [...suppressedBy],
    escalationId: null,
    latches: false,
    reasonAsked: false,
    checklist: [],
  }
  await database.store.pool.query(
    `with rule as (insert into alarm_rule (id, company_id, version, enabled) values ($1, $2, 1, true))
     insert into alarm_rule_version (rule_id, version, name, severity, definition, created_at)
     values ($1, 1, 'Flood', 'medium', $3, now())`,
    [id, company.id, JSON.stringify(definition)],
  )
  return id
}

const above = (value: number): Definition['condition'] => ({
  kind: 'threshold',
  measure: 'gas.temperature',
  comparison: 'above',
  value,
  hysteresis: 0,
  onDelaySeconds: 0,
  offDelaySeconds: 0,
})

/** So many detectors in so many zones, and what judges them. */
const installed = async (count: number, inZones: number) => {
  const { store } = database
  const zoneIds = await Promise.all(Array.from({ length: inZones }, () => aZone(store.pool, company)))
  const ids = Array.from({ length: count }, () => uuid())
  await store.pool.query(
    `insert into device (id, company_id, site_id, zone_id, key, kind, name, address)
     select d, $1, z.site_id, z.id, 'flood-' || d, 'gas', 'Flood ' || n, 'flood-' || d
     from unnest($2::uuid[], $3::uuid[]) with ordinality as t (d, zone, n) join zone z on z.id = t.zone`,
    [company.id, ids, ids.map((_, n) => zoneIds[n % inZones])],
  )
  const directory = createDirectory(store.db)
  await directory.load()
  const escalations = createEscalations(store, directory, log)
  const parts = { store, bus: createBus(log), directory, record: async () => undefined, escalations, log }
  return { store, devices: directory.ofCompany(company.id), parts, alarms: createAlarms(parts) }
}

test('every alarm of a flood is raised once, and nobody waits for each other in a circle', async () => {
  const high = await aRule(above(60))
  const low = await aRule(above(40), [high])
  await aRule({
    kind: 'combination',
    ruleIds: [low, high],
    atLeast: 2,
    within: 'zone',
    onDelaySeconds: 0,
    offDelaySeconds: 0,
  })
  const { store, devices, parts, alarms } = await installed(detectors, zones)
  const observe = (value: number): Observation[] =>
    devices.map(({ id }) => ({ deviceId: id, measure: 'gas.temperature', value, at: new Date() }))
  const judged = async (observations: readonly Observation[]) => {
    const batches = Array.from({ length: Math.ceil(observations.length / batch) }, (_, n) =>
      observations.slice(n * batch, (n + 1) * batch),
    )
    // Two at a time, as two nodes would.
    const lanes = [batches.filter((_, n) => n % 2 === 0), batches.filter((_, n) => n % 2 === 1)]
    await Promise.all(
      lanes.map(async (lane) => {
        for (const one of lane) {
          const publish = await inPoolTransaction(store.pool, (tx) => alarms.judge(tx, one))
          publish()
        }
      }),
    )
  }
  const over = new AbortController()
  const acknowledging = (async () => {
    while (!over.signal.aborted) {
      await inPoolTransaction(store.pool, async (tx) => {
        const some = await lockAlarms(
          tx,
          'a.company_id = $1 and a.id in (select id from alarm order by random() limit 20)',
          [company.id],
        )
        return acknowledgeLocked(tx, parts, some, { by: 'Gul Ahmed', at: new Date(), note: null })
      })
      await alarms.tick(new Date())
    }
  })()
  try {
    await judged(observe(80))
    // Half of them return, and occur again.
    await judged(observe(50))
    await judged(observe(80))
  } finally {
    over.abort()
    await acknowledging
  }
  const { rows } = await store.pool.query<{ n: number; suppressed: number }>(
    `select count(*)::int as n, (count(*) filter (where state = 'suppressed'))::int as suppressed from alarm
     where company_id = $1 and is_active`,
    [company.id],
  )
  expect(rows).toEqual([{ n: 2 * detectors + zones, suppressed: detectors }])
})

test('two detectors that complete a combination in one moment, each in a batch of its own, raise it', async () => {
  const high = await aRule(above(60))
  const both = await aRule({
    kind: 'combination',
    ruleIds: [high],
    atLeast: 2,
    within: 'zone',
    onDelaySeconds: 0,
    offDelaySeconds: 0,
  })
  const { store, devices, alarms } = await installed(2, 1)
  const judgeIn = (at: number, then: () => unknown) =>
    inPoolTransaction(store.pool, async (tx) => {
      const deviceId = devices[at]?.id ?? ''
      const publish = await alarms.judge(tx, [{ deviceId, measure: 'gas.temperature', value: 80, at: new Date() }])
      await then()
      return publish
    })
  const waits = async () => {
    const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    return (await store.pool.query(waiting)).rowCount
  }
  let second: Promise<unknown> | undefined
  await judgeIn(0, async () => {
    let isJudged = false
    second = judgeIn(1, () => (isJudged = true))
    // It is judged, or waits for the first, which is not committed.
    await expect.poll(async () => isJudged || (await waits())).toBeTruthy()
  })
  await second
  const { rows } = await store.pool.query<{ rule_id: string }>(
    'select rule_id from alarm where company_id = $1 and is_active order by rule_id',
    [company.id],
  )
  expect(rows.map(({ rule_id }) => rule_id).toSorted()).toEqual([high, high, both].toSorted())
})
