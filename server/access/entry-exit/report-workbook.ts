// What the report is as a workbook: its columns, and what stands on the sheet about it.
import { type Column, columnWords } from '@gatehouse/contract/access/entry-exit-words'
import type { WorkbookFacts } from '../../kit/documents/workbook.ts'
import type { About } from './report-about.ts'

const moments: readonly Column[] = ['time', 'deviceTime', 'serverTime']
/** Of text; what is longer is cut off by the programs that read it, and none of ours is. */
const widths: Partial<Record<Column, number>> = { time: 20, deviceTime: 20, serverTime: 20, reason: 32, source: 22 }
const usualWidth = 24
const idWidth = 38

export const workbookOf = ({ columns, filters, ...about }: About): WorkbookFacts => ({
  title: 'Entries and exits, newest first',
  ...about,
  columns: columns.map((column) => ({
    title: columnWords[column],
    kind: moments.includes(column) ? 'moment' : 'text',
    width: widths[column] ?? (/id$/i.test(column) ? idWidth : usualWidth),
  })),
  facts: filters.length === 0 ? [['Filters', 'None: the whole log']] : filters,
})
