// Choosing the door and the person that a question is about, by their names; what came with the address is shown too.
import * as devices from '@gatehouse/contract/building/devices'
import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queryOf } from '../../kit/data/queries.ts'
import { peopleFinder } from '../../ui/forms/people-finder.ts'
import { SearchChoice } from '../../ui/forms/search-choice.tsx'

/** What a question is about, side by side where there is room; its buttons are as wide as their words. */
export const Asked = ({ children }: { readonly children: ReactNode }) => (
  <div className="flex flex-wrap items-start gap-3 *:max-w-[26rem] *:flex-[1_1_14rem] [&>button]:min-h-[44px] [&>button]:flex-none">
    {children}
  </div>
)

interface ChooseProps {
  /** Its id; empty: none. */
  readonly value: string
  readonly onChange: (id: string) => void
}

export const ChooseDoor = ({ value, onChange }: ChooseProps) => {
  const { data } = useQuery(queryOf(devices.list, { kind: 'door' }))
  const doors = (data?.devices ?? []).map(({ id, name, zone, site }) => ({ id, name, note: zone ?? site }))
  return (
    <Autocomplete
      options={doors}
      value={doors.find(({ id }) => id === value) ?? null}
      getOptionLabel={({ name }) => name}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(a, b) => a.id === b.id}
      noOptionsText="No door of that name"
      onChange={(_, door) => onChange(door?.id ?? '')}
      renderInput={(params) => <TextField {...params} label="Door" />}
      renderOption={({ key, ...props }, { name, note }) => (
        <li key={key} {...props}>
          {[name, note].filter(Boolean).join(', ')}
        </li>
      )}
    />
  )
}

export const ChoosePerson = (props: ChooseProps) => (
  <SearchChoice {...props} label="Person" none="No matches" finder={peopleFinder} />
)
