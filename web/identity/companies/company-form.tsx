// A company being added with its first administrator, or its facts being changed; in a sheet beside the page.
import { call } from '../../kit/data/api.ts'
import { emailRule, firstNameRule, lastNameRule } from '@gatehouse/contract/identity/account-rules'
import * as companies from '@gatehouse/contract/identity/companies'
import type { Company } from '@gatehouse/contract/identity/companies'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { To } from 'react-router'
import { verifySession } from '../../kit/session/session.ts'
import { FieldPair } from '../../ui/forms/field-pair.tsx'
import { FormSheet } from '../../ui/sheets/form-sheet.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { CompanyFactsInputs } from './company-facts-inputs.tsx'
import { type CompanyFields, factsIn, fieldsOf } from './company-fields.ts'

interface CompanyFormProps {
  /** null: a new one. */
  readonly company: Company | null
  readonly closed: To
}

export const CompanyForm = ({ company, closed }: CompanyFormProps) => {
  const [before] = useState(() => fieldsOf(company, hereZone()))
  const form = useForm<CompanyFields>({ defaultValues: before })
  const { control } = form
  return (
    <FormSheet
      title={company ? 'Edit the company' : 'Add a company'}
      subtitle={company ? company.name : 'It begins with the usual roles and an invitation for its administrator'}
      closed={closed}
      form={form}
      draft={company ? 'company' : 'new company'}
      what={company ? `The changes to ${company.name}` : 'The new company'}
      label={company ? 'Save' : 'Add company'}
      send={company ? save : add}
    >
      <CompanyFactsInputs control={control} />
      {!company && (
        <fieldset className="m-0 grid min-w-0 gap-5 border-0 border-t border-t-line px-0 pt-4 pb-0 *:[clear:both] [&>legend]:float-left [&>legend]:text-lg [&>legend]:font-semibold">
          <legend>First administrator</legend>
          <p className="text-muted">Gets a mail with a link to begin, good for 7 days.</p>
          <FieldPair>
            <TextInput control={control} name="adminFirstName" label="First name" required rule={firstNameRule} />
            <TextInput control={control} name="adminLastName" label="Last name" required rule={lastNameRule} />
          </FieldPair>
          <TextInput control={control} name="adminEmail" label="Email" type="email" required rule={emailRule} />
        </fieldset>
      )}
    </FormSheet>
  )
}

const add = async (fields: CompanyFields): Promise<string> => {
  const { adminFirstName, adminLastName, adminEmail } = fields
  const { company } = await call(companies.create, {
    ...factsIn(fields),
    adminFirstName: adminFirstName.trim(),
    adminLastName: adminLastName.trim(),
    adminEmail: adminEmail.trim(),
  })
  return `${company.name} is added, and ${adminEmail.trim()} is invited.`
}

const save = async (fields: CompanyFields): Promise<string> => {
  await call(companies.update, factsIn(fields))
  // Its name stands in the menus, and its time zone in every time.
  await verifySession()
  return 'The facts are saved.'
}

const hereZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone
