// Signing in: by password, by passkey, through a provider; then by code where the account asks for one.
// No component library here: this page must be small.
import { messages } from '@gatehouse/contract/identity/auth'
import { Suspense, useState } from 'react'
import { Link, Navigate, useSearchParams } from 'react-router'
import { useSession } from '../../kit/session/session-state.ts'
import type { Unconfirmed } from '../../kit/session/sign-in.ts'
import { firstPageFor } from '../../shell/menu/first-page.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { later } from '../../ui/feedback/later.tsx'
import { AuthPage } from './auth-page.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { SignInForm, useSignInForm } from './sign-in-form.tsx'
import { pathWithin, useLeaveState } from '../../kit/session/way-back.ts'

// Few accounts ask for a code: it is fetched once one does.
const CodeForm = later(async () => (await import('./code-form.tsx')).CodeForm)

// They come after the form, once the server has said which there are.
const OtherWays = later(async () => (await import('./other-ways.tsx')).OtherWays, 'silent')

const bannerMs = 3_000
const errorBannerMs = 6_000

export const SignInPage = () => {
  const { status, permissions, entered } = useSession()
  const [cameSignedIn] = useState(status === 'in')
  const state = useLeaveState()
  const [query] = useSearchParams()
  const [waiting, setWaiting] = useState<Unconfirmed | null>(null)
  // Here and not in the form, so that what was typed is there again on the way back from the code.
  const signIn = useSignInForm(setWaiting)
  const expired = query.get('session') === 'expired' || state?.sessionExpired === true
  if (status === 'in') {
    const to = pathWithin(state?.from) ?? firstPageFor(permissions)
    // What there was to say goes on with whoever does not stay; a second tab is only taken along.
    const message = cameSignedIn ? state?.message : entered ? messages.signedIn : undefined
    return <Navigate to={to} replace state={message === undefined ? null : { message: message }} />
  }
  return (
    <>
      {expired && <Banner text={messages.sessionEnded} state="warning" forMs={bannerMs} />}
      {state?.loggedOut && <Banner text="You are signed out" state="information" forMs={bannerMs} />}
      {state?.message !== undefined && (
        <Banner
          key={state.message}
          text={state.message}
          state={state.tone === 'error' ? 'critical' : 'information'}
          forMs={state.tone === 'error' ? errorBannerMs : bannerMs}
        />
      )}
      {waiting ? (
        <AuthPage title="Confirm it is you">
          <Suspense>
            <CodeForm of={waiting} onBack={() => setWaiting(null)} />
          </Suspense>
        </AuthPage>
      ) : (
        <AuthPage
          title="Sign in"
          lead={expired ? messages.sessionExpired : 'To your company’s Gatehouse'}
          below={
            <p>
              New here? <Link to="/signup">Sign up</Link>
            </p>
          }
        >
          <SignInForm of={signIn} verifying={status === 'verifying'} />
          <PasskeyButton />
          <OtherWays of={signIn} />
        </AuthPage>
      )}
    </>
  )
}
