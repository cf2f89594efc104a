// A visitor pass being issued: for whom, to see whom, which doors, and until when.
import * as access from '@gatehouse/contract/access/access'
import * as passes from '@gatehouse/contract/access/passes'
import * as visitors from '@gatehouse/contract/access/visitors'
import type { Output } from '@gatehouse/contract/operation'
import * as staff from '@gatehouse/contract/identity/staff'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { type Control, useController, useForm, useFormState, useWatch } from 'react-hook-form'
import type { To } from 'react-router'
import { useMissing } from '../../kit/can.tsx'
import { call } from '../../kit/data/api.ts'
import { queryOf } from '../../kit/data/queries.ts'
import { useTimeZone } from '../../kit/time.ts'
import { CheckInput } from '../../ui/forms/check-field.tsx'
import { ChoiceList } from '../../ui/forms/choice-list.tsx'
import { levelFinder } from '../../ui/forms/level-finder.ts'
import { peopleFinder } from '../../ui/forms/people-finder.ts'
import { type Finder, SearchChoice } from '../../ui/forms/search-choice.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { FormSheet } from '../../ui/sheets/form-sheet.tsx'
import { leftOutFault, momentAt, wallTimeAt } from '../../ui/time/wall-time.ts'
import { hostFinder } from './host-finder.ts'

const noDoors: string[] = []
const isDay = /^\d{4}-\d{2}-\d{2}$/

interface Fields {
  visitor: string
  company: string
  email: string
  note: string
  hostId: string
  from: string
  to: string
  uses: string
  levelId: string
  doorIds: string[]
  escortNeeded: boolean
}

interface PassFormProps {
  readonly closed: To
  /** The address of the sheet of a pass. */
  readonly sheetOf: (passId: string) => To
}

export const PassForm = ({ closed, sheetOf }: PassFormProps) => {
  const timeZone = useTimeZone()
  const [now] = useState(() => wallTimeAt(Date.now(), timeZone))
  const form = useForm<Fields>({
    defaultValues: {
      visitor: '',
      company: '',
      email: '',
      note: '',
      hostId: '',
      from: now,
      to: '',
      uses: '',
      levelId: '',
      doorIds: noDoors,
      escortNeeded: false,
    },
  })
  const { control } = form
  const day = useWatch({ control, name: 'from' }).slice(0, 10)
  const choices = useQuery(queryOf(visitors.choices, isDay.test(day) ? { day } : {}))
  const { dirtyFields } = useFormState({ control })
  const begin = useEffectEvent((data: Output<typeof visitors.choices>) => {
    if (!dirtyFields.to) form.resetField('to', { defaultValue: `${data.day}T${data.closes}` })
    if (!dirtyFields.doorIds) form.resetField('doorIds', { defaultValue: data.usual })
  })
  const { data } = choices
  useEffect(() => {
    if (data) begin(data)
  }, [data])
  const mayFindPeople = useMissing(access.people).length === 0
  const mayFindStaff = useMissing(staff.list).length === 0
  const hosts = mayFindPeople ? peopleFinder : mayFindStaff ? hostFinder : null
  const mayGiveLevels = useMissing(access.levels).length === 0
  return (
    <FormSheet
      wide
      title="Issue a visitor pass"
      subtitle="A QR code that opens the doors you choose, shown here and sent by e-mail where there is an address."
      closed={closed}
      form={form}
      draft="pass"
      what="The new pass"
      label="Issue pass"
      working="Issuing…"
      idle={choices.isPending}
      send={async ({ hostId, from, to, uses, levelId, ...fields }) => {
        const { pass } = await call(passes.issue, {
          ...fields,
          hostId: hostId === '' ? null : hostId,
          from: momentAt(from, timeZone).toISOString(),
          to: momentAt(to, timeZone).toISOString(),
          uses: uses.trim() === '' ? null : Number(uses),
          levelId: levelId === '' ? null : levelId,
        })
        const message = pass.email === null ? 'is issued' : `is issued, and on its way to ${pass.email}`
        return { message: `The pass of ${pass.visitor} ${message}.`, next: sheetOf(pass.id) }
      }}
    >
      <TextInput
        control={control}
        name="visitor"
        label="Name of the visitor"
        required
        rule={(name) => (name.trim().length >= 2 ? null : 'Enter the name of the visitor')}
        slotProps={{ htmlInput: { maxLength: 120, autoComplete: 'off', autoFocus: true } }}
      />
      {hosts && <Host control={control} finder={hosts} />}
      <Pair>
        <TextInput control={control} name="company" label="Company" slotProps={{ htmlInput: { maxLength: 120 } }} />
        <TextInput
          control={control}
          name="email"
          label="Email"
          type="email"
          help="The pass is sent there. Optional."
          slotProps={{ htmlInput: { maxLength: 254, autoComplete: 'off' } }}
        />
      </Pair>
      <Pair>
        <Wall control={control} name="from" label="From" />
        <Wall control={control} name="to" label="Until" help="Close of business, unless you change it." />
      </Pair>
      <Doors control={control} choices={choices.data} failed={choices.isError} />
      <CheckInput control={control} name="escortNeeded" label="Escort required" />
      <details className="grid gap-5 [&>summary]:min-h-touch [&>summary]:cursor-pointer [&>summary]:py-2 [&>summary]:font-semibold">
        <summary>More options</summary>
        <div className="grid grid-cols-1 gap-5 pt-3">
          <TextInput
            control={control}
            name="uses"
            label="Entries allowed"
            type="number"
            help="Empty: any number within that time. Exits are never counted."
            rule={(uses) => (uses === '' || /^[1-9]\d{0,2}$|^1000$/.test(uses) ? null : 'A number from 1 to 1000')}
            slotProps={{ htmlInput: { min: 1, max: 1000, inputMode: 'numeric' } }}
          />
          {mayGiveLevels && <Level control={control} />}
          <TextInput control={control} name="note" label="Note" slotProps={{ htmlInput: { maxLength: 300 } }} />
        </div>
      </details>
    </FormSheet>
  )
}

