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
import { ResendForm } from './resend-form.tsx'
import { anyMessage } from './error-messages.ts'
import { useStillHere } from './use-still-here.ts'
import { Press } from './way.tsx'

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
  if (isOver) {
    return (
      <>
        <Failure text={messages.linkInvalid} />
        <ResendForm />
      </>
    )
  }
  return (
    <Press
      label="Verify my email address"
      working="Verifying…"
      run={async () => {
        const { message } = await call(confirmEmail, { token }, { unauthorized: 'an-answer' })
        if (currentSession().status !== 'out') void verifySession()
        if (stillHere()) void navigate('/email-verified', { replace: true, state: { message } })
      }}
      messageOf={(error) => anyMessage(error, messages.verificationFailed)}
      onFailure={(error) => {
        if (isStatus(error, 400) || isStatus(error, 422)) onOver()
      }}
    />
  )
}
