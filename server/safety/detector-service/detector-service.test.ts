// The ledger of gas detectors and what is due: over HTTP, against the store.
import * as activity from '@gatehouse/contract/record/activity'
import * as service from '@gatehouse/contract/safety/detector-service'
import type { Input } from '@gatehouse/contract/operation'
import type { Permission } from '@gatehouse/contract/permissions'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type ACompany, type ADevice, aCompany, aDevice, aLabel } from '../../testing/building.testing.ts'
import { type ApiClient, sharedServer, type TestServer } from '../../testing/test-server.testing.ts'
import { aChannel, aSensor, aTest, dayOf, inDays } from './detector-service.testing.ts'

const managing: readonly Permission[] = [
  'view_gas_detection',
  'manage_gas',
  'read_notifications',
  'view_activity_logs',
  'read_dashboard',
]

let server: TestServer
let company: ACompany
let manager: ApiClient
let detector: ADevice

beforeAll(async () => {
  server = await sharedServer()
})

beforeEach(async () => {
  company = await aCompany(server.store.pool, 'Company', 'UTC')
  manager = await server.signedIn(company, { can: managing, name: 'Mara Gas' })
  detector = await aDetector('Plant room')
})

const aDetector = async (name: string): Promise<ADevice> => {
  const device = await server.knows(manager, await aDevice(server.store.pool, company, 'gas', { name }))
  await aChannel(server.store.pool, device, 'CO')
  return device
}
const read = ({ id: deviceId } = detector, by = manager) => by.call(service.byDevice, { deviceId })
const channel = async (of = detector) => (await read(of)).detector.channels[0]
const record = (input: Input<typeof service.recordEntry>) => manager.call(service.recordEntry, input)

test('without any entry all is never; a passed calibration is a bump test too, and both are due by the intervals', async () => {
  expect(await channel()).toMatchObject({
    channel: 'CO',
    unit: 'ppm',
    state: 'never',
    calibration: { state: 'never', lastOn: null, dueOn: null },
    bumpTest: { state: 'never', lastOn: null, dueOn: null },
    replacement: null,
  })
  const { entry } = await record({ ...aTest(detector, 'calibration', 10), zero: { before: 2, after: 0 } })
  expect(entry).toMatchObject({ result: 'pass', failReasons: [], bandPercent: 10, recordedBy: 'Mara Gas' })
  expect(await channel()).toMatchObject({
    state: 'ok',
    calibration: { state: 'ok', lastOn: dayOf(inDays(-10)), dueOn: dayOf(inDays(170)) },
    bumpTest: { state: 'ok', lastOn: dayOf(inDays(-10)), dueOn: dayOf(inDays(80)) },
  })
  await record(aTest(detector, 'bump-test', 5))
  expect(await channel()).toMatchObject({
    calibration: { dueOn: dayOf(inDays(170)) },
    bumpTest: { dueOn: dayOf(inDays(85)) },
  })
  const { entries } = await manager.call(activity.list, { action: 'detectorService.recordEntry' })
  expect(entries[0]).toMatchObject({ subject: 'Plant room, CO: bump test' })
})

test('the arithmetic decides: out of the band or with expired gas a test is failed, and the due date stays', async () => {
  await record(aTest(detector, 'calibration', 20))
  const edge = await record({ ...aTest(detector, 'bump-test', 3), span: { after: 90 } })
  expect(edge.entry.result).toBe('pass')
  const failed = await record({ ...aTest(detector, 'bump-test', 2), span: { after: 89.999_999 } })
  expect(failed.entry).toMatchObject({ result: 'fail', failReasons: ['span-out-of-band'] })
  expect(await channel()).toMatchObject({
    state: 'failed',
    calibration: { state: 'ok' },
    bumpTest: { state: 'failed', dueOn: dayOf(inDays(87)) },
  })
  const expired = { concentration: 100, lot: 'OLD', expiresOn: dayOf(inDays(-3)) }
  const old = await record({ ...aTest(detector, 'calibration', 1), gas: expired })
  expect(old.entry).toMatchObject({ result: 'fail', failReasons: ['gas-expired'] })
  expect(await channel()).toMatchObject({ calibration: { state: 'failed' }, bumpTest: { state: 'failed' } })
  await record(aTest(detector, 'calibration'))
  expect(await channel()).toMatchObject({ state: 'ok' })
})

