// The one notification connection of the application: whose it is, and what it brings to their inbox.
import { messages } from '@gatehouse/contract/realtime'
import { useSyncExternalStore } from 'react'
import { csrfToken, forgetCsrfToken } from '../kit/api.ts'
import { whenIdle } from '../kit/idle.ts'
import { doubtSession, main } from '../kit/main-connection.ts'
import { currentSession, subscribeSession } from '../kit/session-state.ts'
import { telemetry } from '../kit/telemetry.ts'
import { toast } from '../ui/toast.ts'
import { currentInbox, inboxHolder, newestHad, watchInbox } from './inbox.ts'
import { forgetNews, hearCaughtUp, hearInboxChange, hearTold } from './inbox-live.ts'
import { type ConnectionState, createNotificationSocket } from './notification-socket.ts'
import { tellBell } from './use-unread.ts'

let isFailureTold = false

const connection = createNotificationSocket({
  url: window.location.origin,
  auth: async () => {
    const { user } = currentSession()
    const after = newestHad()
    return { token: user?.token, userId: user?.id, csrfToken: await csrfToken(), ...(after === null ? {} : { after }) }
  },
  onTold: hearTold,
  onCaughtUp: hearCaughtUp,
  onChanged: hearInboxChange,
  onDoubt: doubtSession,
  onForged: forgetCsrfToken,
  onFailed: () => {
    if (!isFailureTold && document.visibilityState === 'visible') toast('error', messages.connectFailed)
    isFailureTold = true
  },
})

export const reconnect = (): void => connection.retry()

export const useConnection = (): ConnectionState => useSyncExternalStore(connection.subscribe, connection.state)

/** The inbox with what it is told, for as long as the bell is there; answers how to stop. */
export const startInbox = (): (() => void) => {
  let connected: string | null = null
  const show = () => {
    const { phase } = connection.state()
    if (phase === 'connected') isFailureTold = false
    tellBell({ unread: currentInbox().unread, isCutOff: phase === 'failed' })
  }
  const follow = () => {
    const now = inboxHolder()
    if (now === connected) return
    connected = now
    connection.stop()
    forgetNews()
    if (now !== null) connection.start()
  }
  // It can be reached again, and nobody has to press Reconnect.
  const tryAgain = () => {
    if (connection.state().phase === 'failed') connection.retry()
  }
  const onSession = () => {
    follow()
    if (currentSession().status === 'in') tryAgain()
  }
  const endings = [watchInbox(show), connection.subscribe(show)]
  const begin = () => {
    const onOnline = () => reconnect()
    window.addEventListener('online', onOnline)
    endings.push(
      () => window.removeEventListener('online', onOnline),
      subscribeSession(onSession),
      main.subscribe(() => main.state() === 'open' && tryAgain()),
      telemetry.subscribe(() => telemetry.state().phase === 'live' && tryAgain()),
    )
    follow()
  }
  show()
  endings.push(whenIdle(begin))
  return () => {
    for (const end of endings) end()
    connection.stop()
    forgetNews()
    tellBell({ unread: 0, isCutOff: false })
  }
}
