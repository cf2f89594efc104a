// Server data in TanStack Query: fetched once, corrected by live events, refetched after a reconnect.
import type { Input, Operation, Output } from '@gatehouse/contract/operation'
import { QueryClient, queryOptions } from '@tanstack/react-query'
import { type Api, api, call, isApiError } from './api.ts'
import { singleton } from '../application.ts'
import { keyOf, whileFetching } from '../live/live-cache.ts'
import { type LiveEvents, liveEvents } from '../live/live-events.ts'
import { readAgain } from './touch.ts'
import { holderOf } from '../session/holder.ts'
import { type Session, type SessionState, sessionState } from '../session/session-state.ts'

export const createQueryClient = (
  session: SessionState,
  { whenTouched }: Pick<Api, 'whenTouched'>,
  { emit }: Pick<LiveEvents, 'emit'>,
): QueryClient => {
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        // Events keep the data right; time alone does not make it wrong.
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: (failures, error) => failures < 2 && isTransient(error),
        // The connection indicator tells about the network: a query must fail visibly, not pause.
        networkMode: 'always',
      },
    },
  })

  let known = session.get()
  session.subscribe(() => {
    const before = known
    known = session.get()
    // Nobody finds in the cache what another person, or another company, was shown.
    if (holderOf(known) !== holderOf(before)) queryClient.clear()
    else if (rightsOf(known) !== rightsOf(before)) {
      queryClient.removeQueries({ type: 'inactive' })
      void queryClient.invalidateQueries()
    }
  })
  whenTouched((op, input, answer) => {
    emit(new Map([[op.name, [answer]]]))
    readAgain(queryClient, op, input)
  })
  return queryClient
}

export const queryClient = singleton((use) => createQueryClient(use(sessionState), use(api), use(liveEvents)))

// What is on the screen is asked for again when one's own rights have changed.
const rightsOf = ({ user, permissions }: Session) =>
  [...permissions, ...(user?.accessibleLabels ?? []).map(({ _id }) => _id)].sort().join(' ')

/** `useQuery(queryOf(devices.list, { kind: 'door' }))` */
export const queryOf = <Op extends Operation>(op: Op, input: Input<Op>) =>
  queryOptions<Output<Op>>({
    queryKey: keyOf(op, input),
    queryFn: ({ signal, client }) => whileFetching(client, () => call(op, input, { signal })),
  })

const isTransient = (error: unknown): boolean =>
  isApiError(error) && (error.status === 0 || error.status === 502 || error.status === 503 || error.status === 504)
