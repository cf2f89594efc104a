// What the server says of one's notifications as it happens: new ones, and what was done with them in other browsers.
import type { Notification } from '@gatehouse/contract/notifications'
import type { InboxChange, Told } from '@gatehouse/contract/realtime'
import { announce } from '../kit/announce.ts'
import {
  askNewest,
  change,
  changeElsewhere,
  inboxHolder,
  isTelling,
  knownInbox,
  takeNumber,
  takeTold,
} from './inbox.ts'
import { after } from './inbox-state.ts'
import { tellNews } from './news.ts'

// What comes together is told of together.
const togetherMs = 250
// As long as what was counted may be older than what is done here.
const settlesInMs = 500

let news: Notification[] = []
let isCaughtUp = false
let telling: ReturnType<typeof setTimeout> | undefined
let counting: ReturnType<typeof setTimeout> | undefined

export const hearTold = (told: Told): void => {
  if (!takeTold(told)) return
  news.push(told)
  telling ??= setTimeout(tellOfNews, togetherMs)
}

/** All that was missed has come. */
export const hearCaughtUp = (seq: number, unreadCount: number): void => {
  // Others than are here: what is shown is looked at again too.
  const { items, unread } = knownInbox()
  takeNumber(seq, isCaughtUp)
  isCaughtUp = true
  hearCount(unreadCount)
  if (items !== null && unread !== unreadCount && !isTelling()) void askNewest()
}

export const hearInboxChange = ({ change: done, unreadCount }: InboxChange): void => {
  changeElsewhere(after(knownInbox(), done), done)
  hearCount(unreadCount)
}

/** Somebody else is here: nothing of what was about to be told is. */
export const forgetNews = (): void => {
  clearTimeout(telling)
  clearTimeout(counting)
  telling = undefined
  isCaughtUp = false
  news = []
}

// What the server counted while something was under way here may not know of it.
const hearCount = (unreadCount: number) => {
  clearTimeout(counting)
  if (isTelling()) counting = setTimeout(() => hearCount(unreadCount), settlesInMs)
  else if (inboxHolder() !== null) change({ ...knownInbox(), unread: Math.max(0, unreadCount) }, { kind: 'told' })
}

const tellOfNews = () => {
  telling = undefined
  const unread = news.filter(({ read }) => !read).toReversed()
  news = []
  if (unread.length === 0) return
  tellNews(unread)
  const [newest] = unread
  announce(unread.length === 1 && newest ? `New notification: ${newest.title}` : `${unread.length} new notifications`)
}
