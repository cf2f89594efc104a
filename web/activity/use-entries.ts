// The entries that pass the filters: pages fetched as one scrolls, and how many newer ones wait to be shown.
import type { Entry, list } from '@gatehouse/contract/activity'
import type { Output } from '@gatehouse/contract/operation'
import { type InfiniteData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { entriesOf, newerThan } from './entry-rows.ts'

export type EntryPage = Output<typeof list>

export interface PageAsked {
  readonly limit: number
  readonly cursor?: string
}

const pageLength = 50
/** As many are looked for; with as many as this there may be more. */
export const mostNewer = 20
const few = 3
const lookEveryMs = 30_000
const nothingYet: EntryPage = { entries: [], next: null }

/** `key`: what is asked for; `ask` asks as of the moment that it is called at. */
export const useEntries = (
  key: readonly unknown[],
  ask: (page: PageAsked, signal: AbortSignal) => Promise<EntryPage>,
) => {
  const cache = useQueryClient()
  const queryKey = ['activity', ...key]
  const query = useInfiniteQuery({
    queryKey,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      ask({ limit: pageLength, ...(pageParam === undefined ? {} : { cursor: pageParam }) }, signal),
    getNextPageParam: ({ next }: EntryPage) => next ?? undefined,
    // Nobody loses the place they read at: what is new is offered above.
    meta: { reconnects: 'by itself' },
    // Whoever comes back is shown what they have just done, unless they had read a long way down.
    refetchOnMount: ({ state: { data } }) => (data === undefined || data.pages.length <= few ? 'always' : false),
  })
  const entries = useMemo(() => entriesOf(query.data?.pages ?? []), [query.data])

  // There is no event for it: what is new is looked for now and then, and only offered.
  const newest = useQuery({
    queryKey: ['newest activity', ...key],
    queryFn: ({ signal }) => ask({ limit: mostNewer }, signal),
    enabled: query.isSuccess,
    refetchInterval: lookEveryMs,
    // Not at once: what is shown has only just been asked for.
    initialData: nothingYet,
    staleTime: lookEveryMs,
    refetchOnMount: 'always',
    retry: false,
  }).data.entries
  const newer = query.isFetching ? 0 : newerThan(entries, since(newest, entries))

  const showNewer = async () => {
    // From the top: what lies below is fetched again as one scrolls there.
    cache.setQueryData<InfiniteData<EntryPage, string | undefined>>(
      queryKey,
      (known) => known && { pages: known.pages.slice(0, 1), pageParams: known.pageParams.slice(0, 1) },
    )
    await query.refetch()
  }

  return { query, entries, newer, showNewer }
}

// An answer that is older than what is shown says nothing new.
const since = (newest: readonly Entry[], shown: readonly Entry[]): readonly Entry[] => {
  const top = shown[0]
  return top ? newest.filter(({ at }) => Date.parse(at) >= Date.parse(top.at)) : newest
}
