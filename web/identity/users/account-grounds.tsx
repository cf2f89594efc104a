// What an account may do, by area, and why: every way each permission came to it.
import { allPermissions, isPermission, permissions as known } from '@gatehouse/contract/permissions'
import type { Output } from '@gatehouse/contract/operation'
import * as users from '@gatehouse/contract/identity/users'
import type { Account } from '@gatehouse/contract/identity/users'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../kit/data/queries.ts'
import { Note } from '../../ui/primitives/named.tsx'
import { View } from '../../ui/feedback/states.tsx'

type Granted = Output<typeof users.permissions>['permissions'][number]

export const AccountGrounds = ({ account }: { readonly account: Account }) => {
  const query = useQuery(queryOf(users.permissions, { userId: account.id }))
  return (
    <View op={users.permissions} query={query} rows={8} failed="What the account may do could not be loaded">
      {({ permissions, held }) => (
        <>
          {held === 'unverified' && (
            <p className="rounded border-s-3 border-s-information bg-sunken px-4 py-3">
              The email address is not verified: until it is, only what is under “Account” holds.
            </p>
          )}
          {held === 'suspended' && (
            <p className="rounded border-s-3 border-s-information bg-sunken px-4 py-3">
              The account is suspended: nothing of this holds until it is reinstated.
            </p>
          )}
          {permissions.length === 0 && <Note>Nothing: it has no role.</Note>}
          {byArea(permissions).map(([area, granted]) => (
            <section key={area}>
              <h3>{area}</h3>
              <ul>
                {granted.map(({ permission, from }) => (
                  <li key={permission} className="border-b border-b-line py-2">
                    <span data-tip={permission}>
                      {isPermission(permission) ? known[permission].description : permission}
                    </span>
                    <Note>{from.map(whyOf).join(', ')}</Note>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </>
      )}
    </View>
  )
}

const whyOf = ({ kind, name }: Granted['from'][number]): string =>
  kind === 'role' ? `by the role ${name}` : 'given to the account itself'

// In the order of the contract, as everywhere.
const byArea = (granted: readonly Granted[]): [string, Granted[]][] => {
  const areas = new Map<string, Granted[]>()
  const order = (one: Granted) => allPermissions.findIndex((name) => name === one.permission)
  for (const one of granted.toSorted((a, b) => order(a) - order(b))) {
    const area = isPermission(one.permission) ? known[one.permission].area : 'Other'
    areas.set(area, [...(areas.get(area) ?? []), one])
  }
  return [...areas]
}
