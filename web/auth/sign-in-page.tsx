// Sign-in by e-mail and password. No component library here: this page must be small.
import { messages } from '@gatehouse/contract/auth'
import { Navigate, useLocation, useSearchParams } from 'react-router'
import { type LeaveState, useSession } from '../kit/session.ts'
import { firstPageFor } from '../shell/first-page.ts'
import { PublicFrame } from '../site/public-frame.tsx'
import { Banner } from '../ui/banner.tsx'
import { SignInForm } from './sign-in-form.tsx'
import styles from './sign-in-page.module.css'

const bannerMs = 3_000

export const SignInPage = () => {
  const { status, permissions } = useSession()
  const state: LeaveState | null = useLocation().state
  const [query] = useSearchParams()
  const expired = query.get('session') === 'expired' || state?.sessionExpired === true
  if (status === 'in') {
    return (
      <Navigate
        to={pathWithin(state?.from) ?? firstPageFor(permissions)}
        replace
        state={{ message: messages.signedIn }}
      />
    )
  }
  return (
    <PublicFrame title="Sign in">
      {expired && <Banner text={messages.sessionEnded} state="warning" forMs={bannerMs} />}
      {state?.loggedOut && <Banner text="You are signed out" state="information" forMs={bannerMs} />}
      {state?.message && <Banner text={state.message} state="information" forMs={bannerMs} />}
      <div className={styles.page}>
        <section className={styles.card} aria-labelledby="sign-in">
          <h1 id="sign-in">Sign in</h1>
          <p className={styles.lead}>{expired ? messages.sessionExpired : 'To your company’s Gatehouse'}</p>
          <SignInForm verifying={status === 'verifying'} />
        </section>
      </div>
    </PublicFrame>
  )
}

// Only a path of our own: never another site.
const pathWithin = (from: unknown): string | null =>
  typeof from === 'string' && from.startsWith('/') && !from.startsWith('//') && !from.startsWith('/signin')
    ? from
    : null
