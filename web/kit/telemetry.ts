// The one telemetry connection of the application: who it signs in as, and what its news change.
import type { QueryFilters } from '@tanstack/react-query'
import { csrfToken } from './api.ts'
import { setServerTime } from './clock.ts'
import { createLive } from './live.ts'
import { applyEvents } from './live-cache.ts'
import { hearEvents } from './live-events.ts'
import { queryClient } from './queries.ts'
import { verifySession } from './session.ts'
import { currentSession, subscribeSession } from './session-state.ts'

// A sign-out in this tab or another is heard here before its answer: let that be told first.
const tellFirstMs = 500

export const telemetry = createLive({
  url: window.location.origin,
  auth: async () => {
    const { user } = currentSession()
    return { token: user?.token, userId: user?.id, csrfToken: await csrfToken() }
  },
  onHello: setServerTime,
  onConnected: () => void askAgain(),
  onEvents: (byName) => {
    applyEvents(queryClient, byName)
    hearEvents(byName)
  },
  onUnauthorized: () => void verifySession(),
  onAccessChanged: () => void setTimeout(() => void verifySession(), tellFirstMs),
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

// An answer that is still under way may be older than the connection and would leave a gap: it is asked for anew too.
const askAgain = async (): Promise<void> => {
  const stale: QueryFilters = { predicate: ({ meta }) => meta?.['reconnects'] !== 'by itself' }
  await queryClient.cancelQueries(stale)
  await queryClient.invalidateQueries(stale)
}
