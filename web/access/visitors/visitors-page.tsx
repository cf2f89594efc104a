// Visitors: who is expected and who is on site, their passes, and checking them in and out.
import * as passes from '@gatehouse/contract/access/passes'
import type { Pass } from '@gatehouse/contract/access/passes'
import * as visitors from '@gatehouse/contract/access/visitors'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { useHolds, useMissing } from '../../kit/can.tsx'
import { useClock } from '../../kit/clock.ts'
import { useTimeZone } from '../../kit/time.ts'
import { later } from '../../ui/feedback/later.tsx'
import { NoPage } from '../../ui/feedback/no-page.tsx'
import { Empty, NoPermission } from '../../ui/feedback/states.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { AddLink } from '../../ui/primitives/add-link.tsx'
import { Named, Note } from '../../ui/primitives/named.tsx'
import { PageHeader } from '../../ui/primitives/page-header.tsx'
import { opensSheet, useSheetAddress } from '../../ui/sheets/sheet-link.ts'
import { usePages } from '../../ui/tables/data-pages.ts'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'
import { FilterBar } from '../../ui/tables/filter-bar.tsx'
import { FilterChoice } from '../../ui/tables/filter-choice.tsx'
import { useUrlFilters } from '../../ui/tables/url-filters.ts'
import { SavedViews } from '../../ui/tables/saved-views.tsx'
import { ManyBar } from './many-bar.tsx'
import { type LastVisit, UndoBar, VisitButton } from './visit-button.tsx'
import { VisitWord } from './visit-word.tsx'
import { periodText, usesText, visitStates, visitWords } from './visit-words.ts'

const PassSheet = later(async () => (await import('./pass-sheet.tsx')).PassSheet, 'over')
const PassForm = later(async () => (await import('./pass-form.tsx')).PassForm, 'over')

const allDays = ['upcoming', 'past', 'all'] as const

/** `/visitors`; for those who receive visitors, and for those who work the doors. */
export const VisitorsPage = () => {
  const { '*': rest = '' } = useParams()
  const receives = useHolds(['manage_visitors'])
  const operates = useHolds(['operate_doors'])
  if (rest !== '') return <NoPage to="/visitors">Go to the visitors</NoPage>
  if (receives || operates) return <Visitors />
  return (
    <>
      <PageHeader title="Visitors" />
      <NoPermission missing={['manage_visitors']} />
    </>
  )
}

