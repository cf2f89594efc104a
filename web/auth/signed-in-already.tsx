// What a page for newcomers shows to somebody who is signed in.
import { messages } from '@gatehouse/contract/auth'
import { useState } from 'react'
import { Link } from 'react-router'
import { exit, useSession } from '../kit/session.ts'
import { firstPageFor } from '../shell/first-page.ts'
import { AuthPage } from './auth-page.tsx'
import { Failure } from './form.tsx'
import styles from './form.module.css'

export const SignedInAlready = ({ title }: { readonly title: string }) => {
  const { user, permissions } = useSession()
  const [failure, setFailure] = useState<string | null>(null)
  const belongs = user?.company !== null
  return (
    <AuthPage
      title={title}
      lead={
        <>
          You are signed in as <strong>{user?.displayName}</strong>
          {user?.company && `, ${user.company.name}`}. This page makes a new account.
        </>
      }
    >
      <Failure text={failure} />
      <div className={styles.ways}>
        <Link to={belongs ? firstPageFor(permissions) : '/company/details'} className={styles.way}>
          {belongs ? 'Open Gatehouse' : 'Join a company with this account'}
        </Link>
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
