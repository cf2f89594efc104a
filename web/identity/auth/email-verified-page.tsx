// What verifying an address ends with.
import { useSession } from '../../kit/session/session-state.ts'
import { firstPageFor } from '../../shell/menu/first-page.ts'
import { AuthPage } from './auth-page.tsx'
import { Done } from './check-mail.tsx'
import { Way } from './way.tsx'
import { useLeaveState } from '../../kit/session/way-back.ts'

export const EmailVerifiedPage = () => {
  const { status, permissions } = useSession()
  const message = useLeaveState()?.message
  // Whoever types the address of this page has verified nothing by that.
  if (message === undefined) {
    return (
      <AuthPage title="Email verification" lead="Nothing was verified just now. The link of the mail leads there.">
        <Way to="/verify-email">Send the mail again</Way>
        <Way to="/signin">Sign in</Way>
      </AuthPage>
    )
  }
  return (
    <AuthPage title="Welcome to Gatehouse">
      <Done text={message}>
        {status === 'out' ? <Way to="/signin">Sign in</Way> : <Way to={firstPageFor(permissions)}>Open Gatehouse</Way>}
      </Done>
    </AuthPage>
  )
}
