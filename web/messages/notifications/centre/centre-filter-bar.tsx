// The controls of the notification centre's filters.
import ListSubheader from '@mui/material/ListSubheader'
import MenuItem from '@mui/material/MenuItem'
import { useSession } from '../../../kit/session/session-state.ts'
import { FilterBar } from '../../../ui/tables/filter-bar.tsx'
import bar from '../../../ui/tables/filter-bar.module.css'
import { FilterChoice, FilterSelect, PeriodChoice } from '../../../ui/tables/filter-choice.tsx'
import { SearchField } from '../../../ui/forms/search-field.tsx'
import styles from './centre.module.css'
import { countFilters, type Filters } from './centre-filters.ts'
import { kindsByArea, priorities, priorityWords } from '../notification-words.ts'
import type { Filter } from '../shown.ts'

interface CentreFilterBarProps {
  readonly filters: Filters
  readonly unread: number
  readonly onChange: (changed: Partial<Filters>) => void
  readonly onClear: () => void
}

const shows: readonly (readonly [Filter, string])[] = [
  ['all', 'All'],
  ['unread', 'Unread'],
  ['read', 'Read'],
]

export const CentreFilterBar = ({ filters, unread, onChange, onClear }: CentreFilterBarProps) => {
  const { permissions } = useSession()
  const areas = kindsByArea(permissions)
  const isKnown = filters.kind === '' || areas.some(([, kinds]) => kinds.some(([kind]) => kind === filters.kind))
  return (
    <FilterBar
      count={countFilters(filters)}
      onClear={onClear}
      first={
        <fieldset aria-label="Show" className={styles.shows}>
          {shows.map(([show, word]) => (
            <button key={show} type="button" aria-pressed={filters.show === show} onClick={() => onChange({ show })}>
              {word}
              {show === 'unread' && unread > 0 && <span className="tabular-nums"> {unread}</span>}
            </button>
          ))}
        </fieldset>
      }
    >
      <div className={bar.wide}>
        <SearchField label="Search notifications" value={filters.q} onChange={(q) => onChange({ q })} />
      </div>
      <FilterChoice
        label="Priority"
        value={filters.priority}
        options={[['', 'Any priority'], ...priorities.map((one) => [one, priorityWords[one].word] as const)]}
        onChange={(value) => onChange({ priority: priorities.find((one) => one === value) ?? '' })}
      />
      <FilterSelect label="Kind" value={filters.kind} onChange={(kind) => onChange({ kind })}>
        <MenuItem value="">Any kind</MenuItem>
        {areas.flatMap(([area, kinds]) => [
          <ListSubheader key={area} className={styles.area ?? ''}>
            {area}
          </ListSubheader>,
          ...kinds.map(([kind, text]) => (
            <MenuItem key={kind} value={kind} className={styles.kind ?? ''}>
              {text}
            </MenuItem>
          )),
        ])}
        {!isKnown && (
          <MenuItem value={filters.kind} disabled>
            Not known here
          </MenuItem>
        )}
      </FilterSelect>
      <PeriodChoice value={filters} onChange={onChange} />
    </FilterBar>
  )
}
