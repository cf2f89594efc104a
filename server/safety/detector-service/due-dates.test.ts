// When service is due: days of the site, counted on the calendar, whatever daylight saving does. The oracle counts by itself.
import { serviceState } from '@gatehouse/contract/safety/detector-service'
import * as fc from 'fast-check'
import { v7 as uuid } from 'uuid'
import { beforeAll, expect, test } from 'vitest'
import { type ACompany, aCompany } from '../../testing/building.testing.ts'
import { sharedServer, type TestServer } from '../../testing/test-server.testing.ts'

// Half-hour daylight saving, the two ends of the date line, and a zone that has none.
const zones = [
  'Europe/London',
  'America/New_York',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Asia/Kolkata',
] as const
type Zone = (typeof zones)[number]

const dayIn = (zone: Zone, at: Date): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(at)

const plusDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

const stateOf = (dueOn: string | null, isFailed: boolean, today: string, soonDays: number): string => {
  if (isFailed) return 'failed'
  if (dueOn === null) return 'never'
  if (today > dueOn) return 'overdue'
  return today >= plusDays(dueOn, -soonDays) ? 'due-soon' : 'ok'
}

interface Case {
  readonly id: string
  readonly zone: Zone
  readonly calibrationDays: number
  readonly bumpDays: number
  readonly passedAt: Date
  /** A later calibration that was not passed; null: none. */
  readonly failedAt: Date | null
  readonly now: Date
}

let server: TestServer
const companies = new Map<Zone, ACompany>()

beforeAll(async () => {
  server = await sharedServer()
  for (const zone of zones) companies.set(zone, await aCompany(server.store.pool, 'Zone', zone))
})

const storeCases = async (cases: readonly Case[]) => {
  const of = (each: (one: Case) => unknown) => cases.map(each)
  await server.store.pool.query(
    `insert into device (id, company_id, site_id, key, kind, name, address)
     select id, company_id, site_id, id::text, 'gas', 'Detector', id::text
     from unnest($1::uuid[], $2::uuid[], $3::uuid[]) t (id, company_id, site_id)`,
    [of((c) => c.id), of((c) => companies.get(c.zone)?.id), of((c) => companies.get(c.zone)?.siteId)],
  )
  await server.store.pool.query(
    `insert into gas_sensor (device_id, channel, type, serial, calibration_days, bump_days)
     select id, 'CO', '', '', calibration, bump from unnest($1::uuid[], $2::int[], $3::int[]) t (id, calibration, bump)`,
    [of((c) => c.id), of((c) => c.calibrationDays), of((c) => c.bumpDays)],
  )
  const entries = cases.flatMap((c) => [
    { c, at: c.passedAt, result: 'pass' },
    ...(c.failedAt ? [{ c, at: c.failedAt, result: 'fail' }] : []),
  ])
  await server.store.pool.query(
    `insert into gas_service_entry (id, company_id, device_id, channel, kind, at, recorded_by, recorded_by_name,
       recorded_at, concentration, lot, lot_expires_on, span_after, band_percent, result)
     select id, company_id, device_id, 'CO', 'calibration', at, id, 'Oracle', at, 100, 'L', '2099-01-01', 100, 10, result
     from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::timestamptz[], $5::text[]) t (id, company_id, device_id, at, result)`,
    [
      entries.map(() => uuid()),
      entries.map(({ c }) => companies.get(c.zone)?.id),
      entries.map(({ c }) => c.id),
      entries.map(({ at }) => at),
      entries.map(({ result }) => result),
    ],
  )
}

const computed = async (cases: readonly Case[]) => {
  const { rows } = await server.store.pool.query<{ id: string; now: Date; found: unknown }>(
    `select c.id, c.now, jsonb_build_object('lastOn', g.calibrated_on, 'dueOn', g.calibration_due_on,
       'calibration', g.calibration_state, 'bumpDueOn', g.bump_due_on, 'bump', g.bump_state, 'state', g.state,
       'first', g.due_on) as found
     from unnest($1::uuid[], $2::timestamptz[]) with ordinality c (id, now, n)
       join lateral gas_service_state(c.now) g on g.device_id = c.id order by c.n`,
    [cases.map(({ id }) => id), cases.map(({ now }) => now)],
  )
  return rows.map(({ found }) => found)
}

