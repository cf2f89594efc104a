// A card being given to a member of staff; in a sheet beside the person's own.
import { call } from '../../kit/data/api.ts'
import * as staff from '@gatehouse/contract/identity/staff'
import { useForm } from 'react-hook-form'
import type { To } from 'react-router'
import { useTimeZone } from '../../kit/time.ts'
import { FormSheet } from '../../ui/sheets/form-sheet.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { cardNumberRule, momentOf } from './card-state.ts'
import type { Details } from './parts.tsx'

export const CardForm = ({ member, closed }: { readonly member: Details['member']; readonly closed: To }) => {
  const timeZone = useTimeZone()
  const form = useForm({ defaultValues: { value: '', validFrom: '', validTo: '' } })
  const { control } = form
  return (
    <FormSheet
      title="Add card"
      subtitle={`To ${member.displayName}`}
      closed={closed}
      form={form}
      draft="card"
      what="The new card"
      label="Add card"
      working="Adding…"
      send={async ({ value, validFrom, validTo }) => {
        await call(staff.addCredential, {
          email: member.email,
          value: `card:${value.trim()}`,
          validFrom: momentOf(validFrom, timeZone),
          validTo: momentOf(validTo, timeZone),
        })
        return `${member.displayName} has the card ${value.trim()}.`
      }}
    >
      <TextInput
        control={control}
        name="value"
        label="Card number"
        required
        rule={cardNumberRule}
        help="As a reader tells it, with zeros in front."
        slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 30 } }}
      />
      <TextInput
        control={control}
        name="validFrom"
        label="Valid from"
        type="datetime-local"
        help={`In the time of ${timeZone.replaceAll('_', ' ')}. Left empty: from now on.`}
        slotProps={{ inputLabel: { shrink: true } }}
      />
      <TextInput
        control={control}
        name="validTo"
        label="Valid until"
        type="datetime-local"
        help="Left empty: until it is revoked."
        slotProps={{ inputLabel: { shrink: true } }}
      />
    </FormSheet>
  )
}
