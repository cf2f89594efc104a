// The one notification connection of the application: whose it is, and what it brings to their inbox.
import { messages } from '@gatehouse/contract/realtime'
import { useSyncExternalStore } from 'react'
import { type Api, api } from '../../kit/data/api.ts'
import { singleton } from '../../kit/application.ts'
import { whenIdle } from '../../kit/hands/idle.ts'
import { type MainConnection, mainConnection } from '../../kit/live/main-connection.ts'
import { type SessionState, sessionState } from '../../kit/session/session-state.ts'
import { type Telemetry, telemetry } from '../../kit/live/telemetry.ts'
import { type ToastQueue, toastQueue } from '../../ui/feedback/toast.ts'
import { type InboxLife, inbox } from './inbox.ts'
import { type InboxLive, inboxLive } from './inbox-live.ts'
import { type ConnectionState, createNotificationSocket } from './notification-socket.ts'
import { type Bell, bell } from './use-unread.ts'

interface NotificationConnectionParts {
  readonly api: Pick<Api, 'csrfToken' | 'forgetCsrfToken'>
  readonly bell: Pick<Bell, 'set'>
  readonly inbox: InboxLife
  readonly live: InboxLive
  readonly main: MainConnection
  readonly session: SessionState
  readonly telemetry: Telemetry
  readonly toasts: Pick<ToastQueue, 'add'>
}

export const createNotificationConnection = (parts: NotificationConnectionParts) => {
  const { live, main, session, toasts } = parts
  let isFailureShown = false

  const socket = createNotificationSocket({
    url: window.location.origin,
    auth: async () => {
      const { user } = session.get()
      const after = parts.inbox.newestHad()
      return {
        token: user?.token,
        userId: user?.id,
        csrfToken: await parts.api.csrfToken(),
        ...(after === null ? {} : { after }),
      }
    },
    onDelivered: live.receiveDelivered,
    onCaughtUp: live.receiveCaughtUp,
    onChanged: live.receiveInboxChange,
    onDoubt: main.doubtSession,
    onForged: parts.api.forgetCsrfToken,
    onFailed: () => {
      if (!isFailureShown && document.visibilityState === 'visible') toasts.add('error', messages.connectFailed)
      isFailureShown = true
    },
  })

  /** The inbox with what it is told, for as long as the bell is there; answers how to stop. */
  const start = (): (() => void) => {
    let connected: string | null = null
    const show = () => {
      const { phase } = socket.state()
      if (phase === 'connected') isFailureShown = false
      parts.bell.set({ unread: parts.inbox.currentInbox().unread, isCutOff: phase === 'failed' })
    }
    const follow = () => {
      const now = parts.inbox.inboxHolder()
      if (now === connected) return
      connected = now
      socket.stop()
      live.forgetNews()
      if (now !== null) socket.start()
    }
    // It can be reached again, and nobody has to press Reconnect.
    const tryAgain = () => {
      if (socket.state().phase === 'failed') socket.retry()
    }
    const onSession = () => {
      follow()
      if (session.get().status === 'in') tryAgain()
    }
    const endings = [parts.inbox.watchInbox(show), socket.subscribe(show)]
    const begin = () => {
      const onOnline = () => socket.retry()
      window.addEventListener('online', onOnline)
      endings.push(
        () => window.removeEventListener('online', onOnline),
        session.subscribe(onSession),
        main.subscribe(() => main.state() === 'open' && tryAgain()),
        parts.telemetry.subscribe(() => parts.telemetry.state().phase === 'live' && tryAgain()),
      )
      follow()
    }
    show()
    endings.push(whenIdle(begin))
    return () => {
      for (const end of endings) end()
      socket.stop()
      live.forgetNews()
      parts.bell.set({ unread: 0, isCutOff: false })
    }
  }

  return { retry: socket.retry, state: socket.state, subscribe: socket.subscribe, start }
}

export const notificationConnection = singleton((use) =>
  createNotificationConnection({
    api: use(api),
    bell: use(bell),
    inbox: use(inbox),
    live: use(inboxLive),
    main: use(mainConnection),
    session: use(sessionState),
    telemetry: use(telemetry),
    toasts: use(toastQueue),
  }),
)

export const reconnect = (): void => notificationConnection().retry()

export const useConnection = (): ConnectionState =>
  useSyncExternalStore(notificationConnection().subscribe, notificationConnection().state)
