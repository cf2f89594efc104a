// One notification in full, beside the centre: all of what it says, where it leads, and what became of it.
import * as notifications from '@gatehouse/contract/messages/notifications'
import type { Notification } from '@gatehouse/contract/messages/notifications'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { To } from 'react-router'
import { announce } from '../../kit/hands/announce.ts'
import { queryOf } from '../../kit/data/queries.ts'
import { useSession } from '../../kit/session/session-state.ts'
import { exactTime, useTimeZone } from '../../kit/time.ts'
import { Fact, Facts } from '../../ui/primitives/facts.tsx'
import { AnswerSheet } from '../../ui/sheets/answer-sheet.tsx'
import { SideSheet, useCloseSheet } from '../../ui/sheets/side-sheet.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { act } from './acts.ts'
import { markRead, markUnread, removeNotifications } from './inbox-changes.ts'
import { kindWords, priorityWords, typeStates, typeWords } from './notification-words.ts'
import { Receipts } from './receipts.tsx'
import { Ways } from './ways.tsx'

interface NotificationSheetProps {
  readonly id: string
  /** Where it is in the list that is behind. */
  readonly known: Notification | undefined
  readonly closed: To
}

export const NotificationSheet = ({ id, known, closed }: NotificationSheetProps) => {
  const query = useQuery({ ...queryOf(notifications.byId, { id }), enabled: known === undefined })
  const item = known ?? query.data?.notification
  if (item) return <Whole item={item} closed={closed} />
  return (
    <AnswerSheet
      op={notifications.byId}
      query={query}
      title="Notification"
      rows={4}
      failed="The notification could not be loaded"
      gone={{
        title: 'This notification is not there',
        says: 'It may have been deleted since the link was made, or it was sent to somebody else.',
      }}
      closed={closed}
    >
      {() => null}
    </AnswerSheet>
  )
}

const Whole = ({ item, closed }: { readonly item: Notification; readonly closed: To }) => {
  const { viewing } = useSession()
  const timeZone = useTimeZone()
  const close = useCloseSheet(closed)
  const { id, kind, title, message, type, priority, timestamp, times, read, acknowledged } = item
  const open = useEffectEvent(() => {
    act('opened', id)
    void markRead([item])
  })
  useEffect(() => open(), [])
  const remove = () => {
    announce('Notification deleted. Control Z brings it back.')
    close()
    removeNotifications([item])
  }
  return (
    <SideSheet
      title={title}
      subtitle={<StatusWord {...priorityWords[priority]} />}
      closed={closed}
      foot={
        viewing ? undefined : (
          <>
            <Button color="error" onClick={remove}>
              Delete
            </Button>
            <Button variant="outlined" onClick={() => void (read ? markUnread([item]) : markRead([item]))}>
              {read ? 'Mark as unread' : 'Mark as read'}
            </Button>
          </>
        )
      }
    >
      <div className="grid grid-cols-1 gap-4">
        <p className="wrap-anywhere whitespace-pre-line">{message}</p>
        <div className="flex flex-wrap items-center gap-3 empty:hidden">
          <Ways item={item} />
        </div>
        <Facts>
          <Fact label="Received">
            <time dateTime={timestamp}>{exactTime(timestamp, timeZone)}</time>
          </Fact>
          <Fact label="Kind">
            <StatusWord state={typeStates[type]} word={typeWords[type]} />
          </Fact>
          <Fact label="About">{kindWords(kind)}</Fact>
          <Fact label="State">{read ? 'Read' : 'Unread'}</Fact>
          {times !== undefined && <Fact label="Repeated">{times} times</Fact>}
          {acknowledged && (
            <Fact label="Acknowledged">
              by {acknowledged.by}, <time dateTime={acknowledged.at}>{exactTime(acknowledged.at, timeZone)}</time>
            </Fact>
          )}
        </Facts>
        <Receipts id={id} />
      </div>
    </SideSheet>
  )
}
