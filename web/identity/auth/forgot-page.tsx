// A forgotten password: ask for the mail, and choose a new one with its link.
import * as rules from '@gatehouse/contract/identity/account-rules'
import { forgotPassword, messages, resetPassword } from '@gatehouse/contract/identity/accounts'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { call } from '../../kit/data/api.ts'
import { verifySession } from '../../kit/session/session.ts'
import { AuthPage } from './auth-page.tsx'
import { Done, MailSent } from './check-mail.tsx'
import { Failure, Form } from './form.tsx'
import { PasswordField } from './password-field.tsx'
import { ResendButton } from './resend-button.tsx'
import { anyMessage } from './error-messages.ts'
import { TextField } from './text-field.tsx'
import { useAuthForm } from './use-auth-form.ts'
import { isOver } from './use-link.ts'
import { Way } from './way.tsx'

export const ForgotPage = () => {
  const [query] = useSearchParams()
  const token = query.get('token')
  return token === null ? <Ask /> : <Choose key={token} token={token} />
}

const remembered = (
  <p>
    Remember it? <Link to="/signin">Sign in</Link>
  </p>
)

const ask = async (email: string) =>
  (await call(forgotPassword, { email: email.trim() }, { unauthorized: 'an-answer' })).message

const Ask = () => {
  const [sent, setSent] = useState<{ text: string; email: string } | null>(null)
  const asking = useAuthForm({
    defaultValues: { email: '' },
    send: async ({ email }) => setSent({ text: await ask(email), email: email.trim() }),
  })
  return (
    <AuthPage
      title="Reset your password"
      lead={sent ? undefined : 'We mail you a link to choose a new one. It unlocks a locked account too.'}
      below={remembered}
    >
      {sent ? (
        <Done text={sent.text}>
          <p>
            It goes to <strong>{sent.email}</strong>, if there is an account with this address.
          </p>
          <MailSent />
          <ResendButton label="Send the mail again" send={() => ask(sent.email)} />
        </Done>
      ) : (
        <Form of={asking} label="Mail me a link" working="Sending…">
          <TextField
            form={asking.form}
            name="email"
            label="Email"
            rule={rules.emailRule}
            type="email"
            autoComplete="username"
          />
        </Form>
      )}
    </AuthPage>
  )
}

const Choose = ({ token }: { readonly token: string }) => {
  const navigate = useNavigate()
  const [linkIsOver, setLinkIsOver] = useState(!rules.isLinkToken(token))
  const choosing = useAuthForm({
    defaultValues: { password: '', confirmPassword: '' },
    send: async ({ password }) => {
      const { message } = await call(resetPassword, { token, password }, { unauthorized: 'an-answer' })
      // Of the same account, the session of this browser has ended too.
      await verifySession()
      void navigate('/signin', { replace: true, state: { message } })
    },
    messageOf: (error) => anyMessage(error, messages.passwordChangeFailed),
    onFailure: (error) => setLinkIsOver(isOver(error)),
  })
  const { form } = choosing
  return (
    <AuthPage
      title="Choose a new password"
      lead={linkIsOver ? undefined : 'Every session of yours ends, and a locked account is open again.'}
      below={remembered}
    >
      {linkIsOver ? (
        <>
          {/* Nothing that could be typed would help; only another link does. */}
          <Failure text={choosing.failure ?? messages.resetInvalid} />
          <Way to="/forgot">Ask for a new link</Way>
        </>
      ) : (
        <Form of={choosing} label="Change password" working="Changing…">
          <PasswordField
            form={form}
            name="password"
            label="New password"
            rule={rules.eitherPasswordRule}
            autoComplete="new-password"
            meter
          />
          <PasswordField
            form={form}
            name="confirmPassword"
            label="Confirm new password"
            rule={(value) => rules.confirmationRule(value, form.getValues('password'))}
            autoComplete="new-password"
          />
        </Form>
      )}
    </AuthPage>
  )
}