const expected = ({ zone, calibrationDays, bumpDays, passedAt, failedAt, now }: Case) => {
  const [lastOn, today] = [dayIn(zone, passedAt), dayIn(zone, now)]
  const [dueOn, bumpDueOn] = [plusDays(lastOn, calibrationDays), plusDays(lastOn, bumpDays)]
  const calibration = stateOf(dueOn, failedAt !== null, today, 14)
  const bump = stateOf(bumpDueOn, failedAt !== null, today, 14)
  const state = serviceState.options.find((one) => one === calibration || one === bump)
  return { lastOn, dueOn, calibration, bumpDueOn, bump, state, first: dueOn < bumpDueOn ? dueOn : bumpDueOn }
}

const hour = 3_600_000
const aCase = fc
  .record({
    zone: fc.constantFrom(...zones),
    calibrationDays: fc.integer({ min: 1, max: 400 }),
    bumpDays: fc.integer({ min: 1, max: 400 }),
    passedAt: fc.integer({ min: Date.parse('2026-01-01'), max: Date.parse('2027-12-31') }),
    fails: fc.option(fc.integer({ min: 0, max: 100 * 24 }), { freq: 4 }),
    // Near the days on which something changes: hours from the beginning of the day after it is due, or before it is soon.
    near: fc.constantFrom('calibration', 'bump', 'soon'),
    hours: fc.integer({ min: -40, max: 40 }),
  })
  .map(({ passedAt, fails, near, hours, ...one }): Case => {
    const days =
      near === 'calibration' ? one.calibrationDays : near === 'bump' ? one.bumpDays : one.calibrationDays - 14
    return {
      ...one,
      id: uuid(),
      passedAt: new Date(passedAt),
      failedAt: fails === null ? null : new Date(passedAt + fails * hour),
      now: new Date(passedAt + days * 24 * hour + hours * hour),
    }
  })

test('due dates and states agree with a calendar in every time zone, near every change of state', async () => {
  const cases = fc.sample(aCase, 300)
  await storeCases(cases)
  expect(await computed(cases)).toEqual(cases.map(expected))
})

test('by example: around daylight saving, and at the last minute of a due date where the detector is', async () => {
  const at = (zone: Zone, passedAt: string, now: string): Case => ({
    id: uuid(),
    zone,
    calibrationDays: 1,
    bumpDays: 90,
    passedAt: new Date(passedAt),
    failedAt: null,
    now: new Date(now),
  })
  const cases = [
    // The clocks go forward in the night to 29 March: that day has 23 hours.
    at('Europe/London', '2026-03-28T23:30:00Z', '2026-03-29T22:59:00Z'),
    at('Europe/London', '2026-03-28T23:30:00Z', '2026-03-29T23:00:00Z'),
    // It is 25 October already in London, which is still in summer time.
    at('Europe/London', '2026-10-24T23:30:00Z', '2026-10-26T23:59:00Z'),
    at('Europe/London', '2026-10-24T23:30:00Z', '2026-10-27T00:00:00Z'),
    at('Pacific/Kiritimati', '2026-06-01T10:00:00Z', '2026-06-03T09:59:00Z'),
    at('Pacific/Kiritimati', '2026-06-01T10:00:00Z', '2026-06-03T10:00:00Z'),
  ]
  await storeCases(cases)
  const dueOn = ['2026-03-29', '2026-03-29', '2026-10-26', '2026-10-26', '2026-06-03', '2026-06-03']
  const states = ['due-soon', 'overdue', 'due-soon', 'overdue', 'due-soon', 'overdue']
  expect(await computed(cases)).toMatchObject(dueOn.map((day, n) => ({ dueOn: day, calibration: states[n] })))
})

test('a sensor is due for replacement by months, at the end of a shorter one on its last day', async () => {
  const [one] = fc.sample(aCase, 1)
  if (!one) throw new Error('no case')
  await storeCases([one])
  const dueAfter = async (installedOn: string, months: number) => {
    await server.store.pool.query('update gas_sensor set installed_on = $2, life_months = $3 where device_id = $1', [
      one.id,
      installedOn,
      months,
    ])
    const { rows: found } = await server.store.pool.query<{ day: string }>(
      `select to_char(replacement_due_on, 'YYYY-MM-DD') as day from gas_service_state(now()) where device_id = $1`,
      [one.id],
    )
    return found[0]?.day
  }
  expect(await dueAfter('2024-02-29', 12)).toBe('2025-02-28')
  expect(await dueAfter('2024-01-31', 1)).toBe('2024-02-29')
  expect(await dueAfter('2024-06-15', 24)).toBe('2026-06-15')
})
