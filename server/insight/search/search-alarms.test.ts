import { find } from '@gatehouse/contract/insight/search'
import type { Permission } from '@gatehouse/contract/permissions'
import { beforeAll, expect, test } from 'vitest'
import { insertSteps, type StoredAlarm } from '../../safety/alarms/alarms.sql.ts'
import { anAlarm } from '../../safety/alarms/alarms.testing.ts'
import { type ACompany, type ADevice, aCompany, aDevice, aLabel, aUser } from '../../testing/building.testing.ts'
import { type TestServer, sharedServer } from '../../testing/test-server.testing.ts'

let server: TestServer

beforeAll(async () => {
  server = await sharedServer()
})

const pool = () => server.store.pool
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
const cleared = { at: new Date(), by: null, reason: null }

const aDetector = async (company: ACompany, name: string): Promise<ADevice> => {
  const device = await aDevice(pool(), company, 'gas')
  await pool().query('update device set name = $2 where id = $1', [device.id, name])
  return device
}

const raise = (company: ACompany, device: ADevice, minutes: number, more: Partial<StoredAlarm> = {}) =>
  anAlarm(pool(), company, device.id, { raisedAt: minutesAgo(minutes), lastAt: minutesAgo(minutes), ...more })

const write = (alarm: StoredAlarm, what: 'commented' | 'acknowledged', note: string) =>
  insertSteps(pool(), [
    { alarmId: alarm.id, correlationId: alarm.correlationId, at: new Date(), by: 'Ada Guard', what, note },
  ])

const seeker = async (
  company: ACompany,
  can: readonly Permission[] = ['acknowledge_alarms', 'view_gas_detection'],
  labels: readonly string[] = [],
) => {
  const client = await server.signIn(await aUser(pool(), company, { can, labels }))
  return async (q: string) => (await client.call(find, { q })).results.filter(({ type }) => type === 'alarm')
}
const idsOf = (results: readonly { readonly id: string }[]) => results.map(({ id }) => id)

test('an alarm is found by its title, device, severity, assignee and what people wrote of it', async () => {
  const company = await aCompany(pool(), 'Kestrel')
  const detector = await aDetector(company, 'Boiler detector')
  const assignee = await aUser(pool(), company)
  await pool().query(`update users set first_name = 'Wilhelmina', last_name = 'Quist' where id = $1`, [assignee.id])
  const alarm = await raise(company, detector, 3, {
    title: 'Carbon monoxide high',
    severity: 'critical',
    assigneeId: assignee.id,
  })
  await raise(company, await aDetector(company, 'Garage detector'), 2, { title: 'Oxygen low', severity: 'medium' })
  await write(alarm, 'commented', 'The flue is blocked by a nest')
  await write(alarm, 'acknowledged', 'On my way with a mask')
  const search = await seeker(company)
  for (const q of ['monoxide', 'boiler', 'critical', 'quist', 'flue nest', 'mask', 'critical boiler blocked'])
    expect(idsOf(await search(q)), q).toEqual([alarm.id])
  expect((await search('monoxide'))[0]).toMatchObject({
    title: 'Carbon monoxide high',
    description: 'Boiler detector · Wilhelmina Quist · Unacknowledged',
    severity: 'critical',
    path: `/alarms/${alarm.id}`,
    requiredPermissions: ['acknowledge_alarms'],
  })
  expect(await search('oxygen nest')).toEqual([])
})

test('open alarms come before cleared ones, however old, and the newest of each first', async () => {
  const company = await aCompany(pool(), 'Merlin')
  const detector = await aDetector(company, 'Tank detector')
  const of = (minutes: number, more: Partial<StoredAlarm> = {}) =>
    raise(company, detector, minutes, { title: 'Methane high', ...more })
  const [oldOpen, clearedNow, open, clearedBefore] = [
    await of(900),
    await of(1, { cleared }),
    await of(60),
    await of(5, { cleared }),
  ]
  const search = await seeker(company)
  const found = await search('methane')
  expect(idsOf(found)).toEqual([open.id, oldOpen.id, clearedNow.id, clearedBefore.id])
  expect(found.map(({ priority }) => priority)).toEqual(['high', 'high', 'low', 'low'])
})

test('another company, a kind that one may not read and a label hide alarms; who may not acknowledge finds none', async () => {
  const company = await aCompany(pool(), 'Osprey')
  const other = await aCompany(pool(), 'Harrier')
  const detector = await aDetector(company, 'Loft detector')
  const alarm = await raise(company, detector, 4, { title: 'Ammonia high' })
  await write(alarm, 'commented', 'Smells like the stables')
  await raise(other, await aDetector(other, 'Loft detector'), 4, { title: 'Ammonia high' })
  const label = await aLabel(pool(), company, { device: detector.id })
  const both = ['ammonia', 'stables'] as const
  const labelled = await seeker(company, undefined, [label])
  const unlabelled = await seeker(company)
  const blind = await seeker(company, ['acknowledge_alarms', 'read_doors'], [label])
  const reader = await seeker(company, ['view_gas_detection'], [label])
  for (const q of both) {
    expect(idsOf(await labelled(q)), q).toEqual([alarm.id])
    for (const hidden of [unlabelled, blind, reader]) expect(await hidden(q), q).toEqual([])
  }
})

test('an alarm of the record is found by who may read the record, and one that is deleted is not', async () => {
  const company = await aCompany(pool(), 'Buzzard')
  const alarm = await anAlarm(pool(), company, '', { deviceId: null, title: 'Activity log broken', source: 'activity' })
  await write(alarm, 'commented', 'Compared with the checkpoint')
  const search = await seeker(company, ['acknowledge_alarms', 'view_activity_logs'])
  const guard = await seeker(company)
  for (const q of ['activity log broken', 'checkpoint']) expect(await guard(q), q).toEqual([])
  expect(idsOf(await search('activity log broken'))).toEqual([alarm.id])
  expect(idsOf(await search('checkpoint'))).toEqual([alarm.id])
  await pool().query('delete from alarm where id = $1', [alarm.id])
  expect(await search('checkpoint')).toEqual([])
})
