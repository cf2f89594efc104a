// What one does with notifications: shown at once, and taken back where the server refuses; what is deleted can be had
// back before the server is told.
import * as notifications from '@gatehouse/contract/messages/notifications'
import type { Notification } from '@gatehouse/contract/messages/notifications'
import type { Input, Operation, Output } from '@gatehouse/contract/operation'
import { type Api, api, isStatus } from '../../kit/data/api.ts'
import { singleton } from '../../kit/application.ts'
import { type SessionState, sessionState } from '../../kit/session/session-state.ts'
import { type ToastQueue, toastQueue } from '../../ui/feedback/toast.ts'
import { type Acts, acts } from './acts.ts'
import { inOrder } from './in-order.ts'
import { type InboxLife, inbox } from './inbox.ts'
import { allOf, allRead, asRead, byAge, type Change, type Removal, without } from './inbox-state.ts'

// As long as a toast stays.
const heldForMs = 6_000
/** As many as one call may name. */
const atOnce = 500
// There is no call for several.
const unreadAtOnce = 6

/** In the words of the specification's own messages, which has none for these. */
const messages = {
  unreadFailed: 'Failed to mark notification as unread',
  removeFailed: 'Failed to delete notification',
} as const

interface InboxChangesParts {
  readonly acts: Pick<Acts, 'act'>
  readonly api: Pick<Api, 'call' | 'csrfToken'>
  readonly inbox: InboxLife
  readonly session: SessionState
  readonly toasts: Pick<ToastQueue, 'add'>
}

export const createInboxChanges = ({ session, toasts, ...parts }: InboxChangesParts) => {
  /** Read and unread again before the server has answered: what is asked for last holds. */
  const turnedInOrder = inOrder()
  let holding: ReturnType<typeof setTimeout> | undefined
  let isWatchingLeave = false

  /** Read at once, and unread again where the server could not be told. */
  const markRead = (items: readonly Notification[]): Promise<void> => turn(items, true)
  const markUnread = (items: readonly Notification[]): Promise<void> => turn(items, false)

  /** All that has been told by now, here or not. `newest`: the newest that anybody sees here. */
  const markAllRead = async (newest?: Notification): Promise<void> => {
    const before = parts.inbox.knownInbox()
    const until = lastOf(newest)
    if (until === null || session.get().viewing) return
    const turned = (before.items ?? []).filter(({ read }) => !read).map(({ id }) => id)
    parts.inbox.change(allRead(before, until), { kind: 'all-read', until })
    const elsewhere = before.unread - turned.length - parts.inbox.knownInbox().unread
    const takeBack = () =>
      parts.inbox.change(asRead(parts.inbox.knownInbox(), turned, false, Math.max(0, elsewhere)), { kind: 'more' })
    const done = () => parts.inbox.change(allRead(parts.inbox.knownInbox(), until), { kind: 'all-read', until })
    await request(() => ask(notifications.readMany, { until }), notifications.messages.readFailed, done, takeBack)
  }

  const removeNotifications = (items: readonly Notification[]): void => {
    if (items.length === 0) return
    const ids = items.map(({ id }) => id)
    for (const id of ids) parts.acts.act('dismissed', id)
    hold({ ids, unread: items.filter(({ read }) => !read).map(({ id }) => id) }, parts.inbox.currentInbox().held)
  }

  /** All that has been told by now, here or not. */
  const clearNotifications = (newest?: Notification): void => {
    const until = lastOf(newest)
    if (until !== null) hold({ until }, [])
  }

  /** Brings back what has been deleted. */
  const undoRemovals = (): void => {
    clearTimeout(holding)
    const { removals, held } = parts.inbox.currentInbox()
    parts.inbox.setRemovals(lessOf(removals, held), [], { kind: 'more' })
  }

  /** Nothing is sent while somebody is about to bring it back. */
  const keepHolding = (): void => clearTimeout(holding)
  const holdOn = (): void => {
    clearTimeout(holding)
    if (parts.inbox.currentInbox().held.length > 0) holding = setTimeout(() => void sendHeld(), heldForMs)
  }

  /** Tells the server now of what has been deleted. */
  const sendHeld = async (): Promise<void> => {
    clearTimeout(holding)
    const { held, removals } = parts.inbox.currentInbox()
    if (held.length === 0) return
    parts.inbox.setRemovals(removals, [])
    await Promise.all(held.map(send))
  }

  const turn = async (items: readonly Notification[], read: boolean): Promise<void> => {
    // Whoever looks through another's eyes leaves what they see as it is.
    const wrong = session.get().viewing ? [] : items.filter((item) => item.read !== read)
    if (wrong.length === 0) return
    const ids = wrong.map(({ id }) => id)
    const here = new Set(parts.inbox.knownInbox().items?.map(({ id }) => id))
    const elsewhere = ids.filter((id) => !here.has(id)).length
    const kindOf = (isRead: boolean): Change => ({ kind: isRead ? 'read' : 'unread', ids })
    const put = (isRead: boolean) =>
      parts.inbox.change(asRead(parts.inbox.knownInbox(), ids, isRead, elsewhere), kindOf(isRead))
    put(read)
    // Once more, where a list that came meanwhile did not know of it; what is not here has been counted.
    const done = () => parts.inbox.change(asRead(parts.inbox.knownInbox(), ids, read), kindOf(read))
    const failed = read ? notifications.messages.readFailed : messages.unreadFailed
    await request(
      () => turnedInOrder(ids, () => sendTurned(ids, read)),
      failed,
      done,
      () => put(!read),
    )
  }

  const sendTurned = async (ids: readonly string[], read: boolean): Promise<void> => {
    const [first] = ids
    if (read && ids.length === 1 && first !== undefined) return ask(notifications.read, { id: first })
    if (read) return inParts(ids, (some) => ask(notifications.readMany, { ids: some }))
    const left = [...ids]
    const work = async () => {
      for (let id = left.shift(); id !== undefined; id = left.shift()) await ask(notifications.unread, { id })
    }
    await Promise.all(Array.from({ length: unreadAtOnce }, work))
  }

  const hold = (removal: Removal, besides: readonly Removal[]) => {
    // A page that is left has no time to ask for it.
    void parts.api.csrfToken().catch(() => {})
    if (!isWatchingLeave) window.addEventListener('pagehide', () => void sendHeld())
    isWatchingLeave = true
    const { removals, held } = parts.inbox.currentInbox()
    parts.inbox.setRemovals(
      [...lessOf(removals, lessOf(held, besides)), removal],
      [...besides, removal],
      changeBy(removal),
    )
    holdOn()
  }

  const send = async (removal: Removal): Promise<void> => {
    const isOver = () => {
      const { removals, held } = parts.inbox.currentInbox()
      parts.inbox.setRemovals(lessOf(removals, [removal]), held)
    }
    const done = () => {
      isOver()
      parts.inbox.change(without(parts.inbox.knownInbox(), removal), changeBy(removal))
    }
    const takeBack = () => {
      isOver()
      parts.inbox.change(parts.inbox.knownInbox(), { kind: 'more' })
    }
    if ('until' in removal)
      return request(() => ask(notifications.clear, removal), notifications.messages.clearFailed, done, takeBack)
    const [first] = removal.ids
    const remove = () =>
      removal.ids.length === 1 && first !== undefined
        ? ask(notifications.remove, { id: first })
        : inParts(removal.ids, (ids) => ask(notifications.removeMany, { ids }))
    return request(remove, messages.removeFailed, done, takeBack)
  }

  /** Until when all that anybody has seen here was told; null: there is nothing. */
  const lastOf = (newest?: Notification): string | null => {
    const all = [...(parts.inbox.knownInbox().items ?? []), ...(newest ? [newest] : [])].sort(byAge)
    return allOf({ items: all })?.until ?? null
  }

  const request = async (
    notifying: () => Promise<void>,
    failed: string,
    done: () => void,
    takeBack: () => void,
  ): Promise<void> => {
    const mine = parts.inbox.inboxHolder()
    try {
      await parts.inbox.whileSending(notifying())
      // Once more for the other tabs: what they asked meanwhile did not know of it.
      if (parts.inbox.inboxHolder() === mine) done()
    } catch {
      if (parts.inbox.inboxHolder() !== mine) return
      parts.inbox.doubt()
      takeBack()
      toasts.add('error', failed)
    }
  }

  const ask = async <Op extends Operation>(op: Op, input: Input<Op>): Promise<void> =>
    parts.api.call(op, input, { keepalive: true }).then(refuseUnsuccessful, refuseUnlessGone)

  return {
    markRead,
    markUnread,
    markAllRead,
    removeNotifications,
    clearNotifications,
    undoRemovals,
    keepHolding,
    holdOn,
    sendHeld,
  }
}

