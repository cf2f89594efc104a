// The account of a person, as a part of their page.
import * as users from '@gatehouse/contract/identity/users'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../kit/data/queries.ts'
import { View } from '../../ui/feedback/states.tsx'
import { Card } from '../../ui/primitives/card.tsx'
import { Parts } from './account-sheet.tsx'

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
