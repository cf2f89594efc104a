// The name of the product in every bar: leads home, and on the home page to its top.
import type { MouseEvent } from 'react'
import { Link, usePlace } from '../../kit/place.tsx'
import { Wordmark } from './wordmark.tsx'

interface HomeLinkProps {
  /** On a phone only the sign is left of it. */
  readonly shrinks?: boolean
}

export const HomeLink = ({ shrinks = false }: HomeLinkProps) => {
  const { pathname } = usePlace()
  return (
    <Link
      to="/"
      className="inline-flex min-h-touch min-w-touch flex-none items-center text-text no-underline"
      aria-label="Gatehouse, home page"
      onClick={pathname === '/' ? toTop : undefined}
    >
      <Wordmark shrinks={shrinks} />
    </Link>
  )
}

const toTop = (event: MouseEvent) => {
  // A new tab or window is what was asked for.
  if (event.metaKey || event.ctrlKey || event.shiftKey) return
  event.preventDefault()
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  window.scrollTo({ top: 0, behavior: isCalm ? 'auto' : 'smooth' })
}
