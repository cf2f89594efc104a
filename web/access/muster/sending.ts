// The one outbox of this tab: filled by wardens' marks, emptied whenever there is a connection, also after the page of the
// roll-call has been left.
import * as contract from '@gatehouse/contract/access/muster'
import { useEffect, useSyncExternalStore } from 'react'
import type { QueryClient } from '@tanstack/react-query'
import { type Api, api, isApiError, messageOf } from '../../kit/data/api.ts'
import { singleton } from '../../kit/application.ts'
import { keyOf } from '../../kit/live/live-cache.ts'
import { queryClient } from '../../kit/data/queries.ts'
import { type SessionState, sessionState, useSession } from '../../kit/session/session-state.ts'
import { useLive } from '../../kit/live/use-live.ts'
import { type MusterStore, musterStore } from './stored-roll-calls.ts'
import { createOutbox, type Waiting } from './outbox.ts'
import { type ToastQueue, toastQueue } from '../../ui/feedback/toast.ts'
import { overtaken } from './overtaken.ts'
import { merged, type RollCall } from './roll-call.ts'

/** How the keys of the answers that hold a whole roll-call begin. */
export const rollCallKey = (musterId: string) => keyOf(contract.people, { musterId })

const passing = new Set([0, 401, 408, 429, 500, 502, 503, 504])

interface SendingParts {
  readonly api: Pick<Api, 'call'>
  readonly queryClient: QueryClient
  readonly session: SessionState
  readonly store: Pick<MusterStore, 'marks'>
  readonly toasts: Pick<ToastQueue, 'add'>
}

const createSending = ({ session, store, toasts, ...parts }: SendingParts) => {
  const outbox = createOutbox(store.marks, {
    send: (musterId, marks, sentAt) => parts.api.call(contract.marks, { musterId, marks, sentAt }),
    isPassing: (error) => !isApiError(error) || passing.has(error.status),
    wordsOf: (error) => messageOf(error, 'The server would not take it.'),
    speaksFor: (userId) => {
      const { status, user } = session.get()
      return status !== 'out' && user?.id === userId
    },
    onSent(musterId, people, sent) {
      parts.queryClient.setQueriesData<RollCall>(
        { queryKey: rollCallKey(musterId) },
        (known) => known && { ...known, people: merged(known.people, people) },
      )
      for (const words of overtaken(people, sent)) toasts.add('info', words)
    },
  })
  // A session that ran out during a roll-call: its marks go on their way as soon as the same person is signed in again.
  session.subscribe(outbox.wake)
  return outbox
}

export const outbox = singleton((use) =>
  createSending({
    api: use(api),
    queryClient: use(queryClient),
    session: use(sessionState),
    store: use(musterStore),
    toasts: use(toastQueue),
  }),
)

/** The marks of this person that wait; sends them while the component is there and afterwards. */
export const useWaiting = (): readonly Waiting[] => {
  const userId = useSession().user?.id
  const { phase } = useLive()
  useEffect(() => {
    if (userId !== undefined) void outbox().open(userId)
  }, [userId])
  useEffect(() => {
    if (phase === 'live') outbox().wake()
  }, [phase])
  useEffect(() => {
    const { wake } = outbox()
    window.addEventListener('online', wake)
    return () => window.removeEventListener('online', wake)
  }, [])
  return useSyncExternalStore(outbox().subscribe, outbox().waiting)
}
