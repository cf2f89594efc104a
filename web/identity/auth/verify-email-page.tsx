// Where the link of the verification mail leads: nothing happens before the button is pressed, for scanners of mail
// follow links too.
import { isLinkToken } from '@gatehouse/contract/identity/account-rules'
import { confirmEmail, messages } from '@gatehouse/contract/identity/accounts'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { call, isStatus } from '../../kit/data/api.ts'
import { verifySession } from '../../kit/session/session.ts'
import { currentSession } from '../../kit/session/session-state.ts'
import { AuthPage } from './auth-page.tsx'
import { Failure } from './form.tsx'
import styles from './form.module.css'
import { ResendForm } from './resend-form.tsx'
import { anyMessage } from './error-messages.ts'
import { useStillHere } from './use-still-here.ts'

export const VerifyEmailPage = () => {
  const [query] = useSearchParams()
  const token = query.get('token')
  const [isOver, setIsOver] = useState(token !== null && !isLinkToken(token))
  return (
    <AuthPage
      title="Verify your email"
      lead={
        token === null
          ? 'Open the link of the mail that we sent you. It has not arrived, or does not work any more?'
          : isOver
            ? 'This link does not work any more. Have another one mailed to you.'
            : 'One press, and your address counts as yours.'
      }
      below={
        <p>
          Verified already? <Link to="/signin">Sign in</Link>
        </p>
      }
    >
      {token === null ? <ResendForm /> : <Confirm token={token} isOver={isOver} onOver={() => setIsOver(true)} />}
    </AuthPage>
  )
}

interface ConfirmProps {
  readonly token: string
  /** The link is used up: only another one helps. */
  readonly isOver: boolean
  readonly onOver: () => void
}

const Confirm = ({ token, isOver, onOver }: ConfirmProps) => {
  const navigate = useNavigate()
  const stillHere = useStillHere()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(isOver ? messages.linkInvalid : null)
  const confirm = async () => {
    if (busy) return
    setBusy(true)
    setFailure(null)
    try {
      const { message } = await call(confirmEmail, { token }, { unauthorized: 'an-answer' })
      if (currentSession().status !== 'out') void verifySession()
      if (stillHere()) void navigate('/email-verified', { replace: true, state: { message } })
    } catch (error) {
      const isRefused = isStatus(error, 400) || isStatus(error, 422)
      setFailure(isRefused ? messages.linkInvalid : anyMessage(error, messages.verificationFailed))
      if (isRefused) onOver()
      setBusy(false)
    }
  }
  return (
    <>
      <Failure text={failure} />
      {isOver ? (
        <ResendForm />
      ) : (
        <button
          type="button"
          className={styles.submit}
          aria-disabled={busy}
          data-busy={busy || undefined}
          onClick={() => void confirm()}
        >
          {busy ? 'Verifying…' : 'Verify my email address'}
        </button>
      )}
    </>
  )
}
