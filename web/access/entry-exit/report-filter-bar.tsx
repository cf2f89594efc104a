// The controls of the entry and exit log's filters.
import type { Device } from '@gatehouse/contract/building/devices'
import { methodWords, reasonTexts, takenWords } from '@gatehouse/contract/access/entry-exit-words'
import { FilterBar } from '../../ui/tables/filter-bar.tsx'
import { FilterChoice, PeriodChoice } from '../../ui/tables/filter-choice.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { PersonFilter } from './person-filter.tsx'
import { countFilters, type Filters, noFilters, readFilters } from './report-filters.ts'

interface ReportFiltersProps {
  readonly filters: Filters
  readonly doors: readonly Device[]
  /** What the chosen person is called in the rows that are shown. */
  readonly person: string | null
  readonly onChange: (changed: Partial<Filters>) => void
}

export const ReportFilters = ({ filters, doors, person, onChange }: ReportFiltersProps) => {
  // Only what a filter can mean.
  const choose = (name: string, value: string) => {
    const read = readFilters(new URLSearchParams({ [name]: value }))
    if (name === 'type') onChange({ type: read.type })
    if (name === 'result') onChange({ result: read.result })
    if (name === 'method') onChange({ method: read.method })
    if (name === 'taken') onChange({ taken: read.taken })
  }
  return (
    <FilterBar
      count={countFilters(filters)}
      onClear={() => onChange(noFilters)}
      first={<SearchField label="Person or door" value={filters.q} onChange={(q) => onChange({ q })} />}
    >
      <PeriodChoice value={filters} onChange={onChange} />
      <PersonFilter value={filters.userId} shownAs={person} onChange={(userId) => onChange({ userId })} />
      <FilterChoice
        label="Door"
        value={filters.doorId}
        options={[['', 'All doors'], ...doors.map(({ id, name }): [string, string] => [id, name])]}
        onChange={(doorId) => onChange({ doorId })}
      />
      <FilterChoice
        label="Zone"
        value={filters.zoneId}
        options={[['', 'All zones'], ...zonesOf(doors)]}
        onChange={(zoneId) => onChange({ zoneId })}
      />
      <FilterChoice
        label="Type"
        value={filters.type}
        options={[
          ['', 'Both'],
          ['entry', 'Entry'],
          ['exit', 'Exit'],
        ]}
        onChange={(value) => choose('type', value)}
      />
      <FilterChoice
        label="Result"
        value={filters.result}
        options={[
          ['', 'All results'],
          ['granted', 'Granted'],
          ['denied', 'Denied'],
        ]}
        onChange={(value) => choose('result', value)}
      />
      <FilterChoice
        label="Reason"
        value={filters.reason}
        options={[['', 'All reasons'], ...Object.entries(reasonTexts)]}
        onChange={(reason) => onChange({ reason })}
      />
      <FilterChoice
        label="Method"
        value={filters.method}
        options={[['', 'All methods'], ...Object.entries(methodWords)]}
        onChange={(value) => choose('method', value)}
      />
      <FilterChoice
        label="Passage"
        value={filters.taken}
        options={[
          ['', 'All'],
          ['yes', takenWords.yes],
          ['no', takenWords.no],
          ['unknown', takenWords.unknown],
        ]}
        onChange={(value) => choose('taken', value)}
      />
    </FilterBar>
  )
}

const zonesOf = (doors: readonly Device[]): [string, string][] =>
  [...new Map(doors.flatMap(({ zoneId, zone }) => (zoneId && zone ? [[zoneId, zone] as const] : [])))].sort(
    ([, a], [, b]) => a.localeCompare(b),
  )
