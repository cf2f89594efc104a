// The staff of the company: found by name or department, each with a card of their own; added by who manages them.
import { personPath } from '@gatehouse/contract/identity/person-path'
import * as staff from '@gatehouse/contract/identity/staff'
import type { Member } from '@gatehouse/contract/identity/staff'
import Button from '@mui/material/Button'
import { Link } from 'react-router'
import { Can, useMissing } from '../../kit/can.tsx'
import { Note } from '../../ui/primitives/named.tsx'
import { AddLink } from '../../ui/primitives/add-link.tsx'
import { usePages } from '../../ui/tables/data-pages.ts'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'
import { later } from '../../ui/feedback/later.tsx'
import { PageHeader } from '../../ui/primitives/page-header.tsx'
import { PersonLine } from '../../ui/primitives/person-line.tsx'
import { SelectField } from '../../ui/forms/select-field.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { opensSheet, useSheetAddress } from '../../ui/sheets/sheet-link.ts'
import { Empty } from '../../ui/feedback/states.tsx'
import { useUrlFilters } from '../../ui/tables/url-filters.ts'
import { SavedViews } from '../../ui/tables/saved-views.tsx'
import { AccountWord } from './account-word.tsx'

const StaffForm = later(async () => (await import('./staff-form.tsx')).StaffForm, 'over')

export const StaffPage = () => {
  const filters = useUrlFilters()
  const search = filters.get('search')
  const department = filters.get('department')
  const pages = usePages(
    staff.list,
    (page) => ({
      ...page,
      ...(search ? { search } : {}),
      ...(department ? { department } : {}),
    }),
    columns,
  )
  const added = useSheetAddress('add')
  const mayAdd = useMissing(staff.add).length === 0
  const mayOpen = useMissing(staff.details).length === 0
  const departments = pages.first?.departments ?? []
  return (
    <>
      <PageHeader
        title="Staff"
        lead="Everybody who works here, with or without an account"
        action={
          <Can op={staff.add}>
            <AddLink to={added.to('person')}>Add person</AddLink>
          </Can>
        }
      />
      <div className="mb-4 flex flex-wrap items-start gap-3 *:max-w-[24rem] *:flex-[1_1_14rem]">
        <SearchField
          label="Search by name, job or email"
          value={search}
          onChange={(sought) => filters.set({ search: sought })}
        />
        {(departments.length > 0 || department !== '') && (
          <SelectField
            label="Department"
            value={department}
            options={[
              ['', 'All departments'],
              ...[...new Set([...departments, department])].filter(Boolean).map((name) => [name, name] as const),
            ]}
            onChange={(chosen) => filters.set({ department: chosen })}
          />
        )}
        <SavedViews page="/staff" />
      </div>
      <DataTable
        name="staff"
        label="Staff"
        noun={['person', 'people']}
        pages={pages}
        rows={(answer) => answer.staff}
        rowId={({ id }) => id}
        rowName={({ displayName }) => displayName}
        columns={columns}
        card={line}
        {...(mayOpen ? { to: ({ email }: Member) => personPath(email) } : {})}
        failed="The staff could not be loaded"
        empty={
          search || department ? (
            <Empty title="No people match">
              <p>Names, jobs and addresses are found by any part of them.</p>
              <Button variant="outlined" onClick={() => filters.set({ search: '', department: '' })}>
                Clear filters
              </Button>
            </Empty>
          ) : (
            <Empty title="Nobody is on the list yet">
              <p>
                Whoever works here belongs on it, also without an account: doors know people by the cards they are
                given.
              </p>
              {mayAdd && (
                <Button variant="outlined" component={Link} to={added.to('person')} state={opensSheet}>
                  Add the first person
                </Button>
              )}
            </Empty>
          )
        }
      />
      {mayAdd && added.id !== null && <StaffForm member={null} departments={departments} closed={added.closed} />}
    </>
  )
}

const columns: readonly Column<Member, typeof staff.list>[] = [
  {
    field: 'name',
    title: 'Person',
    sort: 'name',
    usual: true,
    flex: 2,
    minWidth: 280,
    render: ({ displayName, email, profilePicture }) => (
      <PersonLine picture={profilePicture} name={displayName}>
        {displayName}
        <Note>{email}</Note>
      </PersonLine>
    ),
  },
  { field: 'job', title: 'Job', sort: 'job', minWidth: 140, render: ({ job }) => job ?? <None /> },
  {
    field: 'department',
    title: 'Department',
    sort: 'department',
    minWidth: 140,
    render: ({ department }) => department ?? <None />,
  },
  {
    field: 'phone',
    title: 'Phone',
    sort: 'phone',
    minWidth: 140,
    optional: true,
    render: ({ phone }) => phone ?? <None />,
  },
  {
    field: 'account',
    title: 'Account',
    sort: 'account',
    minWidth: 180,
    render: ({ account }) => <AccountWord account={account} />,
  },
]

const None = () => <span className="text-muted">Not set</span>

const line = ({ displayName, job, department, profilePicture, account }: Member) => (
  <PersonLine picture={profilePicture} name={displayName} size="medium">
    <strong>{displayName}</strong>
    <Note>{[job, department].filter(Boolean).join(' · ') || 'No job or department said'}</Note>
    {account === 'suspended' && <AccountWord account={account} />}
  </PersonLine>
)
