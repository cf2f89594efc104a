// Visitor passes: who is expected today, and every other.
import * as passes from '@gatehouse/contract/access/passes'
import type { Pass } from '@gatehouse/contract/access/passes'
import Button from '@mui/material/Button'
import { Link } from 'react-router'
import { useMissing } from '../../kit/can.tsx'
import { useClock } from '../../kit/clock.ts'
import { useTimeZone } from '../../kit/time.ts'
import { AddLink } from '../../ui/primitives/add-link.tsx'
import { Named, Note } from '../../ui/primitives/named.tsx'
import { usePages } from '../../ui/tables/data-pages.ts'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'
import { FilterBar } from '../../ui/tables/filter-bar.tsx'
import { FilterChoice } from '../../ui/tables/filter-choice.tsx'
import { later } from '../../ui/feedback/later.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { opensSheet, useSheetAddress } from '../../ui/sheets/sheet-link.ts'
import { Empty } from '../../ui/feedback/states.tsx'
import { useUrlFilters } from '../../ui/tables/url-filters.ts'
import { useMomentText } from './access-words.ts'
import { StandingWord } from './parts.tsx'
import { standingOf, stateWords, today, usesText } from './pass-words.ts'

const PassSheet = later(async () => (await import('./pass-sheet.tsx')).PassSheet, 'over')
const PassForm = later(async () => (await import('./pass-form.tsx')).PassForm, 'over')

const states = ['issued', 'used', 'expired', 'withdrawn'] as const

export const PassesSection = () => {
  const filters = useUrlFilters()
  const timeZone = useTimeZone()
  const [from, to] = useClock((now) => Object.values(today(now, timeZone)).join(' ')).split(' ')
  const q = filters.get('q')
  const state = states.find((one) => one === filters.get('state'))
  const isAll = filters.get('days') === 'all'
  const pages = usePages('passes', passes.list, (page) => ({
    ...page,
    ...(q ? { q } : {}),
    ...(state ? { state } : {}),
    ...(isAll || from === undefined || to === undefined ? {} : { from, to }),
  }))
  const sheet = useSheetAddress('pass')
  const mayIssue = useMissing(passes.issue).length === 0
  const filtered = q !== '' || state !== undefined
  return (
    <div className="grid grid-cols-1 content-start gap-4">
      {mayIssue && (
        <div className="flex flex-wrap items-center justify-between gap-2 [&>:first-child]:max-w-[26rem] [&>:first-child]:flex-[1_1_14rem]">
          <span className="text-muted">A QR code that opens some doors for a visitor, for a time</span>
          <AddLink to={sheet.to('new')}>Issue pass</AddLink>
        </div>
      )}
      <FilterBar
        count={(state ? 1 : 0) + (isAll ? 1 : 0)}
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
          value={isAll ? 'all' : ''}
          options={[
            ['', 'Today’s visitors'],
            ['all', 'All days'],
          ]}
          onChange={(days) => filters.set({ days })}
        />
        <FilterChoice
          label="State"
          value={state ?? ''}
          options={[['', 'Any'], ...states.map((one) => [one, stateWords[one].word] as const)]}
          onChange={(chosen) => filters.set({ state: chosen })}
        />
      </FilterBar>
      <DataTable
        name="passes"
        label="Visitor passes"
        pages={pages}
        rows={(answer) => answer.passes}
        rowId={({ id }) => id}
        rowName={({ visitor }) => visitor}
        columns={columns}
        card={card}
        to={({ id }) => sheet.to(id)}
        failed="The visitor passes could not be loaded"
        empty={
          filtered ? (
            <Empty title="No pass passes these filters">
              <Button variant="outlined" onClick={filters.clear}>
                Clear filters
              </Button>
            </Empty>
          ) : (
            <Empty title={isAll ? 'No visitor passes yet' : 'Nobody is expected today'}>
              <p>A pass opens the doors you choose for a visitor. It comes by mail, or printed.</p>
              <span className="inline-flex flex-wrap gap-2 below-sm:[&>:is(a,button)]:min-h-[44px]">
                {!isAll && (
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
      {sheet.id === 'new' && mayIssue ? (
        <PassForm closed={sheet.closed} />
      ) : sheet.id !== null && sheet.id !== 'new' ? (
        <PassSheet key={sheet.id} passId={sheet.id} closed={sheet.closed} />
      ) : null}
    </div>
  )
}

const StateOf = ({ pass }: { readonly pass: Pass }) => <StandingWord of={(now) => standingOf(pass, now)} />

const Moment = ({ at }: { readonly at: string }) => useMomentText()(at)

const columns: readonly Column<Pass>[] = [
  {
    field: 'visitor',
    title: 'Visitor',
    flex: 2,
    minWidth: 200,
    render: ({ visitor, company }) => <Named name={visitor}>{company}</Named>,
  },
  {
    field: 'host',
    title: 'To see',
    minWidth: 140,
    render: ({ host }) => host?.name ?? <span className="text-muted">Nobody in particular</span>,
  },
  { field: 'from', title: 'From', minWidth: 190, render: ({ from }) => <Moment at={from} /> },
  { field: 'to', title: 'Until', minWidth: 190, render: ({ to }) => <Moment at={to} /> },
  { field: 'uses', title: 'Uses', minWidth: 150, optional: true, render: usesText },
  { field: 'state', title: 'State', minWidth: 120, render: (pass) => <StateOf pass={pass} /> },
]

const card = (pass: Pass) => <PassCard pass={pass} />

const PassCard = ({ pass }: { readonly pass: Pass }) => {
  const show = useMomentText()
  const words = [pass.company, pass.host && `to see ${pass.host.name}`, `until ${show(pass.to)}`]
  return (
    <span>
      <strong>{pass.visitor}</strong>
      <Note>{words.filter(Boolean).join(', ')}</Note>
      <StateOf pass={pass} />
    </span>
  )
}
