// A list of entries by day.
import type { Entry } from '@gatehouse/contract/record/activity'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useLocation } from 'react-router'
import { useTimeZone } from '../../kit/time.ts'
import { LogGrid } from '../../ui/logs/log-grid.tsx'
import { EmptyLog, LogView } from '../../ui/logs/log-view.tsx'
import { useChosenColumns } from '../../ui/tables/chosen-columns.ts'
import { countFilters, type Filters, noFilters, writeFilters } from './activity-filters.ts'
import { daysOf, entryColumns } from './entry-columns.tsx'
import type { Reader } from './entry-words.tsx'
import { mostNewer } from './use-entries.ts'

interface EntriesViewProps {
  readonly label: string
  /** The address of the page: that of an entry's sheet lies below it. */
  readonly home: string
  readonly rows: readonly Entry[]
  readonly query: UseInfiniteQueryResult
  readonly newer: number
  readonly showNewer: () => Promise<void>
  readonly reader: Reader | null
  readonly filters: Filters
  readonly onChange: (changed: Partial<Filters>) => void
  /** What is said without filters while nothing has been done. */
  readonly children: ReactNode
}

export const EntriesView = (props: EntriesViewProps) => {
  const { label, home, rows, query, newer, showNewer, reader, filters, onChange, children } = props
  const { search } = useLocation()
  const timeZone = useTimeZone()
  const { columns, choice } = useChosenColumns(
    'activity',
    useMemo(() => entryColumns(reader), [reader]),
  )
  const groups = useMemo(() => daysOf(timeZone), [timeZone])
  return (
    <LogView
      label={label}
      rows={rows}
      query={query}
      failed="The entries could not be loaded"
      empty={
        <EmptyLog
          onClear={countFilters(filters) > 0 ? () => onChange(noFilters) : null}
          title="Nothing has been done yet"
        >
          {children}
        </EmptyLog>
      }
    >
      <LogGrid
        key={writeFilters(filters).toString()}
        label={label}
        rows={rows}
        query={query}
        columns={columns}
        choice={choice}
        to={({ id }) => `${home}/${id}${search}`}
        opens="sheet"
        groups={groups}
        wraps
        noun={['entry', 'entries']}
        news={{ waiting: newer, most: mostNewer, onShow: showNewer }}
      />
    </LogView>
  )
}
