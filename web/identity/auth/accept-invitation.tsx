// Accepting an invitation with the account that one has already.
import { acceptInvitation, messages as accounts } from '@gatehouse/contract/identity/accounts'
import { useLocation, useNavigate } from 'react-router'
import { call } from '../../kit/data/api.ts'
import { verifySession } from '../../kit/session/session.ts'
import { currentSession, useSession } from '../../kit/session/session-state.ts'
import { firstPageFor } from '../../shell/menu/first-page.ts'
import type { Invitation } from './sign-up/register-user-page.tsx'
import { useStillHere } from './use-still-here.ts'
import { isOver } from './use-link.ts'
import { Press, SignOutWay, Way } from './way.tsx'

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
  if (status === 'out' || !user) {
    return (
      <>
        <p>{accounts.signInToAccept}</p>
        <Way to="/signin" state={{ from: pathname + search }}>
          Sign in as {email}
        </Way>
      </>
    )
  }
  if (user.email.toLowerCase() !== email.toLowerCase()) {
    return (
      <>
        <p>
          The invitation is for <strong>{email}</strong>, and you are signed in as <strong>{user.email}</strong>.
        </p>
        <SignOutWay />
      </>
    )
  }
  const accept = async () => {
    await call(acceptInvitation, { token })
    await verifySession()
    if (!stillHere()) return
    const to = firstPageFor(currentSession().permissions)
    void navigate(to, { replace: true, state: { message: `You belong to ${company} now` } })
  }
  return (
    <Press
      label={`Join as ${user.displayName}`}
      working="Joining…"
      run={accept}
      onFailure={(error) => {
        if (isOver(error)) onOver()
      }}
    />
  )
}
