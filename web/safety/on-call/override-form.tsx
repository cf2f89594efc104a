// Somebody else on call for a shift, or for a part of it.
import * as onCall from '@gatehouse/contract/safety/on-call'
import type { Rota, Shift } from '@gatehouse/contract/safety/on-call'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { To } from 'react-router'
import { serverNow } from '../../kit/clock.ts'
import { call } from '../../kit/data/api.ts'
import { useTimeZone } from '../../kit/time.ts'
import { FormSheet } from '../../ui/sheets/form-sheet.tsx'
import { nameOf, periodText } from './on-call-words.ts'
import { fieldsFor, periodOf, type PersonPeriod } from './person-period.ts'
import { PeriodInputs, PersonInput } from './person-period-inputs.tsx'
import { addressOf, restOf } from './shifts.ts'

interface OverrideFormProps {
  readonly rota: Rota
  readonly shift: Shift
  readonly closed: To
}

export const OverrideForm = ({ rota, shift, closed }: OverrideFormProps) => {
  const timeZone = useTimeZone()
  const [before] = useState(() => restOf(shift, serverNow()))
  const [fields] = useState(() => fieldsFor(before, timeZone))
  const form = useForm<PersonPeriod>({ defaultValues: fields })
  return (
    <FormSheet
      title={`Somebody else than ${nameOf(shift)}`}
      subtitle={`${rota.name}, ${periodText(shift, timeZone)}`}
      closed={closed}
      form={form}
      draft={`override ${addressOf(shift)}`}
      what="The override"
      label="Save override"
      send={async ({ userId, from, to }) => {
        await call(onCall.override, { id: rota.id, userId, ...periodOf({ from, to }, before, timeZone) })
        return `The rota ${rota.name} is changed.`
      }}
    >
      <PersonInput control={form.control} except={shift.person?.id} />
      <PeriodInputs form={form} before={before} />
    </FormSheet>
  )
}
