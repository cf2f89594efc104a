// A whole roll-call on the screen: fetched once, then only what has changed; from what this browser kept where there is no
// connection.
import * as contract from '@gatehouse/contract/access/muster'
import type { Output } from '@gatehouse/contract/operation'
import { type QueryClient, queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { call } from '../../kit/data/api.ts'
import { queryClient } from '../../kit/data/queries.ts'
import { useSession } from '../../kit/session/session-state.ts'
import { musterStore } from './stored-roll-calls.ts'
import { type Count, merged, type RollCall } from './roll-call.ts'
import { rollCallKey } from './sending.ts'

export const useRollCall = (musterId: string): UseQueryResult<RollCall> => {
  const { user } = useSession()
  // Whose labels have changed sees another list: nothing of the one before is kept in it.
  const labels = (user?.accessibleLabels ?? []).map(({ _id }) => _id).sort()
  const reader = `${user?.id} ${labels.join('+')}`
  const options = useMemo(() => optionsOf(musterId, reader), [musterId, reader])
  // What was known before is better than nothing, until the server answers.
  useEffect(() => {
    const bringBack = async () => {
      const stored = await musterStore().rollCall(`${reader} ${musterId}`)
      if (stored) queryClient().setQueryData<RollCall>(options.queryKey, (known) => known ?? stored)
    }
    void bringBack()
  }, [reader, musterId, options])
  return useQuery(options)
}

const optionsOf = (musterId: string, reader: string) => {
  const queryKey = [...rollCallKey(musterId), reader]
  const knownTo = (client: QueryClient) => client.getQueryData<RollCall>(queryKey)
  const storedAs = `${reader} ${musterId}`
  return queryOptions<RollCall>({
    queryKey,
    structuralSharing: false,
    queryFn: async ({ signal, client }) => {
      const found = await call(contract.byId, { musterId }, { signal })
      const stored = knownTo(client) ?? (await musterStore().rollCall(storedAs))
      let read = await readOn(musterId, stored, signal)
      // Somebody has been hidden, or is hidden no more: what had been read is no beginning.
      if (stored && read.people.size !== found.muster.tally.people) read = await readOn(musterId, undefined, signal)
      // What was sent meanwhile is in the cache already.
      const sent = [...(knownTo(client)?.people.values() ?? [])].filter(({ id }) => read.people.has(id))
      const rollCall = { ...read, muster: found.muster, people: merged(read.people, sent), counts: countsOf(found) }
      musterStore().keepRollCall(storedAs, rollCall)
      return rollCall
    },
  })
}

const readOn = async (
  musterId: string,
  known: Pick<RollCall, 'people' | 'cursor'> | undefined,
  signal: AbortSignal,
): Promise<Pick<RollCall, 'people' | 'cursor'>> => {
  let people = known?.people ?? new Map()
  let cursor = known?.cursor ?? null
  for (;;) {
    const page = await call(contract.people, { musterId, ...(cursor === null ? {} : { cursor }) }, { signal })
    people = merged(people, page.people)
    cursor = page.cursor
    if (!page.more) return { people, cursor }
  }
}

const countsOf = ({ count, byZone }: Output<typeof contract.byId>): ReadonlyMap<string, Count> =>
  new Map([
    ...(count ? [['', count] as const] : []),
    ...byZone.flatMap((zone) => (zone.zoneId !== null && zone.count ? [[zone.zoneId, zone.count] as const] : [])),
  ])
