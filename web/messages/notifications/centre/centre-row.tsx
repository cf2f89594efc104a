// One notification in the centre: chosen by its check box, opened by the rest of it.
import type { Notification } from '@gatehouse/contract/messages/notifications'
import Checkbox from '@mui/material/Checkbox'
import { memo, useRef } from 'react'
import { Link, type To } from 'react-router'
import { opensSheet } from '../../../ui/sheets/sheet-link.ts'
import { StatusWord } from '../../../ui/primitives/status-word.tsx'
import { Icon } from '../../../ui/primitives/icon.tsx'
import { When } from '../../../ui/time/when.tsx'
import styles from './centre.module.css'
import { priorityWords, typeStates, typeWords } from '../notification-words.ts'
import { useSeen } from '../use-seen.ts'

interface CentreRowProps {
  readonly item: Notification
  readonly to: To
  readonly chosen: boolean
  /** Seen through another's eyes: it stays as it is. */
  readonly readOnly: boolean
  readonly onChoose: (id: string, chosen: boolean, upTo: boolean) => void
}

export const CentreRow = memo(({ item, to, chosen, readOnly, onChoose }: CentreRowProps) => {
  const { id, title, message, type, priority, timestamp, read } = item
  const row = useRef<HTMLLIElement>(null)
  useSeen(row, id)
  return (
    <li
      ref={row}
      className={styles.row}
      data-unread={!read || undefined}
      data-chosen={chosen || undefined}
      data-id={id}
    >
      {!readOnly && (
        <Checkbox
          checked={chosen}
          className={styles.tick ?? ''}
          onChange={({ target, nativeEvent }) =>
            onChoose(id, target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
          }
          slotProps={{ input: { 'aria-label': `Choose: ${title}` } }}
        />
      )}
      <Link to={to} state={opensSheet} className={styles.open}>
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
          <span className={styles.message}>{message}</span>
          <span className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
            <When at={timestamp} />
            <StatusWord {...priorityWords[priority]} />
          </span>
        </span>
      </Link>
    </li>
  )
})
