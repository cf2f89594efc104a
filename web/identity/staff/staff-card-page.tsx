// The page of a person: who it is, and in parts what is known of them; each part for its permission.
import { personPath } from '@gatehouse/contract/identity/person-path'
import { lackOf } from '@gatehouse/contract/lack'
import * as access from '@gatehouse/contract/access/access'
import * as roles from '@gatehouse/contract/identity/roles'
import * as staff from '@gatehouse/contract/identity/staff'
import * as users from '@gatehouse/contract/identity/users'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { isStatus } from '../../kit/data/api.ts'
import { useMissing } from '../../kit/can.tsx'
import { queryOf } from '../../kit/data/queries.ts'
import { useSession } from '../../kit/session/session-state.ts'
import { Columns } from '../../ui/primitives/columns.tsx'
import { later } from '../../ui/feedback/later.tsx'
import { PageHeader } from '../../ui/primitives/page-header.tsx'
import { opensSheet, useSheetAddress } from '../../ui/sheets/sheet-link.ts'
import { Empty, View } from '../../ui/feedback/states.tsx'
import { AccessCard } from './access-card.tsx'
import { IdentityCard } from './identity-card.tsx'
import { LastSeenCard } from './last-seen-card.tsx'
import { type PartsElsewhere, PersonParts } from './person-parts.tsx'

const StaffForm = later(async () => (await import('./staff-form.tsx')).StaffForm, 'over')

export const StaffCardPage = (parts: PartsElsewhere) => {
  const { email = '' } = useParams()
  // Doors do not tell this page: it asks anew each time it is opened, and says when it did.
  const query = useQuery({ ...queryOf(staff.details, { email }), refetchOnMount: 'always' })
  const edited = useSheetAddress('edit')
  const mayEdit = useMissing(staff.update).length === 0
  const member = query.data?.member
  const mayGive = useMissing(access.assign).length === 0
  const isMissing = isStatus(query.error, 404) || isStatus(query.error, 422)
  const list = useList()
  return (
    <>
      <PageHeader
        title={member?.displayName ?? (isMissing ? 'Nobody found' : email)}
        lead={member ? [member.job, member.department].filter(Boolean).join(', ') : isMissing && email}
        breadcrumbs={list ? [list] : []}
        action={
          member && (
            <span className="flex flex-wrap items-center gap-x-3 gap-y-2">
              {mayEdit && (
                <Button variant="outlined" component={Link} to={edited.to('record')} state={opensSheet}>
                  Edit
                </Button>
              )}
              {mayGive && (
                <Button
                  variant="contained"
                  component={Link}
                  to={personPath(email, { tab: 'access', change: 'levels' })}
                  state={opensSheet}
                >
                  Give access
                </Button>
              )}
            </span>
          )
        }
      />
      {isMissing ? (
        <Nobody email={email} />
      ) : (
        <View op={staff.details} query={query} rows={12} failed="The person could not be loaded">
          {(card) => (
            <Columns split="minmax(18rem, 22rem) minmax(0, 1fr)">
              <IdentityCard member={card.member} edit={mayEdit ? edited.to('record') : null} />
              <PersonParts
                card={card}
                parts={parts}
                profile={
                  <>
                    <LastSeenCard
                      lastSeen={card.lastSeen}
                      askedAt={query.dataUpdatedAt}
                      busy={query.isFetching}
                      onRefresh={() => void query.refetch()}
                    />
                    {!('missing' in card.access) && <AccessCard part={card.access} />}
                  </>
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

const Nobody = ({ email }: { readonly email: string }) => {
  const added = useSheetAddress('add')
  const mayAdd = useMissing(staff.add).length === 0 && email.includes('@')
  const list = useList()
  return (
    <>
      <Empty title="Nobody has this address">
        <p>There is no staff record and no account of {email}: it may be mistyped, or the person may have left.</p>
        <span className="flex flex-wrap justify-center gap-2">
          {mayAdd && (
            <Button component={Link} to={added.to('person')} state={opensSheet} variant="contained">
              Add staff record
            </Button>
          )}
          {list && (
            <Button component={Link} to={list.to} variant="outlined">
              View {list.label.toLowerCase()}
            </Button>
          )}
        </span>
      </Empty>
      {mayAdd && added.id === 'person' && (
        <StaffForm member={null} email={email} departments={[]} closed={added.closed} />
      )}
    </>
  )
}

const lists = [
  { label: 'Staff', to: '/staff', op: staff.list },
  { label: 'Users', to: '/user-management', op: users.list },
  { label: 'Assign roles', to: '/assign-role', op: roles.people },
  { label: 'Door management', to: '/door-management/people', op: access.people },
] as const

/** The list of people that whoever looks may open. */
const useList = () => {
  const { permissions } = useSession()
  return lists.find(({ op }) => lackOf(op, permissions).length === 0)
}
