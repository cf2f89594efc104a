// Who asks to join the company, and the decision.
import * as companies from '@gatehouse/contract/companies'
import type { JoinRequest } from '@gatehouse/contract/companies'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { queryOf } from '../kit/queries.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Card } from '../ui/card.tsx'
import { opensSheet, useSheetAddress } from '../ui/sheet-link.ts'
import { Empty, SkeletonRows, View } from '../ui/states.tsx'
import { StatusWord } from '../ui/status-word.tsx'
import { When } from '../ui/when.tsx'
import styles from './companies.module.css'

const JoinRequestSheet = lazy(async () => ({ default: (await import('./join-request-sheet.tsx')).JoinRequestSheet }))

export const JoinRequestsCard = () => {
  const query = useQuery({ ...queryOf(companies.joinRequests, {}), refetchOnMount: 'always' })
  const shown = useSheetAddress('request')
  return (
    <Card title="Requests to join" note={query.data?.requests.length || undefined}>
      <View
        op={companies.joinRequests}
        query={query}
        skeleton={<SkeletonRows rows={2} />}
        failed="The requests could not be loaded"
      >
        {({ requests }) => (
          <>
            {requests.length === 0 ? (
              <Empty title="Nobody is waiting">
                <p>Who has an account and asks for your company by its exact name appears here. You can also invite.</p>
              </Empty>
            ) : (
              <ul className={styles.list}>
                {requests.map((request) => (
                  <li key={request.id}>
                    <Avatar picture={null} name={request.person.displayName} />
                    <span className={styles.words}>
                      {request.person.displayName}
                      <span className={styles.small}>
                        {request.person.email}, <When at={request.createdAt} />
                      </span>
                    </span>
                    <Verified request={request} />
                    <Button variant="outlined" component={Link} to={shown.to(request.id)} state={opensSheet}>
                      Decide
                      <span className="visually-hidden"> about {request.person.displayName}</span>
                    </Button>
                  </li>
                ))}
              </ul>
            )}
            {shown.id !== null && (
              <Suspense>
                <JoinRequestSheet
                  key={shown.id}
                  request={requests.find(({ id }) => id === shown.id)}
                  closed={shown.closed}
                />
              </Suspense>
            )}
          </>
        )}
      </View>
    </Card>
  )
}

export const Verified = ({ request }: { readonly request: JoinRequest }) =>
  request.person.verified ? (
    <StatusWord state="normal" word="Address verified" pill />
  ) : (
    <StatusWord state="warning" word="Address not verified" pill />
  )
