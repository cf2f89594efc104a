// One notification: opened and closed by a click, which also reads it; swiped away to either side.
import type { Notification } from '@gatehouse/contract/messages/notifications'
import { useId, useRef, useState } from 'react'
import { exactTime, useTimeZone, useWhen } from '../../kit/time.ts'
import { useSwipe } from '../../kit/hands/use-swipe.ts'
import { Icon } from '../../ui/primitives/icon.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { act } from './acts.ts'
import styles from './notifications.module.css'
import { typeStates, typeWords } from './notification-words.ts'
import { useSeen } from './use-seen.ts'
import { Ways } from './ways.tsx'

interface NotificationRowProps {
  readonly item: Notification
  /** Seen through another's eyes: it stays as it is. */
  readonly readOnly: boolean
  readonly onRead: (item: Notification) => void
  readonly onRemove: (item: Notification, row: HTMLElement | null) => void
  readonly onLeave: () => void
}

export const NotificationRow = ({ item, readOnly, onRead, onRemove, onLeave }: NotificationRowProps) => {
  const { id, title, message, type, priority, timestamp, read } = item
  const [open, setOpen] = useState(false)
  const details = useId()
  const row = useRef<HTMLLIElement>(null)
  const drawn = useRef<HTMLDivElement>(null)
  const toggler = useRef<HTMLButtonElement>(null)
  useSeen(row, id)
  const remove = () => onRemove(item, row.current)
  const swipe = useSwipe('sideways', drawn, readOnly ? () => {} : remove)
  const toggle = () => {
    if (!open) act('opened', id)
    setOpen(!open)
    if (!read) onRead(item)
  }
  // The button goes with what it is for.
  const markRead = () => {
    toggler.current?.focus()
    onRead(item)
  }
  return (
    <li
      ref={row}
      className="relative border-b border-b-line [background:color-mix(in_srgb,var(--state-critical)_12%,var(--surface))] last:border-b-0"
    >
      <div ref={drawn} className={styles.drawn} data-unread={!read || undefined} {...swipe}>
        <button
          ref={toggler}
          type="button"
          className={styles.toggle}
          aria-expanded={open}
          aria-controls={details}
          onClick={toggle}
        >
          <span
            className="data-[state=critical]:text-critical data-[state=information]:text-information data-[state=normal]:text-normal data-[state=warning]:text-warning"
            data-state={typeStates[type]}
          >
            <Icon name={typeStates[type]} size="medium" />
            <span className="visually-hidden">{typeWords[type]}: </span>
          </span>
          <span className="grid gap-1 wrap-anywhere">
            <span className={styles.title}>
              {title}
              {!read && <span className="visually-hidden"> (unread)</span>}
            </span>
            <span className={styles.message} data-open={open || undefined}>
              {message}
            </span>
            <span className="flex flex-wrap gap-x-3 gap-y-1 text-sm text-muted">
              <Notified at={timestamp} exactly={open} />
              {priority === 'high' && <StatusWord state="high" word="High priority" />}
            </span>
          </span>
        </button>
        {!readOnly && (
          <span className={styles.tools}>
            <button type="button" aria-label={`Dismiss: ${title}`} onClick={remove}>
              <Icon name="close" />
            </button>
            {!read && (
              <button type="button" aria-label={`Mark as read: ${title}`} onClick={markRead}>
                <Icon name="check" />
              </button>
            )}
          </span>
        )}
        <div
          id={details}
          className="col-span-full flex flex-wrap items-center gap-3 pr-4 pb-3 pl-[calc(var(--space-4)_+_1.25rem_+_var(--space-3))] empty:hidden [&[hidden]]:hidden"
          hidden={!open}
        >
          {open && <Ways item={item} onLeave={onLeave} />}
        </div>
      </div>
    </li>
  )
}

const Notified = ({ at, exactly }: { readonly at: string; readonly exactly: boolean }) => {
  const timeZone = useTimeZone()
  const when = useWhen(at)
  return <time dateTime={at}>{exactly ? exactTime(at, timeZone) : when}</time>
}