test('a wrong entry is voided with a reason, by itself or by the entry in its place; both stay, and nothing is changed', async () => {
  const first = await record(aTest(detector, 'calibration', 100))
  const wrong = await record(aTest(detector, 'calibration', 1))
  const { deviceId, id: entryId } = wrong.entry
  const voided = await manager.call(service.voidEntry, { deviceId, entryId, reason: 'Another detector' })
  expect(voided.entry).toMatchObject({ kind: 'void', voids: { entryId, reason: 'Another detector' } })
  expect(await channel()).toMatchObject({ calibration: { lastOn: dayOf(inDays(-100)) } })
  expect((await manager.try(service.voidEntry, { deviceId, entryId, reason: 'Twice' })).status).toBe(409)
  const voidingId = voided.entry.id
  expect((await manager.try(service.voidEntry, { deviceId, entryId: voidingId, reason: 'Undo' })).status).toBe(422)
  const instead = { entryId: first.entry.id, reason: 'The date was wrong' }
  await record({ ...aTest(detector, 'calibration', 90), voids: instead })
  expect(await channel()).toMatchObject({ calibration: { lastOn: dayOf(inDays(-90)) } })
  const { entries } = await read()
  expect(entries.map(({ kind, voidedBy }) => [kind, voidedBy?.reason ?? null])).toEqual([
    ['calibration', null],
    ['void', null],
    ['calibration', 'Another detector'],
    ['calibration', 'The date was wrong'],
  ])
  for (const text of [`update gas_service_entry set remark = 'x'`, 'delete from gas_service_entry'])
    await expect(server.store.pool.query(`${text} where device_id = $1`, [deviceId])).rejects.toThrow('only added to')
})

test('a new sensor has not been calibrated, and is due for replacement by its expected life', async () => {
  await record(aTest(detector, 'calibration', 10))
  const life = { installedOn: dayOf(inDays(-500)), lifeMonths: 24, bumpDays: 30, rangeLow: 0, rangeHigh: 500 }
  const { detector: set } = await manager.call(service.setSensor, aSensor(detector, life))
  expect(set.channels[0]).toMatchObject({ replacement: { state: 'ok' }, bumpTest: { dueOn: dayOf(inDays(20)) } })
  const sensor = { type: 'Electrochemical', serial: 'B2' }
  const replaced = { deviceId: detector.id, channel: 'CO', kind: 'sensor-replaced', at: inDays(-2), sensor } as const
  const { entry } = await record({ ...replaced, contractor: 'Gas Service Ltd' })
  expect(entry).toMatchObject({ result: null, contractor: 'Gas Service Ltd', sensor })
  expect(await channel()).toMatchObject({
    state: 'never',
    calibration: { state: 'never', dueOn: null },
    replacement: { state: 'ok', lastOn: dayOf(inDays(-2)) },
    sensor: { serial: 'B2', installedOn: dayOf(inDays(-2)), lifeMonths: 24 },
  })
  const { body } = await manager.try(service.setSensor, aSensor(detector, { ...life, serial: 'C3' }))
  expect(body).toMatchObject({ details: expect.arrayContaining([expect.objectContaining({ field: 'serial' })]) })
  await manager.call(service.voidEntry, { deviceId: detector.id, entryId: entry.id, reason: 'Not replaced' })
  expect(await channel()).toMatchObject({ calibration: { state: 'ok' }, sensor: { serial: 'A1' } })
})

