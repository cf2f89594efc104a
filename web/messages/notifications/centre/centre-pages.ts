// The pages of the notification centre: what has been fetched, and how it changes with what becomes of them. Pure.
import type { Notification } from '@gatehouse/contract/messages/notifications'
import type { DeliveredChange } from '../inbox.ts'
import { after, type Answer, byAge, nextPage } from '../inbox-state.ts'
import type { SharedChange } from '../shared-count.ts'

/** `came`: as many as the server answered, whatever has become of them. */
export interface Page extends Pick<Answer, 'notifications' | 'total'> {
  readonly came: number
}

export const pageLength = 50

export const pageOf = ({ notifications, total }: Answer): Page => ({
  notifications,
  total,
  came: notifications.length,
})

/** Newest first, each once: pages shift when something comes or goes. */
export const itemsOf = (pages: readonly Page[]): Notification[] =>
  [...new Map(pages.flatMap(({ notifications }) => notifications).map((item) => [item.id, item])).values()].sort(byAge)

/** Which page has the ones after those that are here; undefined: there are none. `isAsked`: whether the server counts it. */
export const pageAfter = (
  pages: readonly Page[],
  lastPage: number,
  isAsked: (item: Notification) => boolean,
): number | undefined => {
  const last = pages.at(-1)
  if (!last || last.came < pageLength) return undefined
  const items = itemsOf(pages)
  const broughtNothing = items.length === itemsOf(pages.slice(0, -1)).length
  return nextPage({ items: items.filter(isAsked) }, broughtNothing ? lastPage : 0, pageLength)
}

/** null: what becomes of them can only be asked. */
export const pagesAfter = (
  pages: readonly Page[],
  change: SharedChange | DeliveredChange,
  passes: (item: Notification) => boolean,
): readonly Page[] | null => {
  if (change.kind === 'told') return pages
  if (change.kind === 'more' || change.kind === 'cleared') return null
  if (change.kind === 'came') {
    const [first, ...rest] = pages
    const isHere = pages.some(({ notifications }) => notifications.some(({ id }) => id === change.item.id))
    if (!first || isHere || !passes(change.item)) return pages
    return [{ ...first, notifications: [change.item, ...first.notifications] }, ...rest].map((page) => ({
      ...page,
      total: page.total + 1,
    }))
  }
  const next = pages.map((page) => {
    const { items } = after({ items: page.notifications, unread: 0, complete: false }, change)
    return { ...page, notifications: [...(items ?? [])] }
  })
  const gone = itemsOf(pages).length - itemsOf(next).length
  return next.map((page) => ({ ...page, total: Math.max(0, page.total - gone) }))
}

/** From the one that was chosen last to this one, as they stand; the one alone where there was none. */
export const between = (items: readonly { readonly id: string }[], last: string | null, id: string): string[] => {
  const [from, to] = [items.findIndex((item) => item.id === last), items.findIndex((item) => item.id === id)]
  if (from === -1 || to === -1) return [id]
  return items.slice(Math.min(from, to), Math.max(from, to) + 1).map((item) => item.id)
}
