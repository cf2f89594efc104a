// One's notifications in this tab: fetched, polled, changed at once and taken back where the server refuses; what is
// deleted can be had back before the server is told. The count is the same in every tab.
import * as notifications from '@gatehouse/contract/notifications'
import type { Operation, Output } from '@gatehouse/contract/operation'
import { missing, type Permission } from '@gatehouse/contract/permissions'
import { useSyncExternalStore } from 'react'
import { call, csrfToken, isStatus } from '../kit/api.ts'
import { currentSession, type Session, subscribeSession } from '../kit/session-state.ts'
import { toast } from '../ui/toast.ts'
import {
  allOf,
  type Answer,
  asRead,
  type Inbox,
  nextPage,
  nothingKnown,
  pageSize,
  type Removal,
  withNewest,
  without,
  withOlder,
} from './inbox-state.ts'
import { type Change, readShared, share, whenShared } from './shared-count.ts'

export interface InboxView extends Inbox {
  /** What is being asked for. */
  readonly asking: 'newest' | 'older' | null
  /** What was asked for last and did not come, and why. */
  readonly failed: { readonly what: 'newest' | 'older'; readonly error: unknown } | null
  /** What has been deleted and can be had back. */
  readonly held: readonly Removal[]
}

const pollEveryMs = 300_000
const askedLatelyMs = 15 * 60_000
const toastedAtOnce = 3
// As long as a toast stays.
const heldForMs = 6_000

const nothing = { asking: null, failed: null, held: [] } as const
// What the server is known to have; shown is what the removals leave of it.
let known: Inbox = nothingKnown
let removals: readonly Removal[] = []
let view: InboxView = { ...nothingKnown, ...nothing }
let holding: ReturnType<typeof setTimeout> | undefined
let holder: string | null = null
let askedAt = 0
// When the newest that anybody has seen here was told, by the server's clock.
let newestAt = 0
let pagesWithoutNews = 0
// Another tab has seen more than this one.
let outdated = false
// An answer that was on its way while something was changed here knows nothing of the change.
let changes = 0
let changing = 0
const listeners = new Set<() => void>()
let polling: ReturnType<typeof setInterval> | undefined
let ears: (() => void)[] = []

export const useInbox = (): InboxView => useSyncExternalStore(watchInbox, currentInbox)

export const currentInbox = (): InboxView => view

/** Follows it, and keeps it up to date, until told to stop. */
export const watchInbox = (listener: () => void): (() => void) => {
  listeners.add(listener)
  if (listeners.size === 1) start()
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) stop()
  }
}

/** What the panel shows when it opens: asked for where there is nothing yet, or another tab knows more. */
export const openInbox = (): void => {
  if (holder !== null && view.asking === null && (view.items === null || outdated)) void askNewest()
}

export const askNewest = (): Promise<void> => ask('newest')
export const askOlder = (): Promise<void> => ask('older')

/** Read at once, and unread again where the server could not be told. */
export const markRead = async (id: string): Promise<void> => {
  const item = view.items?.find((one) => one.id === id)
  // Whoever looks through another's eyes leaves what they see as it is.
  if (!item || item.read || currentSession().viewing) return
  change(asRead(known, id, true), { kind: 'read', id })
  const takeBack = () => change(asRead(known, id, false), { kind: 'unread', id })
  const readFailed = notifications.messages.readFailed
  await tell(notifications.read, { id }, readFailed, () => shareCount({ kind: 'read', id }), takeBack)
}

export const removeNotification = (id: string): void => hold({ id }, view.held)

/** All that has been told by now, here or not. */
export const clearNotifications = (): void => {
  const all = allOf(known)
  if (all) hold(all, [])
}

/** Brings back what has been deleted. */
export const undoRemovals = (): void => {
  clearTimeout(holding)
  removals = removals.filter((one) => !view.held.includes(one))
  show({ held: [] })
  shareCount({ kind: 'more' })
}