test('of entries that are recorded at once all count', async () => {
  const days = [40, 3, 25, 12, 30]
  await Promise.all(days.map((daysAgo) => record(aTest(detector, 'calibration', daysAgo))))
  expect(await channel()).toMatchObject({ calibration: { lastOn: dayOf(inDays(-3)) } })
  expect((await read()).entries).toHaveLength(days.length)
})

test('what does not belong to an entry is refused by its field', async () => {
  const faultsOf = async (more: object) => {
    const { status, body } = await manager.try(service.recordEntry, { ...aTest(detector, 'calibration'), ...more })
    expect(status).toBe(422)
    return body
  }
  const at = (field: string) => ({ details: [expect.objectContaining({ field })] })
  expect(await faultsOf({ at: inDays(1) })).toMatchObject(at('at'))
  expect(await faultsOf({ gas: undefined })).toMatchObject(at('gas'))
  expect(await faultsOf({ span: undefined })).toMatchObject(at('span'))
  expect(await faultsOf({ span: { after: 0.1 + 0.2 } })).toMatchObject(at('span.after'))
  expect(await faultsOf({ channel: 'H2S' })).toMatchObject(at('channel'))
  expect(await faultsOf({ sensor: { type: '', serial: '' } })).toMatchObject(at('sensor'))
  expect(await faultsOf({ kind: 'bump-test', zero: { after: 0 } })).toMatchObject(at('zero'))
  const settings = { bumpDays: 60, calibrationDays: 120, dueSoonDays: 7, passBandPercent: 20 }
  const tooWide = await manager.try(service.setSettings, { ...settings, passBandPercent: 20.5 })
  expect(tooWide.body).toMatchObject(at('passBandPercent'))
  await manager.call(service.setSettings, settings)
  expect((await manager.call(service.currentSettings)).settings).toEqual(settings)
  const wide = await record({ ...aTest(detector, 'calibration'), span: { after: 80 } })
  expect(wide.entry).toMatchObject({ result: 'pass', bandPercent: 20 })
})

test('the list has what is due first at its beginning, is filtered by state, paged, and exported', async () => {
  const [overdue, soon, failed] = [await aDetector('Overdue'), await aDetector('Soon'), await aDetector('Failed')]
  await record(aTest(overdue, 'calibration', 200))
  await record(aTest(soon, 'calibration', 80))
  await record({ ...aTest(failed, 'calibration'), span: { after: 50 } })
  const fine = await aDetector('Fine')
  await record(aTest(fine, 'calibration'))
  const listed = await manager.call(service.list, {})
  expect(listed.detectors.map(({ name, state }) => [name, state])).toEqual([
    ['Failed', 'failed'],
    ['Overdue', 'overdue'],
    ['Plant room', 'never'],
    ['Soon', 'due-soon'],
    ['Fine', 'ok'],
  ])
  expect(listed.total).toBe(5)
  const named: string[] = []
  for (let cursor: string | undefined, n = 0; n < 6; n++) {
    const { detectors, next } = await manager.call(service.list, { limit: 2, ...(cursor ? { cursor } : {}) })
    named.push(...detectors.map(({ name }) => name))
    if (next === null) break
    cursor = next
  }
  expect(named).toEqual(listed.detectors.map(({ name }) => name))
  expect((await manager.call(service.list, { state: 'due-soon' })).detectors.map(({ name }) => name)).toEqual(['Soon'])
  expect((await manager.call(service.list, { q: 'plant' })).detectors.map(({ name }) => name)).toEqual(['Plant room'])
  const lines = (await csvOf(manager, { state: 'overdue' })).trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(`Overdue,${company.name},,CO,overdue,overdue,${dayOf(inDays(-200))},${dayOf(inDays(-20))}`)
})

const csvOf = async (by: ApiClient, input: object = {}) => String((await by.try(service.exportCsv, input)).body)

