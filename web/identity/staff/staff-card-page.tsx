// The card of a member of staff: who it is, when last seen, the cards given, access and history; each part by itself.
import * as staff from '@gatehouse/contract/identity/staff'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { Link, useParams } from 'react-router'
import { isStatus } from '../../kit/data/api.ts'
import { Can, useMissing } from '../../kit/can.tsx'
import { queryOf } from '../../kit/data/queries.ts'
import { Columns } from '../../ui/primitives/columns.tsx'
import { later } from '../../ui/feedback/later.tsx'
import { PageHeader } from '../../ui/primitives/page-header.tsx'
import { opensSheet, useSheetAddress } from '../../ui/sheets/sheet-link.ts'
import { Empty, View } from '../../ui/feedback/states.tsx'
import { IdentityCard } from './identity-card.tsx'
import { LastSeenCard } from './last-seen-card.tsx'
import { PersonParts } from './person-parts.tsx'

const StaffForm = later(async () => (await import('./staff-form.tsx')).StaffForm, 'over')

type Part = ComponentType<{ readonly userId: string }>

interface StaffCardPageProps {
  /** What other rooms show of this person: what they may open, what they carry, and their account. */
  readonly Access: Part
  /** Absent: for whoever does not manage doors. */
  readonly Credentials: Part | undefined
  /** Absent: for whoever does not manage accounts. */
  readonly Account: Part | undefined
}

export const StaffCardPage = (parts: StaffCardPageProps) => {
  const { email = '' } = useParams()
  // Doors do not tell this page: it asks anew each time it is opened, and says when it did.
  const query = useQuery({ ...queryOf(staff.details, { email }), refetchOnMount: 'always' })
  const edited = useSheetAddress('edit')
  const mayEdit = useMissing(staff.update).length === 0
  const member = query.data?.member
  const isMissing = isStatus(query.error, 404) || isStatus(query.error, 422)
  return (
    <>
      <PageHeader
        title={member?.displayName ?? (isMissing ? 'Nobody found' : email)}
        lead={member ? [member.job, member.department].filter(Boolean).join(', ') : isMissing && email}
        breadcrumbs={[{ label: 'Staff', to: '/staff' }]}
        action={
          member && (
            <Can op={staff.update}>
              <Button variant="outlined" component={Link} to={edited.to('record')} state={opensSheet}>
                Edit
              </Button>
            </Can>
          )
        }
      />
      {isMissing ? (
        <Empty title="Nobody of this address is on the staff list">
          <p>The address may have been mistyped, or the person may have left the company.</p>
          <Button component={Link} to="/staff" variant="outlined">
            Go to staff
          </Button>
        </Empty>
      ) : (
        <View op={staff.details} query={query} rows={12} failed="The card could not be loaded">
          {(card) => (
            <Columns split="minmax(18rem, 22rem) minmax(0, 1fr)">
              <IdentityCard member={card.member} />
              <PersonParts
                card={card}
                parts={parts}
                lastSeen={
                  <LastSeenCard
                    lastSeen={card.lastSeen}
                    askedAt={query.dataUpdatedAt}
                    busy={query.isFetching}
                    onRefresh={() => void query.refetch()}
                  />
                }
              />
              {mayEdit && edited.id === 'record' && (
                <StaffForm key={card.member.id} member={card.member} departments={[]} closed={edited.closed} />
              )}
            </Columns>
          )}
        </View>
      )}
    </>
  )
}
