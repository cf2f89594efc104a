// Who is inside, today by hour and by door, what was denied or forced, and what happens now: all of it live.
import * as entryExit from '@gatehouse/contract/access/entry-exit'
import type { Output } from '@gatehouse/contract/operation'
import { reasonTexts } from '@gatehouse/contract/access/entry-exit-words'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { Link } from 'react-router'
import { useHolds } from '../../kit/can.tsx'
import { registerCorrections, refetches } from '../../kit/live/live-cache.ts'
import { queryOf } from '../../kit/data/queries.ts'
import { Card } from '../../ui/primitives/card.tsx'
import { Icon } from '../../ui/primitives/icon.tsx'
import { PageHeader } from '../../ui/primitives/page-header.tsx'
import { Empty, View } from '../../ui/feedback/states.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { When } from '../../ui/time/when.tsx'
import { FeedCard } from './feed-card.tsx'
import { HoursChart } from './hours-chart.tsx'
import { InsideCard } from './inside-card.tsx'
import { reasonWords } from './log-words.tsx'
import { Note } from '../../ui/primitives/named.tsx'
import { PlainTable } from '../../ui/tables/plain-table.tsx'

registerCorrections([
  refetches(entryExit.dashboard, entryExit.insideChanged),
  refetches(entryExit.dashboard, entryExit.unmatchedChanged),
])

const refreshMs = 60_000

type Dashboard = Output<typeof entryExit.dashboard>

export const TrafficPage = () => {
  // Events tell of changes; the interval is for midnight, when today begins again without any, and for forced doors.
  const query = useQuery({ ...queryOf(entryExit.dashboard, {}), refetchInterval: refreshMs })
  const mayReport = useHolds(['read_entry_exit_report'])
  const unmatched = query.data?.unmatched ?? null
  return (
    <>
      <PageHeader
        title="Occupancy"
        lead="Who is in the building, and today’s coming and going"
        action={
          <span className="flex flex-wrap gap-x-3 gap-y-2">
            {unmatched !== null && unmatched > 0 && (
              <Button
                component={Link}
                to="/entry-exit/report/unmatched"
                variant="outlined"
                startIcon={<Icon name="unknown" />}
              >
                {unmatched} unmatched
              </Button>
            )}
            {mayReport && (
              <Button component={Link} to="/entry-exit/report" variant="outlined" startIcon={<Icon name="page" />}>
                Full log
              </Button>
            )}
            <Button
              component={Link}
              to="/entry-exit/dashboard/muster"
              variant="contained"
              startIcon={<Icon name="people" />}
            >
              Muster
            </Button>
          </span>
        }
      />
      <div className="grid grid-cols-1 items-start gap-4 from-lg:grid-cols-[minmax(19rem,1fr)_minmax(0,1.8fr)_minmax(20rem,1fr)]">
        <div className="contents from-lg:grid from-lg:grid-cols-1 from-lg:gap-4">
          <InsideCard className="order-1" />
          <Card title="Denied and forced" note="today" className="order-3">
            <View op={entryExit.dashboard} query={query} rows={6} failed="What was denied could not be loaded">
              {(data) => <Denied {...data} mayOpen={mayReport} />}
            </View>
          </Card>
        </div>
        <div className="contents from-lg:grid from-lg:grid-cols-1 from-lg:gap-4">
          <Card title="In and out by hour" note="today, doors to outside" className="order-2">
            <View op={entryExit.dashboard} query={query} rows={6} failed="Today’s traffic could not be loaded">
              {(data) => <HoursChart {...data} />}
            </View>
          </Card>
          <Card title="Busiest doors" note="today" className="order-4">
            <View op={entryExit.dashboard} query={query} rows={6} failed="The busiest doors could not be loaded">
              {({ doors }) => <Doors doors={doors} mayOpen={mayReport} />}
            </View>
          </Card>
        </div>
        <FeedCard className="order-5" />
      </div>
    </>
  )
}

const Doors = ({ doors, mayOpen }: { readonly doors: Dashboard['doors']; readonly mayOpen: boolean }) => {
  if (doors.length === 0) {
    return (
      <Empty title="Nobody has come or gone today">
        <p>The doors with most traffic stand here, as soon as there is any.</p>
      </Empty>
    )
  }
  const most = Math.max(1, ...doors.map(({ entries, exits }) => entries + exits))
  return (
    <PlainTable
      heads={['Door', 'In', 'Out', 'Denied']}
      table="mx-4 mt-0 mb-3 w-[calc(100%-2*var(--space-4))]"
      row="border-t border-t-line"
      first="py-2 pr-0 pl-0 text-start align-top font-medium"
      cell="py-2 pr-0 pl-3 text-end align-top font-normal"
      rows={doors.map(({ doorId, door, zone, entries, exits, denied }) => ({
        key: doorId,
        cells: [
          <Fragment key={doorId}>
            {mayOpen ? <Link to={`/entry-exit/report?period=today&doorId=${doorId}`}>{door}</Link> : door}
            {zone && <Note>{zone}</Note>}
            <span
              className="mt-1 block h-[4px] min-w-[2px] rounded-[2px] bg-primary lost:bg-stale"
              style={{ inlineSize: `${((entries + exits) / most) * 100}%` }}
            />
          </Fragment>,
          entries,
          exits,
          denied,
        ],
      }))}
    />
  )
}

const Denied = ({ denied, forced, mayOpen }: Pick<Dashboard, 'denied' | 'forced'> & { readonly mayOpen: boolean }) => {
  const all = denied.reduce((sum, { times }) => sum + times, 0)
  return (
    <div className="grid gap-4 px-4 pb-4">
      <section>
        <h3 className="mb-1 text-sm font-semibold text-muted">Denied {all}</h3>
        {denied.length === 0 ? (
          <StatusWord state="normal" word="Nobody was denied today" />
        ) : (
          <ul>
            {denied.map(({ reason, times }) => (
              <li key={reason ?? ''} className={odd}>
                {mayOpen ? (
                  <Link to={`/entry-exit/report?period=today&result=denied${reasonQuery(reason)}`}>
                    {worded(reason)}
                  </Link>
                ) : (
                  worded(reason)
                )}
                <strong className="tabular-nums">{times}</strong>
              </li>
            ))}
          </ul>
        )}
      </section>
      {forced !== null && (
        <section>
          <h3 className="mb-1 text-sm font-semibold text-muted">Forced or held open {forced.length}</h3>
          {forced.length === 0 ? (
            <StatusWord state="normal" word="No door was forced today" />
          ) : (
            <ul>
              {forced.map(({ id, door, what, at, correlationId }) => (
                <li key={id} className={odd}>
                  <span>
                    <StatusWord
                      state={what === 'forced-open' ? 'critical' : 'warning'}
                      word={what === 'forced-open' ? 'Forced open' : 'Held open'}
                    />{' '}
                    <Link to={`/doors/timeline/${correlationId}`}>{door}</Link>
                  </span>
                  <When at={at} />
                </li>
              ))}
            </ul>
          )}
        </section>
      )}
    </div>
  )
}

const odd = 'flex justify-between gap-3 py-2 not-first:border-t not-first:border-t-line [&_time]:flex-none'

const worded = (reason: string | null) => (reason === null ? 'No reason given' : reasonWords(reason))

const reasonQuery = (reason: string | null): string => {
  const plain = reason?.toLowerCase().replaceAll(/[-_]/g, ' ') ?? ''
  return plain in reasonTexts ? `&reason=${encodeURIComponent(plain)}` : ''
}