const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n')
const attach = (by: ApiClient, { deviceId, id }: service.LedgerEntry, bytes: Buffer) => {
  const form = new FormData()
  form.append('certificate', new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), 'certificate.pdf')
  const { path } = service.attachCertificate
  const of = path.replace('{deviceId}', deviceId).replace('{entryId}', id)
  return by.try({ ...service.attachCertificate, path: of }, form)
}
const certificateOf = ({ deviceId, id: entryId }: service.LedgerEntry, by = manager) =>
  by.try(service.certificate, { deviceId, entryId })

test('a certificate is added once, is what its content is, and comes back as an attachment', async () => {
  const { entry } = await record(aTest(detector, 'calibration'))
  expect((await certificateOf(entry)).status).toBe(404)
  expect((await attach(manager, entry, Buffer.from('<html>not a certificate'))).status).toBe(422)
  expect((await attach(manager, entry, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).status).toBe(422)
  expect((await attach(manager, entry, Buffer.alloc(10 * 1024 * 1024 + 1, '%PDF-'))).status).toBe(413)
  expect((await attach(manager, entry, pdf)).status).toBe(200)
  expect((await attach(manager, entry, pdf)).status).toBe(422)
  expect((await read()).entries[0]?.certificate).toMatchObject({ type: 'application/pdf', bytes: pdf.length })
  const answer = await certificateOf(entry)
  expect(answer.headers.get('content-type')).toBe('application/pdf')
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="certificate-[\w-]+\.pdf"$/)
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(answer.headers.get('content-security-policy')).toContain('sandbox')
  expect(answer.body).toEqual(pdf)
})

test('another company, a missing label and a missing permission see and do nothing, the file included', async () => {
  const { entry } = await record(aTest(detector, 'calibration'))
  await attach(manager, entry, pdf)
  const reader = await server.signedIn(company, { can: ['view_gas_detection'] })
  expect((await certificateOf(entry, reader)).status).toBe(200)
  expect((await reader.try(service.recordEntry, aTest(detector, 'bump-test'))).status).toBe(403)
  expect((await attach(reader, entry, pdf)).status).toBe(403)
  const nobody = await server.signedIn(company, { can: ['read_doors'] })
  expect((await certificateOf(entry, nobody)).status).toBe(403)
  expect((await nobody.try(service.list, {})).status).toBe(403)
  const stranger = await server.signedIn(await aCompany(server.store.pool), { can: managing })
  const door = await server.knows(
    await server.signedIn(company, { can: ['read_doors'] }),
    await aDevice(server.store.pool, company, 'door'),
  )
  expect((await manager.try(service.byDevice, { deviceId: door.id })).status).toBe(404)
  const seesNothing = async (who: ApiClient) => {
    expect((await who.call(service.list, {})).detectors).toEqual([])
    expect(await csvOf(who)).not.toContain('Plant room')
    const { deviceId, id: entryId } = entry
    const refused = [
      await who.try(service.byDevice, { deviceId }),
      await who.try(service.recordEntry, aTest(detector, 'bump-test')),
      await who.try(service.voidEntry, { deviceId, entryId, reason: 'Not mine' }),
      await who.try(service.setSensor, aSensor(detector)),
      await attach(who, entry, pdf),
      await certificateOf(entry, who),
    ]
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 404))
  }
  await seesNothing(stranger)
  const other = await aDetector('Other')
  // By the address of a detector that one sees, an entry of another is not found either.
  const elsewhere = await manager.try(service.voidEntry, { deviceId: other.id, entryId: entry.id, reason: 'Elsewhere' })
  expect(elsewhere.status).toBe(404)
  await server.store.pool.query('update device set retired_at = now() where id = $1', [other.id])
  await aLabel(server.store.pool, company, { device: detector.id })
  await expect.poll(async () => (await manager.try(service.byDevice, { deviceId: detector.id })).status).toBe(404)
  await seesNothing(manager)
})
