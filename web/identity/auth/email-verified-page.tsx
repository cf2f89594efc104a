// What verifying an address ends with.
import { Link } from 'react-router'
import { useSession } from '../../kit/session/session-state.ts'
import { firstPageFor } from '../../shell/menu/first-page.ts'
import { AuthPage } from './auth-page.tsx'
import { Done } from './check-mail.tsx'
import styles from './form.module.css'
import { useLeaveState } from '../../kit/session/way-back.ts'

export const EmailVerifiedPage = () => {
  const { status, permissions } = useSession()
  const message = useLeaveState()?.message
  // Whoever types the address of this page has verified nothing by that.
  if (message === undefined) {
    return (
      <AuthPage title="Email verification" lead="Nothing was verified just now. The link of the mail leads there.">
        <Link to="/verify-email" className={styles.way}>
          Send the mail again
        </Link>
        <Link to="/signin" className={styles.way}>
          Sign in
        </Link>
      </AuthPage>
    )
  }
  return (
    <AuthPage title="Welcome to Gatehouse">
      <Done text={message}>
        <Link to={status === 'out' ? '/signin' : firstPageFor(permissions)} className={styles.way}>
          {status === 'out' ? 'Sign in' : 'Open Gatehouse'}
        </Link>
      </Done>
    </AuthPage>
  )
}
