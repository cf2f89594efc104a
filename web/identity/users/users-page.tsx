// The accounts of the company, those invited, and those who ask to join. One page behind two addresses: the manager's
// (/user-management) and the administrator's (/users).
import * as companies from '@gatehouse/contract/identity/companies'
import * as users from '@gatehouse/contract/identity/users'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { useMissing } from '../../kit/can.tsx'
import { queryOf } from '../../kit/data/queries.ts'
import { AddLink } from '../../ui/primitives/add-link.tsx'
import { later } from '../../ui/feedback/later.tsx'
import { NoPage } from '../../ui/feedback/no-page.tsx'
import { PageHeader } from '../../ui/primitives/page-header.tsx'
import { PageTabs } from '../../ui/primitives/page-tabs.tsx'
import { opensSheet, useSheetAddress } from '../../ui/sheets/sheet-link.ts'
import { useUrlFilters } from '../../ui/tables/url-filters.ts'
import { AccountsTable } from './accounts-table.tsx'
import { Invitations } from './invitations.tsx'
import { JoinRequests } from './join-requests.tsx'

const InviteSheet = later(async () => (await import('./invite-sheet.tsx')).InviteSheet, 'over')
const InviteMany = later(async () => (await import('./import-sheet.tsx')).InviteMany, 'over')

export const UserManagementPage = () => <Users page="/user-management" />

/** Nothing follows its address. */
export const UsersPage = () => {
  const { '*': rest = '' } = useParams()
  return rest === '' ? <Users page="/users" /> : <NoPage to="/users">Go to users</NoPage>
}

const views = ['accounts', 'invitations', 'requests'] as const

const Users = ({ page }: { readonly page: string }) => {
  const filters = useUrlFilters()
  const view = views.find((one) => one === filters.get('view')) ?? 'accounts'
  const doing = useSheetAddress('do')
  const may = useMissing(users.invite).length === 0
  const invited = useQuery({ ...queryOf(users.invitations, {}), enabled: may }).data?.invitations.length
  const asking = useQuery({ ...queryOf(companies.joinRequests, {}), enabled: may }).data?.requests.length
  return (
    <div className="grid grid-cols-1 gap-4 [--table-rest:24rem] [&>header]:mb-1">
      <PageHeader
        title="Users"
        lead="Who can sign in, and what they may do"
        action={
          may && (
            <span className="inline-flex flex-wrap gap-2">
              <Button variant="outlined" component={Link} to={doing.to('import')} state={opensSheet}>
                Import
              </Button>
              <AddLink to={doing.to('invite')}>Invite</AddLink>
            </span>
          )
        }
      />
      <PageTabs
        label="People"
        tabs={[
          { name: 'accounts', label: 'Accounts' },
          { name: 'invitations', label: counted('Invitations', invited) },
          { name: 'requests', label: counted('Requests to join', asking) },
        ]}
        chosen={view}
        onChoose={(chosen) => filters.set({ view: chosen === 'accounts' ? '' : chosen })}
      >
        {view === 'accounts' && <AccountsTable page={page} invite={doing.to('invite')} />}
        {view === 'invitations' && <Invitations invite={doing.to('invite')} />}
        {view === 'requests' && <JoinRequests />}
      </PageTabs>
      {doing.id === 'invite' ? (
        <InviteSheet closed={doing.closed} />
      ) : doing.id === 'import' ? (
        <InviteMany closed={doing.closed} />
      ) : null}
    </div>
  )
}

const counted = (words: string, count: number | undefined): string => (count ? `${words} (${count})` : words)
