// The ways on from a public page that has no form, or none any more.
import { messages } from '@gatehouse/contract/identity/auth'
import { type ReactNode, useState } from 'react'
import { Link, type LinkProps } from 'react-router'
import { exit } from '../../kit/session/session.ts'
import { anyMessage } from './error-messages.ts'
import { Failure } from './form.tsx'
import styles from './form.module.css'
import type { LinkState } from './use-link.ts'

export const Way = (link: Pick<LinkProps, 'to' | 'state' | 'children'>) => <Link {...link} className={styles.way} />

export const Ways = ({ children }: { readonly children: ReactNode }) => <div className={styles.ways}>{children}</div>

export const SignOutWay = () => {
  const [failure, setFailure] = useState<string | null>(null)
  const leave = () => void exit().catch(() => setFailure(messages.logoutFailed))
  return (
    <>
      <Failure text={failure} />
      <button type="button" className={styles.way} onClick={leave}>
        Sign out
      </button>
    </>
  )
}

interface PressProps {
  /** `Verify my email address`; and while it is being done: `Verifying…`. */
  readonly label: string
  readonly working: string
  /** It leads on to another page. */
  readonly run: () => Promise<void>
  readonly messageOf?: (error: unknown) => string
  readonly onFailure?: (error: unknown) => void
}

/** What a page is for, done by one press. */
export const Press = ({ label, working, run, messageOf = anyMessage, onFailure }: PressProps) => {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const press = async () => {
    if (busy) return
    setBusy(true)
    setFailure(null)
    try {
      await run()
    } catch (error) {
      setFailure(messageOf(error))
      setBusy(false)
      onFailure?.(error)
    }
  }
  return (
    <>
      <Failure text={failure} />
      <button
        type="button"
        className={styles.submit}
        aria-disabled={busy}
        data-busy={busy || undefined}
        onClick={() => void press()}
      >
        {busy ? working : label}
      </button>
    </>
  )
}

interface LinkOverProps<Answer> {
  readonly of: LinkState<Answer>
  /** While it is being looked at. */
  readonly reading: string
  /** What happened to it, where it does not hold any more. */
  readonly over: string
  /** The ways on from there. */
  readonly children: ReactNode
}

/** In the place of a form that its link does not open: what happened, and the ways on. */
export const LinkOver = <Answer,>({ of: { opened, again }, reading, over, children }: LinkOverProps<Answer>) => {
  if (opened.link === 'reading') return <output>{reading}</output>
  return (
    <>
      <Failure text={opened.link === 'unread' ? opened.failure : over} />
      <Ways>
        {opened.link === 'unread' ? (
          <button type="button" className={styles.way} onClick={again}>
            Try again
          </button>
        ) : (
          children
        )}
      </Ways>
    </>
  )
}
