// Accepting an invitation with the account that one has already.
import { acceptInvitation } from '@gatehouse/contract/identity/accounts'
import { messages } from '@gatehouse/contract/identity/auth'
import { messages as accounts } from '@gatehouse/contract/identity/accounts'
import { useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { call } from '../../kit/data/api.ts'
import { exit, verifySession } from '../../kit/session/session.ts'
import { currentSession, useSession } from '../../kit/session/session-state.ts'
import { firstPageFor } from '../../shell/menu/first-page.ts'
import { Failure } from './form.tsx'
import styles from './form.module.css'
import type { Invitation } from './sign-up/register-user-page.tsx'
import { anyMessage } from './error-messages.ts'
import { useStillHere } from './use-still-here.ts'
import { isOver } from './use-link.ts'

interface AcceptInvitationProps {
  readonly token: string
  readonly invitation: Invitation
  /** It was used or withdrawn while it was being looked at. */
  readonly onOver: () => void
}

export const AcceptInvitation = ({ token, invitation: { email, company }, onOver }: AcceptInvitationProps) => {
  const { status, user } = useSession()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const stillHere = useStillHere()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  if (status === 'out' || !user) {
    return (
      <>
        <p>{accounts.signInToAccept}</p>
        <Link to="/signin" state={{ from: pathname + search }} className={styles.way}>
          Sign in as {email}
        </Link>
      </>
    )
  }
  if (user.email.toLowerCase() !== email.toLowerCase()) {
    return (
      <>
        <p>
          The invitation is for <strong>{email}</strong>, and you are signed in as <strong>{user.email}</strong>.
        </p>
        <Failure text={failure} />
        <button
          type="button"
          className={styles.way}
          onClick={() => void exit().catch(() => setFailure(messages.logoutFailed))}
        >
          Sign out
        </button>
      </>
    )
  }
  const accept = async () => {
    if (busy) return
    setBusy(true)
    setFailure(null)
    try {
      await call(acceptInvitation, { token })
      await verifySession()
      if (!stillHere()) return
      const to = firstPageFor(currentSession().permissions)
      void navigate(to, { replace: true, state: { message: `You belong to ${company} now` } })
    } catch (error) {
      if (isOver(error)) onOver()
      setFailure(anyMessage(error))
      setBusy(false)
    }
  }
  return (
    <>
      <Failure text={failure} />
      <button
        type="button"
        className={styles.submit}
        aria-disabled={busy}
        data-busy={busy || undefined}
        onClick={() => void accept()}
      >
        {busy ? 'Joining…' : `Join as ${user.displayName}`}
      </button>
    </>
  )
}
