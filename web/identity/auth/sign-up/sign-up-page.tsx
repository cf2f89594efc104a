// An account without a company.
import { signUp } from '@gatehouse/contract/identity/accounts'
import { useState } from 'react'
import { Link } from 'react-router'
import { call } from '../../../kit/data/api.ts'
import { useSession } from '../../../kit/session/session-state.ts'
import { AuthPage } from '../auth-page.tsx'
import { CheckMail } from '../check-mail.tsx'
import { Form } from '../form.tsx'
import { nobody, PersonFields, personOf, type Registration } from './person-fields.tsx'
import { SignedInAlready } from '../signed-in-already.tsx'
import { SocialButtons, useProviders } from '../../../ui/forms/social-buttons.tsx'
import { useAuthForm } from '../use-auth-form.ts'

export const SignUpPage = () => {
  const { status } = useSession()
  const [sent, setSent] = useState<{ text: string; email: string } | null>(null)
  const providers = useProviders()
  const signingUp = useAuthForm<Registration>({
    defaultValues: nobody,
    send: async (values) => {
      const { message } = await call(signUp, personOf(values))
      setSent({ text: message, email: values.email.trim() })
    },
  })
  if (status === 'in') return <SignedInAlready title="Sign up" />
  return (
    <AuthPage
      title="Sign up"
      lead={sent ? undefined : 'An account of your own. You can join a company, or register one, at any time.'}
      below={
        <>
          <p>
            Have an account? <Link to="/signin">Sign in</Link>
          </p>
          <p>
            Your company uses Gatehouse? <Link to="/user/register">Join it</Link>
          </p>
          <p>
            Your company is new here? <Link to="/company/register">Register it</Link>
          </p>
        </>
      }
    >
      {sent ? (
        <CheckMail {...sent} />
      ) : (
        <>
          <Form of={signingUp} label="Sign up" working="Signing up…">
            <PersonFields form={signingUp.form} />
          </Form>
          {providers !== null && <SocialButtons offered={providers} />}
        </>
      )}
    </AuthPage>
  )
}
