// What stands in place of a page that one may not open: which permission is missing, whom to ask, and the ways on.
import { messages } from '@gatehouse/contract/identity/auth'
import { type Permission, permissions as known } from '@gatehouse/contract/permissions'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { exit } from '../kit/session/session.ts'
import { useSession } from '../kit/session/session-state.ts'
import { TabTitle } from '../kit/tab-title.tsx'
import { Icon } from '../ui/primitives/icon.tsx'
import { firstPageFor } from './menu/first-page.ts'

const button = 'min-h-touch cursor-pointer rounded border px-5 py-0 font-semibold'
const redirectAfterMs = 3_000

export const Denied = ({ lacking }: { readonly lacking: readonly Permission[] }) => {
  const navigate = useNavigate()
  const { permissions, user } = useSession()
  const [trouble, setTrouble] = useState<string | null>(null)
  const away = firstPageFor(permissions)
  const stays = trouble !== null
  useEffect(() => {
    // What went wrong is not taken away before it is read.
    if (stays) return undefined
    const timer = setTimeout(() => void navigate(away, { replace: true }), redirectAfterMs)
    return () => clearTimeout(timer)
  }, [away, navigate, stays])
  const signOut = () => {
    exit().catch(() => setTrouble(messages.logoutFailed))
  }
  return (
    <div className="grid min-h-[60dvh] flex-1 place-items-center content-center p-6">
      <TabTitle title="Access Denied" />
      <section
        className="grid max-w-[52ch] justify-items-center gap-3 rounded border border-line bg-surface p-8 text-center [&>svg]:text-high"
        aria-labelledby="denied"
      >
        <Icon name="locked" size="large" />
        <h1 id="denied">Access Denied</h1>
        <p role="alert" className="font-[550] wrap-anywhere">
          {trouble ?? messages.missingPermissions(lacking)}
        </p>
        <ul className="text-muted">
          {lacking.map((permission) => (
            <li key={permission}>{known[permission].description}</li>
          ))}
        </ul>
        <p>
          {user?.company
            ? 'An administrator of your company can give you this.'
            : 'You are in no company yet: its administrators give you this once you have joined.'}{' '}
          {!stays && 'You are taken back in 3 seconds.'}
        </p>
        <p className="mt-3 flex flex-wrap justify-center gap-3">
          <button type="button" className={`${button} border-primary bg-primary text-on-primary`} onClick={signOut}>
            Retry
          </button>
          <button
            type="button"
            className={`${button} border-strong-line bg-transparent text-primary-text`}
            onClick={signOut}
          >
            Go to Login
          </button>
        </p>
      </section>
    </div>
  )
}
