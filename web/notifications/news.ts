// How somebody hears of news while they look at something else: a toast as loud as its priority, and never a pile.
import type { Notification, Priority } from '@gatehouse/contract/notifications'
import { toast } from '../ui/toast.ts'
import { actSeen } from './acts.ts'

const toastedAtOnce = 3

/** How loud a toast is, by priority. */
export const toneOf: Readonly<Record<Priority, 'info' | 'warning' | 'error'>> = {
  low: 'info',
  medium: 'warning',
  high: 'error',
}

/** Newest first. Only where somebody looks, and each once. */
export const tellNews = (news: readonly Notification[]): void => {
  const untold = news.filter(({ id }) => !told.has(id))
  for (const { id } of untold) told.add(id)
  if (document.visibilityState !== 'visible') return
  if (untold.length > toastedAtOnce) return toast(loudest(untold), `${untold.length} new notifications`)
  for (const { id, title, priority } of untold.toReversed()) {
    toast(toneOf[priority], title)
    actSeen(id)
  }
}

const told = new Set<string>()

const loudest = (news: readonly Notification[]) => {
  const has = (priority: Priority) => news.some((one) => one.priority === priority)
  return has('high') ? 'error' : has('medium') ? 'warning' : 'info'
}
