// People and what doors know of them: found by name, opened one by one, given levels many at once, and taken in from
// a file.
import * as access from '@gatehouse/contract/access/access'
import type { Holder } from '@gatehouse/contract/access/access'
import { personPath } from '@gatehouse/contract/identity/person-path'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { Link } from 'react-router'
import { counted } from '../../kit/counted.ts'
import { download } from '../../kit/data/api.ts'
import { useMissing } from '../../kit/can.tsx'
import { usePages } from '../../ui/tables/data-pages.ts'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'
import bar from '../../ui/tables/filter-bar.module.css'
import { FilterBar } from '../../ui/tables/filter-bar.tsx'
import { FilterChoice, type FilterOption } from '../../ui/tables/filter-choice.tsx'
import { saveFile } from '../../ui/tables/save-and-print.ts'
import { later } from '../../ui/feedback/later.tsx'
import { FootBar } from '../../ui/primitives/foot-bar.tsx'
import { CallButton } from '../../ui/primitives/call-button.tsx'
import { Note } from '../../ui/primitives/named.tsx'
import { PersonLine } from '../../ui/primitives/person-line.tsx'
import { SearchChoice } from '../../ui/forms/search-choice.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { opensSheet, useSheetAddress } from '../../ui/sheets/sheet-link.ts'
import { Empty } from '../../ui/feedback/states.tsx'
import { useUrlFilters } from '../../ui/tables/url-filters.ts'
import { kindWords, standingOfPerson } from './access-words.ts'
import { StandingWord } from './parts.tsx'
import { levelFinder } from '../../ui/forms/level-finder.ts'
import { SavedViews } from '../../ui/tables/saved-views.tsx'
import { groupFinder } from './use-choices.ts'

const AssignSheet = later(async () => (await import('./assign-sheet.tsx')).AssignSheet, 'over')
const ImportAccess = later(async () => (await import('./import-sheet.tsx')).ImportAccess, 'over')

const has = ['card', 'pin', 'mobile', 'none'] as const
const states = ['suspended', 'over', 'lost'] as const

export const PeopleSection = () => {
  const filters = useUrlFilters()
  const asked = {
    q: filters.get('q'),
    department: filters.get('department'),
    levelId: filters.get('level'),
    groupId: filters.get('group'),
    has: has.find((one) => one === filters.get('has')) ?? '',
    state: states.find((one) => one === filters.get('state')) ?? '',
  } as const
  const set = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== ''))
  const pages = usePages(access.people, (page) => ({ ...page, ...set }), columns)
  const departments = pages.first?.departments ?? []
  const count = Object.keys(set).filter((name) => name !== 'q').length
  const doing = useSheetAddress('do')
  const mayImport = useMissing(access.importPeople).length === 0
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  return (
    <div className="grid grid-cols-1 content-start gap-4">
      {mayImport && (
        <div className="flex flex-wrap items-center justify-between gap-2 [&>:first-child]:max-w-[26rem] [&>:first-child]:flex-[1_1_14rem]">
          <span className="text-muted">Cards, PINs and phones, and what they open</span>
          <span className="inline-flex flex-wrap gap-2 below-sm:[&>:is(a,button)]:min-h-[44px]">
            <ExportButton />
            <Button variant="outlined" component={Link} to={doing.to('import')} state={opensSheet}>
              Import
            </Button>
          </span>
        </div>
      )}
      <Filters departments={departments} count={count} />
      <DataTable
        name="access-people"
        label="People"
        noun={['person', 'people']}
        pages={pages}
        rows={({ people }) => people}
        rowId={({ person }) => person.id}
        rowName={({ person }) => person.displayName}
        columns={columns}
        card={card}
        to={({ person }) => personPath(person.email, { tab: 'access' })}
        selection={{ chosen, onChange: setChosen }}
        failed="The people could not be loaded"
        empty={
          Object.keys(set).length > 0 ? (
            <Empty title="No people match">
              <p>Names, jobs and addresses are found by any part of them.</p>
              <Button variant="outlined" onClick={filters.clear}>
                Clear filters
              </Button>
            </Empty>
          ) : (
            <Empty title="Nobody is there yet">
              <p>Add people on the staff page, or import them from a file with their cards and levels.</p>
            </Empty>
          )
        }
      />
      {chosen.size > 0 && (
        <FootBar label="The chosen people" words={`${counted(chosen.size, 'person', 'people')} chosen`}>
          <Button onClick={() => setChosen(new Set())}>Choose none</Button>
          <Button variant="contained" component={Link} to={doing.to('assign')} state={opensSheet}>
            Manage access
          </Button>
        </FootBar>
      )}
      {doing.id === 'import' && mayImport ? (
        <ImportAccess closed={doing.closed} />
      ) : doing.id === 'assign' && chosen.size > 0 ? (
        <AssignSheet userIds={[...chosen]} closed={doing.closed} onDone={() => setChosen(new Set())} />
      ) : null}
    </div>
  )
}

