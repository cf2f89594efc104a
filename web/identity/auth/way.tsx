// The ways on from a public page that has no form, or none any more.
import { messages } from '@gatehouse/contract/identity/auth'
import { type ReactNode, useState } from 'react'
import { Link, type LinkProps } from 'react-router'
import { exit } from '../../kit/session/session.ts'
import { anyMessage } from './error-messages.ts'
import { Failure } from './form.tsx'
import styles from './form.module.css'

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
