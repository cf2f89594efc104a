// The columns of the entry and exit log.
import type { Log } from '@gatehouse/contract/entry-exit'
import type { LogColumn } from '../ui/log-row.tsx'
import { When } from '../ui/when.tsx'
import { doorOf, methodWords, personOf, reasonWords, ResultWord, TypeWord } from './log-words.tsx'

export const reportColumns: readonly LogColumn<Log>[] = [
  { title: 'Time', width: 'minmax(7.5rem, 1fr)', card: 'time', render: ({ timestamp }) => <When at={timestamp} /> },
  { title: 'Person', width: 'minmax(9rem, 2fr)', card: 'title', render: personOf },
  { title: 'Door', width: 'minmax(9rem, 2fr)', card: 'detail', render: doorOf },
  { title: 'Zone', width: 'minmax(8rem, 2fr)', quiet: true, render: ({ zone }) => zone ?? '–' },
  { title: 'Type', width: '5.5rem', card: 'mark', render: ({ type }) => <TypeWord type={type} /> },
  { title: 'Result', width: '7rem', card: 'state', render: (log) => <ResultWord log={log} /> },
  {
    title: 'Reason or method',
    width: 'minmax(8rem, 1.5fr)',
    quiet: true,
    render: ({ reason, method }) => (reason ? reasonWords(reason) : methodWords[method]),
  },
]

export const detailsOf = ({ id }: Log): string => `/log-details/${id}`
