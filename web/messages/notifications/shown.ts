// Which of the notifications the panel shows, and its words where there are none.
import type { Notification } from '@gatehouse/contract/messages/notifications'

export type Filter = 'all' | 'unread' | 'read'

export const filterWords: Readonly<Record<Filter, string>> = { all: 'All', unread: 'Unread', read: 'Read' }

export const emptyWords: Readonly<Record<Filter, string>> = {
  all: 'No notifications',
  unread: 'No unread notifications',
  read: 'No read notifications',
}

/** `kept` are there whatever the filter says: one that is read by being opened stays where it is. */
export const shownOf = (
  items: readonly Notification[],
  filter: Filter,
  permissions: ReadonlySet<string>,
  retained: ReadonlySet<string> = new Set(),
): Notification[] =>
  items.filter(
    ({ id, read, requiredPermissions }) =>
      requiredPermissions.every((one) => permissions.has(one)) &&
      (filter === 'all' || retained.has(id) || read === (filter === 'read')),
  )

/** Where a link may lead: a page of ours, or a page of the web; null: neither. */
export const linkOf = (url: string): { readonly to: string; readonly ours: boolean } | null => {
  if (/^\/(?!\/|\\)/.test(url)) return { to: url, ours: true }
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) ? { to: url, ours: false } : null
}
