// Who, and from when until when, in a form.
import * as onCall from '@gatehouse/contract/safety/on-call'
import { useMemo } from 'react'
import { type Control, useController, type UseFormReturn } from 'react-hook-form'
import { call } from '../../kit/data/api.ts'
import { useTimeZone } from '../../kit/time.ts'
import { FieldPair } from '../../ui/forms/field-pair.tsx'
import { matches } from '../../ui/forms/matching-options.ts'
import { type Finder, SearchChoice } from '../../ui/forms/search-choice.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { fromFault, type PersonPeriod, toFault } from './person-period.ts'
import type { Period } from './week.ts'

interface PersonInputProps {
  readonly control: Control<PersonPeriod>
  /** Is not offered. */
  readonly except?: string | undefined
}

export const PersonInput = ({ control, except }: PersonInputProps) => {
  const finder = useMemo(() => finderWithout(except), [except])
  const { field, fieldState } = useController({
    control,
    name: 'userId',
    rules: { validate: (id) => id !== '' || 'Choose a person' },
  })
  return (
    <SearchChoice
      label="Person"
      none="Nobody who may acknowledge alarms has this name"
      finder={finder}
      value={field.value}
      onChange={field.onChange}
      error={fieldState.error !== undefined}
      help={fieldState.error?.message ?? 'One of those who may acknowledge alarms.'}
    />
  )
}

const finderWithout = (except = ''): Finder => ({
  of: `who can be on call, without ${except}`,
  find: async (q, signal) => {
    const { people } = await call(onCall.candidates, {}, { signal })
    return people.filter((one) => one.id !== except && matches(one, q))
  },
  one: async (id) => {
    const { people } = await call(onCall.candidates, {})
    return people.find((one) => one.id === id) ?? { id, name: 'Somebody who may not acknowledge alarms' }
  },
})

interface PeriodInputsProps {
  readonly form: UseFormReturn<PersonPeriod>
  /** As it was when the form began. */
  readonly before: Period
}

export const PeriodInputs = ({ form, before }: PeriodInputsProps) => {
  const timeZone = useTimeZone()
  const field = {
    control: form.control,
    type: 'datetime-local',
    required: true,
    slotProps: { inputLabel: { shrink: true } },
  } as const
  return (
    <FieldPair>
      <TextInput
        {...field}
        name="from"
        label="From"
        help={`In the time of ${timeZone.replaceAll('_', ' ')}.`}
        rule={(from) => fromFault(from, timeZone)}
      />
      <TextInput
        {...field}
        name="to"
        label="Until"
        rule={(to) => toFault({ from: form.getValues('from'), to }, before, timeZone)}
      />
    </FieldPair>
  )
}
