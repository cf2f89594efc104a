// Where a browser comes back to from Google or GitHub: hands code and state on, once, and takes them out of the address.
import { messages } from '@gatehouse/contract/identity/auth'
import { callback, messages as social, type Provider } from '@gatehouse/contract/identity/social'
import { useEffect, useState } from 'react'
import { Link, Navigate, useLocation, useNavigate } from 'react-router'
import { ApiError, call, isStatus } from '../../kit/data/api.ts'
import { singleton } from '../../kit/application.ts'
import { useSession } from '../../kit/session/session-state.ts'
import { type Outcome, settle } from '../../kit/session/sign-in.ts'
import { firstPageFor } from '../../shell/menu/first-page.ts'
import { AuthPage } from './auth-page.tsx'
import { CodeForm } from './code-form.tsx'
import { Failure } from './form.tsx'
import { anyMessage } from './error-messages.ts'
import { providerNames } from '../../ui/forms/social-buttons.tsx'
import { rememberedWay } from '../../kit/session/way-back.ts'

export const GoogleCallbackPage = () => <CallbackPage provider="google" />
export const GithubCallbackPage = () => <CallbackPage provider="github" />

const CallbackPage = ({ provider }: { readonly provider: Provider }) => {
  const { permissions } = useSession()
  const navigate = useNavigate()
  const [outcome, setOutcome] = useState<Outcome | 'connected' | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const name = providerNames[provider]

  // The router's, which still has what the address bar has not.
  const { search } = useLocation()

  useEffect(() => {
    let here = true
    handOver()(provider, search).then(
      (came) => here && setOutcome(came),
      (error: unknown) => here && setFailure(isStatus(error, 422) ? social.failed : anyMessage(error, social.failed)),
    )
    return () => {
      here = false
    }
  }, [provider, search])

  if (outcome === 'connected') {
    return <Navigate to="/settings/account" replace state={{ message: `${name} is connected to your account` }} />
  }
  if (outcome === 'in') {
    return <Navigate to={rememberedWay() ?? firstPageFor(permissions)} replace state={{ message: messages.signedIn }} />
  }
  if (outcome !== null) {
    return (
      <AuthPage title="Confirm it is you">
        <CodeForm of={outcome} onDone={() => setOutcome('in')} onBack={() => void navigate('/signin')} />
      </AuthPage>
    )
  }
  return (
    <AuthPage
      title={`Continue with ${name}`}
      below={
        failure === null ? undefined : (
          <p>
            <Link to="/signin">Back to sign in</Link>
          </p>
        )
      }
    >
      {failure === null ? <output>Signing in with {name}…</output> : <Failure text={failure} />}
    </AuthPage>
  )
}

// Drawn twice while developing; code and state are good for one call only.
const createHandOver = () => {
  let last: { readonly search: string; readonly outcome: Promise<Outcome | 'connected'> } | null = null
  return (provider: Provider, search: string): Promise<Outcome | 'connected'> => {
    window.history.replaceState(window.history.state, '', window.location.pathname)
    if (last?.search !== search) last = { search, outcome: exchange(provider, new URLSearchParams(search)) }
    return last.outcome
  }
}

const handOver = singleton(createHandOver)

const exchange = async (provider: Provider, query: URLSearchParams): Promise<Outcome | 'connected'> => {
  const [code, state, iss] = [query.get('code'), query.get('state'), query.get('iss')]
  // The person, or the provider, said no.
  if (code === null || state === null) throw new ApiError(400, { code: 'DENIED', message: social.failed })
  const input = { provider, code, state, ...(iss === null ? {} : { iss }) }
  const answer = await call(callback, input, { unauthorized: 'an-answer' })
  return answer.outcome === 'connected' ? 'connected' : settle(answer)
}
