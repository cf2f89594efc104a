// The notifications of the centre: pages fetched as one scrolls, kept right by what becomes of them anywhere.
import * as notifications from '@gatehouse/contract/messages/notifications'
import type { Notification } from '@gatehouse/contract/messages/notifications'
import type { Output } from '@gatehouse/contract/operation'
import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { call } from '../../kit/data/api.ts'
import { serverNow } from '../../kit/clock.ts'
import { keyOf } from '../../kit/live/live-cache.ts'
import { useSession } from '../../kit/session/session-state.ts'
import { useTimeZone } from '../../kit/time.ts'
import { type Filters, inputOf, passes } from './centre/centre-filters.ts'
import { itemsOf, type Page, pageAfter, pageLength, pageOf, pagesAfter } from './centre/centre-pages.ts'
import { settled, type DeliveredChange, useInbox, whenChanged } from './inbox.ts'
import { isIn } from './inbox-state.ts'
import type { SharedChange } from './shared-count.ts'

type Pages = InfiniteData<Page, number>
type One = Output<typeof notifications.byId>

export const useCentre = (filters: Filters) => {
  const timeZone = useTimeZone()
  const cache = useQueryClient()
  const { permissions } = useSession()
  const { removals } = useInbox()
  const queryKey = useMemo(() => [...keyOf(notifications.list), 'centre', filters], [filters])
  const isAsked = (item: Notification) => passes(filters, item, serverNow(), timeZone)

  const query = useInfiniteQuery({
    queryKey,
    initialPageParam: 1,
    queryFn: async ({ pageParam, signal }) => {
      await settled()
      const input = { ...inputOf(filters, serverNow(), timeZone), page: pageParam, limit: pageLength }
      return pageOf(await call(notifications.list, input, { signal }))
    },
    getNextPageParam: (_, pages: readonly Page[], lastPage) => pageAfter(pages, lastPage, isAsked),
    // What one looked at before may have changed since.
    gcTime: 0,
    staleTime: 0,
    // What comes is told by a connection of its own.
    meta: { reconnects: 'by itself' },
  })

  const onChange = useEffectEvent((change: SharedChange | DeliveredChange) => {
    cache.setQueriesData<One>({ queryKey: keyOf(notifications.byId) }, (one) => one && oneAfter(one, change))
    const known = cache.getQueryData<Pages>(queryKey)
    if (!known) return
    const pages = pagesAfter(known.pages, change, isAsked)
    if (pages === null) void cache.invalidateQueries({ queryKey })
    else if (pages !== known.pages) cache.setQueryData<Pages>(queryKey, { ...known, pages: [...pages] })
  })
  useEffect(() => whenChanged((change) => onChange(change)), [])

  const { pages } = query.data ?? {}
  const items = useMemo(
    () =>
      itemsOf(pages ?? []).filter(
        (item) =>
          item.requiredPermissions.every((one) => permissions.has(one)) &&
          !removals.some((removal) => isIn(removal, item)),
      ),
    [pages, permissions, removals],
  )
  const hidden = itemsOf(pages ?? []).length - items.length
  return { query, items, total: Math.max(items.length, (pages?.at(-1)?.total ?? 0) - hidden) }
}

const oneAfter = (one: One, change: SharedChange | DeliveredChange): One => {
  if (change.kind !== 'read' && change.kind !== 'unread') return one
  const { notification } = one
  return change.ids.includes(notification.id)
    ? { notification: { ...notification, read: change.kind === 'read' } }
    : one
}
