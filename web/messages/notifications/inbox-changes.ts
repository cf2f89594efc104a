// What one does with notifications: shown at once, and taken back where the server refuses. What is deleted is deleted at
// the server at once too, and an undo restores it there.
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
import {
  allOf,
  allRead,
  asRead,
  byAge,
  type Change,
  type Removal,
  type Removed,
  removedFrom,
  withRestored,
  without,
} from './inbox-state.ts'

// An undo is offered as long as a toast stays.
const heldForMs = 6_000
/** As many as one call may name. */
const atOnce = 500
// Whoever leaves the page does not wait for it.
const keepalive = { keepalive: true } as const
// There is no call for several.
const unreadAtOnce = 6

/** In the words of the specification's own messages, which has none for these. */
const messages = {
  unreadFailed: 'Failed to mark notification as unread',
  removeFailed: 'Failed to delete notification',
  restoreFailed: 'Failed to restore notification',
} as const

interface RemovalRequest {
  readonly removed: Removed
  readonly deletions: Promise<readonly string[]>
}

interface InboxChangesParts {
  readonly acts: Pick<Acts, 'act'>
  readonly api: Pick<Api, 'call'>
  readonly inbox: InboxLife
  readonly session: SessionState
  readonly toasts: Pick<ToastQueue, 'add'>
}

