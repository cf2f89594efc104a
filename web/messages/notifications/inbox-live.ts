// What the server says of one's notifications as it happens: new ones, and what was done with them in other browsers.
import type { Notification } from '@gatehouse/contract/messages/notifications'
import type { InboxChange, Notified } from '@gatehouse/contract/realtime'
import { announce } from '../../kit/hands/announce.ts'
import { singleton } from '../../kit/application.ts'
import { type InboxLife, inbox } from './inbox.ts'
import { after } from './inbox-state.ts'
import { type News, news } from './news.ts'

// What comes together is told of together.
const togetherMs = 250
// As long as what was counted may be older than what is done here.
const settlesInMs = 500

interface InboxLiveParts {
  readonly announce: (text: string) => void
  readonly inbox: InboxLife
  readonly news: News
}

export const createInboxLive = (parts: InboxLiveParts) => {
  let arrived: Notification[] = []
  let isCaughtUp = false
  let notifying: ReturnType<typeof setTimeout> | undefined
  let counting: ReturnType<typeof setTimeout> | undefined

  const receiveDelivered = (delivered: Notified): void => {
    if (!parts.inbox.applyDelivered(delivered)) return
    arrived.push(delivered)
    notifying ??= setTimeout(shareNews, togetherMs)
  }

  /** All that was missed has come. */
  const receiveCaughtUp = (seq: number, unreadCount: number): void => {
    // Others than are here: what is shown is looked at again too.
    const { items, unread } = parts.inbox.knownInbox()
    parts.inbox.takeNumber(seq, isCaughtUp)
    isCaughtUp = true
    receiveCount(unreadCount)
    if (items !== null && unread !== unreadCount && !parts.inbox.isSending()) void parts.inbox.askNewest()
  }

  const receiveInboxChange = ({ change: done, unreadCount }: InboxChange): void => {
    if (done.kind === 'restored') askRestored()
    else parts.inbox.changeElsewhere(after(parts.inbox.knownInbox(), done), done)
    receiveCount(unreadCount)
  }

  const askRestored = () => {
    const known = parts.inbox.knownInbox()
    parts.inbox.doubt()
    parts.inbox.changeElsewhere(known, { kind: 'more' })
    if (known.items !== null) void parts.inbox.askNewest()
  }

  /** Somebody else is here: nothing of what was about to be told is. */
  const forgetNews = (): void => {
    clearTimeout(notifying)
    clearTimeout(counting)
    notifying = undefined
    isCaughtUp = false
    arrived = []
  }

  // What the server counted while something was under way here may not know of it.
  const receiveCount = (unreadCount: number) => {
    clearTimeout(counting)
    if (parts.inbox.isSending()) counting = setTimeout(() => receiveCount(unreadCount), settlesInMs)
    else if (parts.inbox.inboxHolder() !== null)
      parts.inbox.change({ ...parts.inbox.knownInbox(), unread: Math.max(0, unreadCount) }, { kind: 'told' })
  }

  const shareNews = () => {
    notifying = undefined
    const unread = arrived.filter(({ read }) => !read).toReversed()
    arrived = []
    if (unread.length === 0) return
    parts.news.show(unread)
    const [newest] = unread
    parts.announce(
      unread.length === 1 && newest ? `New notification: ${newest.title}` : `${unread.length} new notifications`,
    )
  }

  return { receiveDelivered, receiveCaughtUp, receiveInboxChange, forgetNews }
}

export type InboxLive = ReturnType<typeof createInboxLive>

export const inboxLive = singleton((use) => createInboxLive({ announce, inbox: use(inbox), news: use(news) }))
