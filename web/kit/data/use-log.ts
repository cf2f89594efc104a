// A log as it is read: its pages fetched as one scrolls, and its news on top as it happens, or held back while one reads.
import { hashKey, type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { newestFirst, type Timed } from '../live/live-cache.ts'
import { isAbove, type LogPage, reachesDownTo, rowsOf, withReceived, withRows } from './log-pages.ts'
import { useLive } from '../live/use-live.ts'

interface PageAsked {
  readonly limit: number
  readonly cursor?: string
}

/** Asks as of the moment that it is called at. */
export type AskPage<R> = (page: PageAsked, signal: AbortSignal) => Promise<LogPage<R>>

/** All that has been read of a log, by the key of what is asked for. */
export type LogPages<R> = InfiniteData<LogPage<R>, string | undefined>

const pageLength = 50
const catchUpLength = 200
const few = 3
/** With as many news as this waiting, the log begins anew from the top. */
export const mostWaiting = 500

interface LogPagesAsked<R> {
  readonly queryKey: readonly unknown[]
  readonly ask: AskPage<R>
  /** No event tells what is new: whoever comes back is asked for it, unless they had read a long way down. */
  readonly unseen?: boolean
}

/** The pages of a log alone, whatever becomes of its news. */
export const useLogPages = <R extends Timed>({ queryKey, ask, unseen = false }: LogPagesAsked<R>) => {
  const query = useInfiniteQuery({
    queryKey,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => ask(asked(pageLength, pageParam), signal),
    getNextPageParam: ({ next }: LogPage<R>) => next ?? undefined,
    // Nobody loses the place they read at: after a reconnect what was missed is added, or offered.
    meta: { reconnects: 'by itself' },
    refetchOnMount: ({ state: { data } }) => {
      if (!unseen) return true
      return data === undefined || data.pages.length <= few ? 'always' : false
    },
  })
  const rows = useMemo(() => rowsOf(query.data?.pages ?? []), [query.data])
  return { query, rows }
}

interface LogAsked<R> {
  readonly queryKey: readonly unknown[]
  readonly ask: AskPage<R>
  /** Whether a row that happens now is among those that are asked for. */
  readonly passes: (row: R) => boolean
  /** Nothing moves until one goes on. */
  readonly paused?: boolean
}

/** A log whose news is heard: give what its event brings to `hear`. */
export const useLog = <R extends Timed>({ queryKey, ask, passes, paused = false }: LogAsked<R>) => {
  const cache = useQueryClient()
  const question = hashKey(queryKey)
  const [held, setHeld] = useState<{ question: string; rows: readonly R[] }>({ question, rows: [] })
  const waiting = held.question === question ? held.rows : []
  // What is being read further down; a question asked anew is read from its top.
  const [readBelow, setReadBelow] = useState<string | null>(null)
  const fetches = useRef(new Set<R[]>())

  // An answer can be older than what is heard before it is here.
  const loadAndReceive: AskPage<R> = async (page, signal) => {
    const received: R[] = []
    fetches.current.add(received)
    try {
      return withReceived(await ask(page, signal), received.filter(passes))
    } finally {
      fetches.current.delete(received)
    }
  }
  const { query, rows } = useLogPages({ queryKey, ask: loadAndReceive })

  const putInPlace = (more: readonly R[]) =>
    cache.setQueryData<LogPages<R>>(queryKey, (known) => known && { ...known, pages: withRows(known.pages, more) })
  const hold = (more: readonly R[]) =>
    setHeld((now) => ({
      question,
      rows: newestFirst(now.question === question ? now.rows : [], more).slice(0, mostWaiting),
    }))

  const arrive = (more: readonly R[]) => {
    const known = new Set(rows.map(({ id }) => id))
    const isHeld = (row: R) => paused || (readBelow === question && isAbove(rows, row))
    // More of what is known already moves nothing.
    const { later = [], now = [] } = Object.groupBy(more, (row) =>
      !known.has(row.id) && isHeld(row) ? 'later' : 'now',
    )
    if (later.length > 0) hold(later)
    if (now.length > 0) putInPlace(now)
  }
  const receive = (received: readonly R[]) => {
    for (const fetch of fetches.current) fetch.push(...received)
    arrive(received.filter(passes))
  }

  // What happened meanwhile may lie anywhere in time: everything that is shown is read once more.
  const catchUp = useEffectEvent(async (signal: AbortSignal) => {
    const pages = query.data?.pages ?? []
    if (rowsOf(pages).length === 0) return query.refetch()
    const read: R[] = []
    // Not to be taken for another go at it, which may have been broken off.
    const begunAt = performance.now()
    let cursor: string | undefined
    do {
      const from = cursor
      // As a query, so that it is tried again while the server is only just back.
      const page = await cache.fetchQuery({
        queryKey: [...queryKey, 'catching up', begunAt, from],
        queryFn: () => loadAndReceive(asked(catchUpLength, from), signal),
        staleTime: 0,
        gcTime: 0,
        meta: { reconnects: 'by itself' },
      })
      read.push(...page.rows)
      cursor = page.next ?? undefined
    } while (cursor && !reachesDownTo(pages, read))
    return read
  })
  const onCaughtUp = useEffectEvent(arrive)
  const isLoaded = useEffectEvent(() => query.data !== undefined)

  const { phase } = useLive()
  const begunWith = useRef<string | null>(null)
  useEffect(() => {
    const begins = begunWith.current !== question
    begunWith.current = question
    // Live from its first request on, nothing is missed.
    if (phase !== 'live' || (begins && !isLoaded())) return undefined
    const leaving = new AbortController()
    catchUp(leaving.signal)
      .then((read) => Array.isArray(read) && !leaving.signal.aborted && onCaughtUp(read))
      .catch(() => {})
    return () => leaving.abort()
  }, [phase, question])

  const showWaiting = () => {
    if (waiting.length === 0) return
    if (waiting.length >= mostWaiting) void cache.resetQueries({ queryKey })
    else putInPlace(waiting)
    setHeld({ question, rows: [] })
  }
  const onReadingBelow = (below: boolean) => setReadBelow(below ? question : null)

  return { query, rows, waiting: waiting.length, showWaiting, onReadingBelow, receive }
}

const asked = (limit: number, cursor: string | undefined): PageAsked =>
  cursor === undefined ? { limit } : { limit, cursor }