export const createInboxChanges = ({ session, toasts, ...parts }: InboxChangesParts) => {
  /** Read and unread again before the server has answered: what is asked for last holds. */
  const turnedInOrder = inOrder()
  let holding: ReturnType<typeof setTimeout> | undefined
  const requests = new Map<Removal, RemovalRequest>()
  const restoringNow = new Set<Promise<unknown>>()

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
    removeAll({ ids, unread: items.filter(({ read }) => !read).map(({ id }) => id) })
  }

  /** All that has been told by now, here or not. */
  const clearNotifications = (newest?: Notification): void => {
    const until = lastOf(newest)
    if (until !== null) removeAll({ until })
  }

  /** Restores all that an undo is offered for: here at once, and at the server. */
  const undoRemovals = (): void => {
    const { held } = parts.inbox.currentInbox()
    endUndo()
    for (const removal of held.toReversed()) void restore(removal)
  }

  /** The offer stays while somebody is about to take it. */
  const keepHolding = (): void => clearTimeout(holding)
  const holdOn = (): void => {
    clearTimeout(holding)
    if (parts.inbox.currentInbox().held.length > 0) holding = setTimeout(endUndo, heldForMs)
  }

  /** From now on nothing of what has been deleted can be restored here. */
  const endUndo = (): void => {
    clearTimeout(holding)
    const { held, removals } = parts.inbox.currentInbox()
    if (held.length > 0) parts.inbox.setRemovals(removals, [])
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
    if (read && ids.length === 1 && first !== undefined) return void (await ask(notifications.read, { id: first }))
    if (read) return inParts(ids, (some) => ask(notifications.readMany, { ids: some }))
    const left = [...ids]
    const work = async () => {
      for (let id = left.shift(); id !== undefined; id = left.shift()) await ask(notifications.unread, { id })
    }
    await Promise.all(Array.from({ length: unreadAtOnce }, work))
  }

  const removeAll = (removal: Removal): void => {
    const before = parts.inbox.currentInbox()
    parts.inbox.setRemovals([...before.removals, removal], [...before.held, removal], changeBy(removal))
    // What nobody can undo any more, or another person deleted here.
    for (const known of requests.keys()) if (!before.held.includes(known)) requests.delete(known)
    requests.set(removal, { removed: removedFrom(before, removal), deletions: send(removal) })
    holdOn()
  }

  /** Answers the deletions that restore it; none where it was refused. */
  const send = async (removal: Removal): Promise<readonly string[]> => {
    const deletions: string[] = []
    const isOver = () => {
      const { removals, held } = parts.inbox.currentInbox()
      const isUndone = !removals.includes(removal)
      parts.inbox.setRemovals(lessOf(removals, [removal]), held)
      return isUndone
    }
    const done = () => {
      if (!isOver()) parts.inbox.change(without(parts.inbox.knownInbox(), removal), changeBy(removal))
    }
    const takeBack = () => {
      isOver()
      const { removals, held } = parts.inbox.currentInbox()
      parts.inbox.setRemovals(removals, lessOf(held, [removal]))
      parts.inbox.change(parts.inbox.knownInbox(), { kind: 'more' })
    }
    const record = (answer: Output<typeof notifications.remove> | null) => {
      if (answer?.deletion !== undefined) deletions.push(answer.deletion)
    }
    const remove = async () => {
      // What is being restored and deleted again is deleted last.
      if (restoringNow.size > 0) await Promise.allSettled(restoringNow)
      if ('until' in removal) return record(await ask(notifications.clear, removal))
      const [first] = removal.ids
      if (removal.ids.length === 1 && first !== undefined) return record(await ask(notifications.remove, { id: first }))
      await inParts(removal.ids, async (ids) => record(await ask(notifications.removeMany, { ids })))
    }
    const failed = 'until' in removal ? notifications.messages.clearFailed : messages.removeFailed
    await request(remove, failed, done, takeBack)
    return deletions
  }

  const restore = async (removal: Removal): Promise<void> => {
    const sent = requests.get(removal)
    if (!sent) return
    const { removals, held } = parts.inbox.currentInbox()
    const isUnderWay = removals.includes(removal)
    const restoreAll = async () => {
      for (const deletion of await sent.deletions) await parts.api.call(notifications.restore, { deletion }, keepalive)
    }
    const done = () => parts.inbox.change(parts.inbox.knownInbox(), { kind: 'more' })
    const takeBack = () => parts.inbox.change(without(parts.inbox.knownInbox(), removal), changeBy(removal))
    const restoring = request(restoreAll, messages.restoreFailed, done, takeBack)
    restoringNow.add(restoring)
    const known = parts.inbox.knownInbox()
    const isHere = isUnderWay && sent.removed.items.every(({ id }) => known.items?.some((item) => item.id === id))
    if (isUnderWay) parts.inbox.setRemovals(lessOf(removals, [removal]), held, { kind: 'more' })
    // The event of the deletion may have come before its answer.
    if (!isHere) parts.inbox.change(withRestored(known, sent.removed), { kind: 'more' })
    await restoring
    restoringNow.delete(restoring)
  }

  /** Until when all that anybody has seen here was told; null: there is nothing. */
  const lastOf = (newest?: Notification): string | null => {
    const all = [...(parts.inbox.knownInbox().items ?? []), ...(newest ? [newest] : [])].sort(byAge)
    return allOf({ items: all })?.until ?? null
  }

  const request = async (
    notifying: () => Promise<unknown>,
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

  const ask = async <Op extends Operation>(op: Op, input: Input<Op>): Promise<Output<Op> | null> =>
    parts.api.call(op, input, keepalive).then(refuseUnsuccessful, refuseUnlessGone)

  return {
    markRead,
    markUnread,
    markAllRead,
    removeNotifications,
    clearNotifications,
    undoRemovals,
    keepHolding,
    holdOn,
    endUndo,
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
export const endUndo: InboxChanges['endUndo'] = (...given) => inboxChanges().endUndo(...given)

const inParts = async (ids: readonly string[], each: (some: string[]) => Promise<unknown>): Promise<void> => {
  for (let from = 0; from < ids.length; from += atOnce) await each(ids.slice(from, from + atOnce))
}

const changeBy = (removal: Removal): Change =>
  'until' in removal ? { kind: 'cleared', until: removal.until } : { kind: 'removed', ids: [...removal.ids] }

const lessOf = <T>(all: readonly T[], some: readonly T[]): T[] => all.filter((one) => !some.includes(one))

const refuseUnsuccessful = <Answer>(answer: Answer): Answer => {
  if (typeof answer === 'object' && answer !== null && 'success' in answer && answer.success === true) return answer
  throw new Error('the server says that it was not done')
}

// Somebody was here before, in another tab perhaps.
const refuseUnlessGone = (error: unknown): null => {
  if (!isStatus(error, 404)) throw error
  return null
}
