// Zones that are cleaned after so many uses: which are due, and marking them as cleaned.
import * as peopleCount from '@gatehouse/contract/safety/people-count'
import type { Cleaning } from '@gatehouse/contract/safety/people-count'
import { useQuery } from '@tanstack/react-query'
import { Can, useMissing } from '../../kit/can.tsx'
import { call } from '../../kit/data/api.ts'
import { queryOf } from '../../kit/data/queries.ts'
import { peopleText } from '../../kit/people-words.ts'
import { later } from '../../ui/feedback/later.tsx'
import { Empty } from '../../ui/feedback/states.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { AddLink } from '../../ui/primitives/add-link.tsx'
import { CallButton } from '../../ui/primitives/call-button.tsx'
import { Note } from '../../ui/primitives/named.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { useSheetAddress } from '../../ui/sheets/sheet-link.ts'
import { useWhole } from '../../ui/tables/data-pages.ts'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'
import { When } from '../../ui/time/when.tsx'

const CleaningForm = later(async () => (await import('./cleaning-form.tsx')).CleaningForm, 'over')
const GoneSheet = later(async () => (await import('../../ui/sheets/answer-sheet.tsx')).GoneSheet, 'over')

const refreshMs = 60_000

export const CleaningSection = () => {
  const pages = useWhole(peopleCount.cleaningList, {})
  // Uses are counted without an event of their own.
  useQuery({ ...queryOf(peopleCount.cleaningList, {}), refetchInterval: refreshMs })
  const mayChange = useMissing(peopleCount.setCleaning).length === 0
  const { id, to, closed } = useSheetAddress('zone')
  const zones = pages.first?.zones
  const rule = zones?.find(({ zone }) => zone.id === id) ?? null
  return (
    <section className="grid grid-cols-1 gap-4" aria-label="Cleaning by use">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <p className="max-w-[70ch] text-muted">
          A zone is due after so many people came in. Who manages people counting is notified once, until it is cleaned.
        </p>
        <Can op={peopleCount.setCleaning}>
          <AddLink to={to('new')}>Add zone</AddLink>
        </Can>
      </div>
      <DataTable
        name="cleaning"
        label="Zones that are cleaned by use"
        noun={['zone', 'zones']}
        pages={pages}
        rows={(answer) => answer.zones}
        rowId={({ zone }) => zone.id}
        rowName={({ zone }) => zone.name}
        {...(mayChange ? { to: ({ zone }: Cleaning) => to(zone.id) } : {})}
        columns={columns}
        card={card}
        marks={({ isDue }) => ({ 'data-state': isDue ? 'warning' : 'normal' })}
        rowAction={markCleaned}
        csv="Cleaning by use"
        failed="The zones could not be loaded"
        empty={
          <Empty title="No zone is cleaned by use">
            <p>Choose a zone that counters count, and after how many uses it is due.</p>
            <Can op={peopleCount.setCleaning}>
              <AddLink to={to('new')}>Add the first zone</AddLink>
            </Can>
          </Empty>
        }
      />
      {id === null || zones === undefined ? null : mayChange && (rule || id === 'new') ? (
        <CleaningForm key={id} rule={rule} used={zones.map(({ zone }) => zone.id)} closed={closed} />
      ) : (
        <GoneSheet
          name="Cleaning by use"
          title="This zone is not cleaned by use"
          says="It may have been changed since the link was made, or you may not change it."
          closed={closed}
        />
      )}
    </section>
  )
}

const Cleaned = ({ cleaning: { zone } }: { readonly cleaning: Cleaning }) => (
  <Can op={peopleCount.cleaned}>
    <CallButton
      size="small"
      variant="outlined"
      aria-label={`Mark ${zone.name} as cleaned`}
      busy="Marking…"
      failed="It could not be marked. Please try again."
      run={async () => {
        await call(peopleCount.cleaned, { zoneId: zone.id })
        toast('success', `${zone.name} is marked as cleaned.`)
      }}
    >
      Cleaned
    </CallButton>
  </Can>
)

const markCleaned = (cleaning: Cleaning) => <Cleaned cleaning={cleaning} />

const stateOf = ({ isDue }: Cleaning) =>
  isDue ? ({ state: 'warning', word: 'Due' } as const) : ({ state: 'normal', word: 'Not due' } as const)

const usesText = ({ used, uses }: Cleaning): string => `${peopleText(used)} of ${uses.toLocaleString('en-GB')}`

const Last = ({ cleaning: { cleanedAt, cleanedBy } }: { readonly cleaning: Cleaning }) => (
  <>
    <When at={cleanedAt} />
    <Note>{cleanedBy ?? 'Counted from then on'}</Note>
  </>
)

const columns: readonly Column<Cleaning>[] = [
  { field: 'zone', title: 'Zone', text: ({ zone }) => zone.name },
  {
    field: 'state',
    title: 'State',
    flex: 0.7,
    render: (one) => <StatusWord {...stateOf(one)} />,
    text: (one) => stateOf(one).word,
  },
  { field: 'used', title: 'Uses', flex: 0.8, text: usesText },
  {
    field: 'cleaned',
    title: 'Cleaned',
    render: (one) => <Last cleaning={one} />,
    value: ({ cleanedAt }) => cleanedAt,
  },
]

const card = (one: Cleaning) => (
  <>
    <strong>{one.zone.name}</strong>
    <StatusWord {...stateOf(one)} />
    <span>{usesText(one)}</span>
    <span>
      Cleaned <When at={one.cleanedAt} />
    </span>
  </>
)
