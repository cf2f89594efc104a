// Asks for the verification mail again. The answer is the same for every address.
import { emailRule } from '@gatehouse/contract/identity/account-rules'
import { resendVerification } from '@gatehouse/contract/identity/accounts'
import { useState } from 'react'
import { call } from '../../kit/data/api.ts'
import { CheckMail } from './check-mail.tsx'
import { Form } from './form.tsx'
import { TextField } from './text-field.tsx'
import { useAuthForm } from './use-auth-form.ts'

export const ResendForm = () => {
  const [sent, setSent] = useState<{ text: string; email: string } | null>(null)
  const asking = useAuthForm({
    defaultValues: { email: '' },
    send: async ({ email }) => {
      const { message } = await call(resendVerification, { email: email.trim() }, { unauthorized: 'an-answer' })
      setSent({ text: message, email: email.trim() })
    },
  })
  if (sent) return <CheckMail {...sent} />
  return (
    <Form of={asking} label="Send the mail again" working="Sending…">
      <TextField form={asking.form} name="email" label="Email" rule={emailRule} type="email" autoComplete="email" />
    </Form>
  )
}
