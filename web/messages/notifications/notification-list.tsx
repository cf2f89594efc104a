// The notifications of the panel, as many as one scrolls to, and the states of the list beside them.
import { messages } from '@gatehouse/contract/messages/notifications'
import Button from '@mui/material/Button'
import type { Notification } from '@gatehouse/contract/messages/notifications'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { announce } from '../../kit/hands/announce.ts'
import { useSession } from '../../kit/session/session-state.ts'
import { Icon } from '../../ui/primitives/icon.tsx'
import { Failed, SkeletonRows } from '../../ui/feedback/states.tsx'
import { useOnScreen } from '../../ui/use-on-screen.ts'
import { askNewest, askOlder, type InboxView } from './inbox.ts'
import { markRead, removeNotifications } from './inbox-changes.ts'
import { NotificationRow } from './notification-row.tsx'
import { emptyWords, type Filter, shownOf } from './shown.ts'
import { useArrivals } from './use-arrivals.ts'
import { WaitingChip } from './waiting-chip.tsx'

interface NotificationListProps {
  readonly filter: Filter
  readonly inbox: InboxView
  /** For whoever has pressed what is no longer there. */
  readonly focusTitle: () => void
  /** Following a link of one leaves the panel. */
  readonly onLeave: () => void
}

export const NotificationList = ({ inbox, focusTitle, ...rest }: NotificationListProps) => {
  const { items, failed } = inbox
  if (items !== null) return <Items items={items} inbox={inbox} focusTitle={focusTitle} {...rest} />
  const again = () => {
    focusTitle()
    void askNewest()
  }
  return failed ? (
    <Failed what={messages.fetchFailed} error={failed.error} onRetry={again} />
  ) : (
    <div aria-busy="true" className="p-4">
      <output className="visually-hidden">Loading notifications</output>
      <SkeletonRows rows={5} className="grid gap-3 [&>*]:min-h-[64px]" />
    </div>
  )
}

interface ItemsProps extends NotificationListProps {
  readonly items: readonly Notification[]
}

const Items = ({ items, filter, inbox: { failed, complete, unread }, onLeave }: ItemsProps) => {
  const { permissions, viewing } = useSession()
  const [retained, setStored] = useState<ReadonlySet<string>>(new Set())
  const body = useRef<HTMLElement>(null)
  const passing = shownOf(items, filter, permissions, retained)
  const { shown, waiting, show, reading } = useArrivals(passing)
  const found = passing.filter(({ read }) => !read).length
  const isAll = complete || (filter === 'unread' && found >= unread)
  const read = (item: Notification) => {
    setStored(new Set([...retained, item.id]))
    void markRead([item])
  }
  const remove = (item: Notification, row: HTMLElement | null) => {
    focusBeside(row)
    announce('Notification deleted. Control Z brings it back.')
    removeNotifications([item])
  }
  const toTop = () => {
    show()
    body.current?.focus()
    body.current?.scrollTo({ top: 0 })
  }
  return (
    <section
      ref={body}
      className="min-h-0 flex-1 [overflow:hidden_auto] [overscroll-behavior:contain] focus-visible:-outline-offset-2"
      // A region that scrolls must be reachable by keyboard, also when nothing in it is.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-label={filter === 'unread' ? 'Unread' : 'All'}
      {...reading}
    >
      <WaitingChip waiting={waiting} onShow={toTop} />
      {failed?.what === 'newest' && <Refetch />}
      {shown.length > 0 && (
        <ul>
          {shown.map((item) => (
            <NotificationRow
              key={item.id}
              item={item}
              readOnly={viewing}
              onRead={read}
              onRemove={remove}
              onLeave={onLeave}
            />
          ))}
        </ul>
      )}
      {isAll ? (
        shown.length === 0 && <Nothing words={emptyWords[filter]} />
      ) : (
        <Older failed={failed?.what === 'older'} />
      )}
    </section>
  )
}

const Nothing = ({ words }: { readonly words: string }) => (
  <output className="grid justify-items-center gap-3 px-5 pt-10 pb-12 font-[550] text-muted">
    <Icon name="bell" size="large" />
    <span>{words}</span>
  </output>
)

const Refetch = () => (
  <div
    role="alert"
    className="flex items-center gap-2 border-b border-b-line pt-2 pr-2 pb-2 pl-4 text-stale [&_span]:flex-1"
  >
    <Icon name="stale" /> <span>{messages.fetchFailed}</span>
    <Button size="small" onClick={(event) => retry(event, askNewest)}>
      Retry
    </Button>
  </div>
)

// What comes next is asked for before its place is reached.
const Older = ({ failed }: { readonly failed: boolean }) => {
  const end = useRef<HTMLDivElement>(null)
  const near = useOnScreen(end)
  useEffect(() => {
    if (near && !failed) void askOlder()
  })
  return (
    <div ref={end} className="px-4 py-3 text-muted">
      {failed ? (
        <p role="alert">
          {messages.fetchFailed}{' '}
          <Button size="small" onClick={(event) => retry(event, askOlder)}>
            Retry
          </Button>
        </p>
      ) : (
        <SkeletonRows rows={1} className="grid gap-3 [&>*]:min-h-[64px]" />
      )}
    </div>
  )
}

// The button goes with the failure that it is about.
const retry = ({ currentTarget }: MouseEvent<HTMLElement>, ask: () => Promise<void>) => {
  currentTarget.closest('section')?.focus()
  void ask()
}

// Whoever deletes one by keyboard goes on with its neighbour, or with the list.
const focusBeside = (row: HTMLElement | null) => {
  if (!row?.contains(document.activeElement)) return
  const neighbour = row.nextElementSibling ?? row.previousElementSibling
  const next = neighbour?.querySelector<HTMLElement>('button[aria-expanded]') ?? row.closest('section')
  next?.focus()
}
