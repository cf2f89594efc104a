// The report: filters, the dashboard, and files that hold exactly what is shown.
import { createHash } from 'node:crypto'
import * as activity from '@gatehouse/contract/record/activity'
import * as doors from '@gatehouse/contract/access/doors'
import * as entryExit from '@gatehouse/contract/access/entry-exit'
import { columns, columnWords } from '@gatehouse/contract/access/entry-exit-words'
import * as ingest from '@gatehouse/contract/building/ingest'
import { allPermissions } from '@gatehouse/contract/permissions'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { parse } from 'csv-parse/sync'
import { readXlsx } from 'hucre/xlsx'
import { v7 as uuid } from 'uuid'
import { beforeAll, expect, test } from 'vitest'
import { type ACompany, type ADevice, aCompany, aDevice, aLabel, aUser, aZone } from '../../testing/building.testing.ts'
import { type TestServer, sharedServer, type ApiClient } from '../../testing/test-server.testing.ts'
import { until } from '../../building/ingest/ingest.testing.ts'
import { tick } from '../../kit/clock.testing.ts'

let server: TestServer
let company: ACompany
let door: ADevice
let vault: ADevice
let admin: ApiClient
let guard: ApiClient
let apiKey: string

// The vault is hidden from the guard by a label.
beforeAll(async () => {
  // Neither does today begin between what happens and its being counted.
  const sinceMidnight = Date.now() % 86_400_000
  if (sinceMidnight < 5 * 60_000 || sinceMidnight > 86_400_000 - 10 * 60_000) await tick('20 min')
  server = await sharedServer()
  const db = server.store.pool
  company = await aCompany(db, 'Meridian, "Tower"', 'UTC')
  const lobby = await aZone(db, company, 'Lobby')
  door = await aDevice(db, company, 'door', { zone: lobby, leadsTo: lobby })
  vault = await aDevice(db, company, 'door', { zone: lobby, leadsFrom: lobby, leadsTo: lobby })
  await aLabel(db, company, { device: vault.id })
  await aUser(db, company, { card: 'card:0000000042', name: `=1+1 O'Hara, "Pat"` })
  const reads = ['read_entry_exit_report', 'read_entry_exit_dashboard', 'read_doors'] as const
  admin = await server.signedIn(company, { can: allPermissions })
  guard = await server.signedIn(company, { can: reads })
  await server.knows(admin, vault)
  await until(async () => (await guard.try(doors.byId, { doorId: vault.id })).status === 404)
  apiKey = (await admin.call(ingest.createApiKey, { name: 'Test' })).secret
  await send(door, { type: 'access', credential: 'card:0000000042', result: 'granted', taken: true })
  await send(door, { type: 'access', credential: 'card:0000000042', result: 'granted', taken: false })
  await send(door, { type: 'access', credential: 'card:9', result: 'denied', reason: 'unknown-credential' })
  await send(vault, { type: 'access', credential: 'pin:x', result: 'denied', reason: 'Outside schedule' })
  await send(door, { type: 'forced-open' })
})

let seconds = 60
const send = async (from: ADevice, message: object) => {
  const at = new Date(Date.now() - seconds--).toISOString()
  const answer = await server
    .client()
    .try(ingest.batch, [{ device: from.key, kind: 'event', id: uuid(), at, ...message }], { 'x-api-key': apiKey })
  expect(answer.body).toMatchObject({ results: [{ result: 'stored' }] })
}

const file = async (op: Parameters<ApiClient['try']>[0], input: object = {}, visitor = admin) => {
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
  expect(csv.toString()).toBe(`Person,Type,Result,Reason,Passage
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
  const asked = { columns: 'time,person,reason,taken,id' } as const
  const csv = await file(entryExit.exportCsv, asked)
  const sha256 = createHash('sha256').update(csv).digest('hex')
  const [, ...rows]: string[][] = parse(csv)
  expect(rows).toHaveLength(4)
  const { sheets } = await readXlsx(await file(entryExit.exportXlsx, asked))
  expect(sheets.map(({ name }) => name)).toEqual(['Report', 'About'])
  // The company's clock is that of UTC, as its CSV always is.
  const cells = sheets[0]?.rows.slice(1).map((row) => row.map((cell) => inText(cell)))
  expect(cells).toEqual(rows)
  const about = new Map(sheets[1]?.rows.map(([name, value]) => [name, value]))
  expect(about.get('SHA-256')).toBe(sha256)
  expect(about.get('Company')).toBe(company.name)
  expect(about.get('Columns')).toBe('Time, Person, Reason, Passage, Log id')

  const few = { columns: 'time,person,reason', result: 'denied', doorId: door.id } as const
  const [narrow] = (await readXlsx(await file(entryExit.exportXlsx, few))).sheets
  expect(narrow?.rows.slice(1).map(([, ...texts]) => texts)).toEqual([[null, 'Unknown credential']])
  const paper = await textOf(await file(entryExit.exportPdf, few))
  for (const published of ['Denied', door.key, 'Unknown credential']) expect(paper).toContain(published)
  expect(paper).not.toContain('Outside the schedule')
  const of = createHash('sha256')
    .update(await file(entryExit.exportCsv, few))
    .digest('hex')
  await expect
    .poll(async () => (await admin.call(activity.list, { action: 'entryExit.exportPdf.ended' })).entries)
    .toMatchObject([{ after: { rows: 1, sha256: of } }])
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

const inText = (cell: unknown): string =>
  cell instanceof Date ? cell.toISOString() : typeof cell === 'string' ? cell : ''

const textOf = async (pdf: Uint8Array): Promise<string> => {
  const pdfium = await PDFiumLibrary.init()
  const document = await pdfium.loadDocument(pdf)
  const texts = [...document.pages()].map((page) => page.getText())
  document.destroy()
  pdfium.destroy()
  return texts.join('\n')
}
