// The report: filters, views, the dashboard, and files that hold exactly what is shown.
import { createHash } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import * as activity from '@gatehouse/contract/activity'
import * as entryExit from '@gatehouse/contract/entry-exit'
import { columns, columnWords } from '@gatehouse/contract/entry-exit-words'
import * as ingest from '@gatehouse/contract/ingest'
import { allPermissions } from '@gatehouse/contract/permissions'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ACompany, type ADevice, aCompany, aDevice, aLabel, aUser, aZone } from '../building.testing.ts'
import { type House, openHouse, type Visitor } from '../house.testing.ts'

let house: House
let company: ACompany
let door: ADevice
let vault: ADevice
let admin: Visitor
let guard: Visitor
let apiKey: string

// The vault is hidden from the guard by a label.
beforeAll(async () => {
  house = await openHouse()
  const db = house.store.pool
  company = await aCompany(db, 'Meridian, "Tower"')
  const lobby = await aZone(db, company, 'Lobby')
  door = await aDevice(db, company, 'door', { zone: lobby, leadsTo: lobby })
  vault = await aDevice(db, company, 'door', { zone: lobby, leadsFrom: lobby, leadsTo: lobby })
  await aLabel(db, company, { device: vault.id })
  await aUser(db, company, { card: 'card:0000000042' })
  await db.query(`update users set first_name = '=1+1', last_name = 'O''Hara, "Pat"' where company_id = $1`, [
    company.id,
  ])
  const reads = ['read_entry_exit_report', 'read_entry_exit_dashboard', 'read_doors'] as const
  const [one, other] = [await aUser(db, company, { can: allPermissions }), await aUser(db, company, { can: reads })]
  admin = house.visit()
  guard = house.visit()
  await admin.signIn(one.email, one.password)
  await guard.signIn(other.email, other.password)
  await house.knows(admin, vault)
  apiKey = (await admin.call(ingest.createApiKey, { name: 'Test' })).secret
  await says(door, { type: 'access', credential: 'card:0000000042', result: 'granted', taken: true })
  await says(door, { type: 'access', credential: 'card:0000000042', result: 'granted', taken: false })
  await says(door, { type: 'access', credential: 'card:9', result: 'denied', reason: 'unknown-credential' })
  await says(vault, { type: 'access', credential: 'pin:x', result: 'denied', reason: 'Outside schedule' })
  await says(door, { type: 'forced-open' })
})
afterAll(() => house.close())

let seconds = 60
const says = async (from: ADevice, message: object) => {
  const at = new Date(Date.now() - seconds--).toISOString()
  const answer = await house
    .visit()
    .try(ingest.batch, [{ device: from.key, kind: 'event', id: uuid(), at, ...message }], { 'x-api-key': apiKey })
  expect(answer.body).toMatchObject({ results: [{ result: 'stored' }] })
}

const file = async (op: Parameters<Visitor['try']>[0], input: object = {}, visitor = admin) => {
  const answer = await visitor.try(op, input)
  expect(answer.status).toBe(200)
  return answer.body instanceof Buffer ? answer.body : Buffer.alloc(0)
}

test('is asked for by reason, method and whether somebody went through', async () => {
  const found = async (input: object) => (await admin.call(entryExit.logs, input)).logs.length
  expect(await found({ reason: 'unknown credential' })).toBe(1)
  expect(await found({ reason: 'outside-schedule' })).toBe(1)
  expect(await found({ method: 'pin' })).toBe(1)
  expect(await found({ taken: 'yes' })).toBe(1)
  expect(await found({ taken: 'no' })).toBe(1)
  expect(await found({ taken: 'unknown' })).toBe(0)
  expect(await admin.try(entryExit.logs, { method: 'handshake' })).toMatchObject({
    status: 422,
    body: { details: [{ field: 'method' }] },
  })
})

test('as CSV holds the rows that are shown, in their words, and its checksum is on record', async () => {
  const csv = await file(entryExit.exportCsv, { columns: 'person,type,result,reason,taken' })
  expect(csv.toString()).toBe(`Person,Type,Result,Reason,Went through
,Entry,Denied,Outside the schedule,No
,Entry,Denied,Unknown credential,No
"'=1+1 O'Hara, ""Pat""",Entry,Granted,,"No, although granted"
"'=1+1 O'Hara, ""Pat""",Entry,Granted,,Yes
`)
  const sha256 = createHash('sha256').update(csv).digest('hex')
  await expect
    .poll(async () => (await admin.call(activity.list, { action: 'entryExit.exportCsv.ended' })).entries)
    .toMatchObject([{ after: { rows: 4, sha256, whole: true } }])
  const all = (await file(entryExit.exportCsv)).toString().split('\n')
  expect(all[0]).toBe(columns.map((column) => columnWords[column]).join(','))
  const seen = (await file(entryExit.exportCsv, { columns: 'door' }, guard)).toString()
  expect(seen.split('\n')).toHaveLength(5)
  expect(seen).not.toContain(vault.key)
  expect((await admin.try(entryExit.exportCsv, { columns: 'person,secrets' })).status).toBe(422)
})

