// Whose entries are shown: somebody found among the staff, or whoever the address names.
import * as staff from '@gatehouse/contract/staff'
import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useMissing } from '../kit/can.tsx'
import { queryOf } from '../kit/queries.ts'
import styles from '../ui/filter-bar.module.css'

interface Person {
  readonly id: string
  readonly name: string
}

interface PersonFilterProps {
  /** Empty: everybody. */
  readonly value: string
  /** What they are called in the entries that are shown; null: nothing of theirs is there. */
  readonly shownAs: string | null
  readonly onChange: (id: string) => void
}

export const PersonFilter = ({ value, shownAs, onChange }: PersonFilterProps) => {
  const may = useMissing(staff.list).length === 0
  const [chosen, setChosen] = useState<Person | null>(null)
  const [typed, setTyped] = useState('')
  const sought = useDeferredValue(typed.trim())
  const found = useQuery({
    ...queryOf(staff.list, { limit: 20, ...(sought === '' ? {} : { search: sought }) }),
    placeholderData: keepPreviousData,
    enabled: may,
  }).data?.staff
  const people = (found ?? []).map(({ id, displayName, email }): Person => ({ id, name: `${displayName}, ${email}` }))
  const named =
    chosen?.id === value
      ? chosen
      : (people.find(({ id }) => id === value) ?? { id: value, name: shownAs ?? 'One person' })
  const person = value === '' ? null : named
  // Without the right to see who there is: somebody is chosen in an entry of theirs.
  if (!may && person === null) return null
  return (
    <Autocomplete<Person>
      className={styles.wide}
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
      noOptionsText="Nobody of this name"
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
