// A company being added with its first administrator, or its facts being changed; in a sheet beside the page.
import { emailRule, firstNameRule, lastNameRule } from '@gatehouse/contract/account-rules'
import * as companies from '@gatehouse/contract/companies'
import type { Company } from '@gatehouse/contract/companies'
import Button from '@mui/material/Button'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { To } from 'react-router'
import { useDraft } from '../kit/draft.ts'
import { verifySession } from '../kit/session.ts'
import { DraftNotice } from '../ui/draft-notice.tsx'
import { showFaults } from '../ui/form-faults.ts'
import { KeepUnsaved } from '../ui/keep-unsaved.tsx'
import { SideSheet, useCloseAfter, useCloseSheet } from '../ui/side-sheet.tsx'
import { TextInput } from '../ui/text-input.tsx'
import { toast } from '../ui/toast.ts'
import styles from './companies.module.css'
import { changeCompany } from './company-changes.ts'
import { CompanyFactsInputs } from './company-facts-inputs.tsx'
import { type CompanyFields, factsIn, fieldsOf, noCompany } from './company-fields.ts'

interface CompanyFormProps {
  /** null: a new one. */
  readonly company: Company | null
  readonly closed: To
}

export const CompanyForm = ({ company, closed }: CompanyFormProps) => {
  const formId = useId()
  const close = useCloseSheet(closed)
  const [before] = useState(() => (company ? fieldsOf(company) : noCompany(hereZone())))
  const form = useForm<CompanyFields>({ defaultValues: before })
  const draft = useDraft(form, company ? 'company' : 'new company')
  const [failure, setFailure] = useState<string | null>(null)
  const [saved, setSaved] = useState(false)
  useCloseAfter(saved, closed)
  const { control, formState } = form

  const submit = form.handleSubmit(async (fields) => {
    setFailure(null)
    try {
      toast('success', company ? await save(fields) : await add(fields))
      draft.clear()
      setSaved(true)
    } catch (error) {
      setFailure(showFaults(form, error))
    }
  })

  return (
    <SideSheet
      title={company ? 'Edit the company' : 'Add a company'}
      subtitle={company ? company.name : 'It begins with the usual roles and an invitation for its administrator'}
      closed={closed}
      foot={
        <>
          <p role="alert" className={styles.failure}>
            {failure}
          </p>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" form={formId} variant="contained" aria-disabled={formState.isSubmitting}>
            {formState.isSubmitting ? 'Saving…' : company ? 'Save' : 'Add company'}
          </Button>
        </>
      }
    >
      <KeepUnsaved
        what={company ? `The changes to ${company.name}` : 'The new company'}
        unsaved={!saved && formState.isDirty}
      />
      <form id={formId} className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        <DraftNotice draft={draft} />
        <CompanyFactsInputs control={control} />
        {!company && (
          <fieldset>
            <legend>First administrator</legend>
            <p className={styles.quiet}>Gets a mail with a link to begin, good for 7 days.</p>
            <div className={styles.pair}>
              <TextInput control={control} name="adminFirstName" label="First name" required rule={firstNameRule} />
              <TextInput control={control} name="adminLastName" label="Last name" required rule={lastNameRule} />
            </div>
            <TextInput control={control} name="adminEmail" label="Email" type="email" required rule={emailRule} />
          </fieldset>
        )}
      </form>
    </SideSheet>
  )
}

const add = async (fields: CompanyFields): Promise<string> => {
  const { adminFirstName, adminLastName, adminEmail } = fields
  const { company } = await changeCompany(companies.create, {
    ...factsIn(fields),
    adminFirstName: adminFirstName.trim(),
    adminLastName: adminLastName.trim(),
    adminEmail: adminEmail.trim(),
  })
  return `${company.name} is added, and ${adminEmail.trim()} is invited.`
}

const save = async (fields: CompanyFields): Promise<string> => {
  await changeCompany(companies.update, factsIn(fields))
  // Its name stands in the menus, and its time zone in every time.
  await verifySession()
  return 'The facts are saved.'
}

const hereZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone
