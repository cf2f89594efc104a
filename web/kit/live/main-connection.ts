// The one main connection of the application: for whom it is open, and what is asked and told on it.
import { type Api, api } from '../data/api.ts'
import { singleton } from '../application.ts'
import { createMainSocket, type MainSocket } from './main-socket.ts'
import { type SessionLife, session } from '../session/session.ts'
import { holderIn } from '../session/holder.ts'
import { type Session, type SessionState, sessionState } from '../session/session-state.ts'
import { type Telemetry, telemetry } from './telemetry.ts'

// A sign-out in this tab or another is heard here before its answer: let that be told first.
const firstSendMs = 500

interface MainConnectionParts {
  readonly api: Pick<Api, 'csrfToken' | 'forgetCsrfToken'>
  readonly session: Pick<SessionLife, 'verify'>
  readonly state: SessionState
  readonly telemetry: Pick<Telemetry, 'state'>
}

export interface MainConnection extends MainSocket {
  /** Has the session verified, unless telemetry is connected: what the server says there too it sees to. */
  readonly doubtSession: () => void
  /** Connects for as long as somebody is signed in, anew for each; answers how to stop. */
  readonly follow: () => () => void
}

export const createMainConnection = ({ state, ...parts }: MainConnectionParts): MainConnection => {
  const doubtSession = () => {
    setTimeout(() => {
      if (parts.telemetry.state().phase !== 'live' && state.get().status === 'in') void parts.session.verify()
    }, firstSendMs)
  }

  const socket = createMainSocket({
    url: window.location.origin,
    auth: async () => {
      const { user } = state.get()
      return { token: user?.token, userId: user?.id, csrfToken: await parts.api.csrfToken() }
    },
    onIntercom: (update) => console.info('intercom-update', update),
    onDoubt: doubtSession,
    onForged: parts.api.forgetCsrfToken,
  })

  return {
    ...socket,
    doubtSession,
    follow: () => {
      let holder: string | null = null
      const follow = () => {
        const now = holderIn(state.get())
        if (now === holder) return
        holder = now
        socket.stop()
        if (now === null) return
        socket.start()
        keepPushWith(state.get())
      }
      const stopFollowing = state.subscribe(follow)
      follow()
      return () => {
        stopFollowing()
        socket.stop()
      }
    },
  }
}

export const mainConnection = singleton((use) =>
  createMainConnection({
    api: use(api),
    session: use(session),
    state: use(sessionState),
    telemetry: use(telemetry),
  }),
)

// What comes to this browser is of who is signed in here; where that cannot be told now it is at the next start.
const keepPushWith = ({ user, viewing }: Session): void => {
  if (!user || viewing) return
  void import('../push.ts').then(({ keepPush }) => keepPush(user.id)).catch(() => {})
}
