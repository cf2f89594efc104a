// The entry and exit log: filters in the URL, endless rows, new ones on top, and logging by hand.
import * as devices from '@gatehouse/contract/devices'
import * as entryExit from '@gatehouse/contract/entry-exit'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { isStatus } from '../kit/api.ts'
import { useHolds } from '../kit/can.tsx'
import { queryOf } from '../kit/queries.ts'
import { Icon } from '../ui/icon.tsx'
import { later } from '../ui/later.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { toast } from '../ui/toast.ts'
import { Empty, Failed, SkeletonRows } from '../ui/states.tsx'
import { countFilters, type Filters, noFilters, readFilters, writeFilters } from './report-filters.ts'
import { ReportGrid } from './report-grid.tsx'
import styles from './report-page.module.css'
import { useReport } from './use-report.ts'

// Asked for with the page, and drawn when it is there: the log itself need not wait for it.
const ReportFilters = later(async () => (await import('./report-filter-bar.tsx')).ReportFilters)
const LogDialog = later(async () => (await import('./log-dialog.tsx')).LogDialog, 'over')

export const ReportPage = () => {
  const [urlQuery, setUrlQuery] = useSearchParams()
  const filters = useMemo(() => readFilters(urlQuery), [urlQuery])
  const setFilters = (next: Filters) => setUrlQuery(writeFilters(next), { replace: true })
  const [readingBelow, setReadingBelow] = useState(false)
  const [logging, setLogging] = useState(false)
  const mayEnter = useHolds(['create_entry'])
  const mayExit = useHolds(['create_exit'])
  const doors = useQuery(queryOf(devices.list, { kind: 'door' })).data?.devices ?? []
  const zone = doors.find(({ zoneId }) => zoneId === filters.zoneId)?.zone ?? null
  const { query, logs, waiting, showWaiting } = useReport(filters, zone, readingBelow)
  useDeniedToast(query.error)

  return (
    <div className={styles.page}>
      <PageHeader
        title="Entry and exit log"
        action={
          (mayEnter || mayExit) && (
            <Button variant="contained" startIcon={<Icon name="add" />} onClick={() => setLogging(true)}>
              Log entry or exit
            </Button>
          )
        }
      />
      <Suspense fallback={<SkeletonRows rows={1} className={styles.filterBones} />}>
        <ReportFilters filters={filters} doors={doors} onChange={setFilters} />
      </Suspense>
      <section className={styles.log} aria-label="Entries and exits">
        {query.isPending && <SkeletonRows rows={14} className={styles.bones} />}
        {query.isError && logs.length === 0 && (
          <Failed
            what={entryExit.messages.fetchFailed}
            error={isStatus(query.error, 403) ? new Error(entryExit.messages.readDenied) : query.error}
            onRetry={() => void query.refetch()}
          />
        )}
        {query.isSuccess && logs.length === 0 && (
          <Empty title={countFilters(filters) > 0 ? 'Nothing passes these filters' : 'Nobody has come or gone yet'}>
            <p>
              {countFilters(filters) > 0
                ? 'Widen the period, or take a filter away.'
                : 'Entries and exits appear here the moment a door reports them, or when one is logged by hand.'}
            </p>
            {countFilters(filters) > 0 && (
              <Button variant="outlined" onClick={() => setFilters(noFilters)}>
                Clear filters
              </Button>
            )}
          </Empty>
        )}
        {logs.length > 0 && (
          <ReportGrid
            key={urlQuery.toString()}
            logs={logs}
            query={query}
            waiting={waiting}
            onShowWaiting={showWaiting}
            onReadingBelow={setReadingBelow}
          />
        )}
      </section>
      {logging && (
        <Suspense>
          <LogDialog doors={doors} onClose={() => setLogging(false)} />
        </Suspense>
      )}
    </div>
  )
}

const useDeniedToast = (error: unknown) => {
  const denied = isStatus(error, 403)
  useEffect(() => {
    if (denied) toast('error', entryExit.messages.readDeniedToast)
  }, [denied])
}
