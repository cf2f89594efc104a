// Two shifts of one rota that change hands: the second is chosen for the first.
import * as onCall from '@gatehouse/contract/safety/on-call'
import type { Rota, Shift } from '@gatehouse/contract/safety/on-call'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { To } from 'react-router'
import { serverNow } from '../../kit/clock.ts'
import { call } from '../../kit/data/api.ts'
import { useTimeZone } from '../../kit/time.ts'
import { SelectInput } from '../../ui/forms/select-input.tsx'
import { FormSheet } from '../../ui/sheets/form-sheet.tsx'
import { nameOf, periodText } from './on-call-words.ts'
import { addressOf, partnersOf } from './shifts.ts'

interface SwapFormProps {
  readonly rota: Rota
  readonly shift: Shift
  readonly shifts: readonly Shift[]
  readonly closed: To
}

export const SwapForm = ({ rota, shift, shifts, closed }: SwapFormProps) => {
  const timeZone = useTimeZone()
  const [now] = useState(serverNow)
  const partners = partnersOf(shift, shifts, now)
  const form = useForm({ defaultValues: { with: '' } })
  const chosen = useWatch({ control: form.control, name: 'with' })
  const second = partners.find(({ from }) => from === chosen)
  return (
    <FormSheet
      title={`Swap the shift of ${nameOf(shift)}`}
      subtitle={`${rota.name}, ${periodText(shift, timeZone)}`}
      closed={closed}
      form={form}
      draft={`swap ${addressOf(shift)}`}
      what="The swap"
      label="Swap shifts"
      working="Swapping…"
      idle={partners.length === 0}
      send={async ({ with: from }) => {
        const other = partners.find((one) => one.from === from)
        if (other)
          await call(onCall.swap, {
            id: rota.id,
            first: { from: shift.from, to: shift.to },
            second: { from: other.from, to: other.to },
          })
        return `The shifts of the rota ${rota.name} are swapped.`
      }}
    >
      {partners.length === 0 ? (
        <p className="text-muted">Nobody else has a shift of this rota in the weeks that follow.</p>
      ) : (
        <SelectInput
          control={form.control}
          name="with"
          label="With the shift of"
          rule={(from) => (partners.some((one) => one.from === from) ? null : 'Choose a shift')}
          help="Those of the weeks around the one that is shown."
          options={partners.map((one) => ({
            value: one.from,
            label: `${nameOf(one)}: ${periodText(one, timeZone)}`,
          }))}
        />
      )}
      {second && (
        <ul className="grid list-disc gap-1 ps-5">
          <li>
            {nameOf(second)} is on call {periodText(shift, timeZone)}.
          </li>
          <li>
            {nameOf(shift)} is on call {periodText(second, timeZone)}.
          </li>
        </ul>
      )}
    </FormSheet>
  )
}
