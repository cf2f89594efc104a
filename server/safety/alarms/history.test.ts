// A rule tried against history finds what the judge raises of the same reports: as often, and in the same minutes.
import type { Condition } from '@gatehouse/contract/safety/alarm-rules'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { v7 as uuid } from 'uuid'
import { createDirectory, type Directory, type KnownDevice } from '../../building/devices/devices.ts'
import { ensurePartitions } from '../../db/partitions.ts'
import { freshDatabase, type TestDatabase } from '../../db/testing.ts'
import { inPoolTransaction } from '../../db/transaction.ts'
import { createBus } from '../../kit/bus.ts'
import type { Observation } from '../../kit/recorders.ts'
import { type ACompany, aCompany, aDevice, aZone } from '../../testing/building.testing.ts'
import { episodesOf } from './history.ts'
import { createJudge, judgeTime } from './judge.ts'
import { createRules } from './rules.ts'

const begins = Date.parse('2026-11-02T08:00:00Z')
const minutes = 240
const at = (minute: number, second = 0) => new Date(begins + minute * 60_000 + second * 1000)
const until = at(minutes)
/** Of readings: as a detector that reports once a minute does. */
const second = 7

let database: TestDatabase
let company: ACompany
let directory: Directory

beforeAll(async () => {
  database = await freshDatabase()
  const { store } = database
  company = await aCompany(store.pool)
  await inPoolTransaction(store.pool, (tx) => ensurePartitions(tx, at(-1440), until))
  directory = createDirectory(store.db)
})
afterAll(() => database.drop())

/** 0 to 1, always the same of the same seed. */
const chance = (seed: number) => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const aKnown = async (kind: 'door' | 'gas', more: Parameters<typeof aDevice>[3] = {}): Promise<KnownDevice> => {
  const { id } = await aDevice(database.store.pool, company, kind, more)
  await directory.load()
  const known = directory.byId(id)
  if (!known) throw new Error('it is not known')
  return known
}

/** In force at these devices from now on; nothing else is. */
const inForce = async (rules: readonly (readonly [Condition, ...KnownDevice[]])[]): Promise<string[]> => {
  const { pool } = database.store
  await pool.query('update alarm_rule set enabled = false')
  return Promise.all(
    rules.map(async ([condition, ...devices]) => {
      const id = uuid()
      await pool.query(
        'insert into alarm_rule (id, company_id, preset, version, enabled) values ($1, $2, $3, 1, true)',
        [id, company.id, `tried ${id}`],
      )
      await pool.query(
        `insert into alarm_rule_version (rule_id, version, name, severity, definition, created_at)
         values ($1, 1, 'Tried', 'low', $2, $3)`,
        [
          id,
          JSON.stringify({
            condition,
            scope: { siteIds: [], zoneIds: [], labelIds: [], kinds: [], deviceIds: devices.map((one) => one.id) },
            suppressedBy: [],
            escalationId: null,
            latches: false,
            reasonAsked: false,
            checklist: [],
          }),
          at(0),
        ],
      )
      return id
    }),
  )
}

const replay = async (observations: readonly Observation[]) => {
  const { pool, db } = database.store
  const parts = {
    bus: createBus(pino({ enabled: false })),
    directory,
    record: async () => undefined,
    escalations: { start: async () => undefined, end: async () => undefined },
    rules: createRules(db),
    wasAway: false,
  }
  const judge = createJudge(parts)
  // All in one transaction: what is judged is the same, and each of its own would take half of the time.
  await inPoolTransaction(pool, async (tx) => {
    for (const together of Map.groupBy(observations, (one) => one.at.getTime()).values()) {
      await judgeTime(tx, parts, together[0]?.at ?? until)
      await judge(tx, together)
    }
    await judgeTime(tx, parts, until)
  })
}

/** The moments at which it raised alarms, in their order. */
const raisedBy = async (ruleId: string) => {
  const { rows } = await database.store.pool.query<{ at: Date }>(
    `select t.at from alarm a join alarm_transition t on t.alarm_id = a.id
     where a.rule_id = $1 and t.what in ('raised', 'occurred') order by t.at`,
    [ruleId],
  )
  return rows.map((row) => row.at)
}

const raised = async (device: KnownDevice, condition: Condition, observations: readonly Observation[]) => {
  const [ruleId = ''] = await inForce([[condition, device]])
  await replay(observations)
  return raisedBy(ruleId)
}

const found = async (
  device: KnownDevice,
  condition: Condition,
  combined: Parameters<typeof episodesOf>[1]['combined'] = [],
) => {
  const episodes = await episodesOf(database.store.db, {
    condition,
    devices: [device],
    places: [],
    since: at(0),
    now: until,
    schedule: null,
    combined,
  })
  if (typeof episodes === 'string') throw new Error(episodes)
  return episodes.map(({ from }) => from)
}

