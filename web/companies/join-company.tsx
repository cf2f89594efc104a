// For accounts without a company: asking to join one, or accepting an invitation with the account one has.
import { acceptInvitation } from '@gatehouse/contract/accounts'
import { requestToJoin } from '@gatehouse/contract/companies'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { call } from '../kit/api.ts'
import { useDraft } from '../kit/draft.ts'
import { verifySession } from '../kit/session.ts'
import { Card } from '../ui/card.tsx'
import { DraftNotice } from '../ui/draft-notice.tsx'
import { FormActions } from '../ui/form-actions.tsx'
import { showFaults } from '../ui/form-faults.ts'
import { Icon } from '../ui/icon.tsx'
import { TextInput } from '../ui/text-input.tsx'
import { toast } from '../ui/toast.ts'
import styles from './companies.module.css'
import { atMost } from './company-fields.ts'
import { tokenIn } from './invitation-link.ts'

export const JoinCompany = () => (
  <div className={`${styles.cards} ${styles.narrow}`}>
    <Card title="Join a company">
      <AskForm />
    </Card>
    <Card title="I have an invitation">
      <InvitationForm />
    </Card>
  </div>
)

const AskForm = () => {
  const form = useForm({ defaultValues: { company: '', message: '' } })
  const draft = useDraft(form, 'join')
  const [failure, setFailure] = useState<string | null>(null)
  const [answer, setAnswer] = useState<string | null>(null)
  const { control, formState } = form

  const send = form.handleSubmit(async ({ company, message }) => {
    if (formState.isSubmitting) return
    setFailure(null)
    setAnswer(null)
    try {
      const answered = await call(requestToJoin, { company: company.trim(), message: message.trim() })
      form.reset()
      draft.clear()
      setAnswer(answered.message)
    } catch (error) {
      setFailure(showFaults(form, error))
    }
  })

  return (
    <form className={`${styles.form} ${styles.inCard}`} noValidate onSubmit={(event) => void send(event)}>
      <p className={styles.quiet}>
        You have an account and are in no company yet. Ask the one you work for: its managers decide, and you are told
        by mail. A new request takes the place of the one before.
      </p>
      <DraftNotice draft={draft} />
      <TextInput
        control={control}
        name="company"
        label="Name of the company"
        autoComplete="organization"
        rule={(name) => (name.trim() === '' ? 'Enter the name of your company' : null)}
        help="Exactly as it is written there."
      />
      <TextInput
        control={control}
        name="message"
        label="Message to its managers (optional)"
        multiline
        minRows={2}
        rule={atMost(500)}
        help="Who you are and what you do, so that they know you."
      />
      <output>
        {answer !== null && (
          <span className={styles.answer}>
            <Icon name="information" size="medium" /> {answer}
          </span>
        )}
      </output>
      <FormActions failure={failure} busy={formState.isSubmitting} label="Ask to join" working="Asking…" />
    </form>
  )
}

const InvitationForm = () => {
  const form = useForm({ defaultValues: { link: '' } })
  const [failure, setFailure] = useState<string | null>(null)
  const { control, formState } = form

  const accept = form.handleSubmit(async ({ link }) => {
    if (formState.isSubmitting) return
    setFailure(null)
    try {
      const { company } = await call(acceptInvitation, { token: tokenIn(link) ?? '' })
      toast('success', `You have joined ${company}.`)
      form.reset()
      await verifySession()
    } catch (error) {
      setFailure(showFaults(form, error))
    }
  })

  return (
    <form className={`${styles.form} ${styles.inCard}`} noValidate onSubmit={(event) => void accept(event)}>
      <p className={styles.quiet}>Copy the link of the mail. The invitation must be for the address of this account.</p>
      <TextInput
        control={control}
        name="link"
        label="Link of the invitation"
        rule={(link) => (tokenIn(link) === null ? 'Copy the whole link of the mail' : null)}
      />
      <FormActions failure={failure} busy={formState.isSubmitting} label="Accept" working="Accepting…" />
    </form>
  )
}
