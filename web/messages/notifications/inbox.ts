// One's notifications in this tab: fetched, polled, and told as they come. The count is the same in every tab. What is
// done with them is in inbox-changes.ts, what is heard of them in inbox-live.ts.
import * as notifications from '@gatehouse/contract/messages/notifications'
import { missing, type Permission } from '@gatehouse/contract/permissions'
import { useSyncExternalStore } from 'react'
import { type Api, api } from '../../kit/data/api.ts'
import { singleton } from '../../kit/application.ts'
import { createListeners } from '../../kit/data/store.ts'
import { holderIn } from '../../kit/session/holder.ts'
import { type Session, type SessionState, sessionState } from '../../kit/session/session-state.ts'
import {
  after,
  type Answer,
  type Inbox,
  nextPage,
  nothingKnown,
  pageSize,
  type Removal,
  withNewest,
  without,
  withOlder,
  withDelivered,
} from './inbox-state.ts'
import type { Notified } from '@gatehouse/contract/realtime'
import { type News, news } from './news.ts'
import { createShare, readShared, type Share, type Shared, type SharedChange, whenShared } from './shared-count.ts'

export interface InboxView extends Inbox {
  /** What is being asked for. */
  readonly asking: 'newest' | 'older' | null
  /** What was asked for last and did not come, and why. */
  readonly failed: { readonly what: 'newest' | 'older'; readonly error: unknown } | null
  /** What has been deleted and can be restored here. */
  readonly held: readonly Removal[]
  /** What has been deleted and the server does not know it yet. */
  readonly removals: readonly Removal[]
}

const pollEveryMs = 300_000
const askedLatelyMs = 15 * 60_000

export interface DeliveredChange {
  readonly kind: 'came'
  readonly item: Notified
}

type ChangeListener = (change: SharedChange | DeliveredChange) => void

const nothing = { asking: null, failed: null, held: [], removals: [] } as const

interface InboxParts {
  readonly api: Pick<Api, 'call'>
  readonly news: News
  readonly session: SessionState
  readonly share: Share
}

