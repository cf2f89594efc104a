// The table of accounts with its filters.
import * as labels from '@gatehouse/contract/identity/labels'
import { personPath } from '@gatehouse/contract/identity/person-path'
import * as roles from '@gatehouse/contract/identity/roles'
import * as users from '@gatehouse/contract/identity/users'
import type { Account } from '@gatehouse/contract/identity/users'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { Link, type To } from 'react-router'
import { queryOf } from '../../kit/data/queries.ts'
import { Note } from '../../ui/primitives/named.tsx'
import { usePages } from '../../ui/tables/data-pages.ts'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'
import { LabelChip } from '../../ui/primitives/label-chip.tsx'
import { PersonLine } from '../../ui/primitives/person-line.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { opensSheet } from '../../ui/sheets/sheet-link.ts'
import { Empty } from '../../ui/feedback/states.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { FilterBar } from '../../ui/tables/filter-bar.tsx'
import { FilterChoice } from '../../ui/tables/filter-choice.tsx'
import { useUrlFilters } from '../../ui/tables/url-filters.ts'
import { When } from '../../ui/time/when.tsx'
import { SavedViews } from '../../ui/tables/saved-views.tsx'
import { secondFactorWords, statusWords } from './account-words.ts'

const statuses = ['active', 'suspended', 'locked', 'staff'] as const

export const AccountsTable = ({ page, invite }: { readonly page: string; readonly invite: To }) => {
  const filters = useUrlFilters(['view'])
  const search = filters.get('search')
  const status = statuses.find((one) => one === filters.get('status'))
  const roleId = filters.get('role')
  const labelId = filters.get('label')
  const filtered = search !== '' || status !== undefined || roleId !== '' || labelId !== ''
  const pages = usePages(
    users.list,
    (asked) => ({
      ...asked,
      ...(search === '' ? {} : { search }),
      ...(status === undefined ? {} : { status }),
      ...(roleId === '' ? {} : { roleId }),
      ...(labelId === '' ? {} : { labelId }),
    }),
    columns,
  )
  const allRoles = useQuery(queryOf(roles.list, {})).data?.roles ?? []
  const allLabels = useQuery(queryOf(labels.list, {})).data?.labels ?? []
  return (
    <>
      <FilterBar
        views={<SavedViews page={page} />}
        count={[search, status, roleId, labelId].filter(Boolean).length}
        onClear={filters.clear}
        first={
          <SearchField label="Search people" value={search} onChange={(value) => filters.set({ search: value })} />
        }
      >
        <FilterChoice
          label="Status"
          value={status ?? ''}
          options={[['', 'Any status'], ...statuses.map((one) => [one, statusWords[one].word] as const)]}
          onChange={(value) => filters.set({ status: value })}
        />
        <FilterChoice
          label="Role"
          value={roleId}
          options={[['', 'Any role'], ...allRoles.map(({ _id, name }) => [_id, name] as const)]}
          onChange={(value) => filters.set({ role: value })}
        />
        <FilterChoice
          label="Label"
          value={labelId}
          options={[['', 'Any label'], ...allLabels.map(({ _id, name }) => [_id, name] as const)]}
          onChange={(value) => filters.set({ label: value })}
        />
      </FilterBar>
      <DataTable
        name="users"
        label="Accounts"
        noun={['person', 'people']}
        pages={pages}
        rows={({ users: accounts }) => accounts}
        rowId={({ id }) => id}
        rowName={({ displayName }) => displayName}
        columns={columns}
        card={accountCard}
        to={({ email }) => personPath(email, { tab: 'account' })}
        failed="The accounts could not be loaded"
        empty={
          filtered ? (
            <Empty title="No people match">
              <p>Search for less, or take a filter away.</p>
              <Button variant="outlined" onClick={filters.clear}>
                Clear filters
              </Button>
            </Empty>
          ) : (
            <Empty title="There is nobody yet">
              <p>Invite the people who should use Gatehouse: they choose their own password.</p>
              <Button variant="outlined" component={Link} to={invite} state={opensSheet}>
                Invite
              </Button>
            </Empty>
          )
        }
      />
    </>
  )
}

export const AccountStatus = ({ status, verified }: Pick<Account, 'status' | 'verified'>) => {
  const { word, state, icon } = statusWords[status]
  if (status === 'active' && !verified) return <StatusWord state="warning" icon="stale" word="Address not verified" />
  return <StatusWord state={state} icon={icon} word={word} />
}

const columns: readonly Column<Account, typeof users.list>[] = [
  {
    field: 'name',
    title: 'Person',
    sort: 'name',
    usual: true,
    flex: 2,
    minWidth: 300,
    render: ({ displayName, email, profilePicture }) => (
      <PersonLine picture={profilePicture} name={displayName}>
        {displayName}
        <Note>{email}</Note>
      </PersonLine>
    ),
  },
  {
    field: 'status',
    title: 'Status',
    sort: 'status',
    minWidth: 150,
    render: (account) => <AccountStatus {...account} />,
  },
  {
    field: 'roles',
    title: 'Roles',
    minWidth: 140,
    render: ({ roles: held }) => held.map(({ name }) => name).join(', ') || <None />,
  },
  { field: 'labels', title: 'Labels', minWidth: 140, render: ({ labels: held }) => <LabelChips labels={held} /> },
  {
    field: 'factor',
    title: 'Sign-in',
    minWidth: 150,
    render: (account) => (account.status === 'staff' ? <None /> : secondFactorWords(account)),
  },
  {
    field: 'last',
    title: 'Last signed in',
    sort: 'lastLoggedIn',
    descending: 'newest',
    minWidth: 130,
    render: ({ lastLoggedIn }) => (lastLoggedIn ? <When at={lastLoggedIn} /> : 'Never'),
  },
  { field: 'job', title: 'Job', sort: 'job', optional: true, render: ({ job }) => job ?? <None /> },
  {
    field: 'department',
    title: 'Department',
    sort: 'department',
    optional: true,
    render: ({ department }) => department ?? <None />,
  },
  {
    field: 'created',
    title: 'Since',
    sort: 'createdAt',
    descending: 'newest',
    optional: true,
    render: ({ createdAt }) => <When at={createdAt} />,
  },
]

const None = () => <Note>–</Note>

export const LabelChips = ({ labels: held }: { readonly labels: Account['labels'] }) =>
  held.length === 0 ? (
    <None />
  ) : (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {held.map(({ _id, name, colour }) => (
        <LabelChip key={_id} name={name} colour={colour} />
      ))}
    </span>
  )

const accountCard = (account: Account) => (
  <PersonLine picture={account.profilePicture} name={account.displayName} size="medium">
    <strong>{account.displayName}</strong>
    <Note>{account.email}</Note>
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <AccountStatus {...account} />
      <Note>{account.roles.map(({ name }) => name).join(', ') || 'no role'}</Note>
    </span>
  </PersonLine>
)
