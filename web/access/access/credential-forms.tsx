// A card, a PIN or a pass on a phone being given; a card being replaced.
import * as access from '@gatehouse/contract/access/access'
import type { Credential, Person } from '@gatehouse/contract/access/access'
import { useForm } from 'react-hook-form'
import type { To } from 'react-router'
import { call, ApiError, isApiError } from '../../kit/data/api.ts'
import { useTimeZone } from '../../kit/time.ts'
import { FormSheet } from '../../ui/sheets/form-sheet.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { credentialName, momentOf } from './access-words.ts'
import { PeriodInputs } from './period-inputs.tsx'
import { SwitchInput } from './switch-input.tsx'
import { ReasonInput, reasonOf } from './word-inputs.tsx'

interface FormProps {
  readonly person: Person
  readonly closed: To
}

const cardRule = (value: string) =>
  /^\d{4,20}$/.test(value.trim()) ? null : 'Enter the number of the card: 4 to 20 digits'
const digitsOnly = { htmlInput: { inputMode: 'numeric', maxLength: 20, autoComplete: 'off' } } as const
const name60 = { htmlInput: { maxLength: 60 } } as const

export const CardForm = ({ person, closed }: FormProps) => {
  const timeZone = useTimeZone()
  const form = useForm({ defaultValues: { number: '', label: '', from: '', to: '' } })
  const { control } = form
  return (
    <FormSheet
      title="Add card"
      subtitle={`To ${person.displayName}`}
      closed={closed}
      form={form}
      draft="card"
      what="The new card"
      label="Add card"
      working="Adding…"
      send={async ({ number, label, from, to }) => {
        const period = { from: momentOf(from, timeZone), to: momentOf(to, timeZone) }
        await call(access.giveCard, { userId: person.id, number: number.trim(), label, ...period })
        return `${person.displayName} has the card ${number.trim()}.`
      }}
    >
      <TextInput
        control={control}
        name="number"
        label="Card number"
        required
        rule={cardRule}
        help="As a reader tells it, with zeros in front."
        slotProps={digitsOnly}
      />
      <TextInput
        control={control}
        name="label"
        label="Name"
        help="What people call it, if anything."
        slotProps={name60}
      />
      <PeriodInputs control={control} from="from" to="to" />
    </FormSheet>
  )
}

/** What the server has against a PIN stands at its field, which is called otherwise here. */
const atItsField = (error: unknown): never => {
  if (!isApiError(error)) throw error
  const { status, code, message } = error
  const details = error.details.map((fault) => (fault.field === 'pin' ? { ...fault, field: 'pinCode' } : fault))
  throw new ApiError(status, { code, message, details })
}

export const PinForm = ({
  person,
  closed,
  onDelivered,
}: FormProps & { readonly onDelivered: (pin: string) => void }) => {
  const timeZone = useTimeZone()
  // By its name it is left out of what is kept while typing.
  const form = useForm({ defaultValues: { pinCode: '', duress: false, from: '', to: '' } })
  const { control } = form
  return (
    <FormSheet
      title="Add PIN"
      subtitle={`To ${person.displayName}, in place of the one before`}
      closed={closed}
      form={form}
      draft="pin"
      what="The new PIN"
      label="Add PIN"
      working="Adding…"
      send={async ({ pinCode, duress, from, to }) => {
        const notified = await call(access.givePin, {
          userId: person.id,
          ...(pinCode === '' ? {} : { pin: pinCode }),
          duress,
          from: momentOf(from, timeZone),
          to: momentOf(to, timeZone),
        }).catch(atItsField)
        onDelivered(notified.pin)
        return `${person.displayName} has a PIN.`
      }}
    >
      <TextInput
        control={control}
        name="pinCode"
        label="PIN"
        rule={(value) => (value === '' || /^\d{4,8}$/.test(value) ? null : 'A PIN has 4 to 8 digits')}
        help="4 to 8 digits. Left empty: one is made up, which is safest."
        slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 8, autoComplete: 'off' } }}
      />
      <SwitchInput
        control={control}
        name="duress"
        label="For use under threat"
        help="A second PIN: the door opens as with any, and the guards are notified without a sign of it."
      />
      <PeriodInputs control={control} from="from" to="to" />
    </FormSheet>
  )
}

export const MobileForm = ({ person, closed }: FormProps) => {
  const timeZone = useTimeZone()
  const form = useForm({ defaultValues: { label: '', from: '', to: '' } })
  const { control } = form
  return (
    <FormSheet
      title="Add mobile credential"
      subtitle={`${person.displayName} sets it up on the profile page, with the phone that is to carry it.`}
      closed={closed}
      form={form}
      draft="mobile"
      what="The new mobile credential"
      label="Add credential"
      working="Adding…"
      send={async ({ label, from, to }) => {
        const period = { from: momentOf(from, timeZone), to: momentOf(to, timeZone) }
        await call(access.giveMobile, { userId: person.id, label, ...period })
        return `A pass waits for ${person.displayName} to set it up.`
      }}
    >
      <TextInput control={control} name="label" label="Name" help="“Work phone”, for instance." slotProps={name60} />
      <PeriodInputs control={control} from="from" to="to" />
    </FormSheet>
  )
}

export const ReplaceForm = ({ person, credential, closed }: FormProps & { readonly credential: Credential }) => {
  const form = useForm({ defaultValues: { number: '', reason: '' } })
  const { control } = form
  return (
    <FormSheet
      title={`Replace the ${credentialName(credential).replace(/^C/, 'c')}`}
      subtitle={`Of ${person.displayName}. The old card is revoked at once; levels and groups stay.`}
      closed={closed}
      form={form}
      draft="replace"
      what="The new card"
      label="Replace"
      working="Replacing…"
      send={async ({ number, reason }) => {
        await call(access.replaceCard, {
          credentialId: credential.id,
          number: number.trim(),
          ...reasonOf(reason),
        })
        return `${person.displayName} has the card ${number.trim()} now.`
      }}
    >
      <TextInput
        control={control}
        name="number"
        label="Number of the new card"
        required
        rule={cardRule}
        slotProps={digitsOnly}
      />
      <ReasonInput control={control} name="reason" help="Kept on the record; may be left empty." />
    </FormSheet>
  )
}
