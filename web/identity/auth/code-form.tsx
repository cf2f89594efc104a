// The second step of signing in: the code from the mail or the app, or a recovery code.
import { plainCode, sixDigitsRule } from '@gatehouse/contract/identity/account-rules'
import { messages } from '@gatehouse/contract/identity/auth'
import { useEffect, useState } from 'react'
import { type Method, resendCode, type Unconfirmed, verifyCode } from '../../kit/session/sign-in.ts'
import { MailSent } from './check-mail.tsx'
import { Form } from './form.tsx'
import styles from './form.module.css'
import { ResendButton } from './resend-button.tsx'
import { codeMessage } from './error-messages.ts'
import { TextField } from './text-field.tsx'
import { useAuthForm } from './use-auth-form.ts'

const prompts: Readonly<Record<Method, string>> = {
  email: messages.enterCode,
  totp: 'Please enter the code that your authenticator app shows.',
  recovery: 'Please enter one of your recovery codes. Each works once.',
}
const ways: Readonly<Record<Method, string>> = {
  email: 'Use a code by email',
  totp: 'Use the authenticator app',
  recovery: 'Use a recovery code',
}

interface CodeFormProps {
  readonly of: Unconfirmed
  readonly onBack: () => void
  readonly onDone?: () => void
}

export const CodeForm = ({ of: { userId, methods }, onBack, onDone }: CodeFormProps) => {
  const [method, setMethod] = useState<Method>(methods[0] ?? 'email')
  const verify = useAuthForm({
    defaultValues: { code: '', trustDevice: false },
    send: async ({ code, trustDevice }) => {
      await verifyCode(userId, plainCode(code), trustDevice)
      onDone?.()
    },
    messageOf: codeMessage,
    onFailure: () => form.setFocus('code', { shouldSelect: true }),
  })
  const { form } = verify
  useEffect(() => form.setFocus('code'), [form])

  const take = (other: Method) => {
    form.resetField('code')
    setMethod(other)
    requestAnimationFrame(() => form.setFocus('code'))
  }
  return (
    <>
      <p id="prompt" className="text-text">
        {prompts[method]}
      </p>
      <Form of={verify} label="Confirm" working="Confirming…">
        <TextField
          key={method}
          form={form}
          name="code"
          label={method === 'recovery' ? 'Recovery code' : '6-digit code'}
          rule={method === 'recovery' ? recoveryRule : sixDigitsRule}
          inputMode={method === 'recovery' ? 'text' : 'numeric'}
          autoComplete="one-time-code"
          exact
        />
        <label className={styles.check}>
          <input type="checkbox" {...form.register('trustDevice')} />
          Trust this browser: ask for no code here for 30 days
        </label>
      </Form>
      {method === 'email' && <MailSent />}
      <div className="grid justify-items-start gap-1">
        {method === 'email' && <ResendButton label="Send the code again" send={() => resendCode(userId)} />}
        {methods
          .filter((other) => other !== method)
          .map((other) => (
            <button key={other} type="button" className={styles.quiet} onClick={() => take(other)}>
              {ways[other]}
            </button>
          ))}
        <button type="button" className={styles.quiet} onClick={onBack}>
          Back to sign in
        </button>
      </div>
    </>
  )
}

const recoveryRule = (value: string) => (plainCode(value).length >= 6 ? null : 'Enter a recovery code')
