// The controls of the filters of the list of alarms.
import type { Output } from '@gatehouse/contract/operation'
import type * as alarms from '@gatehouse/contract/safety/alarms'
import Chip from '@mui/material/Chip'
import { memo } from 'react'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { FilterBar } from '../../ui/tables/filter-bar.tsx'
import { FilterChoice, type FilterOption } from '../../ui/tables/filter-choice.tsx'
import { SavedViews } from '../../ui/tables/saved-views.tsx'
import { useUrlFilters } from '../../ui/tables/url-filters.ts'
import { countFilters, filtersIn } from './alarm-filters.ts'
import { groupings } from './alarm-groups.tsx'
import { severityWords } from '../../ui/theme/severity.ts'
import { stateWords } from './alarm-words.ts'

type Counts = Output<typeof alarms.counts>

/** Parameters that are no filters and outlive their clearing. */
export const notFilters = ['group']

const fromLinks = [
  ['deviceId', 'One device'],
  ['zoneId', 'One zone'],
  ['correlationId', 'One incident'],
] as const

// Drawn by itself: alarms change many times a second, and none of that changes a filter.
export const AlarmFilterBar = memo(({ counts }: { readonly counts: Counts | undefined }) => {
  const url = useUrlFilters(notFilters)
  const filters = filtersIn(url)
  return (
    <FilterBar
      views={<SavedViews page="/alarms" />}
      count={countFilters(filters)}
      onClear={url.clear}
      first={<SearchField label="Alarm or device" value={filters.q} onChange={(q) => url.set({ q })} />}
    >
      <FilterChoice
        label="State"
        value={filters.state}
        options={stateOptions(counts)}
        onChange={(state) => url.set({ state })}
      />
      <FilterChoice
        label="Severity"
        value={filters.severity}
        options={[
          ['', 'Any severity'],
          ...Object.entries(severityWords).map(([name, { word }]): FilterOption => [name, word]),
        ]}
        onChange={(severity) => url.set({ severity })}
      />
      <FilterChoice
        label="Assigned to"
        value={filters.mine ? 'true' : ''}
        options={[
          ['', 'Anybody or nobody'],
          ['true', 'Me'],
        ]}
        onChange={(mine) => url.set({ mine })}
      />
      <FilterChoice
        label="Group by"
        value={url.get('group')}
        options={[['', 'Not grouped'], ...Object.entries(groupings)]}
        onChange={(group) => url.set({ group })}
      />
      {fromLinks.map(
        ([name, words]) =>
          filters[name] !== '' && <Chip key={name} label={words} onDelete={() => url.set({ [name]: '' })} />,
      )}
    </FilterBar>
  )
})

const stateOptions = (counts: Counts | undefined): FilterOption[] => {
  const byState: Partial<Record<string, number>> = counts?.byState ?? {}
  const open = Object.values(byState).reduce<number>((sum, n = 0) => sum + n, 0)
  const withCount = (words: string, count: number | undefined) =>
    counts === undefined || count === undefined ? words : `${words} (${count.toLocaleString('en-GB')})`
  return [
    ['', withCount('Open', open)],
    ...Object.entries(stateWords).map(([name, word]): FilterOption => [name, withCount(word, byState[name])]),
    ['any', 'Open and cleared'],
  ]
}
