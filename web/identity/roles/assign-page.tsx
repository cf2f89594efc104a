// Who has which role: people by roles, and giving and taking them for many people at once.
import { personPath } from '@gatehouse/contract/identity/person-path'
import * as contract from '@gatehouse/contract/identity/roles'
import type { Person, Role } from '@gatehouse/contract/identity/roles'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { queryOf } from '../../kit/data/queries.ts'
import { useSession } from '../../kit/session/session-state.ts'
import { Note } from '../../ui/primitives/named.tsx'
import { type Pages, usePages } from '../../ui/tables/data-pages.ts'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'
import { Icon } from '../../ui/primitives/icon.tsx'
import { PageHeader } from '../../ui/primitives/page-header.tsx'
import { PersonLine } from '../../ui/primitives/person-line.tsx'
import { SelectField } from '../../ui/forms/select-field.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { opensSheet, useSheetAddress } from '../../ui/sheets/sheet-link.ts'
import { Empty } from '../../ui/feedback/states.tsx'
import { useUrlFilters } from '../../ui/tables/url-filters.ts'
import { SavedViews } from '../../ui/tables/saved-views.tsx'
import { AssignSheet } from './assign-sheet.tsx'
import { has, isOutOfHands } from './assignment.ts'

export const AssignPage = () => {
  const { permissions: held } = useSession()
  const filters = useUrlFilters()
  const search = filters.get('search')
  const roleId = filters.get('role')
  const roles = useQuery(queryOf(contract.list, {})).data?.roles ?? []
  const pages = usePages(
    contract.people,
    (page) => ({
      ...page,
      ...(search === '' ? {} : { search }),
      ...(roleId === '' ? {} : { roleId }),
    }),
    columnsOf(roles, held),
  )
  const bulk = useSheetAddress('change')
  const { chosen, choose, clear } = useChosenPeople(pages)
  const filtered = search !== '' || roleId !== ''
  return (
    <div className="grid grid-cols-1 gap-4 [&>header]:mb-1">
      <PageHeader title="Assign roles" lead="Who may do what: give and take roles" />
      <div className="grid grid-cols-[minmax(12rem,24rem)_minmax(10rem,16rem)_auto] justify-items-stretch *:[a]:justify-self-start gap-3 below-sm:grid-cols-1">
        <SearchField label="Search people" value={search} onChange={(value) => filters.set({ search: value })} />
        <SelectField
          label="Role"
          value={roles.some(({ _id }) => _id === roleId) ? roleId : ''}
          options={[['', 'Any role'], ...roles.map(({ _id, name }) => [_id, name] as const)]}
          onChange={(role) => filters.set({ role })}
        />
        <SavedViews page="/assign-role" />
      </div>
      <DataTable
        name="assign-role"
        label="People and their roles"
        noun={['person', 'people']}
        pages={pages}
        rows={({ people }) => people}
        rowId={({ id }) => id}
        rowName={({ displayName }) => displayName}
        columns={columnsOf(roles, held)}
        card={cardOf(roles, held)}
        to={({ email }) => personPath(email, { tab: 'account', part: 'access' })}
        selection={{ chosen: new Set(chosen.keys()), onChange: choose }}
        failed="The people could not be loaded"
        empty={
          <Empty title={filtered ? 'No people match' : 'There is nobody yet'}>
            <p>
              {filtered ? 'Search for less, or choose any role.' : 'People appear here once they have been invited.'}
            </p>
            {filtered && (
              <Button variant="outlined" onClick={filters.clear}>
                Clear filters
              </Button>
            )}
          </Empty>
        }
      />
      {chosen.size > 0 && (
        <section
          className="sticky bottom-4 z-2 flex flex-wrap items-center gap-x-4 gap-y-2 justify-self-center rounded border border-strong-line bg-surface px-4 py-3 [box-shadow:0_8px_24px_rgb(0_0_0_/_18%)] below-sm:justify-end below-sm:justify-self-stretch"
          aria-label="The chosen people"
        >
          <output className="font-semibold tabular-nums below-sm:basis-full">
            {chosen.size === 1 ? '1 person chosen' : `${chosen.size} people chosen`}
          </output>
          <Button onClick={clear}>Choose none</Button>
          <Button variant="contained" component={Link} to={bulk.to('chosen')} state={opensSheet}>
            Manage roles
          </Button>
        </section>
      )}
      {bulk.id !== null && chosen.size > 0 && (
        <AssignSheet people={[...chosen.values()]} roles={roles} closed={bulk.closed} onDone={clear} />
      )}
    </div>
  )
}

// The chosen ones stay chosen over pages and filters: their roles are remembered with them.
const useChosenPeople = ({ answers }: Pages<{ people: Person[] }>) => {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Person>>(new Map())
  const shown = answers.flatMap(({ people }) => people)
  const choose = (ids: ReadonlySet<string>) =>
    setChosen(
      new Map(
        [...ids].flatMap((id) => {
          const person = shown.find((one) => one.id === id) ?? chosen.get(id)
          return person ? [[id, person] as const] : []
        }),
      ),
    )
  return { chosen, choose, clear: () => setChosen(new Map()) }
}

const columnsOf = (roles: readonly Role[], held: ReadonlySet<string>): Column<Person, typeof contract.people>[] => [
  {
    field: 'person',
    title: 'Person',
    sort: 'name',
    usual: true,
    flex: 2,
    minWidth: 300,
    render: (person) => (
      <PersonLine picture={person.profilePicture} name={person.displayName}>
        {person.displayName}
        <Note>{person.email}</Note>
        {isOutOfHands(person, roles, held) && <OutOfHands />}
      </PersonLine>
    ),
  },
  ...roles.map(
    ({ _id, name }): Column<Person, typeof contract.people> => ({
      field: _id,
      title: name,
      minWidth: 100,
      render: (person) =>
        has(person, _id) ? (
          <span className="inline-flex text-normal">
            <Icon name="normal" size="medium" />
            <span className="visually-hidden">has {name}</span>
          </span>
        ) : (
          <Note>
            <span aria-hidden="true">–</span>
            <span className="visually-hidden">no</span>
          </Note>
        ),
    }),
  ),
]

const cardOf = (roles: readonly Role[], held: ReadonlySet<string>) => (person: Person) => (
  <>
    <strong>{person.displayName}</strong>
    <Note>{person.roles.map(({ name }) => name).join(', ') || 'no role'}</Note>
    {isOutOfHands(person, roles, held) && <OutOfHands />}
  </>
)

const OutOfHands = () => (
  <span className="inline-flex items-center gap-1 text-sm font-medium text-muted">
    <Icon name="locked" /> may do more than you
  </span>
)
