// Requests to join the company: approved with roles, or declined.
import * as companies from '@gatehouse/contract/identity/companies'
import type { JoinRequest } from '@gatehouse/contract/identity/companies'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { call } from '../../kit/data/api.ts'
import { Note } from '../../ui/primitives/named.tsx'
import { ChoiceList } from '../../ui/forms/choice-list.tsx'
import { Confirm } from '../../ui/sheets/confirm.tsx'
import { useWhole } from '../../ui/tables/data-pages.ts'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'
import { Empty } from '../../ui/feedback/states.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { When } from '../../ui/time/when.tsx'
import { useRoleChoices } from './giving.ts'

interface Asked {
  readonly request: JoinRequest
  readonly decision: 'approve' | 'decline'
}

export const JoinRequests = () => {
  const pages = useWhole(companies.joinRequests, {})
  const [asked, setAsked] = useState<Asked | null>(null)
  const { columns, card } = drawing((request, decision) => setAsked({ request, decision }))
  return (
    <>
      <DataTable
        name="join-requests"
        label="Requests to join"
        pages={pages}
        rows={({ requests }) => requests}
        rowId={({ id }) => id}
        rowName={({ person }) => person.displayName}
        columns={columns}
        card={card}
        failed="The requests could not be loaded"
        empty={
          <Empty title="Nobody asks to join">
            <p>Who has an account without a company can ask by your company’s exact name; you decide here.</p>
          </Empty>
        }
      />
      {asked?.decision === 'approve' && <Approve request={asked.request} onClose={() => setAsked(null)} />}
      {asked?.decision === 'decline' && <Decline request={asked.request} onClose={() => setAsked(null)} />}
    </>
  )
}

interface DecisionProps {
  readonly request: JoinRequest
  readonly onClose: () => void
}

const Approve = ({ request: { id, person }, onClose }: DecisionProps) => {
  const choices = useRoleChoices()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  return (
    <Confirm
      title={`Let ${person.displayName} join?`}
      action="Approve"
      busy="Approving…"
      onClose={onClose}
      onConfirm={async () => {
        await call(companies.decideJoinRequest, { requestId: id, decision: 'approve', roleIds: [...chosen] })
        toast('success', `${person.displayName} has joined.`)
      }}
    >
      <p>
        {person.email} becomes an account of your company.{' '}
        {!person.verified && 'The address is not verified yet: until it is, the roles do not hold.'}
      </p>
      <ChoiceList legend="Roles" empty="There are no roles." choices={choices} chosen={chosen} onChange={setChosen} />
    </Confirm>
  )
}

const Decline = ({ request: { id, person }, onClose }: DecisionProps) => (
  <Confirm
    title={`Decline ${person.displayName}?`}
    action="Decline"
    busy="Declining…"
    tone="danger"
    onClose={onClose}
    onConfirm={async () => {
      await call(companies.decideJoinRequest, { requestId: id, decision: 'decline' })
      toast('success', `The request of ${person.displayName} is declined.`)
    }}
  >
    <p>{person.email} is told by mail, keeps the account and can ask again.</p>
  </Confirm>
)

const drawing = (ask: (request: JoinRequest, decision: Asked['decision']) => void) => {
  const buttons = (request: JoinRequest) => (
    <span className="inline-flex flex-wrap gap-2">
      <Button size="small" onClick={() => ask(request, 'decline')}>
        Decline<span className="visually-hidden"> {request.person.displayName}</span>
      </Button>
      <Button size="small" variant="outlined" onClick={() => ask(request, 'approve')}>
        Approve<span className="visually-hidden"> {request.person.displayName}</span>
      </Button>
    </span>
  )
  const columns: readonly Column<JoinRequest>[] = [
    { field: 'person', title: 'Person', flex: 1.5, minWidth: 220, render: personOf },
    { field: 'message', title: 'Message', flex: 2, minWidth: 200, render: ({ message }) => message || '–' },
    { field: 'asked', title: 'Asked', render: ({ createdAt }) => <When at={createdAt} /> },
    { field: 'decision', title: 'Decision', minWidth: 200, render: buttons },
  ]
  const card = (request: JoinRequest) => (
    <>
      {personOf(request)}
      {request.message && <span>{request.message}</span>}
      <Note>
        Asked <When at={request.createdAt} />
      </Note>
      {buttons(request)}
    </>
  )
  return { columns, card }
}

const personOf = ({ person }: JoinRequest) => (
  <>
    <strong>{person.displayName}</strong>
    <Note>
      {person.email}
      {!person.verified && ', not verified'}
    </Note>
  </>
)
