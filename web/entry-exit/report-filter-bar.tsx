// The controls of the entry and exit log's filters.
import type { Device } from '@gatehouse/contract/devices'
import { FilterBar } from '../ui/filter-bar.tsx'
import { FilterChoice, PeriodChoice } from '../ui/filter-choice.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { countFilters, type Filters, noFilters } from './report-filters.ts'

interface ReportFiltersProps {
  readonly filters: Filters
  readonly doors: readonly Device[]
  readonly onChange: (filters: Filters) => void
}

export const ReportFilters = ({ filters, doors, onChange }: ReportFiltersProps) => {
  const change = (changed: Partial<Filters>) => onChange({ ...filters, ...changed })
  return (
    <FilterBar
      count={countFilters(filters)}
      onClear={() => onChange(noFilters)}
      first={<SearchField label="Person or door" value={filters.q} onChange={(q) => change({ q })} />}
    >
      <PeriodChoice value={filters} onChange={change} />
      <FilterChoice
        label="Door"
        value={filters.doorId}
        options={[['', 'All doors'], ...doors.map(({ id, name }): [string, string] => [id, name])]}
        onChange={(doorId) => change({ doorId })}
      />
      <FilterChoice
        label="Zone"
        value={filters.zoneId}
        options={[['', 'All zones'], ...zonesOf(doors)]}
        onChange={(zoneId) => change({ zoneId })}
      />
      <FilterChoice
        label="Type"
        value={filters.type}
        options={[
          ['', 'Both'],
          ['entry', 'Entry'],
          ['exit', 'Exit'],
        ]}
        onChange={(value) => change({ type: value === 'entry' || value === 'exit' ? value : '' })}
      />
      <FilterChoice
        label="Result"
        value={filters.result}
        options={[
          ['', 'All results'],
          ['granted', 'Granted'],
          ['denied', 'Denied'],
        ]}
        onChange={(value) => change({ result: value === 'granted' || value === 'denied' ? value : '' })}
      />
    </FilterBar>
  )
}

const zonesOf = (doors: readonly Device[]): [string, string][] =>
  [...new Map(doors.flatMap(({ zoneId, zone }) => (zoneId && zone ? [[zoneId, zone] as const] : [])))].sort(
    ([, a], [, b]) => a.localeCompare(b),
  )
