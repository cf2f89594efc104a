// The notification centre: all that one was told, filtered in the address, chosen and dealt with many at a time.
import { list, messages } from '@gatehouse/contract/messages/notifications'
import Button from '@mui/material/Button'
import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react'
import { Link, useSearchParams } from 'react-router'
import { announce } from '../../../kit/hands/announce.ts'
import { useMissing } from '../../../kit/can.tsx'
import { useSession } from '../../../kit/session/session-state.ts'
import { later } from '../../../ui/feedback/later.tsx'
import { LogPage, logFrame } from '../../../ui/logs/log-view.tsx'
import { PageHeader } from '../../../ui/primitives/page-header.tsx'
import { useSheetAddress } from '../../../ui/sheets/sheet-link.ts'
import { Empty, Failed, NoPermission, SkeletonRows } from '../../../ui/feedback/states.tsx'
import { useUrlFilters } from '../../../ui/tables/url-filters.ts'
import { CentreFilterBar } from './centre-filter-bar.tsx'
import { countFilters, type Filters, readFilters, writeFilters } from './centre-filters.ts'
import { CentreList } from './centre-list.tsx'
import { CutOff } from '../cut-off.tsx'
import { HeldNotice } from '../held-notice.tsx'
import { useInbox } from '../inbox.ts'
import { markAllRead, endUndo, undoRemovals } from '../inbox-changes.ts'
import { emptyWords } from '../shown.ts'
import { useCentre } from '../use-centre.ts'

const NotificationSheet = later(async () => (await import('../notification-sheet.tsx')).NotificationSheet, 'over')

export const CentrePage = () => {
  const missing = useMissing(list)
  return (
    <LogPage>
      {missing.length > 0 ? (
        <>
          <PageHeader title="Notifications" />
          <NoPermission missing={missing} />
        </>
      ) : (
        <Centre />
      )}
    </LogPage>
  )
}

const Centre = () => {
  const [query] = useSearchParams()
  const written = new URLSearchParams([...query].filter(([name]) => name !== 'open')).toString()
  const filters = useMemo(() => {
    const given = new URLSearchParams(written)
    return readFilters((name) => given.get(name) ?? '')
  }, [written])
  const url = useUrlFilters(['show', 'open'])
  const opened = useSheetAddress('open')
  const inbox = useInbox()
  const { viewing, permissions } = useSession()
  const centre = useCentre(filters)
  const main = useRef<HTMLDivElement>(null)
  useEffect(() => endUndo, [])
  const change = (changed: Partial<Filters>) => url.set(writeFilters({ ...filters, ...changed }))
  const focus = () => main.current?.focus()
  const undo = () => {
    announce('What was deleted is back')
    focus()
    undoRemovals()
  }
  const press = (event: KeyboardEvent) => {
    const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey)
    if (!isUndo || inbox.held.length === 0 || event.target instanceof HTMLInputElement) return
    event.preventDefault()
    undo()
  }
  const readAll = () => {
    announce('All notifications marked as read')
    focus()
    void markAllRead(centre.items[0])
  }
  return (
    <>
      <PageHeader
        title="Notifications"
        lead="Newest first"
        action={
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            {permissions.has('manage_account') && (
              <Button component={Link} to="/settings/account#notifications">
                Preferences
              </Button>
            )}
            {!viewing && (
              <Button variant="contained" disabled={inbox.unread === 0} onClick={readAll}>
                Mark all as read
              </Button>
            )}
          </div>
        }
      />
      <CentreFilterBar filters={filters} unread={inbox.unread} onChange={change} onClear={url.clear} />
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the key of a button that is in it */}
      <div ref={main} tabIndex={-1} className={`${logFrame} focus:[outline:none]`} onKeyDown={press}>
        <CutOff focus={focus} />
        <Body key={JSON.stringify(filters)} filters={filters} centre={centre} to={opened.to} onClear={url.clear} />
        {inbox.held.length > 0 && <HeldNotice held={inbox.held} onUndo={undo} />}
      </div>
      {opened.id !== null && (
        <NotificationSheet
          key={opened.id}
          id={opened.id}
          known={centre.items.find(({ id }) => id === opened.id)}
          closed={opened.closed}
        />
      )}
    </>
  )
}

interface BodyProps {
  readonly filters: Filters
  readonly centre: ReturnType<typeof useCentre>
  readonly to: ReturnType<typeof useSheetAddress>['to']
  readonly onClear: () => void
}

const Body = ({ filters, centre: { query, items, total }, to, onClear }: BodyProps) => {
  if (items.length > 0) return <CentreList items={items} total={total} query={query} to={to} />
  if (query.isPending)
    return (
      <div aria-busy="true" className="p-4">
        <output className="visually-hidden">Loading notifications</output>
        <SkeletonRows rows={8} className="grid gap-3 [&>*]:min-h-[64px]" />
      </div>
    )
  if (query.isError)
    return <Failed what={messages.fetchFailed} error={query.error} onRetry={() => void query.refetch()} />
  return (
    <Empty title={emptyWords[filters.show]}>
      {countFilters(filters) > 0 ? (
        <>
          <p>Search for less, widen the period, or take a filter away.</p>
          <Button variant="outlined" onClick={onClear}>
            Clear filters
          </Button>
        </>
      ) : (
        <p>{hints[filters.show]}</p>
      )}
    </Empty>
  )
}

const hints = {
  all: 'What concerns you appears here the moment it happens: changes of your access, sign-ins, devices.',
  unread: 'You have read every notification.',
  read: 'What you read stays here until you delete it.',
} as const
