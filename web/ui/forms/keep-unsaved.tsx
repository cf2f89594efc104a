// Nobody loses what they typed by Escape, Back, a link or Logout: leaving a changed form is asked about first.
import { useEffect, useState } from 'react'
import { useBlocker } from 'react-router'
import { isReloading } from '../../kit/deployment.ts'
import { currentSession } from '../../kit/session/session-state.ts'
import { unsavedForms } from '../../kit/data/unsaved.ts'
import { Confirm } from '../sheets/confirm.tsx'

interface KeepUnsavedProps {
  /** Whether something would be lost. */
  readonly unsaved: boolean
  /** What it is: `The changes to the role guard`. */
  readonly what: string
  /** The page has sheets of its own: opening one is not leaving. */
  readonly sheets?: boolean
}

export const KeepUnsaved = ({ unsaved, what, sheets = false }: KeepUnsavedProps) => {
  // The end of the session is not stopped: a draft brings the text back after signing in.
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const stays = sheets && currentLocation.pathname === nextLocation.pathname
    return currentSession().status === 'in' && unsaved && !stays
  })
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      // Loaded anew by itself, the page brings back what was typed.
      if (unsaved && !isReloading()) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [unsaved])
  const [signingOut, setSigningOut] = useState<{ readonly answer: (leaves: boolean) => void } | null>(null)
  useEffect(() => {
    if (!unsaved) return undefined
    return unsavedForms().hold(() => new Promise((answer) => setSigningOut({ answer })))
  }, [unsaved])
  const leave = () => {
    signingOut?.answer(true)
    if (blocker.state === 'blocked') blocker.proceed()
  }
  const stay = () => {
    signingOut?.answer(false)
    setSigningOut(null)
    if (blocker.state === 'blocked') blocker.reset()
  }
  if (blocker.state !== 'blocked' && !signingOut) return null
  return (
    <Confirm
      title="Leave without saving?"
      action="Leave"
      busy="Leaving…"
      tone="danger"
      onConfirm={async () => leave()}
      onClose={stay}
    >
      <p>{what} would be lost.</p>
    </Confirm>
  )
}
