// Somebody marked as absent for a while.
import { dateIn, daysAfter } from '@gatehouse/contract/access/schedule-time'
import * as onCall from '@gatehouse/contract/safety/on-call'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { To } from 'react-router'
import { serverNow } from '../../kit/clock.ts'
import { call } from '../../kit/data/api.ts'
import { useTimeZone } from '../../kit/time.ts'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { atMost } from '../../ui/forms/text-rules.ts'
import { FormSheet } from '../../ui/sheets/form-sheet.tsx'
import { fieldsFor, periodOf, type PersonPeriod } from './person-period.ts'
import { PeriodInputs, PersonInput } from './person-period-inputs.tsx'
import { midnightOf, type Period } from './week.ts'

export const AbsenceForm = ({ closed }: { readonly closed: To }) => {
  const timeZone = useTimeZone()
  const [before] = useState(() => tomorrow(timeZone))
  const [fields] = useState(() => fieldsFor(before, timeZone))
  const form = useForm<PersonPeriod>({ defaultValues: fields })
  return (
    <FormSheet
      title="Add an absence"
      subtitle="Turns in that time go to whoever follows in the rota."
      closed={closed}
      form={form}
      draft="absence new"
      what="The absence"
      label="Add absence"
      send={async ({ userId, note, ...period }) => {
        const { absence } = await call(onCall.addAbsence, {
          userId,
          ...periodOf(period, before, timeZone),
          ...(note.trim() === '' ? {} : { note }),
        })
        return `${absence.person.name} is marked as absent.`
      }}
    >
      <PersonInput control={form.control} />
      <PeriodInputs form={form} before={before} />
      <TextInput control={form.control} name="note" label="Note" help="Optional." rule={atMost(200)} />
    </FormSheet>
  )
}

/** The whole day, as most are absent for whole days. */
const tomorrow = (timeZone: string): Period => {
  const today = dateIn(timeZone, new Date(serverNow()))
  const at = (days: number) => new Date(midnightOf(daysAfter(today, days), timeZone)).toISOString()
  return { from: at(1), to: at(2) }
}
