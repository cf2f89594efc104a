// The columns of the entry and exit log: which there are, which are shown, and how that is remembered.
import type { Log } from '@gatehouse/contract/access/entry-exit'
import {
  type Column,
  columns,
  columnWords,
  isColumn,
  methodWords,
  sourceWords,
} from '@gatehouse/contract/access/entry-exit-words'
import type { LogColumn } from '../../ui/logs/log-row.tsx'
import { When } from '../../ui/time/when.tsx'
import { doorOf, personOf, reasonWords, ResultWord, passageText, TypeWord } from './log-words.tsx'

/** Shown as long as nobody has chosen others. */
export const usualColumns: readonly Column[] = ['time', 'person', 'door', 'zone', 'type', 'result', 'reason', 'method']

const how: Record<Column, Omit<LogColumn<Log>, 'title'>> = {
  time: { width: 'minmax(7.5rem, 1fr)', card: 'time', render: ({ timestamp }) => <When at={timestamp} /> },
  person: { width: 'minmax(9rem, 2fr)', card: 'title', render: personOf },
  door: { width: 'minmax(9rem, 2fr)', card: 'detail', render: doorOf },
  zone: { width: 'minmax(8rem, 1.5fr)', quiet: true, render: ({ zone }) => zone ?? '–' },
  type: { width: '5.5rem', card: 'mark', render: ({ type }) => <TypeWord type={type} /> },
  result: { width: '7rem', card: 'state', render: (log) => <ResultWord log={log} /> },
  reason: {
    width: 'minmax(8rem, 1.5fr)',
    quiet: true,
    render: ({ reason }) => (reason === null ? '–' : reasonWords(reason)),
  },
  method: { width: '6.5rem', quiet: true, render: ({ method }) => methodWords[method] },
  taken: { width: 'minmax(7rem, 1fr)', quiet: true, render: passageText },
  source: { width: 'minmax(9rem, 1fr)', quiet: true, render: ({ source }) => sourceWords[source] },
  deviceTime: {
    width: 'minmax(7.5rem, 1fr)',
    quiet: true,
    render: ({ deviceTime }) => (deviceTime === null ? '–' : <When at={deviceTime} />),
  },
  serverTime: { width: 'minmax(7.5rem, 1fr)', quiet: true, render: ({ serverTime }) => <When at={serverTime} /> },
  correlationId: { width: 'minmax(9rem, 2fr)', quiet: true, render: ({ correlationId }) => correlationId },
  id: { width: 'minmax(9rem, 2fr)', quiet: true, render: ({ id }) => id },
}

export const reportColumns = (wanted: readonly Column[]): readonly LogColumn<Log>[] =>
  wanted.map((column) => ({ title: columnWords[column], ...how[column] }))

/** The person leads to the row, and stays. */
export const choosable = (shown: readonly Column[]) =>
  columns
    .filter((column) => column !== 'person')
    .map((column) => ({ field: column, title: columnWords[column], shown: shown.includes(column) }))

export const detailsOf = ({ id }: Log): string => `/log-details/${id}`

/** In the order of the report; the person leads to the row, and is always there. */
export const columnsIn = (text: string | null): readonly Column[] => {
  const named = new Set(text?.split(',').filter(isColumn))
  return named.size === 0 ? usualColumns : columns.filter((column) => column === 'person' || named.has(column))
}

export const columnsText = (wanted: readonly Column[]): string => wanted.join(',')
