// How many people were found at which moment, against what was counted.
import * as occupancy from '@gatehouse/contract/safety/occupancy'
import type { Anchor } from '@gatehouse/contract/safety/occupancy'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { serverNow } from '../../kit/clock.ts'
import { queryOf } from '../../kit/data/queries.ts'
import { peopleText } from '../../kit/people-words.ts'
import { dayOf, useTimeZone } from '../../kit/time.ts'
import { Empty } from '../../ui/feedback/states.tsx'
import { Icon } from '../../ui/primitives/icon.tsx'
import { Named, Note } from '../../ui/primitives/named.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { usePages } from '../../ui/tables/data-pages.ts'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'
import { ExportStrip } from '../../ui/tables/export-strip.tsx'
import { exporting, useExport } from '../../ui/tables/exporting.ts'
import { FilterBar } from '../../ui/tables/filter-bar.tsx'
import { FilterChoice } from '../../ui/tables/filter-choice.tsx'
import { useUrlFilters } from '../../ui/tables/url-filters.ts'
import { When } from '../../ui/time/when.tsx'
import { anchorWords } from './figure-words.ts'
import { inOrder, placeName } from './place-order.ts'

type Kind = Anchor['kind']

const isKind = (text: string): text is Kind => Object.hasOwn(anchorWords, text)

export const CorrectionsList = () => {
  const filters = useUrlFilters()
  const places = useQuery(queryOf(occupancy.now, {}))
  const timeZone = useTimeZone()
  const isRunning = useExport().is === 'running'
  const [placeId, kind] = [filters.get('place'), filters.get('kind')]
  const asked = { ...(placeId === '' ? {} : { placeId }), ...(isKind(kind) ? { kind } : {}) }
  const pages = usePages(occupancy.corrections, (page) => ({ ...page, ...asked }))
  const { sites = [], floors = [], zones = [] } = places.data ?? {}
  const save = () =>
    exporting().start({
      op: occupancy.correctionsCsv,
      input: asked,
      format: 'csv',
      name: `count-corrections-${dayOf(serverNow(), timeZone)}.csv`,
    })
  return (
    <section className="grid grid-cols-1 gap-3" aria-label="Corrections">
      <div className="flex flex-wrap items-center justify-between gap-3 [&_h2]:m-0">
        <h2>Corrections</h2>
        <Button startIcon={<Icon name="download" />} disabled={isRunning} onClick={() => void save()}>
          CSV
        </Button>
      </div>
      <ExportStrip />
      <FilterBar
        label="Filters of corrections"
        count={[placeId, kind].filter((value) => value !== '').length}
        onClear={() => filters.set({ place: '', kind: '' })}
      >
        <FilterChoice
          label="Place"
          value={placeId}
          options={[
            ['', 'All places'],
            ...inOrder({ sites, floors, zones }).map((place) => [place.id, placeName(place)] as const),
          ]}
          onChange={(value) => filters.set({ place: value })}
        />
        <FilterChoice
          label="From"
          value={kind}
          options={[['', 'All'], ...Object.entries(anchorWords)]}
          onChange={(value) => filters.set({ kind: value })}
        />
      </FilterBar>
      <DataTable
        name="count-corrections"
        label="Corrections of counts"
        noun={['correction', 'corrections']}
        pages={pages}
        rows={({ corrections }) => corrections}
        rowId={({ id }) => id}
        rowName={({ place, at }) => `${placeName(place)}, ${at}`}
        columns={columns}
        card={card}
        failed="The corrections could not be loaded"
        empty={
          <Empty title={Object.keys(asked).length > 0 ? 'No correction is like that' : 'No corrections yet'}>
            <p>Count a zone once and correct it: from then on it has a range.</p>
          </Empty>
        }
      />
    </section>
  )
}

/** `12 more than counted` */
export const differenceOf = ({ difference, counted }: Anchor): string => {
  if (difference === null) return counted === null ? 'Nothing was counted before' : ''
  if (difference === 0) return 'As counted'
  return `${Math.abs(difference).toLocaleString('en-GB')} ${difference > 0 ? 'more' : 'fewer'} than counted`
}

const countedText = ({ counted, low, high }: Anchor): string => {
  if (counted === null) return ''
  const range = low === null || high === null ? '' : ` (${peopleText(low)} to ${peopleText(high)})`
  return `${peopleText(counted)}${range}`
}

const LeftOut = ({ anchor: { applied } }: { readonly anchor: Anchor }) =>
  applied ? null : <StatusWord state="information" word="Left out" />

const columns: readonly Column<Anchor>[] = [
  { field: 'at', title: 'When', render: ({ at }) => <When at={at} /> },
  { field: 'place', title: 'Place', flex: 1.2, text: ({ place }) => placeName(place) },
  {
    field: 'kind',
    title: 'From',
    flex: 1.1,
    render: (anchor) => (
      <Named name={anchorWords[anchor.kind]}>{anchor.applied ? anchor.by : <LeftOut anchor={anchor} />}</Named>
    ),
  },
  { field: 'people', title: 'Found', flex: 0.6, text: ({ people }) => peopleText(people) },
  { field: 'counted', title: 'Counted', text: countedText },
  { field: 'difference', title: 'Difference', flex: 1.1, text: differenceOf },
  { field: 'reason', title: 'Why', flex: 1.6, text: ({ reason }) => reason },
]

const card = (anchor: Anchor) => (
  <>
    <strong>{`${placeName(anchor.place)}: ${peopleText(anchor.people)}`}</strong>
    <span>
      {anchorWords[anchor.kind]}, <When at={anchor.at} /> <LeftOut anchor={anchor} />
    </span>
    <Note>{[differenceOf(anchor), anchor.reason].filter(Boolean).join('. ')}</Note>
  </>
)
