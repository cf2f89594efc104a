// What kind of thing was done: a whole domain, or one action of it.
import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { actionsByDomain, actionText, domainOf, domainText } from '../../kit/action-words.ts'
import styles from '../../ui/tables/filter-bar.module.css'

interface ActionFilterProps {
  /** A domain or an action; empty: anything. */
  readonly value: string
  readonly onChange: (action: string) => void
}

export const ActionFilter = ({ value, onChange }: ActionFilterProps) => (
  <Autocomplete<string>
    className={styles.wide}
    options={value === '' || options.includes(value) ? options : [value, ...options]}
    value={value === '' ? null : value}
    onChange={(_, action) => onChange(action ?? '')}
    groupBy={(action) => domainText(domainOf(action))}
    getOptionLabel={(action) => (isDomain(action) ? `All of: ${domainText(action)}` : actionText(action))}
    getOptionKey={(action) => action}
    // Who types enough of it chooses it by Enter alone.
    autoHighlight
    noOptionsText="Nothing is called so"
    renderInput={(params) => (
      <TextField
        {...params}
        label="Action"
        placeholder="Anything"
        slotProps={{ ...params.slotProps, inputLabel: { ...params.slotProps.inputLabel, shrink: true } }}
      />
    )}
  />
)

const isDomain = (action: string) => !action.includes('.')

const options: readonly string[] = [...actionsByDomain()]
  .sort(([a], [b]) => domainText(a).localeCompare(domainText(b)))
  .flatMap(([domain, actions]) => [domain, ...actions])
