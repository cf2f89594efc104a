// Asking a company to let one in, with the account that is signed in.
import { requestToJoin } from '@gatehouse/contract/identity/companies'
import { useState } from 'react'
import { call } from '../../../kit/data/api.ts'
import { Done } from '../check-mail.tsx'
import { CompanyToJoinFields } from './company-to-join-fields.tsx'
import { Form } from '../form.tsx'
import { nobody, type Registration } from './person-fields.tsx'
import { useAuthForm } from '../use-auth-form.ts'

export const AskToJoin = () => {
  const [text, setMessage] = useState<string | null>(null)
  const asking = useAuthForm<Registration>({
    defaultValues: nobody,
    send: async ({ companyName, message }) => {
      const answer = await call(requestToJoin, { company: companyName.trim(), message })
      setMessage(answer.message)
    },
  })
  if (text !== null) return <Done text={text} />
  return (
    <Form of={asking} label="Ask to join" working="Asking…">
      <CompanyToJoinFields form={asking.form} />
    </Form>
  )
}
