// Requests to join the company: approved with roles, or declined.
import * as companies from '@gatehouse/contract/identity/companies'
import type { JoinRequest } from '@gatehouse/contract/identity/companies'
import { useState } from 'react'
import { call } from '../../kit/data/api.ts'
import { Named, Note } from '../../ui/primitives/named.tsx'
import { ChoiceList } from '../../ui/forms/choice-list.tsx'
import { ConfirmButton } from '../../ui/sheets/confirm-button.tsx'
import { useWhole } from '../../ui/tables/data-pages.ts'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'
import { Empty } from '../../ui/feedback/states.tsx'
import { When } from '../../ui/time/when.tsx'
import { useRoleChoices } from './giving.ts'

export const JoinRequests = () => (
  <DataTable
    name="join-requests"
    label="Requests to join"
    noun={['request', 'requests']}
    pages={useWhole(companies.joinRequests, {})}
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
)

const Decision = ({ id: requestId, person }: JoinRequest) => {
  const choices = useRoleChoices()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  return (
    <span className="inline-flex flex-wrap gap-2">
      <ConfirmButton
        size="small"
        label={
          <>
            Decline<span className="visually-hidden"> {person.displayName}</span>
          </>
        }
        title={`Decline ${person.displayName}?`}
        action="Decline"
        run={() => call(companies.decideJoinRequest, { requestId, decision: 'decline' })}
        done={`The request of ${person.displayName} is declined.`}
      >
        <p>{person.email} is notified by mail, keeps the account and can ask again.</p>
      </ConfirmButton>
      <ConfirmButton
        size="small"
        variant="outlined"
        label={
          <>
            Approve<span className="visually-hidden"> {person.displayName}</span>
          </>
        }
        title={`Let ${person.displayName} join?`}
        action="Approve"
        tone="plain"
        run={() => call(companies.decideJoinRequest, { requestId, decision: 'approve', roleIds: [...chosen] })}
        done={`${person.displayName} has joined.`}
      >
        <p>
          {person.email} becomes an account of your company.{' '}
          {!person.verified && 'The address is not verified yet: until it is, the roles do not hold.'}
        </p>
        <ChoiceList legend="Roles" empty="There are no roles." choices={choices} chosen={chosen} onChange={setChosen} />
      </ConfirmButton>
    </span>
  )
}

const Person = ({ person }: JoinRequest) => (
  <Named name={<strong>{person.displayName}</strong>}>
    {person.email}
    {!person.verified && ', not verified'}
  </Named>
)

const columns: readonly Column<JoinRequest>[] = [
  { field: 'person', title: 'Person', flex: 1.5, minWidth: 220, render: (request) => <Person {...request} /> },
  { field: 'message', title: 'Message', flex: 2, minWidth: 200, render: ({ message }) => message || '–' },
  { field: 'asked', title: 'Asked', render: ({ createdAt }) => <When at={createdAt} /> },
  { field: 'decision', title: 'Decision', minWidth: 200, render: (request) => <Decision {...request} /> },
]

const card = (request: JoinRequest) => (
  <>
    <Person {...request} />
    {request.message && <span>{request.message}</span>}
    <Note>
      Asked <When at={request.createdAt} />
    </Note>
    <Decision {...request} />
  </>
)
