// The controls of the notification centre's filters.
import ListSubheader from '@mui/material/ListSubheader'
import MenuItem from '@mui/material/MenuItem'
import { useSession } from '../../../kit/session/session-state.ts'
import { FilterBar } from '../../../ui/tables/filter-bar.tsx'
import bar from '../../../ui/tables/filter-bar.module.css'
import { FilterChoice, FilterSelect, PeriodChoice } from '../../../ui/tables/filter-choice.tsx'
import { SearchField } from '../../../ui/forms/search-field.tsx'
import { SavedViews } from '../../../ui/tables/saved-views.tsx'
import { countFilters, type Filters, shows } from './centre-filters.ts'
import { kindsByArea, priorities, priorityWords } from '../notification-words.ts'
import { ShowChoice } from '../show-choice.tsx'

interface CentreFilterBarProps {
  readonly filters: Filters
  readonly unread: number
  readonly onChange: (changed: Partial<Filters>) => void
  readonly onClear: () => void
}

export const CentreFilterBar = ({ filters, unread, onChange, onClear }: CentreFilterBarProps) => {
  const { permissions } = useSession()
  const areas = kindsByArea(permissions)
  const isKnown = filters.kind === '' || areas.some(([, kinds]) => kinds.some(([kind]) => kind === filters.kind))
  return (
    <FilterBar
      views={<SavedViews page="/notifications" />}
      count={countFilters(filters)}
      onClear={onClear}
      first={
        <ShowChoice
          offered={shows}
          chosen={filters.show}
          unread={unread}
          className="p-0"
          size="min-h-[40px] px-4 below-sm:px-3"
          onChoose={(show) => onChange({ show })}
        />
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
          <ListSubheader key={area} className="leading-[2.25rem]">
            {area}
          </ListSubheader>,
          ...kinds.map(([kind, text]) => (
            <MenuItem key={kind} value={kind} className="whitespace-normal">
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
