// One notification in the centre: chosen by its check box, opened by the rest of it.
import type { Notification } from '@gatehouse/contract/messages/notifications'
import Checkbox from '@mui/material/Checkbox'
import { memo, useRef } from 'react'
import { Link, type To } from 'react-router'
import { opensSheet } from '../../../ui/sheets/sheet-link.ts'
import { StatusWord } from '../../../ui/primitives/status-word.tsx'
import { When } from '../../../ui/time/when.tsx'
import { NotificationText } from '../notification-text.tsx'
import { priorityWords } from '../notification-words.ts'
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
  const { id, title, priority, timestamp, read } = item
  const row = useRef<HTMLLIElement>(null)
  useSeen(row, id)
  return (
    <li
      ref={row}
      className={`grid grid-cols-[auto_minmax(0,1fr)] [content-visibility:auto] [contain-intrinsic-block-size:auto_95px] not-first:border-t not-first:border-t-line last:border-b last:border-b-line ${chosen ? grounds.chosen : read ? '' : grounds.unread}`}
      data-unread={!read || undefined}
      data-chosen={chosen || undefined}
      data-id={id}
    >
      {!readOnly && (
        <Checkbox
          checked={chosen}
          className="mt-1 ml-2 self-start pointer-coarse:m-0 pointer-coarse:min-h-touch pointer-coarse:min-w-touch"
          onChange={({ target, nativeEvent }) =>
            onChoose(id, target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
          }
          slotProps={{ input: { 'aria-label': `Choose: ${title}` } }}
        />
      )}
      <Link
        to={to}
        state={opensSheet}
        className="grid grid-cols-[auto_minmax(0,1fr)] gap-3 py-3 pr-4 pl-2 text-inherit no-underline only:col-span-full only:pl-4 hover:bg-[color-mix(in_srgb,var(--text)_4%,transparent)] focus-visible:-outline-offset-2"
      >
        <NotificationText item={item}>
          <When at={timestamp} />
          <StatusWord {...priorityWords[priority]} />
        </NotificationText>
      </Link>
    </li>
  )
})

const grounds = {
  unread: 'bg-[color-mix(in_srgb,var(--primary)_7%,var(--surface))]',
  chosen: 'bg-[color-mix(in_srgb,var(--primary)_16%,var(--surface))]',
}
