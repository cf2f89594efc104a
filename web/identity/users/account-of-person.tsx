// The account of a person, as a part of their page: who it is, roles and labels, sign-in, and what it may do and why.
import * as users from '@gatehouse/contract/identity/users'
import type { Account } from '@gatehouse/contract/identity/users'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../kit/data/queries.ts'
import { useSession } from '../../kit/session/session-state.ts'
import { View } from '../../ui/feedback/states.tsx'
import { Card } from '../../ui/primitives/card.tsx'
import { PageTabs } from '../../ui/primitives/page-tabs.tsx'
import { useUrlFilters } from '../../ui/tables/url-filters.ts'
import { AccountAccess } from './account-access.tsx'
import { AccountFacts } from './account-facts.tsx'
import { AccountGrounds } from './account-grounds.tsx'
import { AccountSignIn } from './account-sign-in.tsx'
import { AccountStatus } from './accounts-table.tsx'

const parts = [
  { name: 'person', label: 'Person' },
  { name: 'access', label: 'Roles and labels' },
  { name: 'sign-in', label: 'Sign-in' },
  { name: 'rights', label: 'May do' },
] as const

export const AccountOfPerson = ({ userId }: { readonly userId: string }) => {
  const query = useQuery(queryOf(users.byId, { userId }))
  return (
    <Card title="Account">
      <div className="px-4 pb-4">
        <View op={users.byId} query={query} rows={6} failed="The account could not be loaded">
          {({ user }) => <Parts account={user} />}
        </View>
      </div>
    </Card>
  )
}

const Parts = ({ account }: { readonly account: Account }) => {
  const { user } = useSession()
  const address = useUrlFilters()
  const part = parts.find(({ name }) => name === address.get('part'))?.name ?? 'person'
  const self = user?.id === account.id
  return (
    <div className="grid grid-cols-1 content-start gap-4">
      <div className="grid grid-cols-1 content-start gap-4">
        <AccountStatus {...account} />
        {!account.can.manage && !self && (
          <p className="rounded border-s-3 border-s-information bg-sunken px-4 py-3">
            {account.displayName} may do what you may not, so this account is out of your hands: you can look, and
            change nothing.
          </p>
        )}
        {self && (
          <p className="rounded border-s-3 border-s-information bg-sunken px-4 py-3">
            This is your own account. Your profile and settings are where you change it.
          </p>
        )}
      </div>
      <PageTabs
        label={`Account of ${account.displayName}`}
        tabs={parts}
        chosen={part}
        onChoose={(chosen) => address.set({ part: chosen === 'person' ? '' : chosen })}
      >
        {part === 'person' && <AccountFacts account={account} />}
        {part === 'access' && <AccountAccess key={account.id} account={account} />}
        {part === 'sign-in' && <AccountSignIn account={account} self={self} />}
        {part === 'rights' && <AccountGrounds account={account} />}
      </PageTabs>
    </div>
  )
}
