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
        <aside className={styles.words} aria-label="What Gatehouse is">
          <p>Your building as it is right now: its doors, its people and its air, from a server that is your own.</p>
          <svg className={styles.gates} viewBox="0 0 244 320" aria-hidden="true">
            {[0, 1, 2, 3].map((arch) => (
              <path key={arch} d={archOf(arch * 40)} />
            ))}
          </svg>
        </aside>
        <section className={styles.card} aria-labelledby="sign-in">
          <h1 id="sign-in">Sign in</h1>
          <p className={styles.lead}>{expired ? messages.sessionExpired : 'To your company’s Gatehouse'}</p>
          <SignInForm verifying={status === 'verifying'} />
        </section>
      </div>
    </PublicFrame>
  )
}

// The gate of the sign, one within the other.
const archOf = (inset: number) => `M${inset + 8} 320V160a${152 - inset} ${152 - inset} 0 0 1 ${304 - 2 * inset} 0v160`

// Only a path of our own: never another site.
const pathWithin = (from: unknown): string | null =>
  typeof from === 'string' && from.startsWith('/') && !from.startsWith('//') && !from.startsWith('/signin')
    ? from
    : null
