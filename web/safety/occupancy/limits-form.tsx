// The limits of a place: one of all times, and any that hold while a schedule is open; each written by hand or worked out from
// area and use.
import * as schedules from '@gatehouse/contract/access/schedules'
import { loadFactors, isLoadUse } from '@gatehouse/contract/safety/load-factors'
import * as occupancy from '@gatehouse/contract/safety/occupancy'
import type { Limits } from '@gatehouse/contract/safety/occupancy'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Control, useFieldArray, useForm, type UseFormReturn, useWatch } from 'react-hook-form'
import type { To } from 'react-router'
import { useMissing } from '../../kit/can.tsx'
import { call } from '../../kit/data/api.ts'
import { queryOf } from '../../kit/data/queries.ts'
import { FieldPair } from '../../ui/forms/field-pair.tsx'
import { SelectInput } from '../../ui/forms/select-input.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { atMost, wholeBetween } from '../../ui/forms/text-rules.ts'
import { Icon } from '../../ui/primitives/icon.tsx'
import { FormSheet } from '../../ui/sheets/form-sheet.tsx'
import {
  type LimitField,
  limitsFieldsOf,
  type LimitsFields,
  limitsOf,
  mostLimits,
  newLimit,
  numberIn,
  scheduleFault,
  unitWords,
  factorOptions,
  workedOut,
  workedOutText,
} from './limit-fields.ts'

interface LimitsFormProps {
  readonly place: { readonly id: string; readonly name: string }
  readonly limits: Limits['limits']
  readonly closed: To
}

export const LimitsForm = ({ place, limits, closed }: LimitsFormProps) => {
  const [before] = useState(() => limitsFieldsOf(limits))
  const form = useForm<LimitsFields>({ defaultValues: before })
  const { control } = form
  const { fields, append, remove } = useFieldArray({ control, name: 'limits' })
  const options = useScheduleOptions(limits)
  return (
    <FormSheet
      wide
      title={`Limits of ${place.name}`}
      subtitle="While several schedules are open, the lowest of their limits holds; otherwise the one of all times."
      closed={closed}
      form={form}
      draft={`limits ${place.id}`}
      what={`The limits of ${place.name}`}
      label="Save limits"
      send={async (typed) => {
        await call(occupancy.setLimits, { placeId: place.id, limits: limitsOf(typed) })
        return typed.limits.length === 0 ? `${place.name} has no limit.` : `The limits of ${place.name} are saved.`
      }}
    >
      {fields.length === 0 && <p className="text-muted">No limit: it is counted, and no alarm is raised for it.</p>}
      {fields.map(({ id }, index) => (
        <OneLimit key={id} form={form} index={index} options={options} onRemove={() => remove(index)} />
      ))}
      {fields.length < mostLimits && (
        <Button
          variant="outlined"
          startIcon={<Icon name="add" />}
          className="justify-self-start"
          onClick={() => append(newLimit())}
        >
          {fields.length === 0 ? 'Add a limit' : 'Add a limit for a schedule'}
        </Button>
      )}
    </FormSheet>
  )
}

interface ScheduleOption {
  readonly value: string
  readonly label: string
}

/** Those of limits that are there stay choosable for who may not see schedules. */
const useScheduleOptions = (limits: Limits['limits']): readonly ScheduleOption[] => {
  const maySee = useMissing(schedules.list).length === 0
  const list = useQuery({ ...queryOf(schedules.list, {}), enabled: maySee })
  const known = (list.data?.schedules ?? []).map(({ id, name }) => ({ value: id, label: `While ${name} is open` }))
  const used = limits.flatMap(({ schedule }) =>
    schedule === null || known.some(({ value }) => value === schedule.id)
      ? []
      : [{ value: schedule.id, label: `While ${schedule.name} is open` }],
  )
  return [{ value: '', label: 'At all times' }, ...used, ...known]
}

interface OneLimitProps {
  readonly form: UseFormReturn<LimitsFields>
  readonly index: number
  readonly options: readonly ScheduleOption[]
  readonly onRemove: () => void
}

