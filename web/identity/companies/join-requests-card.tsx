// How many ask to join, and the way to where that is decided.
import * as companies from '@gatehouse/contract/identity/companies'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { queryOf } from '../../kit/data/queries.ts'
import { Card } from '../../ui/primitives/card.tsx'
import { View } from '../../ui/feedback/states.tsx'

export const JoinRequestsCard = () => {
  const query = useQuery(queryOf(companies.joinRequests, {}))
  return (
    <Card title="Requests to join" action={<Link to="/user-management?view=requests">Review</Link>}>
      <View op={companies.joinRequests} query={query} rows={1} failed="The requests could not be loaded">
        {({ requests }) => (
          <p className="px-4 pt-2 pb-4">
            {requests.length === 0
              ? 'Nobody asks to join at the moment.'
              : `${requests.length === 1 ? '1 person waits' : `${requests.length} people wait`} for a decision.`}
          </p>
        )}
      </View>
    </Card>
  )
}
