// Inviting one person by mail, with the roles and labels they begin with.
import { emailRule, firstNameRule, lastNameRule } from '@gatehouse/contract/account-rules'
import * as users from '@gatehouse/contract/users'
import Button from '@mui/material/Button'
import { useId, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { To } from 'react-router'
import { call } from '../kit/api.ts'
import { useDraft } from '../kit/draft.ts'
import { ChoiceList } from '../ui/choice-list.tsx'
import { DraftNotice } from '../ui/draft-notice.tsx'
import { showFaults } from '../ui/form-faults.ts'
import { KeepUnsaved } from '../ui/keep-unsaved.tsx'
import { SideSheet, useCloseAfter, useCloseSheet } from '../ui/side-sheet.tsx'
import { TextInput } from '../ui/text-input.tsx'
import { toast } from '../ui/toast.ts'
import { accountsChanged } from './account-changes.ts'
import { shortRule } from './account-facts.tsx'
import { useLabelChoices, useRoleChoices } from './giving.ts'
import styles from './users.module.css'

const nobody = {
  email: '',
  firstName: '',
  lastName: '',
  job: '',
  department: '',
  roleIds: new Array<string>(),
  labelIds: new Array<string>(),
}

export const InviteSheet = ({ closed }: { readonly closed: To }) => {
  const formId = useId()
  const close = useCloseSheet(closed)
  const form = useForm({ defaultValues: nobody })
  const { control, formState } = form
  const draft = useDraft(form, 'invite')
  const [roleIds, labelIds] = useWatch({ control, name: ['roleIds', 'labelIds'] })
  const roleChoices = useRoleChoices()
  const labelChoices = useLabelChoices()
  const [failure, setFailure] = useState<string | null>(null)
  const [sent, setSent] = useState(false)
  useCloseAfter(sent, closed)
  const submit = form.handleSubmit(async (fields) => {
    setFailure(null)
    try {
      await call(users.invite, { ...fields, email: fields.email.trim() })
      draft.clear()
      toast('success', `An invitation is on its way to ${fields.email.trim()}.`)
      setSent(true)
      void accountsChanged()
    } catch (error) {
      setFailure(showFaults(form, error))
    }
  })
  return (
    <SideSheet
      title="Invite somebody"
      subtitle="They get a mail with a link that is open for 7 days, and choose their own password."
      closed={closed}
      foot={
        <>
          <p role="alert" className={styles.failure}>
            {failure}
          </p>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" form={formId} variant="contained" aria-disabled={formState.isSubmitting}>
            {formState.isSubmitting ? 'Inviting…' : 'Invite'}
          </Button>
        </>
      }
    >
      <KeepUnsaved what="The invitation" unsaved={formState.isDirty && !sent} />
      <form id={formId} className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        <DraftNotice draft={draft} />
        <TextInput control={control} name="email" label="Email" type="email" required rule={emailRule} />
        <TextInput control={control} name="firstName" label="First name" required rule={firstNameRule} />
        <TextInput control={control} name="lastName" label="Last name" required rule={lastNameRule} />
        <TextInput control={control} name="job" label="Job" rule={shortRule} />
        <TextInput control={control} name="department" label="Department" rule={shortRule} />
        <ChoiceList
          legend="Roles"
          empty="There are no roles."
          choices={roleChoices}
          chosen={new Set(roleIds)}
          onChange={(next) => form.setValue('roleIds', [...next], { shouldDirty: true })}
        />
        <ChoiceList
          legend="Labels"
          empty="There are no labels."
          choices={labelChoices}
          chosen={new Set(labelIds)}
          onChange={(next) => form.setValue('labelIds', [...next], { shouldDirty: true })}
        />
      </form>
    </SideSheet>
  )
}
