// Invitations that wait to be accepted: send again, withdraw.
import * as users from '@gatehouse/contract/identity/users'
import type { Invitation } from '@gatehouse/contract/identity/users'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { Link, type To } from 'react-router'
import { call } from '../../kit/data/api.ts'
import { useClock } from '../../kit/clock.ts'
import { shortTime, useTimeZone } from '../../kit/time.ts'
import { Note } from '../../ui/primitives/named.tsx'
import { Confirm } from '../../ui/sheets/confirm.tsx'
import { useWhole } from '../../ui/tables/data-pages.ts'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'
import { opensSheet } from '../../ui/sheets/sheet-link.ts'
import { Empty } from '../../ui/feedback/states.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { When } from '../../ui/time/when.tsx'

interface Asked {
  readonly invitation: Invitation
  readonly action: 'resend' | 'withdraw'
}

export const Invitations = ({ invite }: { readonly invite: To }) => {
  const pages = useWhole(users.invitations, {})
  const [asked, setAsked] = useState<Asked | null>(null)
  const { columns, card } = drawing((invitation, action) => setAsked({ invitation, action }))
  return (
    <>
      <DataTable
        name="invitations"
        label="Open invitations"
        pages={pages}
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
      {asked && <Question {...asked} onClose={() => setAsked(null)} />}
    </>
  )
}

const Question = ({ invitation: { id, email }, action, onClose }: Asked & { readonly onClose: () => void }) =>
  action === 'resend' ? (
    <Confirm
      title={`Send the invitation to ${email} again?`}
      action="Send again"
      busy="Sending…"
      onClose={onClose}
      onConfirm={async () => {
        await call(users.resendInvitation, { invitationId: id })
        toast('success', `A new link is on its way to ${email}.`)
      }}
    >
      <p>The mail has a new link, open for 7 days. The former link is void.</p>
    </Confirm>
  ) : (
    <Confirm
      title={`Withdraw the invitation to ${email}?`}
      action="Withdraw"
      busy="Withdrawing…"
      tone="danger"
      onClose={onClose}
      onConfirm={async () => {
        await call(users.revokeInvitation, { invitationId: id })
        toast('success', `The invitation to ${email} is withdrawn.`)
      }}
    >
      <p>Its link leads nowhere from now on. You can invite {email} again.</p>
    </Confirm>
  )

const drawing = (ask: (invitation: Invitation, action: Asked['action']) => void) => {
  const buttons = (invitation: Invitation) => (
    <span className="inline-flex flex-wrap gap-2">
      <Button size="small" onClick={() => ask(invitation, 'resend')}>
        Send again<span className="visually-hidden"> to {invitation.email}</span>
      </Button>
      <Button size="small" onClick={() => ask(invitation, 'withdraw')}>
        Withdraw<span className="visually-hidden"> the invitation to {invitation.email}</span>
      </Button>
    </span>
  )
  const columns: readonly Column<Invitation>[] = [
    {
      field: 'person',
      title: 'Person',
      flex: 2,
      minWidth: 220,
      render: ({ firstName, lastName, email }) => (
        <>
          <strong>
            {firstName} {lastName}
          </strong>
          <Note>{email}</Note>
        </>
      ),
    },
    { field: 'roles', title: 'Roles', render: rolesText },
    { field: 'by', title: 'Invited by', render: ({ invitedBy }) => invitedBy ?? 'Gatehouse' },
    { field: 'sent', title: 'Sent', render: ({ createdAt }) => <When at={createdAt} /> },
    { field: 'until', title: 'Open until', render: ({ expiresAt }) => <OpenUntil at={expiresAt} /> },
    { field: 'actions', title: 'Actions', minWidth: 230, render: buttons },
  ]
  const card = (invitation: Invitation) => (
    <>
      <strong>
        {invitation.firstName} {invitation.lastName}
      </strong>
      <Note>{invitation.email}</Note>
      <Note>
        {rolesText(invitation)} · open until <OpenUntil at={invitation.expiresAt} />
      </Note>
      {buttons(invitation)}
    </>
  )
  return { columns, card }
}

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