const Visitors = () => {
  const filters = useUrlFilters()
  const q = filters.get('q')
  const visit = visitStates.find((one) => one === filters.get('state'))
  const days: (typeof allDays)[number] | 'today' = allDays.find((one) => one === filters.get('days')) ?? 'today'
  const pages = usePages(
    passes.list,
    (page) => ({
      ...page,
      ...(q ? { q } : {}),
      ...(visit ? { visit } : {}),
      ...(days === 'all' ? {} : { days }),
    }),
    columns,
  )
  const sheet = useSheetAddress('pass')
  const mayIssue = useMissing(passes.issue).length === 0
  const mayCheck = useMissing(visitors.checkIn).length === 0
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [last, setLast] = useState<LastVisit | null>(null)
  const isFiltered = q !== '' || visit !== undefined
  return (
    <div className="grid grid-cols-1 content-start gap-4">
      <PageHeader
        title="Visitors"
        lead="Who is expected, and who is on site"
        action={mayIssue && <AddLink to={sheet.to('new')}>Issue pass</AddLink>}
      />
      <FilterBar
        views={<SavedViews page="/visitors" />}
        count={(visit ? 1 : 0) + (days === 'today' ? 0 : 1)}
        onClear={filters.clear}
        first={
          <SearchField
            label="Search by visitor, company or host"
            value={q}
            onChange={(sought) => filters.set({ q: sought })}
          />
        }
      >
        <FilterChoice
          label="Days"
          value={days === 'today' ? '' : days}
          options={[
            ['', 'Today'],
            ['upcoming', 'Upcoming'],
            ['past', 'Past'],
            ['all', 'All days'],
          ]}
          onChange={(chosenDays) => filters.set({ days: chosenDays })}
        />
        <FilterChoice
          label="State"
          value={visit ?? ''}
          options={[['', 'Any'], ...visitStates.map((one) => [one, visitWords[one].word] as const)]}
          onChange={(state) => filters.set({ state })}
        />
      </FilterBar>
      <DataTable
        name="passes"
        label="Visitors"
        noun={['visitor', 'visitors']}
        pages={pages}
        rows={(answer) => answer.passes}
        rowId={({ id }) => id}
        rowName={({ visitor }) => visitor}
        columns={columns}
        card={card}
        to={({ id }) => sheet.to(id)}
        {...(mayCheck && {
          rowAction: buttonOf(setLast),
          selection: { chosen, onChange: setChosen },
        })}
        failed="The visitors could not be loaded"
        empty={
          isFiltered ? (
            <Empty title="No visitors match">
              <Button variant="outlined" onClick={filters.clear}>
                Clear filters
              </Button>
            </Empty>
          ) : (
            <Empty title={days === 'today' ? 'Nobody is expected today' : 'No visitors'}>
              <p>A pass opens the doors you choose for a visitor. It is shown here, printed, or sent by e-mail.</p>
              <span className="inline-flex flex-wrap gap-2 below-sm:[&>:is(a,button)]:min-h-[44px]">
                {days !== 'all' && (
                  <Button variant="outlined" onClick={() => filters.set({ days: 'all' })}>
                    Show all days
                  </Button>
                )}
                {mayIssue && (
                  <Button variant="outlined" component={Link} to={sheet.to('new')} state={opensSheet}>
                    Issue a pass
                  </Button>
                )}
              </span>
            </Empty>
          )
        }
      />
      {chosen.size > 0 ? (
        <ManyBar chosen={chosen} onDone={() => setChosen(new Set())} />
      ) : (
        last && <UndoBar last={last} onClose={() => setLast(null)} />
      )}
      {sheet.id === 'new' && mayIssue ? (
        <PassForm closed={sheet.closed} sheetOf={sheet.to} />
      ) : sheet.id !== null && sheet.id !== 'new' ? (
        <PassSheet key={sheet.id} passId={sheet.id} closed={sheet.closed} onVisit={setLast} />
      ) : null}
    </div>
  )
}

const buttonOf = (onDone: (last: LastVisit) => void) => (pass: Pass) => <VisitButton pass={pass} onDone={onDone} />

const Period = ({ pass }: { readonly pass: Pass }) => {
  const timeZone = useTimeZone()
  return useClock((now) => periodText(pass, timeZone, now))
}

const columns: readonly Column<Pass, typeof passes.list>[] = [
  {
    field: 'visitor',
    title: 'Visitor',
    sort: 'visitor',
    flex: 2,
    minWidth: 180,
    render: ({ visitor, company }) => <Named name={visitor}>{company}</Named>,
  },
  {
    field: 'host',
    title: 'Host',
    sort: 'host',
    minWidth: 140,
    render: ({ host }) => host?.name ?? <span className="text-muted">Not set</span>,
  },
  {
    field: 'time',
    title: 'Time',
    sort: 'from',
    descending: 'newest',
    usual: true,
    flex: 1.3,
    minWidth: 150,
    render: (pass) => <Period pass={pass} />,
  },
  {
    field: 'state',
    title: 'State',
    sort: 'visit',
    flex: 1.3,
    minWidth: 170,
    render: (pass) => <VisitWord pass={pass} />,
  },
  {
    field: 'uses',
    title: 'Entries allowed',
    sort: 'uses',
    descending: 'most',
    minWidth: 150,
    optional: true,
    render: usesText,
  },
]

const card = (pass: Pass) => (
  <span>
    <strong>{pass.visitor}</strong>
    <Note>{[pass.company, pass.host && `Host: ${pass.host.name}`].filter(Boolean).join(', ')}</Note>
    <Note>
      <Period pass={pass} />
    </Note>
    <VisitWord pass={pass} />
  </span>
)
