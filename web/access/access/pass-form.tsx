// A visitor pass being issued: for whom, when, which doors, and how often.
import { call } from '../../kit/data/api.ts'
import * as passes from '@gatehouse/contract/access/passes'
import { useState } from 'react'
import { useController, useForm } from 'react-hook-form'
import type { To } from 'react-router'
import { useTimeZone } from '../../kit/time.ts'
import { FormSheet } from '../../ui/sheets/form-sheet.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { wallOf } from './access-words.ts'
import { peopleFinder } from '../../ui/forms/people-finder.ts'
import { SearchInput } from './search-input.tsx'
import { PeriodInputs } from './period-inputs.tsx'
import { PickMany } from './pick-many.tsx'
import { SwitchInput } from './switch-input.tsx'
import { levelFinder, useDoorOptions } from './use-choices.ts'
import { momentAt } from '../../ui/time/wall-time.ts'

const noDoors: string[] = []
const hoursAhead = 8
const hourMs = 3_600_000

export const PassForm = ({ closed }: { readonly closed: To }) => {
  const timeZone = useTimeZone()
  const [now] = useState(() => Date.now())
  const form = useForm({
    defaultValues: {
      visitor: '',
      company: '',
      email: '',
      note: '',
      hostId: '',
      from: wallOf(new Date(now).toISOString(), timeZone),
      to: wallOf(new Date(now + hoursAhead * hourMs).toISOString(), timeZone),
      uses: '',
      levelId: '',
      doorIds: noDoors,
      escortNeeded: false,
    },
  })
  const { control } = form
  const doors = useController({ control, name: 'doorIds' })
  const doorOptions = useDoorOptions()
  return (
    <FormSheet
      wide
      title="Issue a visitor pass"
      subtitle="A QR code: mailed where there is an address, and to be printed here."
      closed={closed}
      form={form}
      draft="pass"
      what="The new pass"
      label="Issue pass"
      working="Issuing…"
      send={async ({ hostId, from, to, uses, levelId, ...fields }) => {
        const { pass } = await call(passes.issue, {
          ...fields,
          hostId: hostId === '' ? null : hostId,
          from: momentAt(from, timeZone).toISOString(),
          to: momentAt(to, timeZone).toISOString(),
          uses: uses.trim() === '' ? null : Number(uses),
          levelId: levelId === '' ? null : levelId,
        })
        return pass.email === null
          ? `The pass of ${pass.visitor} is issued: open it to print it.`
          : `The pass of ${pass.visitor} is on its way to ${pass.email}.`
      }}
    >
      <TextInput
        control={control}
        name="visitor"
        label="Name of the visitor"
        required
        rule={(name) => (name.trim().length >= 2 ? null : 'Enter the name of the visitor')}
        slotProps={{ htmlInput: { maxLength: 120, autoComplete: 'off' } }}
      />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(13rem,100%),1fr))] gap-4">
        <TextInput control={control} name="company" label="Company" slotProps={{ htmlInput: { maxLength: 120 } }} />
        <TextInput
          control={control}
          name="email"
          label="Email"
          type="email"
          help="The pass is mailed there."
          slotProps={{ htmlInput: { maxLength: 254, autoComplete: 'off' } }}
        />
      </div>
      <SearchInput
        control={control}
        name="hostId"
        label="To see"
        help="Is told when the visitor is let in. Optional."
        none="No matches"
        finder={peopleFinder}
      />
      <PeriodInputs control={control} from="from" to="to" required />
      <TextInput
        control={control}
        name="uses"
        label="Entries allowed"
        type="number"
        help="Left empty: as often as one likes within that time. Letting out is never counted."
        rule={(uses) => (uses === '' || /^[1-9]\d{0,2}$|^1000$/.test(uses) ? null : 'A number from 1 to 1000')}
        slotProps={{ htmlInput: { min: 1, max: 1000, inputMode: 'numeric' } }}
      />
      <SearchInput
        control={control}
        name="levelId"
        label="Access level"
        help="Its doors, at its times. Optional."
        none="No level of that name"
        finder={levelFinder}
      />
      <PickMany
        legend="Doors"
        options={doorOptions}
        chosen={doors.field.value}
        onChange={doors.field.onChange}
        empty="There are no doors that you see."
        error={doors.fieldState.error?.message}
      />
      <SwitchInput
        control={control}
        name="escortNeeded"
        label="Needs an escort"
        help="Let in only shortly after somebody who may escort, at the same door."
      />
      <TextInput control={control} name="note" label="Note" slotProps={{ htmlInput: { maxLength: 300 } }} />
    </FormSheet>
  )
}
