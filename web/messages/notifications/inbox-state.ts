// What is known of one's notifications, and how it changes: pure, so that every change can be taken back.
import type { Output } from '@gatehouse/contract/operation'
import type { Acknowledgement, list, Notification } from '@gatehouse/contract/messages/notifications'
import type { InboxChange, Notified } from '@gatehouse/contract/realtime'

export type Answer = Output<typeof list>

/** `seq`: of those that were told as they came. */
export type Item = Notification & { readonly seq?: number }

export interface Inbox {
  /** Newest first; null: not asked for yet. */
  readonly items: readonly Item[] | null
  /** Of all there are, not only of those here. */
  readonly unread: number
  /** There are no older ones. */
  readonly complete: boolean
}

/** What was taken away here, and the server does not know it yet: some, or all that had been told by then. */
export type Removal = Some | { readonly until: string }

/** `unread`: which of them were, for those that are not in this list. */
interface Some {
  readonly ids: readonly string[]
  readonly unread: readonly string[]
}

/** What became of them, here or elsewhere. What is restored can only be asked for. */
export type Change = Exclude<InboxChange['change'], { kind: 'restored' }>

/** What a removal took from what was here. */
export interface Removed {
  readonly items: readonly Item[]
  readonly unread: number
  readonly complete: boolean
}

export const pageSize = 20

export const nothingKnown: Inbox = { items: null, unread: 0, complete: false }

/**
 * The newest page, asked for again: what is as new and not in it is gone, unless it came since; what is older stays. `had`:
 * the number of the newest that was here when it was asked for. The answer's own may be lower: it counts what is left.
 */
export const withNewest = (inbox: Inbox, { notifications, unreadCount, seq }: Answer, had: number): Inbox => {
  const last = notifications.at(-1)
  const complete = notifications.length < pageSize
  const before = inbox.items ?? []
  const since = before.filter(cameAfter(Math.max(seq, had)))
  const older = complete || !last ? [] : before.filter((item) => byAge(last, item) < 0)
  return {
    items: merged([...since, ...notifications], older),
    unread: Math.max(0, unreadCount + unreadIn(since)),
    complete: complete || (older.length > 0 && inbox.complete),
  }
}

/** A further page: pages shift when something comes or goes, so what is there already is not there twice. */
export const withOlder = (inbox: Inbox, { notifications, unreadCount, seq }: Answer, had: number): Inbox => {
  const since = (inbox.items ?? []).filter(cameAfter(Math.max(seq, had)))
  return {
    items: merged(inbox.items ?? [], notifications),
    unread: Math.max(0, unreadCount + unreadIn(since)),
    complete: notifications.length < pageSize,
  }
}

const cameAfter =
  (number: number) =>
  ({ seq }: Item): boolean =>
    seq !== undefined && seq > number

/** One that has just come. `counted`: the count knows of it already, as it does of one that is a repeat. */
export const withDelivered = (inbox: Inbox, delivered: Notified, counted: boolean): Inbox =>
  inbox.items?.some(({ id, times = 1 }) => id === delivered.id && times >= (delivered.times ?? 1))
    ? inbox
    : {
        ...inbox,
        items: inbox.items && merged([delivered], inbox.items),
        unread: inbox.unread + (counted || delivered.read || delivered.times !== undefined ? 0 : 1),
      }

/** Which page has the ones after those that are here; beyond one that brought nothing new. */
export const nextPage = ({ items }: Pick<Inbox, 'items'>, broughtNothing: number, size = pageSize): number =>
  Math.max(Math.floor((items?.length ?? 0) / size) + 1, broughtNothing + 1)

/** `elsewhere`: how many of them are unread, or were before, and are not in this list. */
export const asRead = (inbox: Inbox, ids: readonly string[], read: boolean, elsewhere = 0): Inbox => {
  const wanted = new Set(ids)
  const turned = (inbox.items ?? []).filter((item) => wanted.has(item.id) && item.read !== read).length
  if (turned + elsewhere === 0) return inbox
  const items = turned === 0 ? inbox.items : (inbox.items ?? []).map((item) => turnedTo(item, wanted, read))
  return { ...inbox, items, unread: Math.max(0, inbox.unread + (turned + elsewhere) * (read ? -1 : 1)) }
}

