// Choosing a person: oneself, or somebody found in the entry and exit log.
import * as entryExit from '@gatehouse/contract/entry-exit'
import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { queryOf } from '../kit/queries.ts'
import { useSession } from '../kit/session-state.ts'

export interface Person {
  readonly id: string
  readonly name: string
}

interface PersonFieldProps {
  readonly value: Person | null
  readonly onChange: (person: Person | null) => void
}

export const PersonField = ({ value, onChange }: PersonFieldProps) => {
  const { user } = useSession()
  const [typed, setTyped] = useState(value?.name ?? '')
  const sought = useDeferredValue(typed.trim())
  const { data } = useQuery({
    ...queryOf(entryExit.logs, { limit: 200, ...(sought === '' || sought === value?.name ? {} : { q: sought }) }),
    placeholderData: keepPreviousData,
  })
  const found = new Map<string, string>(user ? [[user.id, user.displayName]] : [])
  for (const { userId, person } of data?.logs ?? []) if (userId && person) found.set(userId, person)
  const options = [...found].map(([id, name]) => ({ id, name })).sort((a, b) => a.name.localeCompare(b.name))
  return (
    <Autocomplete<Person>
      options={options}
      value={value}
      inputValue={typed}
      onChange={(_, person) => onChange(person)}
      onInputChange={(_, text) => setTyped(text)}
      getOptionLabel={({ name }) => name}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(a, b) => a.id === b.id}
      noOptionsText="Nobody of this name in the log"
      renderInput={(params) => <TextField {...params} label="Person" helperText="You, or anybody who is in the log" />}
    />
  )
}
