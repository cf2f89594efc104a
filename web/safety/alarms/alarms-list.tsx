// The alarms that are open, the most urgent first: filters in the URL, rows that live events change, and what may be done
// with one or many of them.
import * as alarms from '@gatehouse/contract/safety/alarms'
import type { Alarm } from '@gatehouse/contract/safety/alarms'
import Button from '@mui/material/Button'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useQuery } from '@tanstack/react-query'
import { memo, useDeferredValue, useMemo, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { queryOf } from '../../kit/data/queries.ts'
import { useSession } from '../../kit/session/session-state.ts'
import { Empty, SkeletonRows } from '../../ui/feedback/states.tsx'
import { LogGrid } from '../../ui/logs/log-grid.tsx'
import { LogView } from '../../ui/logs/log-view.tsx'
import { useChosenColumns } from '../../ui/tables/chosen-columns.ts'
import { sortIn } from '../../ui/tables/data-pages.ts'
import { useSorting } from '../../ui/tables/sorting.ts'
import { useUrlFilters } from '../../ui/tables/url-filters.ts'
import { alarmCards, alarmColumns, alarmMarks } from './alarm-columns.tsx'
import './alarm-counts.live.ts'
import { AlarmFilterBar, notFilters } from './alarm-filter-bar.tsx'
import { type AlarmFilters, countFilters, filtersIn, wantedOf } from './alarm-filters.ts'
import { groupedBy, headsOf, isGrouping } from './alarm-groups.tsx'
import { isWaiting, stateWords } from './alarm-words.ts'
import { FloodBanner } from './flood-banner.tsx'
import { ListedProvider, sharedOf } from './listed-alarms.tsx'
import { ManyBar } from './many-bar.tsx'
import { PendingNotice } from './acknowledgement/pending-notice.tsx'
import { usePending } from './acknowledgement/send-acknowledgements.ts'
import { useAlarms } from './use-alarms.ts'
import { usePointing } from '../../ui/use-pointing.ts'
import { useRowKeys } from './use-row-keys.ts'
import { useSteadyRows } from '../../ui/tables/use-steady-rows.ts'

const atOnce = 200
/** As many as fill a screen. */
const screenful = 30
const mostWaiting = 99

export const AlarmsList = memo(() => {
  const { search } = useLocation()
  const userId = useSession().user?.id ?? ''
  const url = useUrlFilters(notFilters)
  const filters = filtersIn(url)
  const sorting = useSorting()
  const sort = sortIn(alarmColumns, sorting.by)
  const wanted = { ...wantedOf(filters, userId), ...(sort === undefined ? {} : { sort }) }
  const { query, rows: newest } = useAlarms(wanted, { limit: atOnce, atLeast: screenful })
  const frame = useRef<HTMLDivElement>(null)
  const { rows, waiting, onShow } = useSteadyRows(newest, usePointing(frame), JSON.stringify(wanted))
  const counts = useQuery(queryOf(alarms.counts, {})).data
  const pending = usePending()
  const grouping = url.get('group')
  const group = isGrouping(grouping) ? grouping : ''
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set())
  const grouped = useMemo(() => (group === '' ? null : groupedBy(rows, group, unfolded)), [rows, group, unfolded])
  const shown = grouped?.rows ?? rows
  const isPartial = query.hasNextPage
  const groups = useMemo(() => {
    if (!grouped || group === '') return undefined
    const onToggle = (key: string) => setUnfolded((known) => toggled(known, key))
    return headsOf(grouped, group, { isPartial, unfolded, onToggle })
  }, [grouped, group, isPartial, unfolded])
  const { chosen, choosable, choose, toggle } = useChosen(rows)
  const list = JSON.stringify([wanted, group])
  // In a flood hundreds of rows come at once: drawing them is put off while somebody presses something.
  const newestDrawing = useMemo(() => ({ list, rows: shown, groups }), [list, shown, groups])
  const earlier = useDeferredValue(newestDrawing)
  const drawn = earlier.list === list ? earlier : newestDrawing
  const shared = useMemo(() => sharedOf(drawn.rows), [drawn.rows])
  const chosenIds = useMemo(() => new Set(chosen.map(({ id }) => id)), [chosen])
  const listed = useMemo(() => ({ chosen: chosenIds, onToggle: toggle, shared }), [chosenIds, toggle, shared])
  const phone = useMediaQuery((theme) => theme.breakpoints.down('md'))
  const { columns, choice } = useChosenColumns('alarms', alarmColumns)
  useRowKeys(frame, drawn.rows, toggle)
  return (
    <>
      <AlarmFilterBar counts={counts} />
      <PendingNotice pending={pending} />
      <FloodBanner inTenMinutes={counts?.inTenMinutes ?? 0} group={group} onGroup={(by) => url.set({ group: by })} />
      <div ref={frame} className="flex min-h-0 flex-1 flex-col">
        <ListedProvider value={listed}>
          <LogView
            label="Alarms"
            rows={rows}
            query={query}
            failed="The alarms could not be loaded"
            empty={query.hasNextPage ? <SkeletonRows rows={8} /> : <NoAlarms filters={filters} onClear={url.clear} />}
          >
            <LogGrid
              key={drawn.list}
              label="Alarms"
              rows={drawn.rows}
              query={query}
              columns={phone ? alarmCards : columns}
              choice={choice}
              to={({ id }) => `/alarms/${id}${search}`}
              opens="sheet"
              {...(drawn.groups ? { groups: drawn.groups } : {})}
              wraps
              marks={alarmMarks}
              noun={['alarm', 'alarms']}
              sorting={sorting}
              news={{ waiting, most: mostWaiting, onShow }}
            />
          </LogView>
        </ListedProvider>
      </div>
      {chosen.length > 0 && (
        <ManyBar
          chosen={chosen}
          choosable={choosable.length}
          onAll={() => choose(choosable)}
          onDone={() => choose([])}
        />
      )}
    </>
  )
})

interface NoAlarmsProps {
  readonly filters: AlarmFilters
  readonly onClear: () => void
}

const NoAlarms = ({ filters, onClear }: NoAlarmsProps) => {
  const count = countFilters(filters)
  if (count === 0) {
    return (
      <Empty title="Nothing is in alarm">
        <p>What goes wrong at doors, detectors, counters, cameras and intercoms appears here, the most urgent first.</p>
      </Empty>
    )
  }
  const { state, mine } = filters
  const title =
    count > 1 || (state === '' && !mine)
      ? 'No alarm passes these filters'
      : mine
        ? 'No open alarm is assigned to you'
        : `No alarm is ${state === 'any' ? 'open or cleared' : stateWords[state || 'unacknowledged'].toLowerCase()}`
  return (
    <Empty title={title}>
      <Button variant="outlined" onClick={onClear}>
        Show all open alarms
      </Button>
    </Empty>
  )
}

const toggled = (known: ReadonlySet<string>, key: string): ReadonlySet<string> => {
  const next = new Set(known)
  if (!next.delete(key)) next.add(key)
  return next
}

/** Those that are chosen and still ask for a response. */
const useChosen = (rows: readonly Alarm[]) => {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const choosable = useMemo(() => rows.filter(isWaiting), [rows])
  const chosen = useMemo(() => choosable.filter(({ id }) => ids.has(id)), [choosable, ids])
  const [toggle] = useState(() => (id: string) => setIds((known) => toggled(known, id)))
  return { chosen, choosable, choose: (list: readonly Alarm[]) => setIds(new Set(list.map(({ id }) => id))), toggle }
}
