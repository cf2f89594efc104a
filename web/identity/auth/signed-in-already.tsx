// What a page for newcomers shows to somebody who is signed in.
import type { ReactNode } from 'react'
import { useSession } from '../../kit/session/session-state.ts'
import { firstPageFor } from '../../shell/menu/first-page.ts'
import { AuthPage } from './auth-page.tsx'
import { SignOutWay, Way, Ways } from './way.tsx'

interface SignedInAlreadyProps {
  readonly title: string
  /** What the account that is signed in can do here, while it has no company. */
  readonly children?: ReactNode
}

export const SignedInAlready = ({ title, children }: SignedInAlreadyProps) => {
  const { user, permissions } = useSession()
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
      <Ways>
        {(belongs || children !== undefined) && <Way to={firstPageFor(permissions)}>Open Gatehouse</Way>}
        {!belongs && children === undefined && <Way to="/user/register">Join a company with this account</Way>}
        <SignOutWay />
      </Ways>
    </AuthPage>
  )
}