const inMinutes = (moments: readonly Date[]) => moments.map((moment) => moment.toISOString().slice(0, 16))

interface Reading {
  readonly minute: number
  /** null: a fault. */
  readonly value: number | null
}

/** Up and down around the set point, with faults, and with minutes of which nothing is known. */
const readingsOf = (seed: number): Reading[] => {
  const next = chance(seed)
  let value = 25
  return Array.from({ length: minutes - 12 }, (_, minute) => {
    value = Math.max(0, value + (next() - 0.5) * 16 + (30 - value) * 0.15)
    return { minute, value: next() < 0.06 ? null : Math.round(value * 10) / 10 }
  }).filter(() => next() > 0.05)
}

const storeReadings = async (device: KnownDevice, readings: readonly Reading[]): Promise<Observation[]> => {
  const { pool } = database.store
  await pool.query(
    `insert into gas_reading (device_id, channel, value, unit, quality, at, received_at)
     select $1, 'CO', v, 'ppm', case when v is null then 'fault' else 'good' end, m, m
     from unnest($2::timestamptz[], $3::float8[]) t (m, v)`,
    [device.id, readings.map(({ minute }) => at(minute, second)), readings.map(({ value }) => value)],
  )
  await pool.query(
    `insert into gas_minute (device_id, channel, at, count, faults, sum, min, max)
     select device_id, channel, date_trunc('minute', at), (value is not null)::int, (value is null)::int, coalesce(value, 0),
       value, value from gas_reading where device_id = $1`,
    [device.id],
  )
  await pool.query(
    `insert into gas_latest (device_id, channel, value, unit, quality, at, received_at)
     values ($1, 'CO', 1, 'ppm', 'good', $2, $2)`,
    [device.id, at(0)],
  )
  return readings.map(({ minute, value }) => ({
    deviceId: device.id,
    measure: 'gas.CO',
    value,
    unit: 'ppm',
    quality: value === null ? 'fault' : 'good',
    at: at(minute, second),
  }))
}

const none = { onDelaySeconds: 0, offDelaySeconds: 0 }
const threshold = { kind: 'threshold', measure: 'gas.CO', comparison: 'above', value: 35, hysteresis: 2 } as const

describe.each([1, 2, 3])('readings of a detector, %i', (seed) => {
  test.each<[string, Condition]>([
    ['a set point', { ...threshold, ...none }],
    ['a set point without hysteresis', { ...threshold, hysteresis: 0, ...none }],
    ['a set point with the delays of gas', { ...threshold, ...none, offDelaySeconds: 30 }],
    ['a set point with long delays', { ...threshold, onDelaySeconds: 120, offDelaySeconds: 180 }],
    ['a set point that it falls to', { ...threshold, comparison: 'below', value: 22, ...none }],
    ['a rise', { kind: 'rate', measure: 'gas.CO', comparison: 'above', change: 14, withinSeconds: 300, ...none }],
    ['a fall', { kind: 'rate', measure: 'gas.CO', comparison: 'below', change: 12, withinSeconds: 180, ...none }],
  ])('%s', async (_, condition) => {
    const device = await aKnown('gas')
    const observations = await storeReadings(device, readingsOf(seed))
    const alarms = await raised(device, condition, observations)
    expect(alarms.length).toBeGreaterThan(2)
    expect(inMinutes(await found(device, condition))).toEqual(inMinutes(alarms))
  })

  test('a fault', async () => {
    const device = await aKnown('gas')
    const observations = (await storeReadings(device, readingsOf(seed))).map(
      (one): Observation => ({ ...one, part: 'CO', measure: 'gas.fault', value: one.value === null }),
    )
    const condition: Condition = { kind: 'state', measure: 'gas.fault', onDelaySeconds: 10, offDelaySeconds: 30 }
    const alarms = await raised(device, condition, observations)
    expect(alarms.length).toBeGreaterThan(2)
    expect(inMinutes(await found(device, condition))).toEqual(inMinutes(alarms))
  })
})

