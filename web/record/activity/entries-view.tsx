// A list of entries by day.
import type { Entry } from '@gatehouse/contract/record/activity'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useTimeZone } from '../../kit/time.ts'
import { LogGrid } from '../../ui/logs/log-grid.tsx'
import { LogView } from '../../ui/logs/log-view.tsx'
import { daysOf, entryColumns } from './entry-columns.tsx'
import type { Reader } from './entry-words.tsx'
import { mostNewer } from './use-entries.ts'

interface EntriesViewProps {
  readonly label: string
  readonly rows: readonly Entry[]
  readonly query: UseInfiniteQueryResult
  readonly newer: number
  readonly showNewer: () => Promise<void>
  readonly reader: Reader | null
  /** The address of an entry's sheet. */
  readonly to: (id: string) => string
  /** Another list begins with another of these. */
  readonly listKey: string
  readonly empty: ReactNode
}

export const EntriesView = (props: EntriesViewProps) => {
  const { label, rows, query, newer, showNewer, reader, to, listKey, empty } = props
  const timeZone = useTimeZone()
  const columns = useMemo(() => entryColumns(reader), [reader])
  const groups = useMemo(() => daysOf(timeZone), [timeZone])
  return (
    <LogView label={label} rows={rows} query={query} failed="The entries could not be loaded" empty={empty}>
      <LogGrid
        key={listKey}
        label={label}
        rows={rows}
        query={query}
        columns={columns}
        to={({ id }) => to(id)}
        opens="sheet"
        groups={groups}
        wraps
        older="entries"
        noun={['entry', 'entries']}
        news={{ waiting: newer, most: mostNewer, onShow: showNewer }}
      />
    </LogView>
  )
}