export const createInbox = ({ session, share, ...parts }: InboxParts) => {
  // What the server is known to have; shown is what the removals leave of it.
  let known: Inbox = nothingKnown
  let view: InboxView = { ...nothingKnown, ...nothing }
  let holder: string | null = null
  let askedAt = 0
  // When the newest that anybody has seen here was told, by the server's clock.
  let newestAt = 0
  // The number of the newest that this tab has, null before it has asked; and of the newest that its count knows of,
  // perhaps from another tab.
  let had: number | null = null
  let counted = 0
  let pagesWithoutNews = 0
  // Another tab has seen more than this one, or something was perhaps done.
  let outdated = false
  // An answer that was on its way while something was changed here knows nothing of the change.
  let changes = 0
  const underWay = new Set<Promise<unknown>>()
  const changeListeners = new Set<ChangeListener>()
  let polling: ReturnType<typeof setInterval> | undefined
  let endings: (() => void)[] = []

  const currentInbox = (): InboxView => view

  /** Follows it, and keeps it up to date, until told to stop. */
  const { emit, subscribe: watchInbox } = createListeners({ begin: () => start(), end: () => stop() })

  /** Hears of all that becomes of them, wherever it is done; answers how to stop. */
  const whenChanged = (listener: ChangeListener): (() => void) => {
    changeListeners.add(listener)
    return () => void changeListeners.delete(listener)
  }

  /** What the panel shows when it opens: asked for where there is nothing yet, or another tab knows more. */
  const openInbox = (): void => {
    const isBehind = view.items === null || outdated || counted > (had ?? 0)
    if (holder !== null && view.asking === null && isBehind) void askNewest()
  }

  const askNewest = (): Promise<void> => ask('newest')
  const askOlder = (): Promise<void> => ask('older')

  /** Whose they are, in which company, and through whose eyes; null: nobody's. */
  const inboxHolder = (): string | null => holder

  /** The number of the newest that this tab has; null: it has not asked yet. */
  const newestHad = (): number | null => had

  /** What the server is known to have, whatever is being deleted here. */
  const knownInbox = (): Inbox => known

  /** For who does something with them, or hears of it: this is known now, and every tab is told why. */
  const change = (next: Inbox, what: SharedChange): void => {
    known = next
    show()
    shareCount(what)
    for (const listener of changeListeners) listener(what)
  }

  /** For who hears of something that was done elsewhere: an answer that is on its way knows nothing of it. */
  const changeElsewhere = (next: Inbox, what: SharedChange): void => {
    changes++
    change(next, what)
  }

  /** What is deleted and not sent yet, and what of it can be had back. */
  const setRemovals = (removals: readonly Removal[], held: readonly Removal[], what?: SharedChange): void => {
    show({ removals, held })
    if (what) shareCount(what)
  }

  /** While the server is being told: what it answers to other questions meanwhile knows nothing of it. */
  const whileSending = async <T>(notifying: Promise<T>): Promise<T> => {
    underWay.add(notifying)
    try {
      return await notifying
    } finally {
      changes++
      underWay.delete(notifying)
    }
  }

  const isSending = (): boolean => underWay.size > 0

  /** What is asked for after this knows of all that was changed here before. */
  const settled = async (): Promise<void> => void (await Promise.allSettled(underWay))

  /** Perhaps it was done all the same, and only the answer was lost: whoever comes next asks. */
  const doubt = (): void => {
    askedAt = 0
    outdated = true
  }

  /** One that has just come. False: it had come before. */
  const applyDelivered = (delivered: Notified): boolean => {
    if (delivered.seq <= (had ?? 0)) return false
    had = delivered.seq
    newestAt = Math.max(newestAt, Date.parse(delivered.timestamp))
    known = withDelivered(known, delivered, delivered.seq <= counted)
    counted = Math.max(counted, delivered.seq)
    show()
    if ((readShared(holder ?? '')?.seq ?? 0) < delivered.seq) shareCount({ kind: 'told' })
    for (const listener of changeListeners) listener({ kind: 'came', item: delivered })
    return true
  }

  /**
   * All that was missed has been told: `seq` is the number of the newest of one's own that is there, which may lie before
   * one that was deleted since. `again`: there was a gap, and what was done with them elsewhere meanwhile nobody has told.
   */
  const takeNumber = (seq: number, again: boolean): void => {
    if (again || had === null) outdated = true
    had = Math.max(had ?? 0, seq)
    counted = Math.max(counted, seq)
    if (again) for (const listener of changeListeners) listener({ kind: 'more' })
  }

  const start = () => {
    endings = [session.subscribe(follow), whenShared(receive)]
    follow()
  }

  const stop = () => {
    for (const end of endings) end()
    endings = []
    leave()
  }

  const leave = () => {
    clearInterval(polling)
    holder = null
    outdated = false
    pagesWithoutNews = 0
    had = null
    counted = 0
    changes++
    known = nothingKnown
    show(nothing)
  }

  const follow = () => {
    const now = readerIn(session.get())
    if (now === holder) return
    leave()
    holder = now
    if (now === null) return
    polling = setInterval(() => void askNewest(), pollEveryMs)
    const shared = readShared(now)
    askedAt = shared?.askedAt ?? 0
    newestAt = shared?.newestAt ?? 0
    if (shared && Date.now() - askedAt < askedLatelyMs) {
      ;[had, counted] = [shared.seq, shared.seq]
      known = { ...known, unread: shared.unread }
      show()
    } else void askNewest()
  }

  const ask = async (what: 'newest' | 'older'): Promise<void> => {
    const mine = holder
    if (mine === null || view.asking !== null) return
    show({ asking: what, failed: null })
    const begun = changes
    const hadThen = had ?? 0
    const page = what === 'newest' ? 1 : nextPage(known, pagesWithoutNews)
    try {
      const answer = await parts.api.call(notifications.list, { page, limit: pageSize })
      if (holder !== mine) return
      if (!answer.success) throw new Error(answer.message ?? notifications.messages.fetchFailed)
      if (changes !== begun || underWay.size > 0) return askAgain(what)
      take(what, answer, page, hadThen)
    } catch (error) {
      if (holder === mine) show({ asking: null, failed: { what, error } })
    }
  }

  const askAgain = async (what: 'newest' | 'older'): Promise<void> => {
    await settled()
    show({ asking: null })
    await ask(what)
  }

  const take = (what: 'newest' | 'older', answer: Answer, page: number, hadThen: number) => {
    const before = known.items?.length ?? 0
    known = (what === 'newest' ? withNewest : withOlder)(known, answer, hadThen)
    counted = Math.max(counted, answer.seq)
    show({ asking: null, failed: null })
    if (what === 'older') {
      pagesWithoutNews = (known.items?.length ?? 0) > before ? 0 : page
      return
    }
    had = Math.max(had ?? 0, answer.seq)
    outdated = false
    pagesWithoutNews = 0
    // Not on the first look, when all of it is news.
    if (askedAt > 0)
      parts.news.show(answer.notifications.filter(({ read, timestamp }) => !read && Date.parse(timestamp) > newestAt))
    askedAt = Date.now()
    newestAt = Math.max(newestAt, ...answer.notifications.map(({ timestamp }) => Date.parse(timestamp)))
    shareCount({ kind: 'more' })
    for (const listener of changeListeners) listener({ kind: 'more' })
  }

  const shareCount = (what: SharedChange) => {
    if (holder !== null) share({ holder, unread: view.unread, seq: counted, askedAt, newestAt, change: what })
  }

  const receive = (shared: Shared) => {
    if (shared.holder !== holder) return
    askedAt = shared.askedAt
    newestAt = Math.max(newestAt, shared.newestAt)
    const { change: elsewhere } = shared
    // Who asked the server counts what it does not know to be deleted here; who heard of that does not.
    const hidden = elsewhere.kind === 'more' ? 0 : known.unread - view.unread
    // A tab that has not been told of the newest yet does not count it.
    const isBehind = shared.seq < counted
    if (elsewhere.kind === 'more') outdated = true
    else if (elsewhere.kind !== 'told') {
      changes++
      known = after(known, elsewhere)
    }
    if (!isBehind) {
      counted = shared.seq
      known = { ...known, unread: shared.unread + hidden }
    }
    show()
    if (elsewhere.kind !== 'told') for (const listen of changeListeners) listen(elsewhere)
  }

  const show = (besides: Partial<Omit<InboxView, keyof Inbox>> = {}) => {
    const removals = besides.removals ?? view.removals
    view = { ...view, ...removals.reduce(without, known), ...besides }
    emit()
  }

  return {
    currentInbox,
    watchInbox,
    whenChanged,
    openInbox,
    askNewest,
    askOlder,
    inboxHolder,
    newestHad,
    knownInbox,
    change,
    changeElsewhere,
    setRemovals,
    whileSending,
    isSending,
    settled,
    doubt,
    applyDelivered,
    takeNumber,
  }
}

export type InboxLife = ReturnType<typeof createInbox>

export const inbox = singleton((use) =>
  createInbox({ api: use(api), news: use(news), session: use(sessionState), share: createShare() }),
)

export const useInbox = (): InboxView => useSyncExternalStore(inbox().watchInbox, inbox().currentInbox)

export const openInbox: InboxLife['openInbox'] = () => inbox().openInbox()
export const askNewest: InboxLife['askNewest'] = () => inbox().askNewest()
export const askOlder: InboxLife['askOlder'] = () => inbox().askOlder()
export const settled: InboxLife['settled'] = () => inbox().settled()
export const whenChanged: InboxLife['whenChanged'] = (listener) => inbox().whenChanged(listener)

const needed: readonly Permission[] = ['read_notifications']

const readerIn = (current: Session): string | null =>
  missing(current.permissions, needed).length === 0 ? holderIn(current) : null
