// Choosing the door and the person that a question is about, by their names; what came with the address is shown too.
import * as access from '@gatehouse/contract/access'
import * as devices from '@gatehouse/contract/devices'
import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { queryOf } from '../kit/queries.ts'

interface ChooseProps {
  /** Its id; empty: none. */
  readonly value: string
  readonly onChange: (id: string) => void
}

interface Option {
  readonly id: string
  readonly name: string
  readonly note: string | null
}

export const ChooseDoor = ({ value, onChange }: ChooseProps) => {
  const { data } = useQuery(queryOf(devices.list, { kind: 'door' }))
  const doors = (data?.devices ?? []).map(({ id, name, zone, site }) => ({ id, name, note: zone ?? site }))
  return <Choose label="Door" none="No door of that name" options={doors} value={value} onChange={onChange} />
}

const mostShown = 20

export const ChoosePerson = ({ value, onChange }: ChooseProps) => {
  const [typed, setTyped] = useState('')
  const q = useDeferredValue(typed.trim())
  const found = useQuery({
    ...queryOf(access.people, { limit: mostShown, ...(q ? { q } : {}) }),
    placeholderData: keepPreviousData,
  })
  const chosen = useQuery({ ...queryOf(access.personById, { userId: value }), enabled: value !== '' })
  const optionOf = ({ id, displayName, department }: access.Person): Option => ({
    id,
    name: displayName,
    note: department,
  })
  const people = (found.data?.people ?? []).map(({ person }) => optionOf(person))
  const own = chosen.data && !people.some(({ id }) => id === value) ? [optionOf(chosen.data.holder.person)] : []
  return (
    <Choose
      label="Person"
      none="Nobody of that name"
      options={[...own, ...people]}
      value={value}
      onChange={onChange}
      onType={setTyped}
    />
  )
}

interface Choice extends ChooseProps {
  readonly label: string
  readonly none: string
  readonly options: readonly Option[]
  /** Found on the server by what is typed; absent: among the options. */
  readonly onType?: (text: string) => void
}

const Choose = ({ label, none, options, value, onChange, onType }: Choice) => (
  <Autocomplete
    options={options}
    value={options.find(({ id }) => id === value) ?? null}
    getOptionLabel={({ name }) => name}
    getOptionKey={({ id }) => id}
    isOptionEqualToValue={(a, b) => a.id === b.id}
    noOptionsText={none}
    {...(onType ? { filterOptions: (all: Option[]) => all } : {})}
    onInputChange={(_, text, why) => {
      if (why === 'input') onType?.(text)
    }}
    onChange={(_, option) => onChange(option?.id ?? '')}
    renderInput={(params) => <TextField {...params} label={label} />}
    renderOption={({ key, ...props }, { name, note }) => (
      <li key={key} {...props}>
        {[name, note].filter(Boolean).join(', ')}
      </li>
    )}
  />
)
