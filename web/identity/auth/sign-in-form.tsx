// The first step of signing in: keeps what was typed, says what went wrong in the specification's words.
import { isEmail } from '@gatehouse/contract/identity/email'
import { messages } from '@gatehouse/contract/identity/auth'
import { Link } from 'react-router'
import { isStatus } from '../../kit/data/api.ts'
import { enter, type Unconfirmed } from '../../kit/session/sign-in.ts'
import { Form } from './form.tsx'
import { PasswordField } from './password-field.tsx'
import { signInMessage } from './error-messages.ts'
import { TextField } from './text-field.tsx'
import { type AuthForm, useAuthForm } from './use-auth-form.ts'
import { useLeaveState } from '../../kit/session/way-back.ts'

export interface SignIn {
  readonly email: string
  readonly password: string
}

export const useSignInForm = (onUnconfirmed: (waiting: Unconfirmed) => void): AuthForm<SignIn> => {
  const signIn = useAuthForm<SignIn>({
    defaultValues: { email: '', password: '' },
    send: async ({ email, password }) => {
      const outcome = await enter(email.trim(), password)
      if (outcome !== 'in') onUnconfirmed(outcome)
    },
    messageOf: signInMessage,
    onFailure: (error) => {
      if (isStatus(error, 401)) signIn.form.setFocus('password', { shouldSelect: true })
    },
  })
  return signIn
}

export const SignInForm = ({ of, verifying }: { readonly of: AuthForm<SignIn>; readonly verifying: boolean }) => {
  const state = useLeaveState()
  return (
    <>
      <Form of={of} label="Sign in" working="Signing in…">
        <TextField
          form={of.form}
          name="email"
          label="Email"
          rule={emailRule}
          type="email"
          autoComplete="username webauthn"
        />
        <PasswordField
          form={of.form}
          name="password"
          label="Password"
          rule={passwordRule}
          autoComplete="current-password"
        />
        <Link
          to="/forgot"
          state={state}
          className="-mt-3 inline-flex min-h-touch items-center justify-self-end text-public-text"
        >
          Forgot your password?
        </Link>
      </Form>
      <output className="visually-hidden">{verifying ? 'Verifying access...' : ''}</output>
    </>
  )
}

const emailRule = (value: string) => (isEmail(value.trim()) ? null : messages.invalidEmail)
const passwordRule = (value: string) => (value === '' ? 'Password is required' : null)
