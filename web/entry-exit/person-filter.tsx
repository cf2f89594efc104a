// Whose entries and exits are shown: somebody found in the log, or whoever the address names.
import * as entryExit from '@gatehouse/contract/entry-exit'
import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { queryOf } from '../kit/queries.ts'
import styles from '../ui/filter-bar.module.css'

interface Person {
  readonly id: string
  readonly name: string
}

interface PersonFilterProps {
  /** Empty: everybody. */
  readonly value: string
  readonly shownAs: string | null
  readonly onChange: (id: string) => void
}

export const PersonFilter = ({ value, shownAs, onChange }: PersonFilterProps) => {
  const [chosen, setChosen] = useState<Person | null>(null)
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState(false)
  const sought = useDeferredValue(typed.trim())
  const { data } = useQuery({
    ...queryOf(entryExit.logs, { limit: 100, ...(sought === '' ? {} : { q: sought }) }),
    placeholderData: keepPreviousData,
    enabled: open,
  })
  const found = new Map<string, string>()
  for (const { userId, person } of data?.logs ?? []) if (userId && person) found.set(userId, person)
  const people = [...found].map(([id, name]) => ({ id, name })).sort((a, b) => a.name.localeCompare(b.name))
  const named =
    chosen?.id === value
      ? chosen
      : (people.find(({ id }) => id === value) ?? { id: value, name: shownAs ?? 'One person' })
  const person = value === '' ? null : named
  return (
    <Autocomplete<Person>
      className={styles.wide}
      open={open}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      options={person && !people.some(({ id }) => id === person.id) ? [person, ...people] : people}
      filterOptions={(options) => options}
      value={person}
      onChange={(_, next) => {
        setChosen(next)
        onChange(next?.id ?? '')
      }}
      onInputChange={(_, text, reason) => setTyped(reason === 'input' ? text : '')}
      getOptionLabel={({ name }) => name}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(a, b) => a.id === b.id}
      noOptionsText="Nobody of this name in the log"
      renderInput={(params) => (
        <TextField
          {...params}
          label="Person"
          placeholder="Everybody"
          slotProps={{ ...params.slotProps, inputLabel: { ...params.slotProps.inputLabel, shrink: true } }}
        />
      )}
    />
  )
}