/** All that had been told by then, here or not; null: all. */
export const allRead = (inbox: Inbox, until: string | null): Inbox => {
  const items = inbox.items?.map((item) => (isBy(item, until) && !item.read ? { ...item, read: true } : item)) ?? null
  return { ...inbox, items, unread: unreadIn(items ?? []) }
}

/** What is left: this is shown while the server does not know of the removal, and is so once it does. */
export const without = (inbox: Inbox, removal: Removal): Inbox => {
  const { items } = inbox
  if ('until' in removal) {
    if (items === null) return inbox
    const left = items.filter((item) => !isIn(removal, item))
    return { items: left, unread: unreadIn(left), complete: true }
  }
  const here = new Set(items?.map(({ id }) => id))
  const left = items?.filter((item) => !isIn(removal, item)) ?? null
  const removed = unreadIn(items ?? []) - unreadIn(left ?? []) + removal.unread.filter((id) => !here.has(id)).length
  return left?.length === items?.length && removed === 0
    ? inbox
    : { ...inbox, items: left, unread: Math.max(0, inbox.unread - removed) }
}

/** What the removal takes from it, for `withRestored`. */
export const removedFrom = (inbox: Inbox, removal: Removal): Removed => ({
  items: (inbox.items ?? []).filter((item) => isIn(removal, item)),
  unread: inbox.unread - without(inbox, removal).unread,
  complete: inbox.complete,
})

export const withRestored = (inbox: Inbox, { items, unread, complete }: Removed): Inbox => ({
  items: inbox.items && merged(items, inbox.items),
  unread: inbox.unread + unread,
  complete: inbox.complete && complete,
})

/** What was done elsewhere, as far as it concerns what is here. The count comes with it, from who counted. */
export const after = (inbox: Inbox, change: Change): Inbox => {
  if (change.kind === 'removed') return without(inbox, { ids: change.ids, unread: [] })
  if (change.kind === 'cleared') return without(inbox, { until: change.until ?? endOfTime })
  if (change.kind === 'all-read') return allRead(inbox, change.until)
  const turned = asRead(inbox, change.ids, change.kind === 'read')
  return change.kind === 'read' && change.acknowledged
    ? asAcknowledged(turned, change.ids, change.acknowledged)
    : turned
}

/** Somebody deals with what these are about. */
const asAcknowledged = (inbox: Inbox, ids: readonly string[], acknowledged: Acknowledgement): Inbox => {
  const wanted = new Set(ids)
  const items = inbox.items?.map((item) => (wanted.has(item.id) ? { ...item, acknowledged } : item)) ?? null
  return { ...inbox, items }
}

/** All that has been told by now; null where that is nothing. */
export const allOf = ({ items }: Pick<Inbox, 'items'>): { readonly until: string } | null =>
  items?.[0] ? { until: items[0].timestamp } : null

export const isIn = (removal: Removal, item: Pick<Notification, 'id' | 'timestamp'>): boolean =>
  'until' in removal ? isBy(item, removal.until) : removal.ids.includes(item.id)

/** Newest first. Ids tell the order of what happened in the same millisecond. */
export const byAge = (a: Pick<Notification, 'id' | 'timestamp'>, b: typeof a): number =>
  Date.parse(b.timestamp) - Date.parse(a.timestamp) || (b.id < a.id ? -1 : b.id > a.id ? 1 : 0)

const endOfTime = '9999-12-31T23:59:59.999Z'

const isBy = ({ timestamp }: Pick<Notification, 'timestamp'>, until: string | null): boolean =>
  until === null || Date.parse(timestamp) <= Date.parse(until)

const turnedTo = (item: Item, wanted: ReadonlySet<string>, read: boolean): Item =>
  wanted.has(item.id) ? { ...item, read } : item

const unreadIn = (items: readonly Notification[]): number => items.filter(({ read }) => !read).length

const merged = (first: readonly Item[], second: readonly Item[]): Item[] =>
  [...new Map([...second, ...first].map((item) => [item.id, item])).values()].sort(byAge)
