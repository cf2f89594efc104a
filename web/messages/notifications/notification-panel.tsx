// The panel below the bell: what happened that concerns one. A sheet from below on a phone.
import { list } from '@gatehouse/contract/messages/notifications'
import Popover from '@mui/material/Popover'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { announce } from '../../kit/hands/announce.ts'
import { useMissing } from '../../kit/can.tsx'
import { useSession } from '../../kit/session/session-state.ts'
import { Icon } from '../../ui/primitives/icon.tsx'
import { PlainButton } from '../../ui/primitives/plain-button.tsx'
import { RoundButton } from '../../ui/primitives/round-button.tsx'
import { NoPermission } from '../../ui/feedback/states.tsx'
import { Link } from '../../kit/place.tsx'
import { CutOff } from './cut-off.tsx'
import { HeldNotice } from './held-notice.tsx'
import { openInbox, useInbox } from './inbox.ts'
import { clearNotifications, markAllRead, endUndo, undoRemovals } from './inbox-changes.ts'
import { NotificationList } from './notification-list.tsx'
import styles from './notifications.module.css'
import { ShowChoice } from './show-choice.tsx'
import type { Filter } from './shown.ts'

interface NotificationPanelProps {
  readonly anchor: HTMLElement
  readonly onClose: () => void
}

export const NotificationPanel = ({ anchor, onClose }: NotificationPanelProps) => {
  const heading = useId()
  const phone = useMediaQuery((theme) => theme.breakpoints.down('sm'))
  return (
    <Popover
      open
      onClose={onClose}
      anchorEl={anchor}
      // In the bar: what is said aloud elsewhere in the document can be heard while this is open.
      container={anchor.parentElement}
      anchorReference={phone ? 'none' : 'anchorEl'}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{
        paper: { role: 'dialog', 'aria-modal': true, 'aria-labelledby': heading, className: styles.panel ?? '' },
      }}
    >
      <Panel heading={heading} onClose={onClose} />
    </Popover>
  )
}

const Panel = ({ heading, onClose }: { readonly heading: string; readonly onClose: () => void }) => {
  const missing = useMissing(list)
  const inbox = useInbox()
  const { viewing } = useSession()
  const [filter, setFilter] = useState<Filter>('all')
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    openInbox()
    return endUndo
  }, [])
  const focusTitle = () => title.current?.focus()
  const clear = () => {
    announce('Notifications cleared. Control Z brings them back.')
    focusTitle()
    clearNotifications()
  }
  const readAll = () => {
    announce('All notifications marked as read')
    focusTitle()
    void markAllRead()
  }
  const undo = () => {
    announce('What was deleted is back')
    focusTitle()
    undoRemovals()
  }
  const press = (event: KeyboardEvent) => {
    if (inbox.held.length === 0 || event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    undo()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the key of a button that is in it
    <div className="flex min-h-0 flex-col" onKeyDown={press}>
      <div className="flex items-center gap-2 pt-3 pr-2 pb-2 pl-4 [&_h2]:flex-1 [&_h2]:[outline:none]">
        <h2 id={heading} ref={title} tabIndex={-1}>
          Notifications
        </h2>
        {(inbox.items?.length ?? 0) > 0 && !viewing && (
          <PlainButton bare onClick={clear}>
            Clear all
          </PlainButton>
        )}
        <RoundButton name="Close notifications" onClick={onClose}>
          <Icon name="close" size="medium" />
        </RoundButton>
      </div>
      {missing.length > 0 ? (
        <NoPermission missing={missing} />
      ) : (
        <>
          <ShowChoice
            offered={['all', 'unread']}
            chosen={filter}
            unread={inbox.unread}
            className="border-b border-b-line px-4 pt-0 pb-3"
            size="min-h-[32px] px-3"
            onChoose={setFilter}
          >
            {inbox.unread > 0 && !viewing && (
              <span className="ms-auto">
                <PlainButton bare onClick={readAll}>
                  Mark all as read
                </PlainButton>
              </span>
            )}
          </ShowChoice>
          <CutOff focus={focusTitle} />
          <NotificationList key={filter} filter={filter} inbox={inbox} focusTitle={focusTitle} onLeave={onClose} />
          {inbox.held.length > 0 && <HeldNotice held={inbox.held} onUndo={undo} />}
          <Link
            to="/notifications"
            className="grid min-h-[40px] place-items-center border-t border-t-line font-semibold no-underline focus-visible:-outline-offset-2 pointer-coarse:min-h-touch"
            onClick={onClose}
          >
            See all
          </Link>
        </>
      )}
    </div>
  )
}
