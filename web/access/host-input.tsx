// Whom a visitor comes to see, found by name.
import * as access from '@gatehouse/contract/access'
import type { Person } from '@gatehouse/contract/access'
import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'
import { queryOf } from '../kit/queries.ts'

interface HostInputProps<T extends FieldValues> {
  readonly control: Control<T>
  readonly name: FieldPath<T>
}

const mostShown = 8

export const HostInput = <T extends FieldValues>({ control, name }: HostInputProps<T>) => {
  const { field, fieldState } = useController({ control, name })
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<Person | null>(null)
  const q = useDeferredValue(typed.trim())
  const found = useQuery({
    ...queryOf(access.people, { limit: mostShown, ...(q ? { q } : {}) }),
    placeholderData: keepPreviousData,
  })
  const people = (found.data?.people ?? []).map(({ person }) => person)
  return (
    <Autocomplete
      options={chosen && !people.some(({ id }) => id === chosen.id) ? [chosen, ...people] : people}
      value={chosen}
      inputValue={typed}
      filterOptions={(options) => options}
      getOptionLabel={({ displayName }) => displayName}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(option, value) => option.id === value.id}
      loading={found.isFetching}
      noOptionsText="Nobody of that name"
      onInputChange={(_, text) => setTyped(text)}
      onChange={(_, person) => {
        setChosen(person)
        field.onChange(person?.id ?? '')
      }}
      renderInput={(params) => (
        <TextField
          {...params}
          label="To see"
          error={fieldState.error !== undefined}
          helperText={fieldState.error?.message ?? 'Is told when the visitor is let in. May be left empty.'}
        />
      )}
      renderOption={({ key, ...props }, { displayName, department }) => (
        <li key={key} {...props}>
          {[displayName, department].filter(Boolean).join(', ')}
        </li>
      )}
    />
  )
}
