// Invitations that wait to be accepted: send again, withdraw.
import * as users from '@gatehouse/contract/identity/users'
import type { Invitation } from '@gatehouse/contract/identity/users'
import Button from '@mui/material/Button'
import { Link, type To } from 'react-router'
import { call } from '../../kit/data/api.ts'
import { useClock } from '../../kit/clock.ts'
import { shortTime, useTimeZone } from '../../kit/time.ts'
import { Named, Note } from '../../ui/primitives/named.tsx'
import { ConfirmButton } from '../../ui/sheets/confirm-button.tsx'
import { useWhole } from '../../ui/tables/data-pages.ts'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'
import { opensSheet } from '../../ui/sheets/sheet-link.ts'
import { Empty } from '../../ui/feedback/states.tsx'
import { When } from '../../ui/time/when.tsx'

export const Invitations = ({ invite }: { readonly invite: To }) => (
  <DataTable
    name="invitations"
    label="Open invitations"
    noun={['invitation', 'invitations']}
    pages={useWhole(users.invitations, {})}
    rows={({ invitations }) => invitations}
    rowId={({ id }) => id}
    rowName={({ email }) => email}
    columns={columns}
    card={card}
    failed="The invitations could not be loaded"
    empty={
      <Empty title="No open invitations">
        <p>Who has been invited and has not answered yet stands here, for 7 days.</p>
        <Button variant="outlined" component={Link} to={invite} state={opensSheet}>
          Invite
        </Button>
      </Empty>
    }
  />
)

const Actions = ({ id: invitationId, email }: Invitation) => (
  <span className="inline-flex flex-wrap gap-2">
    <ConfirmButton
      size="small"
      label={
        <>
          Send again<span className="visually-hidden"> to {email}</span>
        </>
      }
      title={`Send the invitation to ${email} again?`}
      action="Send again"
      busy="Sending…"
      tone="plain"
      run={() => call(users.resendInvitation, { invitationId })}
      done={`A new link is on its way to ${email}.`}
    >
      <p>The mail has a new link, open for 7 days. The former link is void.</p>
    </ConfirmButton>
    <ConfirmButton
      size="small"
      label={
        <>
          Withdraw<span className="visually-hidden"> the invitation to {email}</span>
        </>
      }
      title={`Withdraw the invitation to ${email}?`}
      action="Withdraw"
      run={() => call(users.revokeInvitation, { invitationId })}
      done={`The invitation to ${email} is withdrawn.`}
    >
      <p>Its link leads nowhere from now on. You can invite {email} again.</p>
    </ConfirmButton>
  </span>
)

const Person = ({ firstName, lastName, email }: Invitation) => (
  <Named
    name={
      <strong>
        {firstName} {lastName}
      </strong>
    }
  >
    {email}
  </Named>
)

const columns: readonly Column<Invitation>[] = [
  { field: 'person', title: 'Person', flex: 2, minWidth: 220, render: (invitation) => <Person {...invitation} /> },
  { field: 'roles', title: 'Roles', render: (invitation) => rolesText(invitation) },
  { field: 'by', title: 'Invited by', render: ({ invitedBy }) => invitedBy ?? 'Gatehouse' },
  { field: 'sent', title: 'Sent', render: ({ createdAt }) => <When at={createdAt} /> },
  { field: 'until', title: 'Open until', render: ({ expiresAt }) => <OpenUntil at={expiresAt} /> },
  { field: 'actions', title: 'Actions', minWidth: 230, render: (invitation) => <Actions {...invitation} /> },
]

const card = (invitation: Invitation) => (
  <>
    <Person {...invitation} />
    <Note>
      {rolesText(invitation)} · open until <OpenUntil at={invitation.expiresAt} />
    </Note>
    <Actions {...invitation} />
  </>
)

// A moment to come: the day and hour of it, in the company's time.
const OpenUntil = ({ at }: { readonly at: string }) => {
  const timeZone = useTimeZone()
  return (
    <time dateTime={at} data-tip={`|${at}`}>
      {useClock((now) => shortTime(at, timeZone, now))}
    </time>
  )
}

const rolesText = ({ roles }: Invitation) => roles.map(({ name }) => name).join(', ') || 'no role'
