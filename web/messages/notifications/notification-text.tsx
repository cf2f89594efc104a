// What a notification says in a row, the same below the bell and in the centre.
import type { Notification } from '@gatehouse/contract/messages/notifications'
import type { ReactNode } from 'react'
import { Icon } from '../../ui/primitives/icon.tsx'
import { When } from '../../ui/time/when.tsx'
import { typeStates, typeWords } from './notification-words.ts'

interface NotificationTextProps {
  readonly item: Notification
  /** All of its message is shown. */
  readonly open?: boolean
  /** When it came, and how pressing it is. */
  readonly children: ReactNode
}

export const NotificationText = ({ item, open = false, children }: NotificationTextProps) => {
  const { type, title, message, read, times, acknowledged } = item
  return (
    <>
      <span className="text-state" data-state={typeStates[type]}>
        <Icon name={typeStates[type]} size="medium" />
        <span className="visually-hidden">{typeWords[type]}: </span>
      </span>
      <span className="grid gap-1 wrap-anywhere">
        <span className={read ? 'font-medium' : 'font-[650]'}>
          {title}
          {!read && <span className="visually-hidden"> (unread)</span>}
        </span>
        <span className={`text-muted ${open ? 'whitespace-pre-line' : 'line-clamp-2'}`} data-open={open || undefined}>
          {message}
        </span>
        <span className="flex flex-wrap gap-x-3 gap-y-1 text-sm text-muted">
          {times !== undefined && <span>{times} times, last</span>}
          {children}
          {acknowledged && (
            <span>
              Acknowledged by {acknowledged.by}, <When at={acknowledged.at} />
            </span>
          )}
        </span>
      </span>
    </>
  )
}
