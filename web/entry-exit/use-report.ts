// The rows of the entry and exit log: pages fetched as one scrolls, new ones on top as they happen.
import * as entryExit from '@gatehouse/contract/entry-exit'
import type { Log } from '@gatehouse/contract/entry-exit'
import type { Output } from '@gatehouse/contract/operation'
import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { ApiError, call } from '../kit/api.ts'
import { serverNow } from '../kit/clock.ts'
import { useLiveEvent } from '../kit/live-events.ts'
import { useTimeZone } from '../kit/time.ts'
import { useLive } from '../kit/use-live.ts'
import { addLogs } from './entry-exit.live.ts'
import { type Filters, inputOf, passes } from './report-filters.ts'

type Page = Output<typeof entryExit.logs>
type Pages = InfiniteData<Page, string | undefined>

const pageLength = 50
// New rows wait only while somebody reads further down; beyond this many one starts from the top.
const mostWaiting = 500

export const useReport = (filters: Filters, zone: string | null, readingBelow: boolean) => {
  const timeZone = useTimeZone()
  const cache = useQueryClient()
  const queryKey = useMemo(() => ['entry and exit report', filters], [filters])
  const [waiting, setWaiting] = useState<{ key: unknown; logs: readonly Log[] }>({ key: queryKey, logs: [] })
  const pending = waiting.key === queryKey ? waiting.logs : []

  const fetchPage = async (cursor: string | undefined, signal: AbortSignal | undefined): Promise<Page> => {
    const input = { ...inputOf(filters, serverNow(), timeZone), limit: pageLength, ...(cursor ? { cursor } : {}) }
    const page: Partial<Page> = await call(entryExit.logs, input, signal ? { signal } : {})
    if (!Array.isArray(page.logs)) {
      throw new ApiError(0, { code: 'INVALID_DATA', message: entryExit.messages.invalidData })
    }
    return { logs: page.logs, next: page.next ?? null }
  }

  const query = useInfiniteQuery({
    queryKey,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
    getNextPageParam: ({ next }: Page) => next ?? undefined,
    // After a reconnect only what is newer is asked for, not every page again.
    meta: { reconnects: 'by itself' },
  })

  const putOnTop = (logs: readonly Log[]) =>
    cache.setQueryData<Pages>(queryKey, (known) => {
      const [first, ...others] = known?.pages ?? []
      return known && first ? { ...known, pages: [{ ...first, logs: addLogs(first.logs, logs) }, ...others] } : known
    })

  const arrive = (logs: readonly Log[]) => {
    const passing = logs.filter((log) => passes(filters, log, zone, serverNow(), timeZone))
    if (passing.length === 0) return
    if (readingBelow) setWaiting({ key: queryKey, logs: addLogs(pending, passing).slice(0, mostWaiting) })
    else putOnTop(passing)
  }
  useLiveEvent(entryExit.logged, arrive)

  const catchUp = useEffectEvent(async () => {
    const newest = query.data?.pages[0]?.logs[0]
    if (!newest) return query.refetch()
    const page = await fetchPage(undefined, undefined)
    if (page.next !== null && page.logs.every(({ id }) => id !== newest.id)) return cache.resetQueries({ queryKey })
    return arrive(page.logs.filter(({ timestamp }) => Date.parse(timestamp) >= Date.parse(newest.timestamp)))
  })
  useReconnected(() => void catchUp().catch(() => {}))

  const showWaiting = () => {
    putOnTop(pending)
    setWaiting({ key: queryKey, logs: [] })
  }

  const logs = useMemo(() => unique(query.data?.pages ?? []), [query.data])
  return { query, logs, waiting: pending.length, showWaiting }
}

const useReconnected = (run: () => void) => {
  const { phase } = useLive()
  const wasLost = useRef(false)
  const onLive = useEffectEvent(run)
  useEffect(() => {
    if (phase === 'lost' || phase === 'failed') wasLost.current = true
    if (phase !== 'live' || !wasLost.current) return
    wasLost.current = false
    onLive()
  }, [phase])
}

// A log that arrived on top can come again in a page fetched later.
const unique = (pages: readonly Page[]): Log[] => {
  const byId = new Map<string, Log>()
  for (const { logs } of pages) for (const log of logs) if (!byId.has(log.id)) byId.set(log.id, log)
  return [...byId.values()]
}
