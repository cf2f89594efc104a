// Whose session it is: what was found, fetched or counted for one holder is nothing for the next.
import type { Session, SessionState } from './session-state.ts'

/** The person, the company, and whether they are seen through another's eyes. */
export const holderOf = ({ user, viewing }: Session): string => `${user?.id} ${user?.company?.id ?? ''} ${viewing}`

/** The same of somebody who is in; null: nobody is. */
export const holderIn = (session: Session): string | null =>
  session.status === 'in' && session.user ? holderOf(session) : null

/** Answers how to stop. */
export const whenHolderChanges = (session: SessionState, run: () => void): (() => void) => {
  let known = holderOf(session.get())
  return session.subscribe(() => {
    const now = holderOf(session.get())
    if (now === known) return
    known = now
    run()
  })
}
