// How many people each site, floor and zone may hold, always and while schedules are open.
import * as occupancy from '@gatehouse/contract/safety/occupancy'
import type { Figure, Limits } from '@gatehouse/contract/safety/occupancy'
import type { Output } from '@gatehouse/contract/operation'
import { useQuery } from '@tanstack/react-query'
import { useMissing } from '../../kit/can.tsx'
import { queryOf } from '../../kit/data/queries.ts'
import { later } from '../../ui/feedback/later.tsx'
import { Empty, View } from '../../ui/feedback/states.tsx'
import { Named, Note } from '../../ui/primitives/named.tsx'
import { useSheetAddress } from '../../ui/sheets/sheet-link.ts'
import { useWhole } from '../../ui/tables/data-pages.ts'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'
import { kindWords } from './figure-words.ts'
import { basisText } from './limit-fields.ts'
import { inOrder, placeName } from './place-order.ts'
import { refreshMs } from './use-old.ts'

const LimitsForm = later(async () => (await import('./limits-form.tsx')).LimitsForm, 'over')
const GoneSheet = later(async () => (await import('../../ui/sheets/answer-sheet.tsx')).GoneSheet, 'over')

interface LimitRow {
  readonly place: Figure
  readonly limits: Limits['limits']
}

export const LimitsSection = () => {
  const pages = useWhole(occupancy.now, {})
  // Which of them holds changes with the clock.
  const query = useQuery({ ...queryOf(occupancy.limitsList, {}), refetchInterval: refreshMs })
  const mayChange = useMissing(occupancy.setLimits).length === 0
  const { id, to, closed } = useSheetAddress('limits')
  return (
    <section className="grid grid-cols-1 gap-4" aria-label="Limits">
      <p className="max-w-[70ch] text-muted">
        Near a limit (80 %) and at it (100 %) an alarm is raised. A number from area and use is a proposal: the
        authority on site decides.
      </p>
      <View op={occupancy.limitsList} query={query} rows={6} failed="The limits could not be loaded">
        {({ places }) => {
          const byId = new Map(places.map((one) => [one.place.id, one.limits]))
          const rowsOf = (now: Output<typeof occupancy.now>) =>
            inOrder(now).map((place): LimitRow => ({ place, limits: byId.get(place.id) ?? [] }))
          const row = pages.first && rowsOf(pages.first).find(({ place }) => place.id === id)
          return (
            <>
              <DataTable
                name="occupancy-limits"
                label="Limits of sites, floors and zones"
                noun={['place', 'places']}
                pages={pages}
                rows={rowsOf}
                rowId={({ place }) => place.id}
                rowName={({ place }) => placeName(place)}
                {...(mayChange ? { to: ({ place }: LimitRow) => to(place.id) } : {})}
                columns={columns}
                card={card}
                csv="Occupancy limits"
                failed="The places could not be loaded"
                empty={
                  <Empty title="No places yet">
                    <p>Limits are of sites, floors and zones. Add them first.</p>
                  </Empty>
                }
              />
              {id === null || pages.first === undefined ? null : row && mayChange ? (
                <LimitsForm
                  key={id}
                  place={{ id: row.place.id, name: placeName(row.place) }}
                  limits={row.limits}
                  closed={closed}
                />
              ) : (
                <GoneSheet
                  name="Limits"
                  title="These limits cannot be changed"
                  says="The place may be gone or hidden from you, or you may not change limits."
                  closed={closed}
                />
              )}
            </>
          )
        }}
      </View>
    </section>
  )
}

const holding = ({ limits }: LimitRow): number | null => limits.find(({ holds }) => holds)?.people ?? null

const limitText = ({ people, schedule, basis }: Limits['limits'][number]): string => {
  const when = schedule === null ? 'at all times' : `while ${schedule.name} is open`
  const from = basisText(basis)
  return `${people.toLocaleString('en-GB')} ${when}${from === '' ? '' : ` (${from})`}`
}

const allText = ({ limits }: LimitRow): string => (limits.length === 0 ? 'None' : limits.map(limitText).join('; '))

const columns: readonly Column<LimitRow>[] = [
  {
    field: 'place',
    title: 'Place',
    render: ({ place }) => <Named name={place.name}>{kindWords[place.kind]}</Named>,
    text: ({ place }) => place.name,
  },
  {
    field: 'now',
    title: 'Holds now',
    flex: 0.6,
    text: (row) => holding(row)?.toLocaleString('en-GB') ?? 'No limit',
    value: holding,
  },
  { field: 'limits', title: 'Limits', flex: 2.5, text: allText },
]

const card = (row: LimitRow) => (
  <>
    <strong>{placeName(row.place)}</strong>
    <span>{holding(row) === null ? 'No limit now' : `${holding(row)?.toLocaleString('en-GB')} people`}</span>
    {row.limits.length > 0 && <Note>{allText(row)}</Note>}
  </>
)