const Pair = ({ children }: { readonly children: ReactNode }) => (
  <div className="grid grid-cols-[repeat(auto-fit,minmax(min(13rem,100%),1fr))] gap-4">{children}</div>
)

interface WallProps {
  readonly control: Control<Fields>
  readonly name: 'from' | 'to'
  readonly label: string
  readonly help?: string
}

const Wall = ({ help, ...field }: WallProps) => {
  const timeZone = useTimeZone()
  return (
    <TextInput
      {...field}
      required
      type="datetime-local"
      help={help ?? `In the time of ${timeZone.replaceAll('_', ' ')}.`}
      rule={(time) => (time === '' ? 'Choose a day and a time' : leftOutFault(time, timeZone))}
      slotProps={{ inputLabel: { shrink: true } }}
    />
  )
}

const Host = ({ control, finder }: { readonly control: Control<Fields>; readonly finder: Finder }) => {
  const { field, fieldState } = useController({ control, name: 'hostId' })
  return (
    <SearchChoice
      label="Host"
      none="No matches"
      finder={finder}
      value={field.value}
      onChange={field.onChange}
      error={fieldState.error !== undefined}
      help={fieldState.error?.message ?? 'Is notified when the visitor arrives. Optional.'}
    />
  )
}

const Level = ({ control }: { readonly control: Control<Fields> }) => {
  const { field, fieldState } = useController({ control, name: 'levelId' })
  return (
    <SearchChoice
      label="Access level"
      none="No level of that name"
      finder={levelFinder}
      value={field.value}
      onChange={field.onChange}
      error={fieldState.error !== undefined}
      help={fieldState.error?.message ?? 'Its doors, at its times, besides those chosen above. Optional.'}
    />
  )
}

interface DoorsProps {
  readonly control: Control<Fields>
  readonly choices: { readonly doors: readonly DoorChoice[]; readonly usual: readonly string[] } | undefined
  readonly failed: boolean
}

interface DoorChoice {
  readonly id: string
  readonly name: string
  readonly zone: string | null
}

const Doors = ({ control, choices, failed }: DoorsProps) => {
  const { field, fieldState } = useController({ control, name: 'doorIds' })
  const usual = new Set(choices?.usual)
  const options = (choices?.doors ?? []).map(({ id, name, zone }) => ({ id, name, note: zone ?? undefined }))
  return (
    <div className="grid gap-2">
      <ChoiceList
        legend="Doors"
        choices={[...options.filter(({ id }) => usual.has(id)), ...options.filter(({ id }) => !usual.has(id))]}
        chosen={new Set(field.value)}
        onChange={(chosen) => field.onChange([...chosen])}
        empty={
          failed
            ? 'The doors could not be loaded. Close the form, and open it again.'
            : choices
              ? 'There is no door that you may choose: a pass opens what its issuer may open. Ask whoever manages doors.'
              : 'Loading…'
        }
      />
      {fieldState.error && (
        <p role="alert" className="text-critical">
          {fieldState.error.message}
        </p>
      )}
    </div>
  )
}
