// A person being put on the staff list, or what it says of one being changed; in a sheet beside the page.
import { call } from '../../kit/data/api.ts'
import { emailRule, firstNameRule, lastNameRule } from '@gatehouse/contract/identity/account-rules'
import * as staff from '@gatehouse/contract/identity/staff'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import type { To } from 'react-router'
import { FieldPair } from '../../ui/forms/field-pair.tsx'
import { FormSheet } from '../../ui/sheets/form-sheet.tsx'
import { atMost } from '../../ui/forms/text-rules.ts'
import { TextInput } from '../../ui/forms/text-input.tsx'
import type { Details } from './parts.tsx'

interface StaffFormProps {
  /** null: a new one. */
  readonly member: Details['member'] | null
  /** Of a new one, where it is known already. */
  readonly email?: string
  /** Offered while typing. */
  readonly departments: readonly string[]
  readonly closed: To
}

export const StaffForm = ({ member, email: known = '', departments, closed }: StaffFormProps) => {
  const offered = useId()
  const form = useForm({ defaultValues: fieldsOf(member, known) })
  const { control } = form
  return (
    <FormSheet
      title={member ? `Edit ${member.displayName}` : 'Add a person'}
      subtitle={member ? member.email : 'To the staff list; an account is made by an invitation'}
      closed={closed}
      form={form}
      draft={member ? 'staff' : 'new staff'}
      what={member ? `The changes to ${member.displayName}` : 'The new person'}
      label={member ? 'Save' : 'Add person'}
      send={async (fields) => {
        const email = member?.email ?? fields.email.trim()
        const answer = await call(member ? staff.update : staff.add, { ...fields, email })
        return member ? 'The record is saved.' : `${answer.member.displayName} is on the staff list.`
      }}
    >
      <FieldPair>
        <TextInput control={control} name="firstName" label="First name" required rule={firstNameRule} />
        <TextInput control={control} name="lastName" label="Last name" required rule={lastNameRule} />
      </FieldPair>
      {!member && (
        <TextInput
          control={control}
          name="email"
          label="Email"
          type="email"
          required
          rule={emailRule}
          help="What the person is known by. Nothing is sent to it."
        />
      )}
      <TextInput control={control} name="phone" label="Phone" type="tel" rule={atMost(30)} />
      <FieldPair>
        <TextInput control={control} name="job" label="Job" rule={atMost(120)} />
        <TextInput
          control={control}
          name="department"
          label="Department"
          rule={atMost(120)}
          slotProps={{ htmlInput: { list: offered } }}
        />
        <datalist id={offered}>
          {departments.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </datalist>
      </FieldPair>
    </FormSheet>
  )
}

const fieldsOf = (member: Details['member'] | null, email: string) => ({
  firstName: member?.firstName ?? '',
  lastName: member?.lastName ?? '',
  email,
  phone: member?.phone ?? '',
  job: member?.job ?? '',
  department: member?.department ?? '',
})
