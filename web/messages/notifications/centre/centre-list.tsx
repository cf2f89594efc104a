// The rows of the centre, as many as one scrolls to: chosen one by one, in a row with Shift, or all.
import { messages, type Notification } from '@gatehouse/contract/messages/notifications'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react'
import type { To } from 'react-router'
import { announce } from '../../../kit/hands/announce.ts'
import { useSession } from '../../../kit/session/session-state.ts'
import { Icon } from '../../../ui/primitives/icon.tsx'
import { SkeletonRows } from '../../../ui/feedback/states.tsx'
import { useOnScreen } from '../../../ui/use-on-screen.ts'
import { between } from './centre-pages.ts'
import { CentreRow } from './centre-row.tsx'
import { markRead, markUnread, removeNotifications } from '../inbox-changes.ts'
import { useArrivals } from '../use-arrivals.ts'
import { WaitingChip } from '../waiting-chip.tsx'

interface CentreListProps {
  readonly items: readonly Notification[]
  readonly total: number
  readonly query: UseInfiniteQueryResult
  readonly to: (id: string) => To
}

export const CentreList = ({ items, total, query, to }: CentreListProps) => {
  const { viewing } = useSession()
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  const last = useRef<string | null>(null)
  const frame = useRef<HTMLElement>(null)
  const { shown, waiting, show, reading } = useArrivals(items)
  // What is gone is not chosen any more.
  const chosen = shown.filter(({ id }) => marked.has(id))

  const shownNow = useRef(shown)
  useEffect(() => {
    shownNow.current = shown
  })
  const choose = useCallback((id: string, isChosen: boolean, upTo: boolean) => {
    const ids = upTo ? between(shownNow.current, last.current, id) : [id]
    last.current = id
    setMarked((before) => {
      const next = new Set(before)
      for (const one of ids) {
        if (isChosen) next.add(one)
        else next.delete(one)
      }
      return next
    })
  }, [])
  const chooseNone = () => setMarked(new Set())
  const chooseAll = () => setMarked(new Set(shown.map(({ id }) => id)))
  const afterwards = (what: string) => {
    announce(`${countWords(chosen.length)} ${what}`)
    chooseNone()
    frame.current?.focus()
  }
  const remove = () => {
    removeNotifications(chosen)
    afterwards('deleted. Control Z brings them back.')
  }
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const moves = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (moves !== 0) {
      const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('li[data-id]')]
      const now = rows.findIndex((row) => row.contains(document.activeElement))
      const next = rows[now === -1 ? 0 : now + moves]
      if (!next) return
      const [here, there] = [rows[now]?.dataset['id'], next.dataset['id']]
      if (event.shiftKey && here !== undefined && there !== undefined && !viewing) {
        if (!marked.has(here)) choose(here, true, false)
        choose(there, true, true)
      }
      next.querySelector<HTMLElement>('input, a')?.focus()
    } else if (event.key === 'a' && (event.ctrlKey || event.metaKey) && !viewing) chooseAll()
    else if (event.key === 'Escape' && chosen.length > 0) chooseNone()
    else if (event.key === 'Delete' && chosen.length > 0) remove()
    else return
    event.preventDefault()
  }
  const toTop = () => {
    show()
    frame.current?.focus()
    frame.current?.scrollTo({ top: 0 })
  }
  return (
    <>
      {!viewing && (
        <div
          className="flex min-h-[48px] flex-wrap items-center gap-x-3 border-b border-b-line ps-2 pe-4"
          role="toolbar"
          aria-label="What to do with those that are chosen"
        >
          <label className="inline-flex cursor-pointer items-center pointer-coarse:min-h-touch pointer-coarse:[&>:first-child]:m-0 pointer-coarse:[&>:first-child]:min-h-touch pointer-coarse:[&>:first-child]:min-w-touch">
            <Checkbox
              checked={chosen.length > 0 && chosen.length === shown.length}
              indeterminate={chosen.length > 0 && chosen.length < shown.length}
              onChange={chosen.length === shown.length ? chooseNone : chooseAll}
            />
            <span>{chosen.length > 0 ? `${chosen.length} chosen` : 'Select all'}</span>
          </label>
          {chosen.length > 0 ? (
            <span className="ms-auto flex flex-wrap gap-2">
              <Button
                size="small"
                disabled={chosen.every(({ read }) => read)}
                onClick={() => {
                  void markRead(chosen)
                  afterwards('marked as read')
                }}
              >
                Mark as read
              </Button>
              <Button
                size="small"
                disabled={chosen.every(({ read }) => !read)}
                onClick={() => {
                  void markUnread(chosen)
                  afterwards('marked as unread')
                }}
              >
                Mark as unread
              </Button>
              <Button size="small" color="error" onClick={remove}>
                Delete
              </Button>
            </span>
          ) : (
            <span className="ms-auto text-muted tabular-nums">{countWords(total)}</span>
          )}
        </div>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of what is in it */}
      <section
        ref={frame}
        className="min-h-0 flex-1 [overflow:hidden_auto] [overflow-anchor:none] focus-visible:-outline-offset-2"
        // A region that scrolls must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label="Notifications"
        onKeyDown={press}
        {...reading}
      >
        <WaitingChip waiting={waiting} onShow={toTop} />
        <ul>
          {shown.map((item) => (
            <CentreRow
              key={item.id}
              item={item}
              to={to(item.id)}
              chosen={marked.has(item.id)}
              readOnly={viewing}
              onChoose={choose}
            />
          ))}
        </ul>
        {query.hasNextPage && <Older query={query} />}
      </section>
    </>
  )
}

const countWords = (count: number) => `${count} ${count === 1 ? 'notification' : 'notifications'}`

// What comes next is asked for before its place is reached.
const Older = ({ query }: { readonly query: UseInfiniteQueryResult }) => {
  const end = useRef<HTMLDivElement>(null)
  const near = useOnScreen(end)
  const { isFetching, isFetchNextPageError, fetchNextPage } = query
  useEffect(() => {
    if (near && !isFetching && !isFetchNextPageError) void fetchNextPage()
  }, [near, isFetching, isFetchNextPageError, fetchNextPage])
  return (
    <div ref={end} className="p-4">
      {isFetchNextPageError ? (
        <p role="alert">
          <Icon name="stale" /> {messages.fetchFailed}{' '}
          <Button size="small" onClick={() => void fetchNextPage()}>
            Retry
          </Button>
        </p>
      ) : (
        <SkeletonRows rows={1} />
      )}
    </div>
  )
}
