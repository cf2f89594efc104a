// The rows of the entry and exit log: pages fetched as one scrolls, new ones on top as they happen.
import * as entryExit from '@gatehouse/contract/entry-exit'
import type { Log } from '@gatehouse/contract/entry-exit'
import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { ApiError, call } from '../kit/api.ts'
import { serverNow } from '../kit/clock.ts'
import { useLiveEvent } from '../kit/live-events.ts'
import { useTimeZone } from '../kit/time.ts'
import { useLive } from '../kit/use-live.ts'
import { addLogs } from './entry-exit.live.ts'
import { type Filters, inputOf, passes } from './report-filters.ts'
import { isAbove, type Page, reachesDownTo, rowsOf, withHeard, withLogs } from './report-rows.ts'

type Pages = InfiniteData<Page, string | undefined>

const pageLength = 50
const catchUpLength = 200
/** New rows wait only while somebody reads further down; with as many as this one starts from the top. */
export const mostWaiting = 500

export const useReport = (filters: Filters, zone: string | null, readingBelow: boolean) => {
  const timeZone = useTimeZone()
  const cache = useQueryClient()
  const queryKey = useMemo(() => ['entry and exit report', filters], [filters])
  const [waiting, setWaiting] = useState<{ key: unknown; logs: readonly Log[] }>({ key: queryKey, logs: [] })
  const pending = waiting.key === queryKey ? waiting.logs : []
  const fetches = useRef(new Set<Log[]>())

  // An answer can be older than what is heard before it is here.
  const fetchPage = async (cursor: string | undefined, limit: number, signal: AbortSignal): Promise<Page> => {
    const heard: Log[] = []
    fetches.current.add(heard)
    try {
      const input = { ...inputOf(filters, serverNow(), timeZone), limit, ...(cursor ? { cursor } : {}) }
      const page: Partial<Page> = await call(entryExit.logs, input, { signal })
      if (!Array.isArray(page.logs)) {
        throw new ApiError(0, { code: 'INVALID_DATA', message: entryExit.messages.invalidData })
      }
      return withHeard({ logs: page.logs, next: page.next ?? null }, passing(heard))
    } finally {
      fetches.current.delete(heard)
    }
  }
  const passing = (logs: readonly Log[]) => logs.filter((log) => passes(filters, log, zone, serverNow(), timeZone))

  const query = useInfiniteQuery({
    queryKey,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, pageLength, signal),
    getNextPageParam: ({ next }: Page) => next ?? undefined,
    // After a reconnect what was missed is added, and nobody loses the place they read at.
    meta: { reconnects: 'by itself' },
  })
  const logs = useMemo(() => rowsOf(query.data?.pages ?? []), [query.data])

  const putInPlace = (more: readonly Log[]) =>
    cache.setQueryData<Pages>(queryKey, (known) => known && { ...known, pages: withLogs(known.pages, more) })

  const arrive = (more: readonly Log[]) => {
    const { above = [], among = [] } = Object.groupBy(more, (log) =>
      readingBelow && isAbove(logs, log) ? 'above' : 'among',
    )
    if (above.length > 0) setWaiting({ key: queryKey, logs: addLogs(pending, above).slice(0, mostWaiting) })
    if (among.length > 0) putInPlace(among)
  }
  useLiveEvent(entryExit.logged, (heard) => {
    for (const fetch of fetches.current) fetch.push(...heard)
    const more = passing(heard)
    if (more.length > 0) arrive(more)
  })

  // What was logged meanwhile may lie anywhere in time: everything that is shown is read once more.
  const catchUp = useEffectEvent(async (signal: AbortSignal) => {
    const pages = query.data?.pages ?? []
    if (rowsOf(pages).length === 0) return query.refetch()
    const read: Log[] = []
    // Not to be taken for another go at it, which may have been broken off.
    const begunAt = performance.now()
    let cursor: string | undefined
    do {
      const from = cursor
      // As a query, so that it is tried again while the server is only just back.
      const page = await cache.fetchQuery({
        queryKey: [...queryKey, 'catching up', begunAt, from],
        queryFn: () => fetchPage(from, catchUpLength, signal),
        staleTime: 0,
        gcTime: 0,
        meta: { reconnects: 'by itself' },
      })
      read.push(...page.logs)
      cursor = page.next ?? undefined
    } while (cursor && !reachesDownTo(pages, read))
    return read
  })
  const onCaughtUp = useEffectEvent(arrive)
  const isLoaded = useEffectEvent(() => query.data !== undefined)

  const { phase } = useLive()
  const begunWith = useRef<unknown>(null)
  useEffect(() => {
    const begins = begunWith.current !== queryKey
    begunWith.current = queryKey
    // Live from its first request on, nothing is missed.
    if (phase !== 'live' || (begins && !isLoaded())) return undefined
    const leaving = new AbortController()
    catchUp(leaving.signal)
      .then((read) => Array.isArray(read) && !leaving.signal.aborted && onCaughtUp(read))
      .catch(() => {})
    return () => leaving.abort()
  }, [phase, queryKey])

  const showWaiting = () => {
    if (pending.length >= mostWaiting) void cache.resetQueries({ queryKey })
    else if (pending.length > 0) putInPlace(pending)
    setWaiting({ key: queryKey, logs: [] })
  }

  return { query, logs, waiting: pending.length, showWaiting }
}
