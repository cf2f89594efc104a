// The doors by name, as many as there are: filters in the URL, rows that follow what doors report, each opening its sheet.
import * as doors from '@gatehouse/contract/access/doors'
import type { Output } from '@gatehouse/contract/operation'
import * as sites from '@gatehouse/contract/building/sites'
import Button from '@mui/material/Button'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { memo, useMemo } from 'react'
import { useLocation } from 'react-router'
import { call } from '../../kit/data/api.ts'
import { whileFetching } from '../../kit/live/live-cache.ts'
import { queryOf } from '../../kit/data/queries.ts'
import { useChosenColumns } from '../../ui/tables/chosen-columns.ts'
import { FilterBar } from '../../ui/tables/filter-bar.tsx'
import { FilterChoice } from '../../ui/tables/filter-choice.tsx'
import { LogGrid } from '../../ui/logs/log-grid.tsx'
import { EmptyLog, LogView } from '../../ui/logs/log-view.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { Empty } from '../../ui/feedback/states.tsx'
import { sortIn } from '../../ui/tables/data-pages.ts'
import { useSorting } from '../../ui/tables/sorting.ts'
import { useUrlFilters } from '../../ui/tables/url-filters.ts'
import { SavedViews } from '../../ui/tables/saved-views.tsx'
import { AddFirstDoor } from './add-first-door.tsx'
import { doorColumns, doorMarks } from './door-columns.tsx'
import { countFilters, filtersIn, inputOf } from './door-filters.ts'
import { listKey } from './door-lists.live.ts'

const atOnce = 200
const noNews = { waiting: 0, most: 0, onShow: () => undefined }

export const DoorsList = () => {
  const { search } = useLocation()
  const url = useUrlFilters(['ask', 'tab'])
  const filters = filtersIn(url)
  const sorting = useSorting()
  const sort = sortIn(doorColumns, sorting.by)
  const input = { ...inputOf(filters), ...(sort === undefined ? {} : { sort }) }
  const query = useInfiniteQuery({
    queryKey: [listKey, input],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal, client }) =>
      whileFetching(client, () =>
        call(
          doors.list,
          { ...input, limit: atOnce, ...(pageParam === undefined ? {} : { cursor: pageParam }) },
          { signal },
        ),
      ),
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchOnMount: 'always',
  })
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.doors) ?? [], [query.data])
  const counts = query.data?.pages[0]
  const { columns, choice } = useChosenColumns('doors', doorColumns)
  return (
    <>
      <Filters {...(counts && { total: counts.total, needAttention: counts.needAttention })} />
      <LogView
        label="Doors"
        rows={rows}
        query={query}
        failed="The doors could not be loaded"
        empty={
          filters.attention && countFilters(filters) === 1 ? (
            <NothingNeeded onAll={url.clear} />
          ) : (
            <EmptyLog
              onClear={countFilters(filters) > 0 ? url.clear : null}
              title="No doors yet"
              next={<AddFirstDoor />}
            >
              Doors appear here as soon as one is set up and may be seen with your labels.
            </EmptyLog>
          )
        }
      >
        <LogGrid
          key={JSON.stringify(input)}
          label="Doors"
          rows={rows}
          query={query}
          columns={columns}
          choice={choice}
          to={({ id }) => `/doors/${id}${search}`}
          opens="sheet"
          marks={doorMarks}
          noun={['door', 'doors']}
          sorting={sorting}
          news={noNews}
        />
      </LogView>
    </>
  )
}

const NothingNeeded = ({ onAll }: { readonly onAll: () => void }) => (
  <Empty title="No door needs anybody">
    <p>None is in alarm, tampered with, faulty, offline or low on battery.</p>
    <Button variant="outlined" onClick={onAll}>
      Show all doors
    </Button>
  </Empty>
)

// Drawn by itself: doors report many times a second, and none of that changes a filter.
const Filters = memo(
  ({ total, needAttention }: Partial<Pick<Output<typeof doors.list>, 'total' | 'needAttention'>>) => {
    const url = useUrlFilters(['ask', 'tab'])
    const filters = filtersIn(url)
    const places = useQuery(queryOf(sites.list, {})).data?.sites ?? []
    const floors = places
      .filter(({ id }) => filters.siteId === '' || id === filters.siteId)
      .flatMap((site) => site.floors)
    return (
      <FilterBar
        views={<SavedViews page="/doors" />}
        count={countFilters(filters)}
        onClear={url.clear}
        first={<SearchField label="Door or place" value={filters.q} onChange={(q) => url.set({ q })} />}
      >
        <FilterChoice
          label="Status"
          value={filters.attention ? 'true' : ''}
          options={[
            ['', total === undefined ? 'All' : `All (${total})`],
            ['true', needAttention === undefined ? 'Needs attention' : `Needs attention (${needAttention})`],
          ]}
          onChange={(attention) => url.set({ attention })}
        />
        <FilterChoice
          label="Site"
          value={filters.siteId}
          options={[['', 'All sites'], ...places.map(({ id, name }) => [id, name] as const)]}
          onChange={(site) => url.set({ site, floor: '' })}
        />
        <FilterChoice
          label="Floor"
          value={filters.floorId}
          options={[['', 'All floors'], ...floors.map(({ id, name }) => [id, name] as const)]}
          onChange={(floor) => url.set({ floor })}
        />
      </FilterBar>
    )
  },
)