/** Nothing is sent while somebody is about to bring it back. */
export const keepHolding = (): void => clearTimeout(holding)
export const holdOn = (): void => {
  clearTimeout(holding)
  if (view.held.length > 0) holding = setTimeout(() => void sendHeld(), heldForMs)
}

/** Tells the server now of what has been deleted. */
export const sendHeld = async (): Promise<void> => {
  clearTimeout(holding)
  const { held } = view
  if (held.length === 0) return
  show({ held: [] })
  await Promise.all(held.map(send))
}

/** In the words of the specification's own messages, which has none for this. */
const messages = { removeFailed: 'Failed to delete notification' } as const

/** How loud a toast is, by priority. */
export const toneOf: Readonly<Record<notifications.Priority, 'info' | 'warning' | 'error'>> = {
  low: 'info',
  medium: 'warning',
  high: 'error',
}

const start = () => {
  const onLeave = () => void sendHeld()
  window.addEventListener('pagehide', onLeave)
  ears = [subscribeSession(follow), whenShared(hear), () => window.removeEventListener('pagehide', onLeave)]
  follow()
}

const stop = () => {
  for (const end of ears) end()
  ears = []
  leave()
}

const leave = () => {
  clearInterval(polling)
  clearTimeout(holding)
  holder = null
  outdated = false
  pagesWithoutNews = 0
  changes++
  known = nothingKnown
  removals = []
  show(nothing)
}

const needed: readonly Permission[] = ['read_notifications']

const holderOf = ({ status, user, viewing, permissions }: Session): string | null =>
  status === 'in' && user && missing(permissions, needed).length === 0
    ? `${user.id} ${user.company?.id ?? ''} ${viewing}`
    : null

const follow = () => {
  const now = holderOf(currentSession())
  if (now === holder) return
  leave()
  holder = now
  if (now === null) return
  polling = setInterval(() => void askNewest(), pollEveryMs)
  const shared = readShared(now)
  askedAt = shared?.askedAt ?? 0
  newestAt = shared?.newestAt ?? 0
  if (shared && Date.now() - askedAt < askedLatelyMs) {
    known = { ...known, unread: shared.unread }
    show()
  } else void askNewest()
}

const ask = async (what: 'newest' | 'older'): Promise<void> => {
  const mine = holder
  if (mine === null || view.asking !== null) return
  show({ asking: what, failed: null })
  const begun = changes
  const page = what === 'newest' ? 1 : nextPage(known, pagesWithoutNews)
  try {
    const answer = await call(notifications.list, { page, limit: pageSize })
    if (holder !== mine) return
    if (!answer.success) throw new Error(answer.message ?? notifications.messages.fetchFailed)
    if (changes !== begun || changing > 0) return askAgain(what)
    take(what, answer, page)
  } catch (error) {
    if (holder === mine) show({ asking: null, failed: { what, error } })
  }
}

const askAgain = async (what: 'newest' | 'older'): Promise<void> => {
  await Promise.allSettled(underWay)
  show({ asking: null })
  await ask(what)
}

const take = (what: 'newest' | 'older', answer: Answer, page: number) => {
  const before = known.items?.length ?? 0
  known = what === 'newest' ? withNewest(known, answer) : withOlder(known, answer)
  show({ asking: null, failed: null })
  if (what === 'older') {
    pagesWithoutNews = (known.items?.length ?? 0) > before ? 0 : page
    return
  }
  outdated = false
  pagesWithoutNews = 0
  if (askedAt > 0) tellNews(answer)
  askedAt = Date.now()
  newestAt = Math.max(newestAt, ...answer.notifications.map(({ timestamp }) => Date.parse(timestamp)))
  shareCount({ kind: 'more' })
}

// What came since one was last asked; not on the first look, when all of it is news.
const tellNews = ({ notifications: newest }: Answer) => {
  if (document.visibilityState !== 'visible') return
  const news = newest.filter(({ read, timestamp }) => !read && Date.parse(timestamp) > newestAt)
  if (news.length > toastedAtOnce) return toast(loudest(news), `${news.length} new notifications`)
  for (const { title, priority } of news.toReversed()) toast(toneOf[priority], title)
}

