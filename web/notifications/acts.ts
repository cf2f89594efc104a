// Tells the server what somebody does with a notification, for its receipts: seen, opened, followed, dismissed.
import { notificationAction, type notificationActionShape } from '@gatehouse/contract/realtime'
import { serverNow } from '../kit/clock.ts'
import { currentSession } from '../kit/session-state.ts'

type Act = (typeof notificationActionShape)['_zod']['output']

export const seenAfterMs = 1_000

/** Whoever looks through another's eyes does nothing with them. */
export const act = (action: Act['action'], notificationId: string): void => {
  const { user, viewing } = currentSession()
  if (!user || viewing) return
  const timestamp = new Date(serverNow()).toISOString()
  void say({ action, notificationId, userId: user.id, timestamp })
}

/** It is on the screen from now on, until the answer is called: seen, if that is long enough. Once for each. */
export const actSeen = (id: string): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    if (seen.has(id)) return
    // Nobody looks: it is on the screen, and not seen yet.
    if (document.visibilityState !== 'visible') return wait()
    seen.add(id)
    act('seen', id)
  }
  const wait = () => {
    timer = setTimeout(look, seenAfterMs)
  }
  if (!seen.has(id)) wait()
  return () => clearTimeout(timer)
}

const seen = new Set<string>()

// The connection is not needed for what is on the screen: it is fetched for who does something.
const say = async (done: Act) => {
  try {
    const { tell } = await import('../kit/main-connection.ts')
    tell(notificationAction, done)
  } catch {
    // Off line, and never fetched before: that somebody did something is not known then.
  }
}
