// The data table in all that can be said of a list.
import Button from '@mui/material/Button'
import { useState } from 'react'
import type { Pages } from '../ui/tables/data-pages.ts'
import { DataTable, type DataTableProps } from '../ui/tables/data-table.tsx'
import { PlainTable } from '../ui/tables/plain-table.tsx'
import { SearchField } from '../ui/forms/search-field.tsx'
import { useSheetAddress } from '../ui/sheets/sheet-link.ts'
import { SideSheet } from '../ui/sheets/side-sheet.tsx'
import { Empty } from '../ui/feedback/states.tsx'
import { StatusWord } from '../ui/primitives/status-word.tsx'
import { type State, states } from '../ui/theme/tokens.ts'
import { useSorting } from '../ui/tables/sorting.ts'
import { useUrlFilters } from '../ui/tables/url-filters.ts'
import { When } from '../ui/time/when.tsx'
import { ago, allowed, type Answer, failed, forbidden, loading, useAnswer } from './samples.ts'
import type { Story } from './story.ts'

export const tableStories: readonly Story[] = [
  {
    name: 'Data table',
    about:
      'A list of the server: filters in the address, pages by cursor, chosen columns remembered, a row opens its sheet, CSV of exactly what is shown. On a phone a list of cards.',
    states: [
      { name: 'Rows', render: () => <Detectors name="rows" answer={{ is: 'there', data: detectors }} filtered /> },
      {
        name: 'Chosen rows',
        render: () => <Detectors name="chosen" answer={{ is: 'there', data: detectors.slice(0, 3) }} chooses />,
      },
      { name: 'Loading', render: () => <Detectors name="loading" answer={loading} /> },
      { name: 'Empty', render: () => <Detectors name="empty" answer={{ is: 'there', data: [] }} /> },
      { name: 'Error', render: () => <Detectors name="failed" answer={failed} /> },
      { name: 'No permission', render: () => <Detectors name="refused" answer={loading} refused /> },
    ],
  },
  {
    name: 'Plain table',
    about: 'A small table that comes whole; its first cell names the row.',
    states: [
      { name: 'Rows', render: () => <Hours /> },
      { name: 'With the one it is about', render: () => <Hours current="09:00" /> },
    ],
  },
]

const Hours = ({ current }: { readonly current?: string }) => (
  <PlainTable
    heads={['Hour', 'In', 'Out']}
    cell="border-t border-t-line px-3 py-2 text-end"
    first="border-t border-t-line px-3 py-2 text-start font-normal"
    row="aria-[current=true]:bg-sunken"
    rows={[
      ['08:00', '412', '9'],
      ['09:00', '388', '31'],
      ['10:00', '57', '44'],
    ].map(([hour = '', ...counts]) => ({ key: hour, cells: [hour, ...counts], current: hour === current }))}
  />
)

interface Detector {
  readonly id: string
  readonly name: string
  readonly place: string
  readonly state: State
  readonly age: number
}

const places = ['Boiler house', 'Car park', 'Plant room', 'Laboratory, second floor, behind the cold store', 'Kitchen']
const detectors: readonly Detector[] = Array.from({ length: 26 }, (_, i) => ({
  id: `detector-${i + 1}`,
  name: `Detector ${String(i + 1).padStart(2, '0')}`,
  place: places[i % places.length] ?? '',
  state: i % 9 === 4 ? (states[i % states.length] ?? 'normal') : 'normal',
  age: 3 + i * i,
}))

const readAtOnce = 20

const columns: DataTableProps<readonly Detector[], Detector>['columns'] = [
  { field: 'name', title: 'Detector', sort: 'name', usual: true, render: ({ name }) => name, text: ({ name }) => name },
  { field: 'place', title: 'Place', flex: 2, render: ({ place }) => place, text: ({ place }) => place },
  { field: 'state', title: 'State', render: ({ state }) => <StatusWord state={state} />, text: ({ state }) => state },
  {
    field: 'heard',
    title: 'Last heard',
    render: ({ age: received }) => <When at={ago(received)} />,
    text: ({ age: received }) => ago(received),
  },
  { field: 'id', title: 'Identifier', optional: true, render: ({ id }) => <code>{id}</code>, text: ({ id }) => id },
]

const detectorCard = ({ name, place, state }: Detector) => (
  <>
    <strong>{name}</strong>
    <span>{place}</span>
    <StatusWord state={state} />
  </>
)

interface DetectorsProps {
  readonly name: string
  readonly answer: Answer<readonly Detector[]>
  readonly filtered?: boolean
  readonly chooses?: boolean
  readonly refused?: boolean
}

const Detectors = ({ name, answer, filtered = false, chooses = false, refused = false }: DetectorsProps) => {
  const filters = useUrlFilters(['detector'])
  const sheet = useSheetAddress('detector')
  const search = filtered ? filters.get('search') : ''
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(['detector-2']))
  const pages = usePagesOf(name, answer, refused, ({ name: own }) => own.toLowerCase().includes(search.toLowerCase()))
  const opened = filtered ? detectors.find(({ id }) => id === sheet.id) : undefined
  return (
    <div className="grid grid-cols-1 gap-4">
      {filtered && (
        <div className="max-w-[30rem]">
          <SearchField label="Search detectors" value={search} onChange={(value) => filters.set({ search: value })} />
        </div>
      )}
      <DataTable
        name={`gallery-${name}`}
        label={`Detectors: ${name}`}
        pages={pages}
        rows={(all) => all}
        rowId={({ id }) => id}
        rowName={({ name: own }) => own}
        columns={columns}
        card={detectorCard}
        {...(filtered ? { to: ({ id }: Detector) => sheet.to(id), csv: 'detectors' } : {})}
        {...(chooses ? { selection: { chosen, onChange: setChosen } } : {})}
        failed="The detectors could not be loaded"
        empty={
          search === '' ? (
            <Empty title="There are no detectors yet">
              <p>Gas detectors appear here once they report.</p>
            </Empty>
          ) : (
            <Empty title="Nothing is called that">
              <p>Search for less.</p>
              <Button variant="outlined" onClick={filters.clear}>
                Clear filters
              </Button>
            </Empty>
          )
        }
      />
      {opened && (
        <SideSheet title={opened.name} subtitle={opened.place} closed={sheet.closed}>
          <StatusWord state={opened.state} />
        </SideSheet>
      )}
    </div>
  )
}

const usePagesOf = (
  name: string,
  answer: Answer<readonly Detector[]>,
  refused: boolean,
  passes: (detector: Detector) => boolean,
): Pages<readonly Detector[]> => {
  const [read, setRead] = useState(1)
  const sorting = useSorting()
  const query = useAnswer(`detectors ${name}`, answer)
  const all = (query.data ?? [])
    .filter(passes)
    .toSorted((a, b) => (sorting.by === '-name' ? 1 : -1) * (a.name < b.name ? 1 : -1))
  const rows = all.slice(0, read * readAtOnce)
  return {
    op: refused ? forbidden : allowed,
    query,
    answers: query.data === undefined ? [] : [rows],
    first: query.data === undefined ? undefined : rows,
    more: {
      hasNextPage: rows.length < all.length,
      isFetching: false,
      isFetchNextPageError: false,
      fetchNextPage: () => setRead(read + 1),
    },
    sorting,
  }
}
