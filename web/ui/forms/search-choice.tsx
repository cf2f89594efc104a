// One of many, found by its name on the server: no list is too long for it.
import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import { type Found, offeredOf, type Option } from './matching-options.ts'

/** How one of a kind is found. */
export interface Finder {
  readonly of: string
  /** By these letters; without any: the first ones. */
  readonly find: (q: string, signal: AbortSignal) => Promise<readonly Option[]>
  /** By its id, for one that an address or a draft brought along; absent where its name is known. */
  readonly one?: (id: string) => Promise<Option>
}

export interface Sought {
  readonly label: string
  /** Where nothing is found. */
  readonly none: string
  readonly finder: Finder
}

interface SearchChoiceProps extends Sought {
  /** Its id; empty: none. */
  readonly value: string
  readonly onChange: (id: string) => void
  /** What the value is called, where that is known: then it is not asked for. */
  readonly called?: string | undefined
  /** What it means that none is chosen: `Everybody`. */
  readonly placeholder?: string
  readonly help?: string | undefined
  readonly error?: boolean
  readonly className?: string | undefined
}

export const SearchChoice = (props: SearchChoiceProps) => {
  const { label, none, finder, value, onChange, called, placeholder, help, error = false, className } = props
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const [picked, setPicked] = useState<Option | null>(null)
  const sought = typed.trim()
  const q = useDeferredValue(sought)
  const found = useQuery({
    queryKey: ['found', finder.of, q],
    queryFn: async ({ signal }): Promise<Found> => ({ sought: q, options: await finder.find(q, signal) }),
    placeholderData: keepPreviousData,
    // Asked when somebody is about to choose, and each time anew.
    enabled: open,
    staleTime: 0,
  })
  const { one } = finder
  const named = useQuery({
    queryKey: ['one', finder.of, value],
    queryFn: one ? () => one(value) : skipToken,
    enabled: value !== '' && picked?.id !== value && called === undefined && one !== undefined,
  })
  // By what it is listed as, once it is; but not while somebody types, who would lose their letters by it.
  const listed = found.data?.options.find(({ id }) => id === value)
  if (listed && picked?.id !== value && typed === '') setPicked(listed)
  // The same one with every draw: another would be another choice, and what is typed would go.
  const given = useMemo(
    (): Option | null => (called === undefined ? null : { id: value, name: called }),
    [value, called],
  )
  const chosen = value === '' ? null : picked?.id === value ? picked : (given ?? named.data ?? null)
  const offered = offeredOf(found.data, sought, chosen)
  return (
    <Autocomplete
      className={className}
      open={open}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      options={chosen && !offered.some(({ id }) => id === chosen.id) ? [chosen, ...offered] : offered}
      filterOptions={() => [...offered]}
      value={chosen}
      getOptionLabel={({ name }) => name}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(a, b) => a.id === b.id}
      loading={found.isFetching || q !== sought}
      noOptionsText={found.isError ? 'The list could not be loaded' : none}
      // The name of what is chosen is not looked for: beside it the others are offered.
      onInputChange={(_, text, why) => setTyped(why === 'input' ? text : '')}
      onChange={(_, option) => {
        setPicked(option)
        onChange(option?.id ?? '')
      }}
      renderInput={(params) => (
        <TextField
          {...params}
          label={label}
          error={error}
          helperText={help}
          {...(placeholder === undefined
            ? {}
            : {
                placeholder,
                slotProps: { ...params.slotProps, inputLabel: { ...params.slotProps.inputLabel, shrink: true } },
              })}
        />
      )}
      renderOption={({ key, ...li }, { name, note }) => (
        <li key={key} {...li}>
          {[name, note].filter(Boolean).join(', ')}
        </li>
      )}
    />
  )
}
