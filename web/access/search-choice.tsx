// One of many, found by its name on the server: no list is too long for it.
import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import type { Option } from './pick-many.tsx'

/** How one of a kind is found. */
export interface Finder {
  readonly of: string
  /** By these letters; without any: the first ones. */
  readonly find: (q: string, signal: AbortSignal) => Promise<readonly Option[]>
  /** By its id, for one that an address or a draft brought along. */
  readonly one: (id: string) => Promise<Option>
}

export interface Sought {
  readonly label: string
  /** Where nothing is found. */
  readonly none: string
  readonly finder: Finder
}

const has = (name: string, sought: string) => name.toLocaleLowerCase().includes(sought.toLocaleLowerCase())

interface SearchChoiceProps extends Sought {
  /** Its id; empty: none. */
  readonly value: string
  readonly onChange: (id: string) => void
  readonly help?: string | undefined
  readonly error?: boolean
}

export const SearchChoice = (props: SearchChoiceProps) => {
  const { label, none, finder, value, onChange, help, error = false } = props
  const [typed, setTyped] = useState('')
  const [picked, setPicked] = useState<Option | null>(null)
  const named = useQuery({
    queryKey: ['one', finder.of, value],
    queryFn: () => finder.one(value),
    enabled: value !== '' && picked?.id !== value,
  })
  const chosen = value === '' ? null : picked?.id === value ? picked : (named.data ?? null)
  // The name of what is chosen is not looked for: beside it the others are offered.
  const sought = chosen && typed === chosen.name ? '' : typed.trim()
  const q = useDeferredValue(sought)
  const found = useQuery({
    queryKey: ['found', finder.of, q],
    queryFn: ({ signal }) => finder.find(q, signal),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
  // Until the server has answered what is typed, nothing else is offered in its place.
  const isLate = found.isPlaceholderData || q !== sought
  const options = (found.data ?? []).filter(({ name }) => !isLate || has(name, sought))
  return (
    <Autocomplete
      options={chosen && !options.some(({ id }) => id === chosen.id) ? [chosen, ...options] : options}
      value={chosen}
      inputValue={typed}
      filterOptions={(all) => all}
      getOptionLabel={({ name }) => name}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(a, b) => a.id === b.id}
      loading={found.isFetching || isLate}
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
