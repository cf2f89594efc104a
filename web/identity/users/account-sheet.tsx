// One account in full, in parts: who it is, roles and labels, sign-in, and what it may do and why.
import * as users from '@gatehouse/contract/identity/users'
import type { Account } from '@gatehouse/contract/identity/users'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useQuery } from '@tanstack/react-query'
import type { To } from 'react-router'
import { isStatus } from '../../kit/data/api.ts'
import { queryOf } from '../../kit/data/queries.ts'
import { useSession } from '../../kit/session/session-state.ts'
import { PersonLine } from '../../ui/primitives/person-line.tsx'
import { SideSheet } from '../../ui/sheets/side-sheet.tsx'
import { Empty, View } from '../../ui/feedback/states.tsx'
import { useUrlFilters } from '../../ui/tables/url-filters.ts'
import { AccountAccess } from './account-access.tsx'
import { AccountFacts } from './account-facts.tsx'
import { AccountGrounds } from './account-grounds.tsx'
import { AccountSignIn } from './account-sign-in.tsx'
import { AccountStatus } from './accounts-table.tsx'
import styles from './users.module.css'

const parts = [
  { part: 'person', words: 'Person' },
  { part: 'access', words: 'Roles and labels' },
  { part: 'sign-in', words: 'Sign-in' },
  { part: 'rights', words: 'May do' },
] as const

export const AccountSheet = ({ id, closed }: { readonly id: string; readonly closed: To }) => {
  const query = useQuery(queryOf(users.byId, { userId: id }))
  const account = query.data?.user
  return (
    <SideSheet
      wide
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
      closed={withoutPart(closed)}
    >
      {isStatus(query.error, 404) || isStatus(query.error, 422) ? (
        <Empty title="This account is not there">
          <p>It may have been removed, or the link may be of another company.</p>
        </Empty>
      ) : (
        <View op={users.byId} query={query} rows={6} failed="The account could not be loaded">
          {({ user }) => <Parts account={user} />}
        </View>
      )}
    </SideSheet>
  )
}

const Parts = ({ account }: { readonly account: Account }) => {
  const { user } = useSession()
  const address = useUrlFilters()
  const part = parts.find((one) => one.part === address.get('part'))?.part ?? 'person'
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
      <Tabs
        value={part}
        onChange={(_, chosen: string) => address.set({ part: chosen === 'person' ? '' : chosen })}
        variant="scrollable"
        allowScrollButtonsMobile
        aria-label={`Account of ${account.displayName}`}
        className={styles.tabs ?? ''}
      >
        {parts.map(({ part: value, words }) => (
          <Tab key={value} value={value} label={words} id={`part-${value}`} aria-controls={`panel-${value}`} />
        ))}
      </Tabs>
      <div
        role="tabpanel"
        id={`panel-${part}`}
        aria-labelledby={`part-${part}`}
        className="grid grid-cols-1 content-start gap-4"
      >
        {part === 'person' && <AccountFacts account={account} />}
        {part === 'access' && <AccountAccess key={account.id} account={account} />}
        {part === 'sign-in' && <AccountSignIn account={account} self={self} />}
        {part === 'rights' && <AccountGrounds account={account} />}
      </div>
    </div>
  )
}

const withoutPart = (to: To): To => {
  if (typeof to === 'string') return to
  const query = new URLSearchParams(to.search)
  query.delete('part')
  return { ...to, search: query.toString() }
}
