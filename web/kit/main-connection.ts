// The one main connection of the application: for whom it is open, and what is asked and told on it.
import { csrfToken, forgetCsrfToken } from './api.ts'
import { createMainSocket } from './main-socket.ts'
import { verifySession } from './session.ts'
import { currentSession, type Session, subscribeSession } from './session-state.ts'
import { telemetry } from './telemetry.ts'

// A sign-out in this tab or another is heard here before its answer: let that be told first.
const tellFirstMs = 500

/** What telemetry hears too it sees to. */
export const doubtSession = (): void => {
  setTimeout(() => {
    if (telemetry.state().phase !== 'live' && currentSession().status === 'in') void verifySession()
  }, tellFirstMs)
}

export const main = createMainSocket({
  url: window.location.origin,
  auth: async () => {
    const { user } = currentSession()
    return { token: user?.token, userId: user?.id, csrfToken: await csrfToken() }
  },
  onIntercom: (update) => console.info('intercom-update', update),
  onDoubt: doubtSession,
  onForged: forgetCsrfToken,
})

/** The server's acknowledgement; rejects where the connection is not open, or nothing comes in time. */
export const { ask, tell } = main

const holderOf = ({ status, user, viewing }: Session): string | null =>
  status === 'in' && user ? `${user.id} ${user.company?.id ?? ''} ${viewing}` : null

// What comes to this browser is of who is signed in here; where that cannot be told now it is at the next start.
const keepPushWith = ({ user, viewing }: Session): void => {
  if (!user || viewing) return
  void import('./push.ts').then(({ keepPush }) => keepPush(user.id)).catch(() => {})
}

/** Connects for as long as somebody is signed in, anew for each; answers how to stop. */
export const startMain = (): (() => void) => {
  let holder: string | null = null
  const follow = () => {
    const now = holderOf(currentSession())
    if (now === holder) return
    holder = now
    main.stop()
    if (now === null) return
    main.start()
    keepPushWith(currentSession())
  }
  const stopFollowing = subscribeSession(follow)
  follow()
  return () => {
    stopFollowing()
    main.stop()
  }
}
