// A rota being added, changed or deleted.
import { dateIn } from '@gatehouse/contract/access/schedule-time'
import * as onCall from '@gatehouse/contract/safety/on-call'
import type { Rota } from '@gatehouse/contract/safety/on-call'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Control, useController, useForm, useWatch } from 'react-hook-form'
import type { To } from 'react-router'
import { serverNow } from '../../kit/clock.ts'
import { call } from '../../kit/data/api.ts'
import { queryOf } from '../../kit/data/queries.ts'
import { useTimeZone } from '../../kit/time.ts'
import { View } from '../../ui/feedback/states.tsx'
import { FieldPair } from '../../ui/forms/field-pair.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { givenNameRule } from '../../ui/forms/text-rules.ts'
import { ConfirmButton } from '../../ui/sheets/confirm-button.tsx'
import { FormSheet } from '../../ui/sheets/form-sheet.tsx'
import { useCloseSheet } from '../../ui/sheets/side-sheet.tsx'
import { turnsText } from './on-call-words.ts'
import { PeopleInOrder } from './people-in-order.tsx'

interface RotaFormProps {
  /** null: a new one. */
  readonly rota: Rota | null
  readonly closed: To
}

interface Fields {
  name: string
  userIds: string[]
  handOverAt: string
  everyDays: string
  startsOn: string
}

export const RotaForm = ({ rota, closed }: RotaFormProps) => {
  const timeZone = useTimeZone()
  const close = useCloseSheet(closed)
  const [before] = useState<Fields>(() => ({
    name: rota?.name ?? '',
    userIds: rota?.userIds ?? [],
    handOverAt: rota?.handOverAt ?? '08:00',
    everyDays: String(rota?.everyDays ?? 7),
    startsOn: rota?.startsOn ?? dateIn(timeZone, new Date(serverNow())),
  }))
  const form = useForm<Fields>({ defaultValues: before })
  const { control } = form
  return (
    <FormSheet
      wide
      title={rota ? rota.name : 'Add a rota'}
      subtitle="Who is on call, one after the other."
      closed={closed}
      form={form}
      draft={`rota ${rota?.id ?? 'new'}`}
      what={rota ? `The changes to ${rota.name}` : 'The new rota'}
      label={rota ? 'Save' : 'Add rota'}
      send={async ({ everyDays, ...fields }) => {
        const given = { ...fields, everyDays: Number(everyDays) }
        await (rota ? call(onCall.update, { ...given, id: rota.id }) : call(onCall.create, given))
        return `The rota ${fields.name.trim()} is ${rota ? 'saved' : 'added'}.`
      }}
    >
      <TextInput control={control} name="name" label="Name" required rule={givenNameRule('Give the rota a name')} />
      <FieldPair>
        <TextInput
          control={control}
          name="handOverAt"
          label="Hand-over at"
          type="time"
          required
          help={`In the time of ${timeZone.replaceAll('_', ' ')}.`}
          rule={(time) => (time === '' ? 'Enter a time' : null)}
          slotProps={{ inputLabel: { shrink: true } }}
        />
        <TextInput
          control={control}
          name="everyDays"
          label="Every … days"
          required
          help="How many days one person is on call."
          rule={(days) => (/^([1-9]|[12]\d|3[01])$/.test(days.trim()) ? null : 'A number from 1 to 31')}
          slotProps={{ htmlInput: { inputMode: 'numeric', autoComplete: 'off' } }}
        />
        <TextInput
          control={control}
          name="startsOn"
          label="Starts on"
          type="date"
          required
          help="The day on which the first person begins."
          rule={(date) => (date === '' ? 'Choose a day' : null)}
          slotProps={{ inputLabel: { shrink: true } }}
        />
      </FieldPair>
      <People control={control} rota={rota} />
      {rota && (
        <div className="border-t border-t-line pt-4">
          <ConfirmButton
            label="Delete the rota"
            title={`Delete the rota ${rota.name}?`}
            action="Delete"
            busy="Deleting…"
            run={() => call(onCall.remove, { id: rota.id })}
            done={`The rota ${rota.name} is deleted.`}
            then={close}
          >
            <p>A rota that an escalation policy names cannot be deleted.</p>
          </ConfirmButton>
        </div>
      )}
    </FormSheet>
  )
}

const People = ({ control, rota }: { readonly control: Control<Fields>; readonly rota: Rota | null }) => {
  const query = useQuery(queryOf(onCall.candidates, {}))
  const { field, fieldState } = useController({
    control,
    name: 'userIds',
    rules: { validate: (ids) => ids.length > 0 || 'Choose a person at least' },
  })
  const [startsOn, everyDays] = useWatch({ control, name: ['startsOn', 'everyDays'] })
  return (
    <View op={onCall.candidates} query={query} rows={6} failed="Who can be on call could not be loaded">
      {({ people }) => {
        // Whoever may no longer acknowledge alarms is still in the rota, until somebody leaves them out.
        const others = rota?.people.filter(({ id }) => people.every((one) => one.id !== id)) ?? []
        const all = [...people, ...others]
        const names = field.value.flatMap((id) => all.find((one) => one.id === id)?.name ?? [])
        const turns = turnsText(names, startsOn, Number(everyDays))
        return (
          <div className="grid grid-cols-1 gap-3">
            <PeopleInOrder people={all} ids={field.value} onChange={field.onChange} />
            {turns !== null && <p className="text-sm text-muted">{turns}</p>}
            {fieldState.error && (
              <p role="alert" className="text-critical">
                {fieldState.error.message}
              </p>
            )}
          </div>
        )
      }}
    </View>
  )
}
