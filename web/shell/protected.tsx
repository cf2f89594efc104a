// The guards before a page: verifying, not signed in, not permitted, or the page itself.
import { messages } from '@gatehouse/contract/auth'
import { missing, type Permission, permissions as known } from '@gatehouse/contract/permissions'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { endExpired, exit, useSession } from '../kit/session.ts'
import { hasExpired } from '../kit/stored-user.ts'
import { LoadingPage } from '../site/loading-page.tsx'
import { Icon } from '../ui/icon.tsx'
import { later } from '../ui/later.tsx'
import { firstPageFor } from './first-page.ts'
import styles from './protected.module.css'

const AppShell = later(async () => (await import('./app-shell.tsx')).AppShell)

/** Begins to fetch the shell while the guard is still verifying. */
export const loadShell = AppShell.fetch

const redirectAfterMs = 3_000

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
  readonly needed: readonly Permission[]
  readonly children: ReactNode
}

export const Permitted = ({ needed, children }: PermittedProps) => {
  const lacking = missing(useSession().permissions, needed)
  return lacking.length > 0 ? <Denied lacking={lacking} /> : children
}

const Verifying = () => (
  <main id="main" tabIndex={-1} className={styles.middle} aria-busy="true">
    <output>Verifying access...</output>
  </main>
)

const Denied = ({ lacking }: { readonly lacking: readonly Permission[] }) => {
  const navigate = useNavigate()
  const { permissions, user } = useSession()
  const [trouble, setTrouble] = useState<string | null>(null)
  const away = firstPageFor(permissions)
  useEffect(() => {
    const timer = setTimeout(() => void navigate(away, { replace: true }), redirectAfterMs)
    return () => clearTimeout(timer)
  }, [away, navigate])
  const signOut = () => {
    exit().catch(() => setTrouble(messages.logoutFailed))
  }
  return (
    <div className={styles.middle}>
      <title>Access Denied · Gatehouse</title>
      <section className={styles.card} aria-labelledby="denied">
        <Icon name="locked" size="large" />
        <h1 id="denied">Access Denied</h1>
        <p role="alert">{trouble ?? messages.missingPermissions(lacking)}</p>
        <ul>
          {lacking.map((permission) => (
            <li key={permission}>{known[permission].says}</li>
          ))}
        </ul>
        <p>
          {user?.company
            ? 'An administrator of your company can give you this.'
            : 'You are in no company yet: its administrators give you this once you have joined.'}{' '}
          You are taken back in 3 seconds.
        </p>
        <p className={styles.buttons}>
          <button type="button" className={styles.primary} onClick={signOut}>
            Retry
          </button>
          <button type="button" onClick={signOut}>
            Go to Login
          </button>
        </p>
      </section>
    </div>
  )
}
