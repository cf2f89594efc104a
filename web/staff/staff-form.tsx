// A person being put on the staff list, or what it says of one being changed; in a sheet beside the page.
import { emailRule, firstNameRule, lastNameRule } from '@gatehouse/contract/account-rules'
import * as staff from '@gatehouse/contract/staff'
import type { Member } from '@gatehouse/contract/staff'
import Button from '@mui/material/Button'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { To } from 'react-router'
import { useDraft } from '../kit/draft.ts'
import { DraftNotice } from '../ui/draft-notice.tsx'
import { showFaults } from '../ui/form-faults.ts'
import { KeepUnsaved } from '../ui/keep-unsaved.tsx'
import { SideSheet, useCloseAfter, useCloseSheet } from '../ui/side-sheet.tsx'
import { TextInput } from '../ui/text-input.tsx'
import { toast } from '../ui/toast.ts'
import { changeStaff } from './staff-changes.ts'
import styles from './staff.module.css'

interface StaffFormProps {
  /** null: a new one. */
  readonly member: Member | null
  /** Offered while typing. */
  readonly departments: readonly string[]
  readonly closed: To
}

export const StaffForm = ({ member, departments, closed }: StaffFormProps) => {
  const formId = useId()
  const offered = useId()
  const close = useCloseSheet(closed)
  const form = useForm({ defaultValues: fieldsOf(member) })
  const draft = useDraft(form, member ? 'staff' : 'new staff')
  const [failure, setFailure] = useState<string | null>(null)
  const [saved, setSaved] = useState(false)
  useCloseAfter(saved, closed)
  const { control, formState } = form

  const submit = form.handleSubmit(async (fields) => {
    setFailure(null)
    try {
      const email = member?.email ?? fields.email.trim()
      const answer = await changeStaff(member ? staff.update : staff.add, { ...fields, email })
      draft.clear()
      toast('success', member ? 'The record is saved.' : `${answer.member.displayName} is on the staff list.`)
      setSaved(true)
    } catch (error) {
      setFailure(showFaults(form, error))
    }
  })

  return (
    <SideSheet
      title={member ? `Edit ${member.displayName}` : 'Add a person'}
      subtitle={member ? member.email : 'To the staff list; an account is made by an invitation'}
      closed={closed}
      foot={
        <>
          <p role="alert" className={styles.failure}>
            {failure}
          </p>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" form={formId} variant="contained" aria-disabled={formState.isSubmitting}>
            {formState.isSubmitting ? 'Saving…' : member ? 'Save' : 'Add person'}
          </Button>
        </>
      }
    >
      <KeepUnsaved
        what={member ? `The changes to ${member.displayName}` : 'The new person'}
        unsaved={!saved && formState.isDirty}
      />
      <form id={formId} className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        <DraftNotice draft={draft} />
        <div className={styles.pair}>
          <TextInput control={control} name="firstName" label="First name" required rule={firstNameRule} />
          <TextInput control={control} name="lastName" label="Last name" required rule={lastNameRule} />
        </div>
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
        <div className={styles.pair}>
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
        </div>
      </form>
    </SideSheet>
  )
}

const fieldsOf = (member: Member | null) => ({
  firstName: member?.firstName ?? '',
  lastName: member?.lastName ?? '',
  email: '',
  phone: member?.phone ?? '',
  job: member?.job ?? '',
  department: member?.department ?? '',
})

const atMost = (most: number) => (value: string) => (value.trim().length > most ? `At most ${most} characters` : null)
