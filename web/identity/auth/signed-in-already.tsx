// What a page for newcomers shows to somebody who is signed in.
import { messages } from '@gatehouse/contract/identity/auth'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { exit } from '../../kit/session/session.ts'
import { useSession } from '../../kit/session/session-state.ts'
import { firstPageFor } from '../../shell/menu/first-page.ts'
import { AuthPage } from './auth-page.tsx'
import { Failure } from './form.tsx'
import styles from './form.module.css'

interface SignedInAlreadyProps {
  readonly title: string
  /** What the account that is signed in can do here, while it has no company. */
  readonly children?: ReactNode
}

export const SignedInAlready = ({ title, children }: SignedInAlreadyProps) => {
  const { user, permissions } = useSession()
  const [failure, setFailure] = useState<string | null>(null)
  const belongs = user?.company !== null
  return (
    <AuthPage
      title={title}
      lead={
        <>
          You are signed in as <strong>{user?.displayName}</strong>
          {user?.company && `, ${user.company.name}`}.{belongs && ' This page is for those who are in no company yet.'}
        </>
      }
    >
      {!belongs && children}
      <Failure text={failure} />
      <div className={styles.ways}>
        {(belongs || children !== undefined) && (
          <Link to={firstPageFor(permissions)} className={styles.way}>
            Open Gatehouse
          </Link>
        )}
        {!belongs && children === undefined && (
          <Link to="/user/register" className={styles.way}>
            Join a company with this account
          </Link>
        )}
        <button
          type="button"
          className={styles.way}
          onClick={() => void exit().catch(() => setFailure(messages.logoutFailed))}
        >
          Sign out
        </button>
      </div>
    </AuthPage>
  )
}
