// The counters: how well each counts, between which zones it stands, and the corrections that it has learnt from.
import * as devices from '@gatehouse/contract/building/devices'
import * as occupancy from '@gatehouse/contract/safety/occupancy'
import { useQuery } from '@tanstack/react-query'
import { useMissing } from '../../kit/can.tsx'
import { queryOf } from '../../kit/data/queries.ts'
import { registerCorrections } from '../../kit/live/live-cache.ts'
import { AddDevice } from '../../ui/feedback/add-device.ts'
import { later } from '../../ui/feedback/later.tsx'
import { Empty } from '../../ui/feedback/states.tsx'
import { Named, Note } from '../../ui/primitives/named.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { useSheetAddress } from '../../ui/sheets/sheet-link.ts'
import { useWhole } from '../../ui/tables/data-pages.ts'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'
import { CorrectionsList } from './corrections-list.tsx'
import { accuracyText, betweenText, type CounterRow, countsText, faultWords, healthOf } from './counter-words.ts'
import { occupancyLive } from './occupancy.live.ts'

const CounterSheet = later(async () => (await import('./counter-sheet.tsx')).CounterSheet, 'over')
const PlacingForm = later(async () => (await import('./counter-forms.tsx')).PlacingForm, 'over')
const AccuracyForm = later(async () => (await import('./counter-forms.tsx')).AccuracyForm, 'over')
const LinesSheet = later(async () => (await import('./lines-form.tsx')).LinesSheet, 'over')
const GoneSheet = later(async () => (await import('../../ui/sheets/answer-sheet.tsx')).GoneSheet, 'over')

registerCorrections(occupancyLive)

export const CountersSection = () => {
  const pages = useWhole(occupancy.borders, {})
  const health = useQuery(queryOf(occupancy.counters, {}))
  const { to } = useSheetAddress('counter')
  const byId = new Map(health.data?.counters.map((one) => [one.device.id, one]))
  const rowsOf = ({ borders }: { readonly borders: readonly occupancy.Border[] }): readonly CounterRow[] =>
    borders.map((border) => ({ border, health: byId.get(border.device.id) ?? null }))
  return (
    <section className="grid grid-cols-1 gap-4" aria-label="Counters">
      <p className="max-w-[70ch] text-muted">
        Counters and doors move people between zones. Corrections and empty nights teach how well each counts.
      </p>
      {health.isError && (
        <p role="alert" className="text-high">
          How well they count could not be loaded.
        </p>
      )}
      <DataTable
        name="counters"
        label="Counters and doors"
        noun={['counter or door', 'counters and doors']}
        pages={pages}
        rows={rowsOf}
        rowId={({ border }) => border.device.id}
        rowName={({ border }) => border.device.name}
        to={({ border }) => to(border.device.id)}
        columns={columns}
        card={card}
        marks={(one) => ({ 'data-state': healthOf(one).state })}
        csv="People counters"
        failed="The counters could not be loaded"
        empty={
          <Empty title="No counters yet">
            <p>Register a people counter; then place it between two zones.</p>
            <AddDevice>Add a people counter</AddDevice>
          </Empty>
        }
      />
      <CorrectionsList />
      {pages.first !== undefined && <Sheets rows={rowsOf(pages.first)} />}
    </section>
  )
}

/** What the address has open: a counter, or a form of it. */
const Sheets = ({ rows }: { readonly rows: readonly CounterRow[] }) => {
  const counter = useSheetAddress('counter')
  const placing = useSheetAddress('placing')
  const accuracy = useSheetAddress('accuracy')
  const lines = useSheetAddress('lines')
  const mayChange = useMissing(occupancy.placeCounter).length === 0
  const maySetLines = useMissing(devices.setLines).length === 0
  const open = [placing, accuracy, lines, counter].find(({ id }) => id !== null)
  if (!open) return null
  const row = rows.find(({ border }) => border.device.id === open.id)
  if (row && open === counter) return <CounterSheet key={open.id} row={row} closed={open.closed} />
  if (row && mayChange && open === placing)
    return <PlacingForm key={open.id} border={row.border} closed={open.closed} />
  if (row?.health && mayChange && open === accuracy)
    return <AccuracyForm key={open.id} health={row.health} closed={open.closed} />
  if (row?.border.kind === 'counter' && maySetLines && open === lines)
    return <LinesSheet key={open.id} device={row.border.device} closed={open.closed} />
  return (
    <GoneSheet
      name="Counter"
      title="This counter is not there"
      says="It may have been retired, be hidden from you by labels, or stand at no border; or you may not change counters."
      closed={open.closed}
    />
  )
}

const Health = ({ row }: { readonly row: CounterRow }) => {
  const { state, word } = healthOf(row)
  const faults = row.health?.because.filter((one) => one !== 'offline') ?? []
  return (
    <Named name={<StatusWord state={state} word={word} live />}>
      {faults.length > 0 && faults.map((one) => faultWords[one]).join(' ')}
    </Named>
  )
}

const columns: readonly Column<CounterRow>[] = [
  {
    field: 'name',
    title: 'Counter or door',
    flex: 1.2,
    render: ({ border }) => <Named name={border.device.name}>{border.kind === 'door' ? 'Door' : 'Counter'}</Named>,
    text: ({ border }) => border.device.name,
  },
  { field: 'between', title: 'Between', flex: 1.3, text: ({ border }) => betweenText(border) },
  { field: 'counts', title: 'Counts', flex: 1.3, text: ({ border }) => countsText(border) },
  {
    field: 'accuracy',
    title: 'Counts of those who pass',
    flex: 1.2,
    text: ({ health }) => (health ? accuracyText(health) : ''),
    value: ({ health }) => (health ? Math.min(health.accuracyIn, health.accuracyOut) : null),
  },
  {
    field: 'drift',
    title: 'Drift',
    flex: 0.5,
    text: ({ health }) => `${health?.drift ?? ''}`,
    value: ({ health }) => health?.drift ?? null,
  },
  {
    field: 'health',
    title: 'Health',
    flex: 1.3,
    render: (row) => <Health row={row} />,
    text: (row) => healthOf(row).word,
  },
]

const card = (row: CounterRow) => (
  <>
    <strong>{row.border.device.name}</strong>
    <Health row={row} />
    <Note>{betweenText(row.border)}</Note>
    {row.health && <Note>{accuracyText(row.health)}</Note>}
  </>
)
