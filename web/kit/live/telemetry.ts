// The one telemetry connection of the application: who it signs in as, and what its news change.
import type { QueryClient, QueryFilters } from '@tanstack/react-query'
import { type Api, api } from '../data/api.ts'
import { singleton } from '../application.ts'
import { type Clock, clock } from '../clock.ts'
import { createLive, type Live } from './live.ts'
import { applyEvents } from './live-cache.ts'
import { type LiveEvents, liveEvents } from './live-events.ts'
import { queryClient } from '../data/queries.ts'
import { type SessionLife, session } from '../session/session.ts'
import { type SessionState, sessionState } from '../session/session-state.ts'

// A sign-out in this tab or another is heard here before its answer: let that be told first.
const firstSendMs = 500

interface TelemetryParts {
  readonly api: Pick<Api, 'csrfToken'>
  readonly clock: Pick<Clock, 'setTime'>
  readonly queryClient: QueryClient
  readonly liveEvents: Pick<LiveEvents, 'emit'>
  readonly session: Pick<SessionLife, 'verify'>
  readonly state: SessionState
}

export interface Telemetry extends Live {
  /** Connects for as long as somebody is signed in; answers with how to stop. */
  readonly follow: () => () => void
}

export const createTelemetry = ({ state, ...parts }: TelemetryParts): Telemetry => {
  const live = createLive({
    url: window.location.origin,
    auth: async () => {
      const { user } = state.get()
      return { token: user?.token, userId: user?.id, csrfToken: await parts.api.csrfToken() }
    },
    onHello: parts.clock.setTime,
    onConnected: () => void fetchAgain(parts.queryClient),
    onEvents: (byName) => {
      applyEvents(parts.queryClient, byName)
      parts.liveEvents.emit(byName)
    },
    onUnauthorized: () => void parts.session.verify(),
    onAccessChanged: () => void setTimeout(() => void parts.session.verify(), firstSendMs),
  })
  return {
    ...live,
    follow: () => {
      const root = document.documentElement
      const stopMarking = live.subscribe(() => {
        const { phase } = live.state()
        root.dataset['live'] = phase === 'live' ? 'live' : 'lost'
      })
      const onOnline = () => live.retry()
      window.addEventListener('online', onOnline)
      const stopWatching = state.subscribe(() => {
        // The server has just confirmed the session: it can be reached again, and nobody has to press Reconnect.
        if (state.get().status === 'in' && live.state().phase === 'failed') live.retry()
      })
      live.start()
      return () => {
        live.stop()
        stopMarking()
        stopWatching()
        window.removeEventListener('online', onOnline)
        delete root.dataset['live']
      }
    },
  }
}

export const telemetry = singleton((use) =>
  createTelemetry({
    api: use(api),
    clock: use(clock),
    queryClient: use(queryClient),
    liveEvents: use(liveEvents),
    session: use(session),
    state: use(sessionState),
  }),
)

// An answer that is still under way may be older than the connection and would leave a gap: it is asked for anew too.
const fetchAgain = async (cache: QueryClient): Promise<void> => {
  const stale: QueryFilters = { predicate: ({ meta }) => meta?.['reconnects'] !== 'by itself' }
  await cache.cancelQueries(stale)
  await cache.invalidateQueries(stale)
}
