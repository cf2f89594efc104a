// The rows of the stream: pages fetched as one scrolls, new ones on top as they happen, or waiting while one holds them.
import * as contract from '@gatehouse/contract/events'
import type { DeviceEvent } from '@gatehouse/contract/events'
import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { call } from '../kit/api.ts'
import { serverNow } from '../kit/clock.ts'
import { useLiveEvent } from '../kit/live-events.ts'
import { useTimeZone } from '../kit/time.ts'
import { useLive } from '../kit/use-live.ts'
import { type Filters, inputOf, passes, type Places } from './event-filters.ts'
import { addEvents, isAbove, type Page, reachesDownTo, rowsOf, withEvents, withHeard } from './event-rows.ts'

type Pages = InfiniteData<Page, string | undefined>

const pageLength = 50
const catchUpLength = 200
/** With as many as this the list begins anew from the top. */
export const mostWaiting = 500

export interface Holding {
  /** Nothing moves until one goes on. */
  readonly paused: boolean
  /** Somebody reads further down: what is newer than all of it waits. */
  readonly readingBelow: boolean
}

export const useEvents = (filters: Filters, places: Places, { paused, readingBelow }: Holding) => {
  const timeZone = useTimeZone()
  const cache = useQueryClient()
  const queryKey = useMemo(() => ['stream of events', filters], [filters])
  const [held, setHeld] = useState<{ key: unknown; events: readonly DeviceEvent[] }>({ key: queryKey, events: [] })
  const waiting = held.key === queryKey ? held.events : []
  const fetches = useRef(new Set<DeviceEvent[]>())

  const passing = (events: readonly DeviceEvent[]) =>
    events.filter((event) => passes(filters, event, places, serverNow(), timeZone))

  // An answer can be older than what is heard before it is here.
  const fetchPage = async (cursor: string | undefined, limit: number, signal: AbortSignal): Promise<Page> => {
    const heard: DeviceEvent[] = []
    fetches.current.add(heard)
    try {
      const input = { ...inputOf(filters, serverNow(), timeZone), limit, ...(cursor ? { cursor } : {}) }
      return withHeard(await call(contract.list, input, { signal }), passing(heard))
    } finally {
      fetches.current.delete(heard)
    }
  }

  const query = useInfiniteQuery({
    queryKey,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, pageLength, signal),
    getNextPageParam: ({ next }: Page) => next ?? undefined,
    // After a reconnect what was missed is added, and nobody loses the place they read at.
    meta: { reconnects: 'by itself' },
  })
  const events = useMemo(() => rowsOf(query.data?.pages ?? []), [query.data])

  const putInPlace = (more: readonly DeviceEvent[]) =>
    cache.setQueryData<Pages>(queryKey, (known) => known && { ...known, pages: withEvents(known.pages, more) })

  const arrive = (all: readonly DeviceEvent[]) => {
    const known = new Set(events.map(({ id }) => id))
    const more = all.filter(({ id }) => !known.has(id))
    if (more.length === 0) return
    const { later = [], now = [] } = Object.groupBy(more, (event) =>
      paused || (readingBelow && isAbove(events, event)) ? 'later' : 'now',
    )
    if (later.length > 0) setHeld({ key: queryKey, events: addEvents(waiting, later).slice(0, mostWaiting) })
    if (now.length > 0) putInPlace(now)
  }
  useLiveEvent(contract.happened, (heard) => {
    for (const fetch of fetches.current) fetch.push(...heard)
    arrive(passing(heard))
  })

  // What happened meanwhile may lie anywhere in time: everything that is shown is read once more.
  const catchUp = useEffectEvent(async (signal: AbortSignal) => {
    const pages = query.data?.pages ?? []
    if (rowsOf(pages).length === 0) return query.refetch()
    const read: DeviceEvent[] = []
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
      read.push(...page.events)
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
    if (waiting.length >= mostWaiting) void cache.resetQueries({ queryKey })
    else if (waiting.length > 0) putInPlace(waiting)
    if (waiting.length > 0) setHeld({ key: queryKey, events: [] })
  }

  return { query, events, waiting: waiting.length, showWaiting }
}
