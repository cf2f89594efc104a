// The sign-in form: keeps what was typed, says what went wrong in the specification's words.
import { type SyntheticEvent, useRef, useState } from 'react'
import { isApiError } from '../kit/api.ts'
import { enter } from '../kit/session.ts'
import { signInMessage } from './sign-in-message.ts'
import { Icon } from '../ui/icon.tsx'
import styles from './sign-in-form.module.css'

type Field = 'email' | 'password'

export const SignInForm = ({ verifying }: { readonly verifying: boolean }) => {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [shown, setShown] = useState(false)
  const [busy, setBusy] = useState(false)
  const [faults, setFaults] = useState<Partial<Record<Field, string>>>({})
  const [failure, setFailure] = useState<string | null>(null)
  const emailField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (busy) return
    const found = faultsOf(email.trim(), password)
    setFaults(found)
    setFailure(null)
    if (found.email || found.password) {
      const first = found.email ? emailField : passwordField
      first.current?.focus()
      return
    }
    setBusy(true)
    try {
      const outcome = await enter(email.trim(), password)
      if (outcome === 'needs-code')
        setFailure('This account asks for a second factor, which this version cannot take yet.')
    } catch (error) {
      setFailure(signInMessage(error))
      if (isApiError(error) && error.status === 401) passwordField.current?.select()
    } finally {
      setBusy(false)
    }
  }

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <div className={styles.failure} role="alert">
        {failure && (
          <p>
            <Icon name="critical" size="medium" />
            {failure}
          </p>
        )}
      </div>
      <div className={styles.field}>
        <label htmlFor="email">Email</label>
        <input
          ref={emailField}
          id="email"
          name="email"
          type="email"
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          value={email}
          onChange={({ target }) => setEmail(target.value)}
          aria-invalid={faults.email !== undefined}
          aria-describedby="email-fault"
        />
        <p id="email-fault" className={styles.fault}>
          {faults.email}
        </p>
      </div>
      <div className={styles.field}>
        <label htmlFor="password">Password</label>
        <div className={styles.secret}>
          <input
            ref={passwordField}
            id="password"
            name="password"
            type={shown ? 'text' : 'password'}
            autoComplete="current-password"
            value={password}
            onChange={({ target }) => setPassword(target.value)}
            aria-invalid={faults.password !== undefined}
            aria-describedby="password-fault"
          />
          <button
            type="button"
            aria-label={shown ? 'Hide password' : 'Show password'}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          >
            <Icon name={shown ? 'eyeOff' : 'eye'} size="medium" />
          </button>
        </div>
        <p id="password-fault" className={styles.fault}>
          {faults.password}
        </p>
      </div>
      <button type="submit" className={styles.submit} aria-disabled={busy} data-busy={busy || undefined}>
        {busy ? 'Signing in…' : 'Sign in'}
      </button>
      <output className="visually-hidden">{verifying ? 'Verifying access...' : busy ? 'Signing in' : ''}</output>
    </form>
  )
}

const faultsOf = (email: string, password: string): Partial<Record<Field, string>> => ({
  ...(/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) ? {} : { email: 'Please enter a valid email address.' }),
  ...(password === '' ? { password: 'Password is required' } : {}),
})
