// The workbook, read by a library that has never heard of ours.
import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import type { About } from './report-about.ts'
import { createWorkbook } from '../../kit/documents/workbook.ts'
import { workbookOf } from './report-workbook.ts'

const about: About = {
  company: 'Meridian & Sons <Ltd>',
  timeZone: 'Europe/Berlin',
  madeAt: '22 Nov 2026, 23:15',
  madeBy: 'Ada',
  columns: ['time', 'person', 'reason', 'id'],
  filters: [['Door', 'Main "entrance"']],
}

/** The sheets as they are read, of rows that come in parts of so many. */
const bookOf = async (rows: readonly string[][], mostOnSheet: number, atOnce: number) => {
  const maker = createWorkbook(workbookOf(about), mostOnSheet)
  const bytes: Uint8Array[] = []
  for (const [index, row] of rows.entries()) {
    maker.add(row)
    if (index % atOnce === 0) bytes.push(...(await maker.take()))
  }
  bytes.push(...(await maker.end({ rows: rows.length, sha256: 'abc' })))
  return (await readXlsx(Buffer.concat(bytes))).sheets
}

const odd = ['=1+1', "'+49", 'a & b < c > "d"', ' spaces ', 'two\nlines', '_x0041_', '100%', '007', '🚪 Öztürk', '']

test('goes on upon the next sheet where one is full, each with its head, and says at the end what it is', async () => {
  // In July the clocks there are two hours ahead, in December one.
  const at = (index: number) => new Date(Date.UTC(2026, index % 2 ? 11 : 6, 5, 23, 30, index)).toISOString()
  const rows = odd.map((text, index) => [at(index), text, odd[odd.length - 1 - index] ?? '', `id ${index}`])
  for (const [mostOnSheet, atOnce] of [
    [4, 3],
    [5, 1],
    [10, 100],
  ] as const) {
    const sheets = await bookOf(rows, mostOnSheet, atOnce)
    const last = sheets.pop()
    expect(sheets.map(({ name }) => name)).toEqual(
      Array.from({ length: Math.ceil(rows.length / mostOnSheet) }, (_, n) => (n === 0 ? 'Report' : `Report ${n + 1}`)),
    )
    for (const { rows: all, freezePane } of sheets) {
      expect(all[0]).toEqual(['Time (Europe/Berlin)', 'Person', 'Reason', 'Log id'])
      expect(freezePane?.rows).toBe(1)
    }
    const found = sheets.flatMap(({ rows: all }) => all.slice(1))
    expect(found.map(([, ...texts]) => texts)).toEqual(rows.map(([, ...texts]) => texts.map((text) => text || null)))
    // Where the clock on the wall stands, as a date to calculate with.
    expect(found.map(([moment]) => (moment instanceof Date ? moment.toISOString().slice(0, 19) : moment))).toEqual(
      rows.map((_, index) => `2026-${index % 2 ? '12-06T00' : '07-06T01'}:30:0${index}`),
    )
    expect(last?.name).toBe('About')
    expect(last?.rows).toContainEqual(['Company', 'Meridian & Sons <Ltd>'])
    expect(last?.rows).toContainEqual(['Door', 'Main "entrance"'])
    expect(last?.rows).toContainEqual(['SHA-256', 'abc'])
  }
})

test('without a row has its head', async () => {
  const [report] = await bookOf([], 10, 1)
  expect(report?.rows).toEqual([['Time (Europe/Berlin)', 'Person', 'Reason', 'Log id']])
})
