// How somebody hears of news while they look at something else: a toast as loud as its priority, and never a pile.
import type { Notification, Priority } from '@gatehouse/contract/messages/notifications'
import { singleton } from '../../kit/application.ts'
import { type ToastQueue, toastQueue } from '../../ui/feedback/toast.ts'
import { type Acts, acts } from './acts.ts'

const toastedAtOnce = 3

/** How loud a toast is, by priority. */
export const toneOf: Readonly<Record<Priority, 'info' | 'warning' | 'error'>> = {
  low: 'info',
  medium: 'warning',
  high: 'error',
}

interface NewsParts {
  /** Heard whether or not somebody looks. */
  readonly sound: (id: string) => Promise<void>
  readonly acts: Pick<Acts, 'actSeen'>
  readonly toasts: Pick<ToastQueue, 'add'>
}

export interface News {
  /** Newest first. Only where somebody looks, and each once. */
  readonly show: (items: readonly Notification[]) => void
}

export const createNews = ({ toasts, sound, ...parts }: NewsParts): News => {
  const shown = new Set<string>()
  return {
    show: (items) => {
      const unshown = items.filter(({ id }) => !shown.has(id))
      for (const { id } of unshown) shown.add(id)
      // One for all that comes at once.
      const alarming = unshown.findLast(({ priority }) => priority === 'high')
      if (alarming) void sound(alarming.id)
      if (document.visibilityState !== 'visible') return
      if (unshown.length > toastedAtOnce) return toasts.add(loudest(unshown), `${unshown.length} new notifications`)
      for (const { id, title, priority } of unshown.toReversed()) {
        toasts.add(toneOf[priority], title)
        parts.acts.actSeen(id)
      }
    },
  }
}

export const news = singleton((use) => createNews({ acts: use(acts), sound: soundAlarm, toasts: use(toastQueue) }))

// Fetched once there is something to be heard; where it cannot be, the toast is there all the same.
const soundAlarm = (id: string): Promise<void> =>
  import('../../kit/sound/alarm.ts').then(({ alarm }) => alarm().sound(id)).catch(() => undefined)

const loudest = (items: readonly Notification[]) => {
  const has = (priority: Priority) => items.some((one) => one.priority === priority)
  return has('high') ? 'error' : has('medium') ? 'warning' : 'info'
}
