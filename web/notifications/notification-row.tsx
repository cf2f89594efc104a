// One notification: opened and closed by a click, which also reads it; swiped away to either side.
import type { Notification } from '@gatehouse/contract/notifications'
import { useId, useRef, useState } from 'react'
import { Link } from '../kit/place.tsx'
import { exactTime, useTimeZone, useWhen } from '../kit/time.ts'
import { useSwipe } from '../kit/use-swipe.ts'
import { Icon } from '../ui/icon.tsx'
import { StatusWord } from '../ui/status-word.tsx'
import type { State } from '../ui/tokens.ts'
import styles from './notifications.module.css'
import { linkOf } from './shown.ts'

interface NotificationRowProps {
  readonly item: Notification
  /** Seen through another's eyes: it stays as it is. */
  readonly readOnly: boolean
  readonly onRead: (id: string) => void
  readonly onRemove: (id: string, row: HTMLElement | null) => void
  readonly onLeave: () => void
}

export const NotificationRow = ({ item, readOnly, onRead, onRemove, onLeave }: NotificationRowProps) => {
  const { id, title, message, type, priority, timestamp, read } = item
  const [open, setOpen] = useState(false)
  const details = useId()
  const row = useRef<HTMLLIElement>(null)
  const drawn = useRef<HTMLDivElement>(null)
  const toggler = useRef<HTMLButtonElement>(null)
  const remove = () => onRemove(id, row.current)
  const swipe = useSwipe('sideways', drawn, readOnly ? () => {} : remove)
  const toggle = () => {
    setOpen(!open)
    if (!read) onRead(id)
  }
  // The button goes with what it is for.
  const markRead = () => {
    toggler.current?.focus()
    onRead(id)
  }
  return (
    <li ref={row} className={styles.row}>
      <div ref={drawn} className={styles.drawn} data-unread={!read || undefined} {...swipe}>
        <button
          ref={toggler}
          type="button"
          className={styles.toggle}
          aria-expanded={open}
          aria-controls={details}
          onClick={toggle}
        >
          <span className={styles.type} data-state={stateOf[type]}>
            <Icon name={stateOf[type]} size="medium" />
            <span className="visually-hidden">{words[type]}: </span>
          </span>
          <span className={styles.words}>
            <span className={styles.title}>
              {title}
              {!read && <span className="visually-hidden"> (unread)</span>}
            </span>
            <span className={styles.message} data-open={open || undefined}>
              {message}
            </span>
            <span className={styles.foot}>
              <Told at={timestamp} exactly={open} />
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
        <div id={details} className={styles.details} hidden={!open}>
          {open && <Ways item={item} onLeave={onLeave} />}
        </div>
      </div>
    </li>
  )
}

const Told = ({ at, exactly }: { readonly at: string; readonly exactly: boolean }) => {
  const timeZone = useTimeZone()
  const when = useWhen(at)
  return <time dateTime={at}>{exactly ? exactTime(at, timeZone) : when}</time>
}

const Ways = ({ item: { action, path, metadata }, onLeave }: { item: Notification; onLeave: () => void }) => {
  const page = path === undefined ? null : linkOf(path)
  const link = metadata ? linkOf(metadata.url) : null
  return (
    <>
      {action && page?.ours && (
        <Link to={page.to} className={styles.action} onClick={onLeave}>
          {action}
        </Link>
      )}
      {metadata && link?.ours && (
        <Link to={link.to} onClick={onLeave}>
          {metadata.linkText}
        </Link>
      )}
      {metadata && link && !link.ours && (
        <a href={link.to} target="_blank" rel="noreferrer">
          {metadata.linkText}
        </a>
      )}
    </>
  )
}

const stateOf = {
  success: 'normal',
  error: 'critical',
  warning: 'warning',
  info: 'information',
} as const satisfies Record<Notification['type'], State>

const words: Readonly<Record<Notification['type'], string>> = {
  success: 'Success',
  error: 'Error',
  warning: 'Warning',
  info: 'Information',
}
