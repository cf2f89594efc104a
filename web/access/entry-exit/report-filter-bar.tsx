// The controls of the entry and exit log's filters.
import type { Device } from '@gatehouse/contract/building/devices'
import { methodWords, reasonTexts, passageWords } from '@gatehouse/contract/access/entry-exit-words'
import styles from '../../ui/tables/filter-bar.module.css'
import { FilterBar } from '../../ui/tables/filter-bar.tsx'
import { FilterChoice, type FilterOption, PeriodChoice } from '../../ui/tables/filter-choice.tsx'
import { SearchChoice } from '../../ui/forms/search-choice.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { SavedViews } from '../../ui/tables/saved-views.tsx'
import { peopleInLog } from './people-in-log.ts'
import { countFilters, type Filters, noFilters, readFilters } from './report-filters.ts'

interface ReportFiltersProps {
  readonly filters: Filters
  readonly doors: readonly Device[]
  /** What the chosen person is called in the rows that are shown. */
  readonly person: string | null
  /** Those that are shown, as they stand in the address. */
  readonly columns: string
  readonly onChange: (changed: Partial<Filters>) => void
}

export const ReportFilters = ({ filters, doors, person, columns, onChange }: ReportFiltersProps) => {
  // Only what a filter can mean, by its name in the address.
  const choice = (label: string, field: Chosen, options: readonly FilterOption[], name: string = field) => (
    <FilterChoice
      label={label}
      value={filters[field]}
      options={options}
      onChange={(value) => onChange({ [field]: readFilters(new URLSearchParams({ [name]: value }))[field] })}
    />
  )
  return (
    <FilterBar
      views={<SavedViews page="/entry-exit/report" besides={{ columns }} />}
      count={countFilters(filters)}
      onClear={() => onChange(noFilters)}
      first={<SearchField label="Person or door" value={filters.q} onChange={(q) => onChange({ q })} />}
    >
      <PeriodChoice value={filters} onChange={onChange} />
      <SearchChoice
        className={styles.wide}
        label="Person"
        placeholder="Everybody"
        none="Nobody of this name in the log"
        finder={anybody}
        value={filters.userId}
        called={person ?? 'One person'}
        onChange={(userId) => onChange({ userId })}
      />
      {choice('Door', 'doorId', [['', 'All doors'], ...doors.map(({ id, name }): FilterOption => [id, name])])}
      {choice('Zone', 'zoneId', [['', 'All zones'], ...zonesOf(doors)], 'zone')}
      {choice('Type', 'type', [
        ['', 'Both'],
        ['entry', 'Entry'],
        ['exit', 'Exit'],
      ])}
      {choice('Result', 'result', [
        ['', 'All results'],
        ['granted', 'Granted'],
        ['denied', 'Denied'],
      ])}
      {choice('Reason', 'reason', [['', 'All reasons'], ...Object.entries(reasonTexts)])}
      {choice('Method', 'method', [['', 'All methods'], ...Object.entries(methodWords)])}
      {choice('Passage', 'taken', [
        ['', 'All'],
        ['yes', passageWords.yes],
        ['no', passageWords.no],
        ['unknown', passageWords.unknown],
      ])}
    </FilterBar>
  )
}

type Chosen = 'doorId' | 'zoneId' | 'type' | 'result' | 'reason' | 'method' | 'taken'

const anybody = peopleInLog(null)

const zonesOf = (doors: readonly Device[]): [string, string][] =>
  [...new Map(doors.flatMap(({ zoneId, zone }) => (zoneId && zone ? [[zoneId, zone] as const] : [])))].sort(
    ([, a], [, b]) => a.localeCompare(b),
  )
