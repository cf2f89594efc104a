import * as alarmHealth from '@gatehouse/contract/safety/alarm-health'
import { expect, test } from 'vitest'
import { aCompany, aDevice, aLabel } from '../../testing/building.testing.ts'
import { sharedServer } from '../../testing/test-server.testing.ts'
import { insertSteps, type Step, type StoredAlarm } from '../alarms/alarms.sql.ts'
import { anAlarm } from '../alarms/alarms.testing.ts'

const minute = 60_000
const begun = Date.parse('2026-11-02T08:00:00Z')
const at = (minutes: number) => new Date(begun + minutes * minute)
const ofAlarm = ({ id, correlationId }: StoredAlarm) => ({ alarmId: id, correlationId })
const period = { from: at(0).toISOString(), to: at(24 * 60).toISOString() }

test('each figure is that of the alarms that one sees, by the moments at which they asked', async () => {
  const server = await sharedServer()
  const { pool } = server.store
  const company = await aCompany(pool)
  const viewer = await server.signedIn(company, { can: ['manage_alarms', 'view_gas_detection'] })
  const noisy = await server.knows(viewer, await aDevice(pool, company, 'gas'))
  const quiet = await server.knows(viewer, await aDevice(pool, company, 'gas'))
  const hidden = await aDevice(pool, company, 'gas')
  await aLabel(pool, company, { device: hidden.id })
  const step = (what: Step['what'], minutes: number): Step => ({ what, at: at(minutes), by: null, note: null })

  // Twelve within ten minutes, the first acknowledged after 30 s, the others not.
  const chattering = await anAlarm(pool, company, noisy.id, { raisedAt: at(10), lastAt: at(19), count: 12 })
  const often = Array.from({ length: 12 }, (_, n) => step(n === 0 ? 'raised' : 'occurred', 10 + n * 0.75))
  await insertSteps(
    pool,
    [often[0], step('acknowledged', 10.5), ...often.slice(1)].flatMap((one) =>
      one ? [{ ...one, ...ofAlarm(chattering) }] : [],
    ),
  )
  const stands = await anAlarm(pool, company, quiet.id, {
    severity: 'critical',
    raisedAt: at(-2000),
    lastAt: at(-2000),
  })
  await insertSteps(pool, [{ ...step('raised', -2000), ...ofAlarm(stands) }])
  const single = await anAlarm(pool, company, quiet.id, { severity: 'low', raisedAt: at(600), lastAt: at(600) })
  await insertSteps(pool, [
    { ...step('raised', 600), ...ofAlarm(single) },
    { ...step('acknowledged', 603), ...ofAlarm(single) },
  ])
  const unseen = await anAlarm(pool, company, hidden.id, { raisedAt: at(30), lastAt: at(30) })
  await insertSteps(pool, [{ ...step('raised', 30), ...ofAlarm(unseen) }])

  const health = await viewer.call(alarmHealth.read, period)
  expect(health).toMatchObject({
    total: 13,
    perDay: 13,
    days: [{ day: '2026-11-02', count: 13 }],
    peak: { count: 12, from: at(10).toISOString() },
    priorities: { low: 1, medium: 0, high: 12, critical: 0 },
    chattering: [{ count: 12, device: { id: noisy.id }, alarmId: chattering.id }],
    worst: [{ count: 12 }, { count: 1 }],
    acknowledgement: { count: 2, median: 105, never: 11 },
  })
  expect(health.acknowledgement.withinMinute).toBeCloseTo(1 / 13)
  expect(health.floods).toMatchObject([{ from: at(10).toISOString(), count: 12 }])
  expect(health.floodShare).toBeGreaterThan(0)
  expect(health.stale).toMatchObject([{ alarmId: stands.id }])
  const nothing = await viewer.call(alarmHealth.read, { from: at(-9000).toISOString(), to: at(-8000).toISOString() })
  expect(nothing).toMatchObject({
    total: 0,
    peak: null,
    floods: [],
    acknowledgement: { median: null, withinMinute: null },
  })
  expect((await viewer.try(alarmHealth.read, { from: period.to, to: period.from })).body).toMatchObject({
    details: [{ field: 'to' }],
  })
})
