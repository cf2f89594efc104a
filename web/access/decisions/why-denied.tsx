// Those who were not let in, newest first; each opens with the reason in plain words, and whether it would be so now.
import * as entryExit from '@gatehouse/contract/access/entry-exit'
import type { Log } from '@gatehouse/contract/access/entry-exit'
import { Suspense } from 'react'
import { Link } from 'react-router'
import { usePages } from '../../ui/tables/data-pages.ts'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { useSheetAddress } from '../../ui/sheets/sheet-link.ts'
import { SideSheet } from '../../ui/sheets/side-sheet.tsx'
import { Empty, SkeletonRows } from '../../ui/feedback/states.tsx'
import { Note } from '../../ui/primitives/named.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { useUrlFilters } from '../../ui/tables/url-filters.ts'
import { When } from '../../ui/time/when.tsx'
import { Why } from './why.tsx'

export const WhyDenied = () => {
  const filters = useUrlFilters(['ask'])
  const q = filters.get('q')
  const sheet = useSheetAddress('log')
  const pages = usePages(entryExit.logs, (page) => ({
    ...page,
    result: 'denied' as const,
    ...(q ? { q } : {}),
  }))
  const log = pages.answers.flatMap(({ logs }) => logs).find(({ id }) => id === sheet.id)
  return (
    <div className="grid grid-cols-1 content-start gap-4">
      <SearchField label="Search people and doors" value={q} onChange={(sought) => filters.set({ q: sought })} />
      <DataTable
        name="why-denied"
        label="Not let in"
        noun={['denial', 'denials']}
        pages={pages}
        rows={({ logs }) => logs}
        rowId={({ id }) => id}
        rowName={(row) => `${whoOf(row)} at ${row.door ?? 'no door'}`}
        columns={columns}
        card={card}
        to={({ id }) => sheet.to(id)}
        failed="Those who were not let in could not be loaded"
        empty={
          <Empty title={q === '' ? 'Nobody was kept out' : `Nobody was kept out by the name of “${q}”`}>
            <p>Everybody who came was let in, as far as the log goes back.</p>
          </Empty>
        }
      />
      {sheet.id !== null && (
        <SideSheet
          title={log?.person ? `Why ${log.person} was denied` : 'Why access was denied'}
          subtitle={
            log && (
              <>
                {log.door}, <When at={log.timestamp} />
              </>
            )
          }
          closed={sheet.closed}
        >
          <Suspense fallback={<SkeletonRows rows={8} />}>
            <div className="grid grid-cols-1 content-start gap-4">
              <Why logId={sheet.id} />
              <p>
                <Link to={`/log-details/${sheet.id}`}>View entry</Link>
              </p>
            </div>
          </Suspense>
        </SideSheet>
      )}
    </div>
  )
}

const whoOf = ({ person, method, reason }: Log) =>
  person ??
  (method === 'pass'
    ? 'Visitor'
    : reason === null || reason === 'unknown credential'
      ? 'Unknown person'
      : 'Not identified')

const reasonOf = ({ reason }: Log) => (reason === null ? 'Not set' : reason.charAt(0).toUpperCase() + reason.slice(1))

const columns: readonly Column<Log>[] = [
  { field: 'person', title: 'Person', minWidth: 180, render: whoOf },
  { field: 'door', title: 'Door', minWidth: 180, render: ({ door }) => door ?? 'No door' },
  {
    field: 'reason',
    title: 'Reason',
    minWidth: 180,
    render: (log) => <StatusWord state="high" word={reasonOf(log)} />,
  },
  { field: 'at', title: 'When', minWidth: 140, render: ({ timestamp }) => <When at={timestamp} /> },
]

const card = (log: Log) => (
  <span>
    <strong>{whoOf(log)}</strong>
    <Note>
      {log.door}, <When at={log.timestamp} />
    </Note>
    <StatusWord state="high" word={reasonOf(log)} />
  </span>
)