test.each([1, 2, 3].flatMap((seed) => [['zone', seed] as const, ['device', seed] as const]))(
  'two detectors of one zone, or two rules at one %s, in alarm together, %i',
  async (within, seed) => {
    const zone = await aZone(database.store.pool, company, `Zone ${within} ${seed}`)
    const [north, south] = [await aKnown('gas', { zone }), await aKnown('gas', { zone })]
    const observations = [
      ...(await storeReadings(north, readingsOf(seed + 10))),
      ...(await storeReadings(south, readingsOf(seed + 20))),
    ].toSorted((a, b) => a.at.getTime() - b.at.getTime())
    const low: Condition = { ...threshold, value: 30, ...none }
    const rising: Condition = {
      kind: 'rate',
      measure: 'gas.CO',
      comparison: 'above',
      change: 14,
      withinSeconds: 300,
      ...none,
    }
    const [lowId = '', risingId = ''] = await inForce([
      [low, north, south],
      [rising, north, south],
    ])
    const combination: Condition = {
      kind: 'combination',
      ruleIds: [lowId, risingId],
      atLeast: 2,
      within,
      onDelaySeconds: 0,
      offDelaySeconds: 0,
    }
    const [ruleId = ''] = await inForce([[combination, north, south]])
    await database.store.pool.query('update alarm_rule set enabled = true where id = any ($1::uuid[])', [
      [lowId, risingId],
    ])
    await replay(observations)
    const alarms = await raisedBy(ruleId)
    expect(alarms.length).toBeGreaterThan(2)
    const devices = [north, south]
    const combined = [low, rising].map((condition) => ({ condition, devices, places: [], schedule: null }))
    expect(inMinutes(await found(north, combination, combined))).toEqual(inMinutes(alarms))
  },
)

describe.each([1, 2, 3])('what the stream of events has of a door, %i', (seed) => {
  /** Each begins where the one before is over, and some are reported twice. */
  const turnsOf = (kinds: readonly (readonly [type: string, value: boolean])[], longest: number) => {
    const next = chance(seed * 77)
    const turns: { at: Date; type: string; value: boolean }[] = []
    for (let seconds = 60; seconds < (minutes - 12) * 60; seconds += 1 + Math.floor(next() ** 2 * longest)) {
      const [type, value] = kinds[turns.length % kinds.length] ?? ['', false]
      turns.push({ at: at(0, seconds), type, value })
      if (next() < 0.1) turns.push({ at: at(0, seconds), type, value }, { at: at(0, ++seconds), type, value })
      if (turns.length % kinds.length !== 0 && next() < 0.1) turns.pop()
    }
    return turns
  }

  test.each<[string, Condition & { kind: 'state' }, readonly (readonly [string, boolean])[]]>([
    [
      'forced open',
      { kind: 'state', measure: 'door.forced-open', ...none },
      [
        ['door.forced-open', true],
        ['door.closed', false],
      ],
    ],
    [
      'held open for longer',
      { kind: 'state', measure: 'door.held-open', onDelaySeconds: 20, offDelaySeconds: 0 },
      [
        ['door.held-open', true],
        ['door.closed', false],
      ],
    ],
    [
      'offline',
      { kind: 'state', measure: 'device.offline', onDelaySeconds: 30, offDelaySeconds: 300 },
      [
        ['device.offline', true],
        ['device.online', false],
      ],
    ],
  ])('%s', async (_, condition, kinds) => {
    const device = await aKnown('door')
    const turns = turnsOf(kinds, condition.measure === 'device.offline' ? 700 : 240)
    await database.store.pool.query(
      `insert into event (id, company_id, device_id, type, severity, at, received_at, data, correlation_id)
       select gen_random_uuid(), $1, $2, t.type, 'warning', t.at, t.at, '{}', gen_random_uuid()
       from unnest($3::timestamptz[], $4::text[]) t (at, type)`,
      [company.id, device.id, turns.map((turn) => turn.at), turns.map(({ type }) => type)],
    )
    const alarms = await raised(
      device,
      condition,
      turns.map((turn) => ({ deviceId: device.id, measure: condition.measure, value: turn.value, at: turn.at })),
    )
    expect(alarms.length).toBeGreaterThan(2)
    expect((await found(device, condition)).map((moment) => moment.toISOString())).toEqual(
      alarms.map((moment) => moment.toISOString()),
    )
  })

  test('refused so often within so long', async () => {
    const device = await aKnown('door')
    const refusals = turnsOf([['denied', true]], 300).map((turn) => turn.at)
    await database.store.pool.query(
      `insert into entry_exit_log (id, company_id, door_id, type, at, result, reason, method, source, device_at, received_at,
         correlation_id)
       select gen_random_uuid(), $1, $2, 'entry', m, 'denied', 'expired', 'card', 'device', m, m, gen_random_uuid()
       from unnest($3::timestamptz[]) m`,
      [company.id, device.id, refusals],
    )
    const condition: Condition = { kind: 'repeated', measure: 'door.refused', times: 3, withinSeconds: 300 }
    const alarms = await raised(
      device,
      condition,
      refusals.map((moment) => ({ deviceId: device.id, measure: 'door.refused', value: true, at: moment })),
    )
    expect(alarms.length).toBeGreaterThan(2)
    expect((await found(device, condition)).map((moment) => moment.toISOString())).toEqual(
      alarms.map((moment) => moment.toISOString()),
    )
  })
})
