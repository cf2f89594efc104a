// The report to be printed: every page with the names of the columns, the last one with what proves it.
import { type Column, columnWords } from '@gatehouse/contract/access/entry-exit-words'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import pdfmake from 'pdfmake'
import type { About } from './report-about.ts'
import type { Maker } from '../../kit/documents/workbook.ts'
import { wallTime } from '../../kit/documents/wall-time.ts'

const moments: readonly Column[] = ['time', 'deviceTime', 'serverTime']
const grey = '#475569'
const pale = '#f1f5f9'
const line = '#cbd5e1'

export const createPaper = (about: About): Maker => {
  const wall = wallTime(about.timeZone)
  const rows: string[][] = []
  return {
    add: (row) =>
      void rows.push(
        row.map((field, index) => {
          const column = about.columns[index]
          return field !== '' && column !== undefined && moments.includes(column) ? wall.text(field) : field
        }),
      ),
    take: async () => [],
    async end(facts) {
      prepare()
      return [await pdfmake.createPdf(documentOf(about, rows, facts)).getBuffer()]
    },
  }
}

// Nothing is fetched and nothing read but the letters that come with it.
const prepare = () => {
  const fonts = join(createRequire(import.meta.url).resolve('pdfmake/package.json'), '..', 'fonts', 'Roboto')
  const regular = join(fonts, 'Roboto-Regular.ttf')
  const medium = join(fonts, 'Roboto-Medium.ttf')
  pdfmake.setUrlAccessPolicy(() => false)
  pdfmake.setLocalAccessPolicy((path) => path === regular || path === medium)
  pdfmake.setFonts({ Roboto: { normal: regular, bold: medium, italics: regular, bolditalics: medium } })
}

const documentOf = (
  about: About,
  rows: readonly string[][],
  { rows: many, sha256 }: { rows: number; sha256: string },
) => ({
  pageSize: 'A4' as const,
  pageOrientation: about.columns.length > 5 ? ('landscape' as const) : ('portrait' as const),
  pageMargins: [32, 40, 32, 40] as [number, number, number, number],
  info: { title: 'Entries and exits', author: about.company, creator: 'Gatehouse' },
  defaultStyle: { font: 'Roboto', fontSize: about.columns.length > 9 ? 6 : 8 },
  footer: (page: number, pages: number) => ({
    columns: [
      { text: `${about.company} · Entries and exits · made ${about.madeAt}`, alignment: 'left' as const },
      { text: `Page ${page} of ${pages}`, alignment: 'right' as const },
    ],
    margin: [32, 12, 32, 0] as [number, number, number, number],
    color: grey,
    fontSize: 7,
  }),
  content: [
    { text: 'Entries and exits', fontSize: 18, bold: true },
    { text: about.company, color: grey, margin: [0, 2, 0, 8] as [number, number, number, number] },
    {
      table: {
        body: [
          ...about.filters,
          ...(about.filters.length === 0 ? [['Filters', 'None: the whole log'] as const] : []),
          ['Rows', `${many.toLocaleString('en-GB')}, newest first`] as const,
          ['Times', `By the clock of ${about.timeZone}`] as const,
          ['Made', `${about.madeAt}, by ${about.madeBy}`] as const,
          ['SHA-256', `${sha256} (of the same report as CSV; the activity log has it too)`] as const,
        ].map(([name, value]) => [{ text: name, color: grey }, { text: value }]),
      },
      layout: 'noBorders',
      margin: [0, 0, 0, 12] as [number, number, number, number],
    },
    many === 0
      ? { text: 'No entries or exits pass these filters.' }
      : {
          table: {
            headerRows: 1,
            widths: about.columns.map((column) => (moments.includes(column) ? 'auto' : '*')),
            dontBreakRows: true,
            body: [
              about.columns.map((column) => ({ text: columnWords[column], bold: true, fillColor: pale })),
              ...rows,
            ],
          },
          layout: {
            hLineWidth: () => 0.5,
            vLineWidth: () => 0,
            hLineColor: () => line,
            paddingTop: () => 2,
            paddingBottom: () => 2,
          },
        },
  ],
})
