// Every company of this installation, for who looks after it: found by name, added, and switched to.
import * as companies from '@gatehouse/contract/identity/companies'
import type { Company } from '@gatehouse/contract/identity/companies'
import Button from '@mui/material/Button'
import { useMissing } from '../../kit/can.tsx'
import { countryName } from '../../kit/countries.ts'
import { useSession } from '../../kit/session/session-state.ts'
import { Note } from '../../ui/primitives/named.tsx'
import { AddLink } from '../../ui/primitives/add-link.tsx'
import { usePages } from '../../ui/tables/data-pages.ts'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'
import { later } from '../../ui/feedback/later.tsx'
import { PageHeader } from '../../ui/primitives/page-header.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { useSheetAddress } from '../../ui/sheets/sheet-link.ts'
import { Empty } from '../../ui/feedback/states.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { useUrlFilters } from '../../ui/tables/url-filters.ts'
import { When } from '../../ui/time/when.tsx'
import { SavedViews } from '../../ui/tables/saved-views.tsx'
import { companyPath } from './company-fields.ts'
import { SwitchButton } from './switch-button.tsx'

const CompanyForm = later(async () => (await import('./company-form.tsx')).CompanyForm, 'over')

export const CompaniesPage = () => {
  const filters = useUrlFilters()
  const search = filters.get('search')
  const pages = usePages(companies.list, (page) => ({ ...page, ...(search ? { search } : {}) }), columnsFor(undefined))
  const added = useSheetAddress('add')
  const current = useSession().user?.company?.id
  const mayOpen = useMissing(companies.byName).length === 0
  const seek = (sought: string) => filters.set({ search: sought })
  return (
    <>
      <PageHeader
        title="Companies"
        lead="Every company of this installation"
        action={<AddLink to={added.to('company')}>Add company</AddLink>}
      />
      <div className="mb-4 flex flex-wrap items-center gap-3 [&>:first-child]:max-w-[26rem] [&>:first-child]:flex-[1_1_16rem]">
        <SearchField label="Search companies" value={search} onChange={seek} />
        <SavedViews page="/companies" />
      </div>
      <DataTable
        name="companies"
        label="Companies"
        noun={['company', 'companies']}
        pages={pages}
        rows={(answer) => answer.companies}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        columns={columnsFor(current)}
        card={lineFor(current)}
        {...(mayOpen ? { to: ({ name }: Company) => companyPath(name) } : {})}
        failed="The companies could not be loaded"
        empty={
          search ? (
            <Empty title={`No company is called “${search}”`}>
              <p>Names are found by any part of them.</p>
              <Button variant="outlined" onClick={() => seek('')}>
                Clear the search
              </Button>
            </Empty>
          ) : (
            <Empty title="No company yet">
              <p>A company has its own people, sites and devices, which no other sees. Add the first one.</p>
            </Empty>
          )
        }
      />
      {added.id !== null && <CompanyForm company={null} closed={added.closed} />}
    </>
  )
}

const columnsFor = (current: string | undefined): Column<Company, typeof companies.list>[] => [
  {
    field: 'name',
    title: 'Company',
    sort: 'name',
    usual: true,
    flex: 2,
    minWidth: 200,
    render: ({ id, name }) => (
      <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
        {name} {id === current && <Here />}
      </span>
    ),
  },
  {
    field: 'country',
    title: 'Country',
    sort: 'country',
    render: ({ country }) => (country ? countryName(country) : 'Not set'),
  },
  {
    field: 'timeZone',
    title: 'Time zone',
    sort: 'timeZone',
    optional: true,
    render: ({ timeZone }) => timeZone.replaceAll('_', ' '),
  },
  {
    field: 'people',
    title: 'People',
    sort: 'people',
    descending: 'most',
    flex: 0.5,
    minWidth: 80,
    render: ({ people }) => people,
  },
  {
    field: 'sites',
    title: 'Sites',
    sort: 'sites',
    descending: 'most',
    flex: 0.5,
    minWidth: 80,
    render: ({ sites }) => sites,
  },
  {
    field: 'devices',
    title: 'Devices',
    sort: 'devices',
    descending: 'most',
    flex: 0.5,
    minWidth: 80,
    render: ({ devices }) => devices,
  },
  {
    field: 'publishes',
    title: 'Public blog',
    optional: true,
    render: ({ publishes }) => (publishes ? 'May publish' : 'No'),
  },
  {
    field: 'createdAt',
    title: 'Added',
    sort: 'createdAt',
    descending: 'newest',
    optional: true,
    render: ({ createdAt }) => <When at={createdAt} />,
  },
  {
    field: 'switch',
    title: 'Switch',
    minWidth: 130,
    render: (company) => company.id !== current && <SwitchButton company={company} />,
  },
]

const CompanyLine = ({ company, current }: { readonly company: Company; readonly current: boolean }) => (
  <>
    <strong>{company.name}</strong>
    <Note>
      {company.people} people · {company.sites} {company.sites === 1 ? 'site' : 'sites'} · {company.devices} devices
    </Note>
    {current && (
      <span>
        <Here />
      </span>
    )}
  </>
)

const lineFor = (current: string | undefined) => (company: Company) => (
  <CompanyLine company={company} current={company.id === current} />
)

const Here = () => <StatusWord state="information" word="You are here" pill />
