// The stream of all devices: filters in the URL, endless rows, new ones on top as they happen, or held while one looks.
import * as contract from '@gatehouse/contract/insight/events'
import type { DeviceEvent } from '@gatehouse/contract/insight/events'
import * as devicesContract from '@gatehouse/contract/building/devices'
import * as sitesContract from '@gatehouse/contract/building/sites'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useMemo, useState } from 'react'
import { useLocation, useParams } from 'react-router'
import { adminContext } from '../../kit/session/admin-context.ts'
import { announce } from '../../kit/hands/announce.ts'
import { useMissing } from '../../kit/can.tsx'
import { queryOf } from '../../kit/data/queries.ts'
import { useLive } from '../../kit/live/use-live.ts'
import { mostWaiting } from '../../kit/data/use-log.ts'
import { later } from '../../ui/feedback/later.tsx'
import { LogGrid } from '../../ui/logs/log-grid.tsx'
import { EmptyLog, FilterSkeleton, LogPage, LogView } from '../../ui/logs/log-view.tsx'
import { PageHeader } from '../../ui/primitives/page-header.tsx'
import { NoPermission, SkeletonRows } from '../../ui/feedback/states.tsx'
import { NoPage } from '../../ui/feedback/no-page.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { useChosenColumns } from '../../ui/tables/chosen-columns.ts'
import { useQueryFilters } from '../../ui/tables/url-filters.ts'
import { eventColumns, eventMarks } from './event-columns.tsx'
import { countFilters, noFilters, readFilters, writeFilters } from './event-filters.ts'
import { useEvents } from './use-events.ts'

const EventFilters = later(async () => (await import('./event-filter-bar.tsx')).EventFilters)
const EventSheet = later(async () => (await import('./event-sheet.tsx')).EventSheet, 'over')
const TimelinePage = later(async () => (await import('./timeline-page.tsx')).TimelinePage)

const label = 'Events'
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** `/events`, `/events/{id}` and `/events/timeline/{correlationId}`. */
export const EventsPage = () => {
  const { '*': rest = '' } = useParams()
  const missing = useMissing(contract.list)
  const [, correlationId] = /^timeline\/([^/]+)$/.exec(rest) ?? []
  if (correlationId !== undefined && uuid.test(correlationId)) {
    return (
      <Suspense fallback={<SkeletonRows rows={12} />}>
        <TimelinePage key={correlationId} correlationId={correlationId} />
      </Suspense>
    )
  }
  if (rest !== '' && !uuid.test(rest)) return <NoPage to="/events">Go to events</NoPage>
  if (missing.length > 0) {
    return (
      <>
        <PageHeader title="Events" />
        <NoPermission missing={missing} />
      </>
    )
  }
  return <Stream openId={rest === '' ? null : rest} />
}

const Stream = ({ openId }: { readonly openId: string | null }) => {
  const { search } = useLocation()
  const [filters, setFilters] = useQueryFilters(readFilters, writeFilters)
  const [paused, setPaused] = useState(false)
  const { places, devices, sites, zoneOf } = usePlaces()
  const { query, rows, waiting, showWaiting, onReadingBelow } = useEvents(filters, places, paused)
  const { columns, choice } = useChosenColumns(
    'events',
    useMemo(() => eventColumns(zoneOf), [zoneOf]),
  )
  const { phase } = useLive()
  const question = writeFilters(filters).toString()
  useEffect(() => {
    adminContext().actions.section('events')
    adminContext().actions.filters('events', question)
  }, [question])
  const goOn = () => {
    setPaused(false)
    showWaiting()
    announce(waiting === 0 ? 'New events appear again' : `${waiting} new events shown`)
  }
  const pause = () => {
    setPaused(true)
    announce('Paused: new events wait')
  }
  const addressOf = (id: string) => `/events/${id}${search}`

  return (
    <LogPage>
      <PageHeader
        title="Events"
        action={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-2">
            {phase === 'live' ? (
              <StatusWord
                state={paused ? 'shelved' : 'normal'}
                word={paused ? 'Paused' : 'Live'}
                icon={paused ? 'stale' : 'live'}
              />
            ) : (
              <StatusWord state="stale" word="Not live: no connection" />
            )}
            <Button variant={paused ? 'contained' : 'outlined'} onClick={paused ? goOn : pause}>
              {paused ? (waiting > 0 ? `Resume (${waiting} new)` : 'Resume') : 'Pause'}
            </Button>
          </span>
        }
      />
      <Suspense fallback={<FilterSkeleton />}>
        <EventFilters filters={filters} devices={devices} sites={sites} onChange={setFilters} />
      </Suspense>
      <LogView
        label={label}
        rows={rows}
        query={query}
        failed="The events could not be loaded"
        empty={
          <EmptyLog
            onClear={countFilters(filters) > 0 ? () => setFilters(noFilters) : null}
            title="Nothing has happened yet"
          >
            Doors, detectors, cameras and intercoms say here what happens, the moment it does.
          </EmptyLog>
        }
      >
        <LogGrid
          key={question}
          label={label}
          rows={rows}
          query={query}
          columns={columns}
          choice={choice}
          to={({ id }) => addressOf(id)}
          opens="sheet"
          marks={eventMarks}
          noun={['event', 'events']}
          news={{ waiting, most: mostWaiting, onShow: goOn }}
          onReadingBelow={onReadingBelow}
          onTop={paused ? undefined : showWaiting}
        />
      </LogView>
      {openId !== null && (
        <EventSheet key={openId} id={openId} to={addressOf} closed={{ pathname: '/events', search }} />
      )}
    </LogPage>
  )
}

/** What is known of the devices' places, for filters and rows. */
const usePlaces = () => {
  const devices = useQuery(queryOf(devicesContract.list, {})).data?.devices
  const sites = useQuery(queryOf(sitesContract.list, {})).data?.sites
  return useMemo(() => {
    const byId = new Map((devices ?? []).map((device) => [device.id, device]))
    return {
      devices: devices ?? [],
      sites: sites ?? [],
      places: { devices: byId, sites: new Map((sites ?? []).map(({ id, name }) => [id, name])) },
      zoneOf: ({ deviceId }: DeviceEvent) => byId.get(deviceId ?? '')?.zone ?? null,
    }
  }, [devices, sites])
}