const Filters = ({ departments, count }: { readonly departments: readonly string[]; readonly count: number }) => {
  const filters = useUrlFilters()
  const choice = (name: string, label: string, options: readonly FilterOption[]) => (
    <FilterChoice
      label={label}
      value={filters.get(name)}
      options={options}
      onChange={(value) => filters.set({ [name]: value })}
    />
  )
  return (
    <FilterBar
      views={<SavedViews page="/door-management/people" />}
      count={count}
      onClear={filters.clear}
      first={
        <SearchField
          label="Search by name, job or email"
          value={filters.get('q')}
          onChange={(q) => filters.set({ q })}
        />
      }
    >
      {choice('has', 'Credentials', [
        ['', 'Anything'],
        ['card', 'A card'],
        ['pin', 'A PIN'],
        ['mobile', 'A phone'],
        ['none', 'Nothing'],
      ])}
      {choice('state', 'State', [
        ['', 'Any'],
        ['suspended', 'Suspended'],
        ['over', 'Expired'],
        ['lost', 'Has lost credential'],
      ])}
      <SearchChoice
        className={bar.wide}
        label="Level"
        none="No level of that name"
        finder={levelFinder}
        value={filters.get('level')}
        onChange={(level) => filters.set({ level })}
      />
      <SearchChoice
        className={bar.wide}
        label="Group"
        none="No group of that name"
        finder={groupFinder}
        value={filters.get('group')}
        onChange={(group) => filters.set({ group })}
      />
      {choice('department', 'Department', [
        ['', 'Any department'],
        ...departments.map((name): FilterOption => [name, name]),
      ])}
    </FilterBar>
  )
}

const ExportButton = () => (
  <CallButton
    variant="outlined"
    busy="Exporting…"
    failed="The file could not be made. Please try again."
    run={async () => saveFile(await download(access.exportPeople, {}), 'access.csv')}
  >
    Export
  </CallButton>
)

const StateOf = ({ holder }: { readonly holder: Holder }) => (
  <StandingWord of={(now) => standingOfPerson(holder, now)} />
)

/** `2 cards, PIN` */
const carries = ({ credentials }: Holder): string => {
  const kinds = Map.groupBy(credentials, ({ kind }) => kind)
  const words = [...kinds].map(([kind, all]) =>
    all.length === 1 ? kindWords[kind] : `${all.length} × ${kindWords[kind]}`,
  )
  const lost = credentials.some(({ state }) => state === 'lost') ? ' (lost)' : ''
  return words.length === 0 ? 'Nothing' : words.join(', ') + lost
}

const columns: readonly Column<Holder, typeof access.people>[] = [
  {
    field: 'person',
    title: 'Person',
    sort: 'name',
    usual: true,
    flex: 2,
    minWidth: 260,
    render: ({ person }) => (
      <PersonLine picture={person.profilePicture} name={person.displayName}>
        {person.displayName}
        <Note>{person.email}</Note>
      </PersonLine>
    ),
  },
  {
    field: 'department',
    title: 'Department',
    sort: 'department',
    minWidth: 130,
    render: ({ person }) => person.department ?? <span className="text-muted">Not set</span>,
  },
  { field: 'carries', title: 'Credentials', minWidth: 150, render: carries },
  {
    field: 'levels',
    title: 'Levels',
    sort: 'levels',
    descending: 'most',
    minWidth: 80,
    render: ({ levels }) => levels,
  },
  {
    field: 'groups',
    title: 'Groups',
    sort: 'groups',
    descending: 'most',
    minWidth: 80,
    optional: true,
    render: ({ groups }) => groups,
  },
  { field: 'state', title: 'State', minWidth: 150, render: (holder) => <StateOf holder={holder} /> },
]

const card = (holder: Holder) => (
  <PersonLine picture={holder.person.profilePicture} name={holder.person.displayName} size="medium">
    <strong>{holder.person.displayName}</strong>
    <Note>
      {carries(holder)}; {counted(holder.levels, 'level')}
    </Note>
    <StateOf holder={holder} />
  </PersonLine>
)
