// The page for addresses that lead nowhere: what may have happened, and ways on.
import { useEffect, useState } from 'react'
import { Link, usePlace } from '../../kit/place.tsx'
import type { Head } from '../../kit/public-page.ts'
import { useSession } from '../../kit/session/session-state.ts'
import { firstPageFor } from '../../shell/menu/first-page.ts'
import { Icon } from '../../ui/primitives/icon.tsx'
import plain from '../frame/plain-page.module.css'
import { PublicFrame } from '../frame/public-frame.tsx'

export const Page = () => {
  const { pathname } = usePlace()
  const { status, permissions } = useSession()
  const isIn = status !== 'out'
  const own = firstPageFor(permissions)
  return (
    <PublicFrame>
      <div className="grid flex-1 content-center justify-items-center gap-4 px-5 pt-8 pb-12 text-center">
        <p className="text-3xl leading-none font-bold tracking-[-0.03em] text-public-text" aria-hidden="true">
          404
        </p>
        <h1>Page not found</h1>
        <p>
          Nothing is at <code className="rounded bg-line px-2 py-1 text-[0.95em] wrap-anywhere">{pathname}</code>
        </p>
        <ul className="grid max-w-[60ch] gap-1 text-muted">
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
          {isIn && <li>It may be about something of another company, or that was deleted meanwhile.</li>}
        </ul>
        <nav
          className={`${plain.buttons} mt-4 [&>*]:gap-2 [&>:not([data-first]):hover]:bg-line`}
          aria-label="Pages that are there"
        >
          {isIn && own !== '/' && (
            <Link to={own} className={plain.first} data-first>
              Open Gatehouse
            </Link>
          )}
          {isIn && <SearchButton />}
          {!isIn && (
            <Link to="/signin" className={plain.first} data-first>
              Sign in
            </Link>
          )}
          {ways.map(({ to, label }) => (
            <Link key={to} to={to}>
              {label}
            </Link>
          ))}
        </nav>
      </div>
    </PublicFrame>
  )
}

const askAgainMs = 100

// The search belongs to the bar, whose tools may still be on their way.
const SearchButton = () => {
  const [wanted, setWanted] = useState(false)
  useEffect(() => {
    if (!wanted) return undefined
    const ask = () => setWanted(!opensSearch())
    ask()
    const timer = setInterval(ask, askAgainMs)
    return () => clearInterval(timer)
  }, [wanted])
  return (
    <button type="button" aria-busy={wanted} onClick={() => setWanted(true)}>
      <Icon name="search" />
      Search
    </button>
  )
}

// As its key does: whoever hears it keeps it from the browser.
const opensSearch = (): boolean =>
  !window.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, cancelable: true }))

const reasons = ['The address may have a mistake in it, or only a part of it was copied.', 'The page may have moved.']

const ways = [
  { to: '/', label: 'Home page' },
  { to: '/products', label: 'Products' },
  { to: '/blog', label: 'Blog' },
  { to: '/contact', label: 'Contact' },
]

export const head = (): Head => ({
  title: 'Page not found',
  description: 'Nothing is at this address.',
  noIndex: true,
})
