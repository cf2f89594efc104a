// The one telemetry connection of the application: who it signs in as, and what its news change.
import { csrfToken } from './api.ts'
import { setServerTime } from './clock.ts'
import { createLive } from './live.ts'
import { applyEvents } from './live-cache.ts'
import { hearEvents } from './live-events.ts'
import { queryClient } from './queries.ts'
import { currentSession, subscribeSession, verifySession } from './session.ts'

export const telemetry = createLive({
  url: window.location.origin,
  auth: async () => {
    const { user } = currentSession()
    return { token: user?.token, userId: user?.id, csrfToken: await csrfToken() }
  },
  onHello: setServerTime,
  onReconnect: () =>
    void queryClient.invalidateQueries({ predicate: ({ meta }) => meta?.['reconnects'] !== 'by itself' }),
  onEvents: (byName) => {
    applyEvents(queryClient, byName)
    hearEvents(byName)
  },
  onUnauthorized: () => void verifySession(),
})

/** Connects for as long as somebody is signed in; answers with how to stop. */
export const startTelemetry = (): (() => void) => {
  const root = document.documentElement
  const stopMarking = telemetry.subscribe(() => {
    const { phase } = telemetry.state()
    root.dataset['live'] = phase === 'live' ? 'live' : 'lost'
  })
  const onOnline = () => telemetry.retry()
  window.addEventListener('online', onOnline)
  const stopWatching = subscribeSession(() => {
    const { status } = currentSession()
    if (status === 'out') queryClient.clear()
    // The server has just confirmed the session: it can be reached again, and nobody has to press Reconnect.
    if (status === 'in' && telemetry.state().phase === 'failed') telemetry.retry()
  })
  telemetry.start()
  return () => {
    telemetry.stop()
    stopMarking()
    stopWatching()
    window.removeEventListener('online', onOnline)
    delete root.dataset['live']
  }
}
