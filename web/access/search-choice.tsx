// One of many, found by its name on the server: no list is too long for it.
import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { useDeferredValue, useState } from 'react'
import type { Option } from './pick-many.tsx'

export interface Sought {
  readonly label: string
  /** Where nothing is found. */
  readonly none: string
  /** What is found by these letters; without any: the first ones. */
  readonly useFound: (q: string) => { readonly options: readonly Option[]; readonly loading: boolean }
  /** What has this id, for one that an address or a draft brought along; without any: none. */
  readonly useNamed: (id: string) => Option | undefined
}

interface SearchChoiceProps extends Sought {
  /** Its id; empty: none. */
  readonly value: string
  readonly onChange: (id: string) => void
  readonly help?: string | undefined
  readonly error?: boolean
}

export const SearchChoice = (props: SearchChoiceProps) => {
  const { label, none, useFound, useNamed, value, onChange, help, error = false } = props
  const [typed, setTyped] = useState('')
  const [picked, setPicked] = useState<Option | null>(null)
  const named = useNamed(picked?.id === value ? '' : value)
  const chosen = value === '' ? null : picked?.id === value ? picked : (named ?? null)
  // The name of what is chosen is not looked for: beside it the others are offered.
  const sought = chosen && typed === chosen.name ? '' : typed.trim()
  const { options, loading } = useFound(useDeferredValue(sought))
  return (
    <Autocomplete
      options={chosen && !options.some(({ id }) => id === chosen.id) ? [chosen, ...options] : options}
      value={chosen}
      inputValue={typed}
      filterOptions={(all) => all}
      getOptionLabel={({ name }) => name}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(a, b) => a.id === b.id}
      loading={loading}
      noOptionsText={none}
      onInputChange={(_, text) => setTyped(text)}
      onChange={(_, option) => {
        setPicked(option)
        onChange(option?.id ?? '')
      }}
      renderInput={(params) => <TextField {...params} label={label} error={error} helperText={help} />}
      renderOption={({ key, ...li }, { name, note }) => (
        <li key={key} {...li}>
          {[name, note].filter(Boolean).join(', ')}
        </li>
      )}
    />
  )
}
