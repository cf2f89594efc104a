// Who an account belongs to: the facts, and the form that changes the few that are not the person's own to change.
import { firstNameRule, lastNameRule } from '@gatehouse/contract/identity/account-rules'
import * as users from '@gatehouse/contract/identity/users'
import type { Account } from '@gatehouse/contract/identity/users'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { call } from '../../kit/data/api.ts'
import { useDraft } from '../../kit/data/draft.ts'
import { Note } from '../../ui/primitives/named.tsx'
import { DraftNotice } from '../../ui/forms/draft-notice.tsx'
import { FormActions } from '../../ui/forms/form-actions.tsx'
import { KeepUnsaved } from '../../ui/forms/keep-unsaved.tsx'
import { atMost } from '../../ui/forms/text-rules.ts'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { useFormAttempt } from '../../ui/forms/use-form-attempt.ts'
import { Fact } from '../../ui/primitives/facts.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { When } from '../../ui/time/when.tsx'
import { statusWords } from './account-words.ts'

export const AccountFacts = ({ account }: { readonly account: Account }) => {
  const [editing, setEditing] = useState(false)
  if (editing) return <FactsForm account={account} onClose={() => setEditing(false)} />
  const { firstName, lastName, email, phone, job, department, status, verified, createdAt, lastLoggedIn } = account
  return (
    <>
      <dl>
        <Fact label="Name">
          {firstName} {lastName}
        </Fact>
        <Fact label="Email">
          {email} <Note>{verified ? 'verified' : 'not verified yet: may do next to nothing'}</Note>
        </Fact>
        <Fact label="Phone">{phone ?? notSet}</Fact>
        <Fact label="Job">{job ?? notSet}</Fact>
        <Fact label="Department">{department ?? notSet}</Fact>
        <Fact label="Status">
          {statusWords[status].word} <Note>{statusWords[status].means}</Note>
        </Fact>
        <Fact label="Since">
          <When at={createdAt} />
        </Fact>
        <Fact label="Last signed in">{lastLoggedIn ? <When at={lastLoggedIn} /> : 'Never'}</Fact>
      </dl>
      {account.can.manage && (
        <Button variant="outlined" className="justify-self-start" onClick={() => setEditing(true)}>
          Edit
        </Button>
      )}
    </>
  )
}

const notSet = <Note>Not set</Note>

const FactsForm = ({ account, onClose }: { readonly account: Account; readonly onClose: () => void }) => {
  const form = useForm({
    defaultValues: {
      firstName: account.firstName,
      lastName: account.lastName,
      job: account.job ?? '',
      department: account.department ?? '',
    },
  })
  const { control, formState } = form
  const draft = useDraft(form, `account ${account.id}`)
  const { failure, submit } = useFormAttempt(form, async (fields) => {
    await call(users.update, { ...fields, userId: account.id })
    draft.clear()
    toast('success', 'The account is saved.')
    onClose()
  })
  return (
    <form className="grid grid-cols-1 content-start gap-4" noValidate onSubmit={(event) => void submit(event)}>
      <KeepUnsaved what={`The changes to ${account.displayName}`} unsaved={formState.isDirty} />
      <DraftNotice draft={draft} />
      <TextInput control={control} name="firstName" label="First name" required rule={firstNameRule} />
      <TextInput control={control} name="lastName" label="Last name" required rule={lastNameRule} />
      <TextInput control={control} name="job" label="Job" rule={atMost(120)} />
      <TextInput control={control} name="department" label="Department" rule={atMost(120)} />
      <FormActions failure={failure} busy={formState.isSubmitting} label="Save" working="Saving…" onCancel={onClose} />
    </form>
  )
}
