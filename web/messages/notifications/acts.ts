// Tells the server what somebody does with a notification, for its receipts: seen, opened, followed, dismissed.
import { notificationAction, type notificationActionShape } from '@gatehouse/contract/realtime'
import { singleton } from '../../kit/application.ts'
import { type Clock, clock } from '../../kit/clock.ts'
import { type SessionState, sessionState } from '../../kit/session/session-state.ts'

type Act = (typeof notificationActionShape)['_zod']['output']

export const seenAfterMs = 1_000

interface ActsParts {
  readonly clock: Pick<Clock, 'now'>
  readonly session: SessionState
  readonly send: (done: Act) => Promise<void>
}

export interface Acts {
  /** Whoever looks through another's eyes does nothing with them. */
  readonly act: (action: Act['action'], notificationId: string) => void
  /** It is on the screen from now on, until the answer is called: seen, if that is long enough. Once for each. */
  readonly actSeen: (id: string) => () => void
}

export const createActs = ({ session, send, ...parts }: ActsParts): Acts => {
  const seen = new Set<string>()

  const record: Acts['act'] = (action, notificationId) => {
    const { user, viewing } = session.get()
    if (!user || viewing) return
    const timestamp = new Date(parts.clock.now()).toISOString()
    void send({ action, notificationId, userId: user.id, timestamp })
  }

  return {
    act: record,
    actSeen: (id) => {
      let timer: ReturnType<typeof setTimeout> | undefined
      const look = () => {
        if (seen.has(id)) return
        // Nobody looks: it is on the screen, and not seen yet.
        if (document.visibilityState !== 'visible') return wait()
        seen.add(id)
        record('seen', id)
      }
      const wait = () => {
        timer = setTimeout(look, seenAfterMs)
      }
      if (!seen.has(id)) wait()
      return () => clearTimeout(timer)
    },
  }
}

export const acts = singleton((use) =>
  createActs({
    clock: use(clock),
    session: use(sessionState),
    // The connection is not needed for what is on the screen: it is fetched for who does something.
    send: async (done) => {
      try {
        const { mainConnection } = await import('../../kit/live/main-connection.ts')
        use(mainConnection).send(notificationAction, done)
      } catch {
        // Off line, and never fetched before: that somebody did something is not known then.
      }
    },
  }),
)

export const act: Acts['act'] = (action, notificationId) => acts().act(action, notificationId)
export const actSeen: Acts['actSeen'] = (id) => acts().actSeen(id)
