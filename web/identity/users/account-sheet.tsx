// One account in full, in parts: who it is, roles and labels, sign-in, and what it may do and why.
import * as users from '@gatehouse/contract/identity/users'
import type { Account } from '@gatehouse/contract/identity/users'
import { useQuery } from '@tanstack/react-query'
import type { To } from 'react-router'
import { queryOf } from '../../kit/data/queries.ts'
import { useSession } from '../../kit/session/session-state.ts'
import { PersonLine } from '../../ui/primitives/person-line.tsx'
import { PageTabs } from '../../ui/primitives/page-tabs.tsx'
import { AnswerSheet } from '../../ui/sheets/answer-sheet.tsx'
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

export const AccountSheet = ({ id, closed }: { readonly id: string; readonly closed: To }) => {
  const query = useQuery(queryOf(users.byId, { userId: id }))
  const account = query.data?.user
  return (
    <AnswerSheet
      wide
      op={users.byId}
      query={query}
      rows={6}
      title={
        account ? (
          <PersonLine picture={account.profilePicture} name={account.displayName} size="medium">
            {account.displayName}
          </PersonLine>
        ) : (
          'Account'
        )
      }
      subtitle={account?.email}
      failed="The account could not be loaded"
      gone={{
        title: 'This account is not there',
        says: 'It may have been removed, or the link may be of another company.',
      }}
      closed={withoutPart(closed)}
    >
      {({ user }) => <Parts account={user} />}
    </AnswerSheet>
  )
}

export const Parts = ({ account }: { readonly account: Account }) => {
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

const withoutPart = (to: To): To => {
  if (typeof to === 'string') return to
  const query = new URLSearchParams(to.search)
  query.delete('part')
  return { ...to, search: query.toString() }
}
