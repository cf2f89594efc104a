// What a person is held to at every door, being changed.
import { call } from '../../kit/data/api.ts'
import * as access from '@gatehouse/contract/access/access'
import type { Person, Terms } from '@gatehouse/contract/access/access'
import { useForm } from 'react-hook-form'
import type { To } from 'react-router'
import { useTimeZone } from '../../kit/time.ts'
import { FormSheet } from '../../ui/sheets/form-sheet.tsx'
import { SelectInput } from '../../ui/forms/select-input.tsx'
import { escortWords, momentOf, wallOf } from './access-words.ts'
import { PeriodInputs } from './period-inputs.tsx'
import { SwitchInput } from './switch-input.tsx'
import { ReasonInput, reasonOf } from './word-inputs.tsx'

interface TermsFormProps {
  readonly person: Person
  readonly terms: Terms
  readonly closed: To
}

const escorts = ['none', 'needed', 'may escort'] as const

export const TermsForm = ({ person, terms, closed }: TermsFormProps) => {
  const timeZone = useTimeZone()
  const form = useForm({
    defaultValues: {
      from: wallOf(terms.from, timeZone),
      to: wallOf(terms.to, timeZone),
      suspended: terms.suspended,
      extendedTime: terms.extendedTime,
      passbackExempt: terms.passbackExempt,
      escort: terms.escort,
      reason: '',
    },
  })
  const { control } = form
  return (
    <FormSheet
      title="Access settings"
      subtitle={person.displayName}
      closed={closed}
      form={form}
      draft="terms"
      what="The change"
      label="Save"
      send={async ({ from, to, reason, ...others }) => {
        await call(access.setTerms, {
          userId: person.id,
          ...others,
          from: momentOf(from, timeZone),
          to: momentOf(to, timeZone),
          ...reasonOf(reason),
        })
        return `What holds for ${person.displayName} is changed.`
      }}
    >
      <SwitchInput
        control={control}
        name="suspended"
        label="Suspended"
        help="Opens no door while it lasts; levels and cards stay as they are."
      />
      <PeriodInputs control={control} from="from" to="to" />
      <SwitchInput
        control={control}
        name="extendedTime"
        label="More time at doors"
        help="Doors stay unlocked for their extended time: for a wheelchair, for instance."
      />
      <SwitchInput
        control={control}
        name="passbackExempt"
        label="No anti-passback"
        help="May enter again without having left."
      />
      <SelectInput
        control={control}
        name="escort"
        label="Escort"
        options={escorts.map((value) => ({ value, label: escortWords[value] }))}
        help="Who needs one is let in only shortly after somebody who may escort, at the same door."
      />
      <ReasonInput control={control} name="reason" />
    </FormSheet>
  )
}
