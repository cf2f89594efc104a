// The one outbox of this tab: filled by wardens' marks, emptied whenever there is a connection, also after the page of the
// roll-call has been left.
import * as contract from '@gatehouse/contract/muster'
import { useEffect, useSyncExternalStore } from 'react'
import { call, isApiError, messageOf } from '../kit/api.ts'
import { keyOf } from '../kit/live-cache.ts'
import { queryClient } from '../kit/queries.ts'
import { currentSession, subscribeSession, useSession } from '../kit/session-state.ts'
import { useLive } from '../kit/use-live.ts'
import { keptMarks } from './kept.ts'
import { createOutbox, type Waiting } from './outbox.ts'
import { toast } from '../ui/toast.ts'
import { overtaken } from './overtaken.ts'
import { merged, type RollCall } from './roll-call.ts'

/** How the keys of the answers that hold a whole roll-call begin. */
export const rollCallKey = (musterId: string) => keyOf(contract.people, { musterId })

const passing = new Set([0, 401, 408, 429, 500, 502, 503, 504])

export const outbox = createOutbox(keptMarks, {
  send: (musterId, marks, sentAt) => call(contract.marks, { musterId, marks, sentAt }),
  isPassing: (error) => !isApiError(error) || passing.has(error.status),
  wordsOf: (error) => messageOf(error, 'The server would not take it.'),
  speaksFor: (userId) => {
    const { status, user } = currentSession()
    return status !== 'out' && user?.id === userId
  },
  onSent(musterId, people, sent) {
    queryClient.setQueriesData<RollCall>(
      { queryKey: rollCallKey(musterId) },
      (known) => known && { ...known, people: merged(known.people, people) },
    )
    for (const words of overtaken(people, sent)) toast('info', words)
  },
})
// A session that ran out during a roll-call: its marks go on their way as soon as the same person is signed in again.
subscribeSession(outbox.wake)

/** The marks of this person that wait; sends them while the component is there and afterwards. */
export const useWaiting = (): readonly Waiting[] => {
  const userId = useSession().user?.id
  const { phase } = useLive()
  useEffect(() => {
    if (userId !== undefined) void outbox.open(userId)
  }, [userId])
  useEffect(() => {
    if (phase === 'live') outbox.wake()
  }, [phase])
  useEffect(() => {
    window.addEventListener('online', outbox.wake)
    return () => window.removeEventListener('online', outbox.wake)
  }, [])
  return useSyncExternalStore(outbox.subscribe, outbox.waiting)
}