const loudest = (news: Answer['notifications']) => {
  const has = (priority: notifications.Priority) => news.some((one) => one.priority === priority)
  return has('high') ? 'error' : has('medium') ? 'warning' : 'info'
}

const hold = (removal: Removal, besides: readonly Removal[]) => {
  // A page that is left has no time to ask for it.
  void csrfToken().catch(() => {})
  removals = [...removals.filter((one) => besides.includes(one) || !view.held.includes(one)), removal]
  show({ held: [...besides, removal] })
  shareCount(changeBy(removal))
  holdOn()
}

const send = (removal: Removal): Promise<void> => {
  const isOver = () => {
    removals = removals.filter((one) => one !== removal)
  }
  const done = () => {
    isOver()
    change(without(known, removal), changeBy(removal))
  }
  const takeBack = () => {
    isOver()
    change(known, { kind: 'more' })
  }
  return 'id' in removal
    ? tell(notifications.remove, removal, messages.removeFailed, done, takeBack)
    : tell(notifications.clear, removal, notifications.messages.clearFailed, done, takeBack)
}

const changeBy = (removal: Removal): Change =>
  'id' in removal ? { kind: 'removed', id: removal.id } : { kind: 'cleared', until: removal.until }

const underWay = new Set<Promise<unknown>>()

const tell = async <Op extends Operation>(
  op: Op,
  input: Parameters<typeof call<Op>>[1],
  failed: string,
  done: () => void,
  takeBack: () => void,
): Promise<void> => {
  const mine = holder
  changing++
  const told = call(op, input, { keepalive: true }).then(refuseUnsuccessful, refuseUnlessGone)
  underWay.add(told)
  try {
    await told
    // Once more for the other tabs: what they asked meanwhile did not know of it.
    if (holder === mine) done()
  } catch {
    if (holder !== mine) return
    // Perhaps it was done all the same, and only the answer was lost: whoever comes next asks.
    askedAt = 0
    outdated = true
    takeBack()
    toast('error', failed)
  } finally {
    changes++
    changing--
    underWay.delete(told)
  }
}

const refuseUnsuccessful = (answer: Output<Operation>) => {
  if (typeof answer === 'object' && answer !== null && 'success' in answer && answer.success === true) return
  throw new Error('the server says that it was not done')
}

// Somebody was here before, in another tab perhaps.
const refuseUnlessGone = (error: unknown) => {
  if (!isStatus(error, 404)) throw error
}

const change = (next: Inbox, what: Change) => {
  known = next
  show()
  shareCount(what)
}

const shareCount = (what: Change) => {
  if (holder !== null) share({ holder, unread: view.unread, askedAt, newestAt, change: what })
}

const hear: Parameters<typeof whenShared>[0] = (shared) => {
  if (shared.holder !== holder) return
  askedAt = shared.askedAt
  newestAt = Math.max(newestAt, shared.newestAt)
  const { change: elsewhere } = shared
  // Who asked the server counts what it does not know to be deleted here; who heard of that does not.
  const hidden = elsewhere.kind === 'more' ? 0 : known.unread - view.unread
  if (elsewhere.kind === 'more') outdated = true
  else changes++
  known = { ...after(elsewhere), unread: shared.unread + hidden }
  show()
}

const after = (elsewhere: Change): Inbox => {
  if (elsewhere.kind === 'more') return known
  if (elsewhere.kind === 'cleared') return without(known, { until: elsewhere.until })
  if (elsewhere.kind === 'removed') return without(known, { id: elsewhere.id })
  return asRead(known, elsewhere.id, elsewhere.kind === 'read')
}

const show = (besides: Partial<Omit<InboxView, keyof Inbox>> = {}) => {
  view = { ...view, ...removals.reduce(without, known), ...besides }
  for (const listener of listeners) listener()
}
