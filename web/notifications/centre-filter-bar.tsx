// The controls of the notification centre's filters; all but the first are folded away on a phone.
import Button from '@mui/material/Button'
import ListSubheader from '@mui/material/ListSubheader'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { type ReactNode, useId, useState } from 'react'
import { useSession } from '../kit/session-state.ts'
import { SearchField } from '../ui/search-field.tsx'
import styles from './centre.module.css'
import { countFilters, type Filters, periodOf, periods } from './centre-filters.ts'
import { kindsByArea, priorities, priorityWords } from './notification-words.ts'
import type { Filter } from './shown.ts'

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
  const [unfolded, setUnfolded] = useState(false)
  const controls = useId()
  const count = countFilters(filters)
  const areas = kindsByArea(permissions)
  const isKnown = filters.kind === '' || areas.some(([, kinds]) => kinds.some(([kind]) => kind === filters.kind))
  return (
    <search className={styles.bar}>
      <div className={styles.first}>
        <fieldset aria-label="Show" className={styles.shows}>
          {shows.map(([show, word]) => (
            <button key={show} type="button" aria-pressed={filters.show === show} onClick={() => onChange({ show })}>
              {word}
              {show === 'unread' && unread > 0 && <span className={styles.count}> {unread}</span>}
            </button>
          ))}
        </fieldset>
        <span className={styles.unfold}>
          <Button
            variant="outlined"
            aria-expanded={unfolded}
            aria-controls={controls}
            onClick={() => setUnfolded(!unfolded)}
          >
            Filters{count > 0 ? ` (${count})` : ''}
          </Button>
        </span>
      </div>
      <div id={controls} className={styles.controls} data-unfolded={unfolded || undefined}>
        <div className={styles.sought}>
          <SearchField label="Search notifications" value={filters.q} onChange={(q) => onChange({ q })} />
        </div>
        <Choice
          label="Priority"
          value={filters.priority}
          onChange={(value) => onChange({ priority: priorities.find((one) => one === value) ?? '' })}
        >
          <MenuItem value="">Any priority</MenuItem>
          {priorities.map((priority) => (
            <MenuItem key={priority} value={priority}>
              {priorityWords[priority].word}
            </MenuItem>
          ))}
        </Choice>
        <Choice label="Kind" value={filters.kind} onChange={(kind) => onChange({ kind })}>
          <MenuItem value="">Any kind</MenuItem>
          {areas.flatMap(([area, kinds]) => [
            <ListSubheader key={area} className={styles.area ?? ''}>
              {area}
            </ListSubheader>,
            ...kinds.map(([kind, says]) => (
              <MenuItem key={kind} value={kind} className={styles.kind ?? ''}>
                {says}
              </MenuItem>
            )),
          ])}
          {!isKnown && (
            <MenuItem value={filters.kind} disabled>
              Not known here
            </MenuItem>
          )}
        </Choice>
        <Choice label="Period" value={filters.period} onChange={(value) => onChange({ period: periodOf(value) })}>
          {Object.entries(periods).map(([period, words]) => (
            <MenuItem key={period} value={period}>
              {words}
            </MenuItem>
          ))}
        </Choice>
        {filters.period === 'days' && (
          <>
            <Day label="From" value={filters.fromDay} onChange={(fromDay) => onChange({ fromDay })} />
            <Day label="To" value={filters.toDay} onChange={(toDay) => onChange({ toDay })} />
          </>
        )}
        <Button disabled={count === 0} onClick={onClear}>
          Clear filters
        </Button>
      </div>
    </search>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly children: ReactNode
}

const Choice = ({ label, value, onChange, children }: ChoiceProps) => (
  <TextField
    select
    label={label}
    value={value}
    className={styles.choice ?? ''}
    onChange={({ target }) => onChange(target.value)}
    slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
  >
    {children}
  </TextField>
)

const Day = ({ label, value, onChange }: Omit<ChoiceProps, 'children'>) => (
  <TextField
    type="date"
    label={label}
    value={value}
    className={styles.choice ?? ''}
    onChange={({ target }) => onChange(target.value)}
    slotProps={{ inputLabel: { shrink: true } }}
  />
)
