// Nobody loses what they typed by Escape, Back or a link: leaving a changed form is asked about first.
import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { currentSession } from '../kit/session.ts'
import { Confirm } from './confirm.tsx'

interface KeepUnsavedProps {
  /** Whether something would be lost. */
  readonly unsaved: boolean
  /** What it is: `The changes to the role guard`. */
  readonly what: string
}

export const KeepUnsaved = ({ unsaved, what }: KeepUnsavedProps) => {
  // The end of the session is not stopped: a draft brings the text back after signing in.
  const blocker = useBlocker(() => currentSession().status === 'in' && unsaved)
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (unsaved) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [unsaved])
  if (blocker.state !== 'blocked') return null
  return (
    <Confirm
      title="Leave without saving?"
      action="Leave"
      busy="Leaving…"
      tone="danger"
      onConfirm={async () => blocker.proceed()}
      onClose={() => {
        if (blocker.state === 'blocked') blocker.reset()
      }}
    >
      <p>{what} would be lost.</p>
    </Confirm>
  )
}
