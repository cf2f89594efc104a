// The guards before a page: verifying, not signed in, not permitted, or the page itself.
import { lackOfPage } from '@gatehouse/contract/lack'
import { messages } from '@gatehouse/contract/identity/auth'
import type { Page } from '@gatehouse/contract/page'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { endExpired } from '../kit/session/session.ts'
import { useSession } from '../kit/session/session-state.ts'
import { hasExpired } from '../kit/session/stored-user.ts'
import { LoadingPage } from './loading/loading-page.tsx'
import { later } from '../ui/feedback/later.tsx'

const AppShell = later(async () => (await import('./app-shell.tsx')).AppShell)

/** Begins to fetch the shell while the guard is still verifying. */
export const loadShell = AppShell.fetch

// With the words for every permission: few ever see it.
const Denied = later(async () => (await import('./denied.tsx')).Denied)

/** The application's shell around its pages, for those who are signed in. */
export const SignedIn = () => {
  const { status, leaving, expired, loggedOut, user } = useSession()
  const { pathname, search, hash } = useLocation()
  const [cameIn] = useState(status !== 'out')
  // With each page that is opened: a timer does not run while the machine sleeps.
  const isOver = status === 'in' && user !== null && hasExpired(user.token)
  useEffect(() => {
    if (isOver) endExpired()
  }, [isOver])
  if (isOver) return null
  if (status === 'verifying') return <Verifying />
  // Until the page that was chosen has been drawn, which is later than the router's having gone there.
  if (leaving && cameIn) return null
  // Whoever was here has gone: where they were is not for the next one.
  if (loggedOut && cameIn) return <Navigate to="/signin" replace state={{ loggedOut }} />
  if (status === 'out') {
    const why = expired ? { sessionExpired: true } : { message: messages.pleaseSignIn }
    return <Navigate to="/signin" replace state={{ from: pathname + search + hash, ...why }} />
  }
  return (
    <Suspense fallback={<LoadingPage />}>
      <AppShell />
    </Suspense>
  )
}

interface PermittedProps {
  readonly page: Partial<Pick<Page, 'permissions' | 'alsoFor'>>
  readonly children: ReactNode
}

export const Permitted = ({ page, children }: PermittedProps) => {
  const lacking = lackOfPage(page, useSession().permissions)
  if (lacking.length === 0) return children
  return (
    <Suspense>
      <Denied lacking={lacking} />
    </Suspense>
  )
}

const Verifying = () => (
  <main
    id="main"
    tabIndex={-1}
    className="grid min-h-[60dvh] flex-1 place-items-center content-center p-6"
    aria-busy="true"
  >
    <title>Gatehouse</title>
    <output>Verifying access...</output>
  </main>
)
