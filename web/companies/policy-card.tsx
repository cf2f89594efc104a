// What the company asks of its people's security, and choosing it.
import * as companies from '@gatehouse/contract/companies'
import type { Policy } from '@gatehouse/contract/companies'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useDraft } from '../kit/draft.ts'
import { queryOf } from '../kit/queries.ts'
import { Card } from '../ui/card.tsx'
import { DraftNotice } from '../ui/draft-notice.tsx'
import { FormActions } from '../ui/form-actions.tsx'
import { showFaults } from '../ui/form-faults.ts'
import { SelectInput } from '../ui/select-input.tsx'
import { SkeletonRows, View } from '../ui/states.tsx'
import { toast } from '../ui/toast.ts'
import styles from './companies.module.css'
import { changeCompany } from './company-changes.ts'

export const PolicyCard = () => {
  const query = useQuery(queryOf(companies.myPolicy, {}))
  return (
    <Card title="Security policy">
      <View
        op={companies.myPolicy}
        query={query}
        skeleton={<SkeletonRows rows={4} />}
        failed="The security policy could not be loaded"
      >
        {({ policy }) => <PolicyForm key={JSON.stringify(policy)} policy={policy} />}
      </View>
    </Card>
  )
}

const PolicyForm = ({ policy }: { readonly policy: Policy }) => {
  const form = useForm<Policy>({ defaultValues: policy })
  const draft = useDraft(form, 'policy')
  const [failure, setFailure] = useState<string | null>(null)
  const { control, formState } = form

  const save = form.handleSubmit(async (chosen) => {
    if (formState.isSubmitting) return
    setFailure(null)
    try {
      await changeCompany(companies.setPolicy, chosen)
      draft.clear()
      toast('success', 'The policy is saved. Who does not meet it is asked to at the next sign-in.')
    } catch (error) {
      setFailure(showFaults(form, error))
    }
  })

  return (
    <form className={`${styles.form} ${styles.inCard}`} noValidate onSubmit={(event) => void save(event)}>
      <DraftNotice draft={draft} />
      <SelectInput
        control={control}
        name="password"
        label="New passwords"
        options={[
          { value: 'composition', label: 'Four of five kinds of characters' },
          { value: 'length', label: '15 characters or more, of any kind' },
        ]}
        help="Passwords that attackers try first are refused either way."
      />
      <SelectInput
        control={control}
        name="secondFactor"
        label="Second step at sign-in"
        options={[
          { value: 'none', label: 'As each person chooses' },
          { value: 'any', label: 'Always: a code by email, an app or a passkey' },
          { value: 'strong', label: 'Always: an app or a passkey' },
        ]}
        help="A code by email is worth no more than the mailbox it goes to."
      />
      <SelectInput
        control={control}
        name="token"
        label="Session in the browser"
        options={[
          { value: 'stored', label: 'Kept by the page' },
          { value: 'split', label: 'Split: of no use without a cookie that no script reads' },
        ]}
        help="Split, a session cannot be carried off by a script in the page."
      />
      <FormActions failure={failure} busy={formState.isSubmitting} label="Save policy" working="Saving…" />
    </form>
  )
}
