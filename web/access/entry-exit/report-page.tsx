// The entry and exit log: filters in the URL, endless rows, new ones on top, logging by hand; taken away as files; and beside it what does not match.
import * as devices from '@gatehouse/contract/building/devices'
import * as entryExit from '@gatehouse/contract/access/entry-exit'
import { columns as allColumns } from '@gatehouse/contract/access/entry-exit-words'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useMemo, useState } from 'react'
import { useParams } from 'react-router'
import { ApiError, isStatus } from '../../kit/data/api.ts'
import { useHolds } from '../../kit/can.tsx'
import { queryOf } from '../../kit/data/queries.ts'
import { local } from '../../kit/data/storage.ts'
import { mostWaiting } from '../../kit/data/use-log.ts'
import { Icon } from '../../ui/primitives/icon.tsx'
import { later } from '../../ui/feedback/later.tsx'
import { LogGrid } from '../../ui/logs/log-grid.tsx'
import { EmptyLog, FilterSkeleton, LogPage, LogView } from '../../ui/logs/log-view.tsx'
import { PageHeader } from '../../ui/primitives/page-header.tsx'
import { SkeletonRows } from '../../ui/feedback/states.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { useUrlQuery } from '../../ui/tables/url-filters.ts'
import { choosable, columnsIn, columnsText, detailsOf, reportColumns } from './report-columns.tsx'
import { countFilters, type Filters, noFilters, readFilters, writeFilters } from './report-filters.ts'
import { useReport } from './use-report.ts'

// Asked for with the page, and drawn when it is there: the log itself need not wait for it.
const ReportFilters = later(async () => (await import('./report-filter-bar.tsx')).ReportFilters)
const ReportTools = later(async () => (await import('./report-tools.tsx')).ReportTools)
const ReportExport = later(async () => (await import('./report-tools.tsx')).ReportExport, 'silent')
const LogDialog = later(async () => (await import('./log-dialog.tsx')).LogDialog, 'over')
const UnmatchedPage = later(async () => (await import('./unmatched-page.tsx')).UnmatchedPage)

const label = 'Entries and exits'
const remembered = 'columns:entry-exit'

export const ReportPage = () => {
  const { '*': rest = '' } = useParams()
  return rest.startsWith('unmatched') ? (
    <Suspense fallback={<SkeletonRows rows={12} />}>
      <UnmatchedPage />
    </Suspense>
  ) : (
    <Report />
  )
}

const Report = () => {
  const [urlQuery, changeQuery] = useUrlQuery()
  const filters = useMemo(() => readFilters(urlQuery), [urlQuery])
  const chosen = urlQuery.get('columns') ?? local.get(remembered)
  const columns = useMemo(() => columnsIn(chosen), [chosen])
  const drawn = useMemo(() => reportColumns(columns), [columns])
  const change = (changed: Partial<Filters>, wanted?: string) =>
    changeQuery((now) => {
      const next = writeFilters({ ...readFilters(now), ...changed })
      const text = wanted ?? now.get('columns')
      if (text) next.set('columns', text)
      return next
    })
  const toggleColumn = (field: string) => {
    const wanted = new Set<string>(columns)
    if (!wanted.delete(field)) wanted.add(field)
    const text = columnsText(allColumns.filter((column) => wanted.has(column)))
    local.set(remembered, text)
    change({}, text)
  }
  const [logging, setLogging] = useState(false)
  const mayEnter = useHolds(['create_entry'])
  const mayExit = useHolds(['create_exit'])
  const doors = useQuery(queryOf(devices.list, { kind: 'door' })).data?.devices ?? []
  const zone = doors.find(({ zoneId }) => zoneId === filters.zoneId)?.zone ?? null
  const { query, rows, waiting, showWaiting, onReadingBelow } = useReport(filters, zone)
  const person = rows.find(({ userId }) => userId === filters.userId)?.person ?? null
  useDeniedToast(query.error)

  return (
    <LogPage>
      <PageHeader
        title="Entry and exit"
        action={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <Suspense>
              <ReportTools filters={filters} columns={columns} />
            </Suspense>
            {(mayEnter || mayExit) && (
              <Button variant="contained" startIcon={<Icon name="add" />} onClick={() => setLogging(true)}>
                Log entry or exit
              </Button>
            )}
          </span>
        }
      />
      <Suspense>
        <ReportExport />
      </Suspense>
      <Suspense fallback={<FilterSkeleton />}>
        <ReportFilters
          filters={filters}
          doors={doors}
          person={person}
          columns={columnsText(columns)}
          onChange={change}
        />
      </Suspense>
      <LogView
        label={label}
        rows={rows}
        query={query}
        failed={entryExit.messages.fetchFailed}
        error={isStatus(query.error, 403) ? readDenied : query.error}
        empty={
          <EmptyLog
            onClear={countFilters(filters) > 0 ? () => change(noFilters) : null}
            title="Nobody has come or gone yet"
          >
            Entries and exits appear here the moment a door reports them, or when one is logged by hand.
          </EmptyLog>
        }
      >
        <LogGrid
          key={`${writeFilters(filters)} ${columnsText(columns)}`}
          label={label}
          rows={rows}
          query={query}
          columns={drawn}
          to={detailsOf}
          opens="page"
          noun={['entry', 'entries']}
          choice={{ columns: choosable(columns), onChoose: toggleColumn }}
          news={{ waiting, most: mostWaiting, onShow: showWaiting }}
          onReadingBelow={onReadingBelow}
          onTop={showWaiting}
        />
      </LogView>
      {logging && <LogDialog doors={doors} onClose={() => setLogging(false)} />}
    </LogPage>
  )
}

// In the specification's words, whatever the server answers.
const readDenied = new ApiError(403, { code: 'FORBIDDEN', message: entryExit.messages.readDenied })

const useDeniedToast = (error: unknown) => {
  const denied = isStatus(error, 403)
  useEffect(() => {
    if (denied) toast('error', entryExit.messages.readDeniedToast)
  }, [denied])
}
