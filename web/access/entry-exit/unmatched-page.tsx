// Entries and exits that do not match each other: what is missing, put right with one more or left as it is.
import * as entryExit from '@gatehouse/contract/access/entry-exit'
import type { Unmatched } from '@gatehouse/contract/access/entry-exit'
import Button from '@mui/material/Button'
import { Link, useParams } from 'react-router'
import { useHolds } from '../../kit/can.tsx'
import { registerCorrections, refetches } from '../../kit/live/live-cache.ts'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'
import { usePages } from '../../ui/tables/data-pages.ts'
import { FilterBar } from '../../ui/tables/filter-bar.tsx'
import { FilterChoice } from '../../ui/tables/filter-choice.tsx'
import { ToggleChoice } from '../../ui/forms/toggle-choice.tsx'
import { Icon } from '../../ui/primitives/icon.tsx'
import { later } from '../../ui/feedback/later.tsx'
import { PageHeader } from '../../ui/primitives/page-header.tsx'
import { opensSheet } from '../../ui/sheets/sheet-link.ts'
import { Empty } from '../../ui/feedback/states.tsx'
import { useUrlQuery } from '../../ui/tables/url-filters.ts'
import { When } from '../../ui/time/when.tsx'
import { SavedViews } from '../../ui/tables/saved-views.tsx'
import { doorOf, personOf } from './log-words.tsx'
import { KindWord, kinds } from './unmatched-words.tsx'

registerCorrections([refetches(entryExit.unmatchedList, entryExit.unmatchedChanged)])

const UnmatchedSheet = later(async () => (await import('./unmatched-sheet.tsx')).UnmatchedSheet, 'over')

const RulesSheet = later(async () => (await import('./rules-sheet.tsx')).RulesSheet, 'over')

const home = '/entry-exit/report/unmatched'
const breadcrumbs = [{ label: 'Entry and exit', to: '/entry-exit/report' }]

export const UnmatchedPage = () => {
  const { '*': rest = '' } = useParams()
  const opened = rest.slice('unmatched/'.length)
  const [query, change] = useUrlQuery()
  const status = oneOf(['open', 'corrected', 'dismissed'], query.get('status')) ?? 'open'
  const kind = oneOf(['entry-without-exit', 'exit-without-entry', 'still-inside'], query.get('kind'))
  const choose = (name: string, value: string) =>
    change((now) => {
      if (value === '' || value === 'open') now.delete(name)
      else now.set(name, value)
      return now
    })
  const pages = usePages(
    entryExit.unmatchedList,
    (page) => ({
      ...page,
      status,
      ...(kind ? { kind } : {}),
    }),
    columns,
  )
  const search = query.toString()
  const mayRule = useHolds(['manage_settings'])
  return (
    <>
      <PageHeader
        title="Unmatched entries and exits"
        lead="Who came in without leaving, left without coming in, or is inside for very long"
        breadcrumbs={breadcrumbs}
        action={
          mayRule && (
            <Button
              component={Link}
              to={{ pathname: `${home}/rules`, search }}
              state={opensSheet}
              variant="outlined"
              startIcon={<Icon name="settings" />}
            >
              Matching rules
            </Button>
          )
        }
      />
      <FilterBar
        views={<SavedViews page={home} />}
        count={kind ? 1 : 0}
        onClear={() => choose('kind', '')}
        first={
          <ToggleChoice
            label="Status"
            className="bg-surface [&>button:not([aria-pressed=true])]:text-muted"
            value={status}
            options={[
              ['open', 'Open'],
              ['corrected', 'Corrected'],
              ['dismissed', 'Dismissed'],
            ]}
            onChange={(chosen) => choose('status', chosen)}
          />
        }
      >
        <FilterChoice
          label="Kind"
          value={kind ?? ''}
          options={[['', 'Everything'], ...Object.entries(kinds)]}
          onChange={(value) => choose('kind', value)}
        />
      </FilterBar>
      <DataTable
        name="unmatched"
        label="Unmatched entries and exits"
        noun={['entry or exit', 'entries and exits']}
        pages={pages}
        rows={(answer) => answer.unmatched}
        rowId={({ id }) => id}
        rowName={({ log }) => personOf(log)}
        columns={status === 'open' ? openColumns : settledColumns}
        card={card}
        to={({ id }) => ({ pathname: `${home}/${id}`, search })}
        failed="What does not match could not be loaded"
        empty={
          <Empty title={status === 'open' ? 'Everything matches' : 'Nothing here yet'}>
            <p>
              {status === 'open'
                ? 'Whoever comes in twice without leaving, or is inside for very long, stands here to be looked at.'
                : 'What is put right or left as it is stands here, with who did it and why.'}
            </p>
            <Link to="/entry-exit/report">Go to the log</Link>
          </Empty>
        }
      />
      {opened === 'rules' && mayRule && <RulesSheet closed={{ pathname: home, search }} />}
      {opened !== '' && opened !== 'rules' && (
        <UnmatchedSheet key={opened} id={opened} closed={{ pathname: home, search }} />
      )}
    </>
  )
}

const columns: readonly Column<Unmatched, typeof entryExit.unmatchedList>[] = [
  { field: 'person', title: 'Person', sort: 'person', flex: 2, render: ({ log }) => personOf(log) },
  { field: 'what', title: 'Kind', sort: 'kind', flex: 1.5, render: ({ kind }) => <KindWord kind={kind} /> },
  { field: 'door', title: 'Door', sort: 'door', flex: 2, render: ({ log }) => doorOf(log) },
  {
    field: 'when',
    title: 'When',
    sort: 'at',
    descending: 'newest',
    usual: true,
    render: ({ log }) => <When at={log.timestamp} />,
  },
]

const openColumns: readonly Column<Unmatched>[] = [
  ...columns,
  {
    field: 'suggestion',
    title: 'Probably missing',
    flex: 2.5,
    render: ({ suggestion }) =>
      suggestion ? (
        <span>
          {suggestion.type === 'exit' ? 'Exit' : 'Entry'} at {suggestion.door}, <When at={suggestion.timestamp} />
        </span>
      ) : (
        '–'
      ),
  },
]

const settledColumns: readonly Column<Unmatched>[] = [
  ...columns,
  { field: 'reason', title: 'Why', flex: 2, render: ({ reason }) => reason ?? '–' },
  { field: 'by', title: 'By', flex: 1.5, render: ({ settledBy }) => settledBy ?? '–' },
]

const card = (item: Unmatched) => (
  <span className="grid grid-cols-[1fr_auto] gap-x-3 gap-y-1 [&_span]:text-muted [&_strong]:font-semibold">
    <strong>{personOf(item.log)}</strong>
    <When at={item.log.timestamp} />
    <span>{doorOf(item.log)}</span>
    <KindWord kind={item.kind} />
  </span>
)

const oneOf = <T extends string>(allowed: readonly T[], text: string | null): T | undefined =>
  allowed.find((option) => option === text)