test('as a workbook and as a paper it holds the same rows, and tells the checksum of the CSV', async () => {
  const asked = { columns: 'time,person,reason', result: 'denied', doorId: door.id } as const
  const csv = await file(entryExit.exportCsv, asked)
  const sha256 = createHash('sha256').update(csv).digest('hex')
  const sheets = unzipped(await file(entryExit.exportXlsx, asked))
  const report = sheets.get('xl/worksheets/sheet1.xml') ?? ''
  expect(report.match(/<row>/g)).toHaveLength(2)
  expect(report).toContain('Unknown credential')
  expect(report).toMatch(/<c s="1"><v>\d{5}\.\d+<\/v><\/c>/)
  const about = sheets.get('xl/worksheets/sheet2.xml') ?? ''
  for (const told of [sha256, 'Meridian, "Tower"', 'Denied', door.key, 'Time, Person, Reason'])
    expect(about).toContain(told)
  const paper = await file(entryExit.exportPdf, asked)
  expect(paper.subarray(0, 5).toString()).toBe('%PDF-')
  await expect
    .poll(async () => (await admin.call(activity.list, { action: 'entryExit.exportPdf.ended' })).entries)
    .toMatchObject([{ after: { rows: 1, sha256 } }])
})

test('is kept as views: one’s own, and those that others share', async () => {
  const { view } = await guard.call(entryExit.saveView, { name: 'Denied', query: 'result=denied' })
  expect(view).toMatchObject({ own: true, shared: false, query: 'result=denied' })
  const { id } = view
  expect((await admin.call(entryExit.views)).views).toEqual([])
  expect((await admin.try(entryExit.changeView, { id, name: 'Mine', query: '' })).status).toBe(404)
  expect(await guard.try(entryExit.saveView, { name: 'DENIED', query: '' })).toMatchObject({
    status: 422,
    body: { details: [{ field: 'name' }] },
  })
  expect(await guard.try(entryExit.saveView, { name: 'Odd', query: 'colour=red' })).toMatchObject({
    status: 422,
    body: { details: [{ field: 'query' }] },
  })
  await guard.call(entryExit.changeView, { id, name: 'Denied', query: 'result=denied&type=entry', shared: true })
  expect((await admin.call(entryExit.views)).views).toMatchObject([{ id, own: false, owner: 'Ada Okafor' }])
  await admin.call(entryExit.removeView, { id })
  expect((await guard.call(entryExit.views)).views).toEqual([])
})

test('the dashboard counts today by hour and door, and only what one may see', async () => {
  const today = await admin.call(entryExit.dashboard)
  expect([23, 24, 25]).toContain(today.hours.length)
  const sum = (of: 'entries' | 'denied') => today.hours.reduce((all, hour) => all + hour[of], 0)
  expect([sum('entries'), sum('denied')]).toEqual([1, 2])
  expect(today.doors).toMatchObject([
    { doorId: door.id, zone: 'Lobby', entries: 1, denied: 1 },
    { doorId: vault.id, entries: 0, denied: 1 },
  ])
  expect(today.denied).toHaveLength(2)
  expect(today.forced).toMatchObject([{ doorId: door.id, what: 'forced-open' }])
  const seen = await guard.call(entryExit.dashboard)
  expect(seen.doors.map(({ doorId }) => doorId)).toEqual([door.id])
  expect(seen.denied).toEqual([{ reason: 'unknown-credential', times: 1 }])
})

/** The files of an archive, by the list at its end. */
const unzipped = (zip: Buffer): Map<string, string> => {
  const end = zip.length - 22
  const files = new Map<string, string>()
  let at = zip.readUInt32LE(end + 16)
  for (let n = zip.readUInt16LE(end + 10); n > 0; n--) {
    const [packed, nameLength, start] = [
      zip.readUInt32LE(at + 20),
      zip.readUInt16LE(at + 28),
      zip.readUInt32LE(at + 42),
    ]
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    const data = start + 30 + zip.readUInt16LE(start + 26)
    files.set(name, inflateRawSync(zip.subarray(data, data + packed)).toString())
    at += 46 + nameLength
  }
  return files
}