const OneLimit = ({ form, index, options, onRemove }: OneLimitProps) => {
  const { control, getValues } = form
  const name = `Limit ${index + 1}`
  return (
    <section className="grid grid-cols-1 gap-4 rounded border border-line p-4" aria-label={name}>
      <header className="flex flex-wrap items-center justify-between gap-2 [&_h3]:m-0 [&_h3]:text-md">
        <h3>{name}</h3>
        <Button
          size="small"
          startIcon={<Icon name="close" />}
          onClick={onRemove}
          aria-label={`Remove limit ${index + 1}`}
        >
          Remove
        </Button>
      </header>
      <FieldPair>
        <TextInput
          control={control}
          name={`limits.${index}.people`}
          label="People"
          required
          rule={wholeBetween(1, 1_000_000, 'people')}
          slotProps={{ htmlInput: { inputMode: 'numeric', autoComplete: 'off' } }}
        />
        <SelectInput
          control={control}
          name={`limits.${index}.scheduleId`}
          label="Holds"
          options={options}
          rule={() => scheduleFault(getValues('limits'), index)}
        />
      </FieldPair>
      <Wizard form={form} index={index} />
      <TextInput
        control={control}
        name={`limits.${index}.localRule`}
        label="Local rule"
        multiline
        help="What the authority on site asks for, in words. It may ask for less than the code."
        rule={atMost(500)}
      />
    </section>
  )
}

/** Works a limit out from area and use, and shows it before it is taken. */
const Wizard = ({ form, index }: Pick<OneLimitProps, 'form' | 'index'>) => {
  const { control, setValue } = form
  const typed = useLimit(control, index)
  const found = typed && workedOut(typed)
  return (
    <fieldset className="m-0 grid min-w-0 grid-cols-1 gap-4 border-0 p-0 [&>legend]:px-0 [&>legend]:pt-0 [&>legend]:pb-2 [&>legend]:font-semibold">
      <legend>Work it out from area and use</legend>
      <SelectInput control={control} name={`limits.${index}.use`} label="Use" options={factorOptions()} />
      {typed && isLoadUse(typed.use) && (
        <>
          <p className="text-sm text-muted">{areaWords[loadFactors[typed.use].area]}</p>
          <FieldPair>
            <TextInput
              control={control}
              name={`limits.${index}.area`}
              label="Area"
              rule={(area) => (numberIn(area) === null ? 'Enter the area, above 0' : null)}
              slotProps={{ htmlInput: { inputMode: 'decimal', autoComplete: 'off' } }}
            />
            <SelectInput control={control} name={`limits.${index}.unit`} label="In" options={unitOptions} />
            <TextInput
              control={control}
              name={`limits.${index}.squareFeet`}
              label="ft² for each person"
              help={`The code has ${loadFactors[typed.use].squareFeet}. Write another where your authority asks for it.`}
              rule={(text) =>
                text.trim() === '' || numberIn(text) !== null ? null : 'Enter a number above 0, or nothing'
              }
              slotProps={{ htmlInput: { inputMode: 'decimal', autoComplete: 'off' } }}
            />
          </FieldPair>
          <output className="block">
            {found ? workedOutText(typed, found) : 'Enter the area to see how many people.'}
          </output>
          {found && (
            <Button
              variant="outlined"
              className="justify-self-start"
              aria-disabled={typed.people === String(found.people)}
              onClick={() =>
                setValue(`limits.${index}.people`, String(found.people), { shouldDirty: true, shouldValidate: true })
              }
            >
              {typed.people === String(found.people)
                ? `${found.people} is the limit above`
                : `Take ${found.people} as the limit`}
            </Button>
          )}
        </>
      )}
    </fieldset>
  )
}

const useLimit = (control: Control<LimitsFields>, index: number): LimitField | undefined =>
  useWatch({ control, name: 'limits' })[index]

const areaWords = {
  net: 'Net area: what is used, without corridors, stairs, walls and fixtures.',
  gross: 'Gross area: all within the outer walls.',
} as const

const unitOptions = Object.entries(unitWords).map(([value, label]) => ({ value, label }))