export type InboxChanges = ReturnType<typeof createInboxChanges>

export const inboxChanges = singleton((use) =>
  createInboxChanges({
    acts: use(acts),
    api: use(api),
    inbox: use(inbox),
    session: use(sessionState),
    toasts: use(toastQueue),
  }),
)

export const markRead: InboxChanges['markRead'] = (...given) => inboxChanges().markRead(...given)
export const markUnread: InboxChanges['markUnread'] = (...given) => inboxChanges().markUnread(...given)
export const markAllRead: InboxChanges['markAllRead'] = (...given) => inboxChanges().markAllRead(...given)
export const removeNotifications: InboxChanges['removeNotifications'] = (...given) =>
  inboxChanges().removeNotifications(...given)
export const clearNotifications: InboxChanges['clearNotifications'] = (...given) =>
  inboxChanges().clearNotifications(...given)
export const undoRemovals: InboxChanges['undoRemovals'] = (...given) => inboxChanges().undoRemovals(...given)
export const keepHolding: InboxChanges['keepHolding'] = (...given) => inboxChanges().keepHolding(...given)
export const holdOn: InboxChanges['holdOn'] = (...given) => inboxChanges().holdOn(...given)
export const sendHeld: InboxChanges['sendHeld'] = (...given) => inboxChanges().sendHeld(...given)

const inParts = async (ids: readonly string[], each: (some: string[]) => Promise<void>): Promise<void> => {
  for (let from = 0; from < ids.length; from += atOnce) await each(ids.slice(from, from + atOnce))
}

const changeBy = (removal: Removal): Change =>
  'until' in removal ? { kind: 'cleared', until: removal.until } : { kind: 'removed', ids: [...removal.ids] }

const lessOf = <T>(all: readonly T[], some: readonly T[]): T[] => all.filter((one) => !some.includes(one))

const refuseUnsuccessful = (answer: Output<Operation>) => {
  if (typeof answer === 'object' && answer !== null && 'success' in answer && answer.success === true) return
  throw new Error('the server says that it was not done')
}

// Somebody was here before, in another tab perhaps.
const refuseUnlessGone = (error: unknown) => {
  if (!isStatus(error, 404)) throw error
}
