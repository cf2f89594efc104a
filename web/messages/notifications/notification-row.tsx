// One notification: opened and closed by a click, which also reads it; swiped away to either side.
import type { Notification } from '@gatehouse/contract/messages/notifications'
import { useId, useRef, useState } from 'react'
import { exactTime, useTimeZone, useWhen } from '../../kit/time.ts'
import { useSwipe } from '../../kit/hands/use-swipe.ts'
import { Icon } from '../../ui/primitives/icon.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { act } from './acts.ts'
import styles from './notifications.module.css'
import { NotificationText } from './notification-text.tsx'
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
  const { id, title, priority, timestamp, read } = item
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
          className="grid cursor-pointer grid-cols-[auto_minmax(0,1fr)] gap-3 border-0 bg-transparent py-3 pr-0 pl-4 text-start text-inherit focus-visible:-outline-offset-2"
          aria-expanded={open}
          aria-controls={details}
          onClick={toggle}
        >
          <NotificationText item={item} open={open}>
            <Notified at={timestamp} exactly={open} />
            {priority === 'high' && <StatusWord state="high" word="High priority" />}
          </NotificationText>
        </button>
        {!readOnly && (
          <span className="grid content-start pt-2 pr-2 pointer-coarse:pt-0">
            <button type="button" className={tool} aria-label={`Dismiss: ${title}`} onClick={remove}>
              <Icon name="close" />
            </button>
            {!read && (
              <button type="button" className={tool} aria-label={`Mark as read: ${title}`} onClick={markRead}>
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

const tool =
  'grid h-[32px] w-[32px] cursor-pointer place-items-center rounded-[50%] border-0 bg-transparent p-0 text-muted hover:bg-sunken pointer-coarse:h-touch pointer-coarse:w-touch'

const Notified = ({ at, exactly }: { readonly at: string; readonly exactly: boolean }) => {
  const timeZone = useTimeZone()
  const when = useWhen(at)
  return <time dateTime={at}>{exactly ? exactTime(at, timeZone) : when}</time>
}
