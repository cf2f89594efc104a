// A list of alarms, page after page, that live events correct.
import * as alarms from '@gatehouse/contract/safety/alarms'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { call } from '../../kit/data/api.ts'
import { whileFetching } from '../../kit/live/live-cache.ts'
import type { Wanted } from './alarm-filters.ts'
import { listKey } from './alarm-lists.live.ts'

interface HowMany {
  /** At a time. */
  readonly limit: number
  /** Read on by itself below so many. */
  readonly atLeast?: number
  readonly enabled?: boolean
}

export const useAlarms = (wanted: Wanted, { limit, atLeast = 1, enabled = true }: HowMany) => {
  const query = useInfiniteQuery({
    queryKey: [listKey, wanted, limit],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal, client }) =>
      whileFetching(client, async () => ({
        ...(await call(
          alarms.list,
          { ...wanted, limit, ...(pageParam === undefined ? {} : { cursor: pageParam }) },
          { signal },
        )),
        wanted,
      })),
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchOnMount: 'always',
    // What changed is another object already, and what did not is the same: thousands need not be compared.
    structuralSharing: false,
    enabled,
  })
  const rows = useMemo(() => {
    const all = query.data?.pages.flatMap((page) => page.alarms) ?? []
    // An event may have brought what the next page has too.
    return [...new Map(all.map((alarm) => [alarm.id, alarm])).values()]
  }, [query.data])
  // Acknowledged and cleared ones leave the list, and others that were not read take their place.
  const isShort = rows.length < atLeast && query.hasNextPage && !query.isFetching && !query.isError
  const readOn = useEffectEvent(() => void query.fetchNextPage())
  useEffect(() => {
    if (isShort) readOn()
  }, [isShort])
  return { query, rows }
}
