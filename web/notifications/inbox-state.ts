// What is known of one's notifications, and how it changes: pure, so that every change can be taken back.
import type { Output } from '@gatehouse/contract/operation'
import type { list, Notification } from '@gatehouse/contract/notifications'

export type Answer = Output<typeof list>

export interface Inbox {
  /** Newest first; null: not asked for yet. */
  readonly items: readonly Notification[] | null
  /** Of all there are, not only of those here. */
  readonly unread: number
  /** There are no older ones. */
  readonly complete: boolean
}

/** What was taken away here, and the server does not know it yet: one, or all that had been told by then. */
export type Removal = { readonly id: string } | { readonly until: string }

export const pageSize = 20

export const nothingKnown: Inbox = { items: null, unread: 0, complete: false }

/** The newest page, asked for again: what is as new and not in it is gone, what is older stays. */
export const withNewest = (inbox: Inbox, { notifications, unreadCount }: Answer): Inbox => {
  const last = notifications.at(-1)
  const complete = notifications.length < pageSize
  const older = complete || !last ? [] : (inbox.items ?? []).filter((item) => byAge(last, item) < 0)
  return {
    items: merged(notifications, older),
    unread: Math.max(0, unreadCount),
    complete: complete || (older.length > 0 && inbox.complete),
  }
}

/** A further page: pages shift when something comes or goes, so what is there already is not there twice. */
export const withOlder = (inbox: Inbox, { notifications, unreadCount }: Answer): Inbox => ({
  items: merged(inbox.items ?? [], notifications),
  unread: Math.max(0, unreadCount),
  complete: notifications.length < pageSize,
})

/** Which page has the ones after those that are here; beyond one that brought nothing new. */
export const nextPage = ({ items }: Inbox, broughtNothing: number): number =>
  Math.max(Math.floor((items?.length ?? 0) / pageSize) + 1, broughtNothing + 1)

export const asRead = (inbox: Inbox, id: string, read: boolean): Inbox => {
  const found = inbox.items?.find((item) => item.id === id)
  if (!found || found.read === read) return inbox
  return {
    ...inbox,
    items: inbox.items?.map((item) => (item.id === id ? { ...item, read } : item)) ?? null,
    unread: Math.max(0, inbox.unread + (read ? -1 : 1)),
  }
}

/** What is left: this is shown while the server does not know of the removal, and is so once it does. */
export const without = (inbox: Inbox, removal: Removal): Inbox => {
  const { items } = inbox
  if (items === null) return inbox
  const left = items.filter((item) => !isOf(removal, item))
  if ('until' in removal) return { items: left, unread: unreadIn(left), complete: true }
  const taken = unreadIn(items) - unreadIn(left)
  return left.length === items.length ? inbox : { ...inbox, items: left, unread: Math.max(0, inbox.unread - taken) }
}

/** All that has been told by now; null where that is nothing. */
export const allOf = ({ items }: Inbox): Removal | null => (items?.[0] ? { until: items[0].timestamp } : null)

const isOf = (removal: Removal, { id, timestamp }: Notification): boolean =>
  'until' in removal ? Date.parse(timestamp) <= Date.parse(removal.until) : removal.id === id

const unreadIn = (items: readonly Notification[]): number => items.filter(({ read }) => !read).length

const merged = (first: readonly Notification[], second: readonly Notification[]): Notification[] =>
  [...new Map([...second, ...first].map((item) => [item.id, item])).values()].sort(byAge)

// Newest first. Ids tell the order of what happened in the same millisecond.
const byAge = (a: Notification, b: Notification): number =>
  Date.parse(b.timestamp) - Date.parse(a.timestamp) || (b.id < a.id ? -1 : b.id > a.id ? 1 : 0)
