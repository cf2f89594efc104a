// Who a person is, and how to reach them.
import Button from '@mui/material/Button'
import { Link, type To } from 'react-router'
import { Avatar } from '../../ui/primitives/avatar.tsx'
import { Fact, Facts } from '../../ui/primitives/facts.tsx'
import { opensSheet } from '../../ui/sheets/sheet-link.ts'
import { AccountWord } from './account-word.tsx'
import type { Details } from './parts.tsx'

interface IdentityCardProps {
  readonly member: Details['member']
  /** The form of their record; null: for whoever may not change it. */
  readonly edit: To | null
}

export const IdentityCard = ({ member, edit }: IdentityCardProps) => {
  const { job, department, phone } = member
  const hasNoRecord = job === null && department === null && phone === null
  return (
    <section
      className="grid justify-items-center gap-4 rounded border border-line bg-surface pt-6 [&>:last-child]:w-full"
      aria-labelledby="identity"
    >
      <Avatar picture={member.profilePicture} name={member.displayName} size="large" />
      <div className="grid justify-items-center gap-1 px-4 text-center wrap-anywhere [&_h2]:text-xl">
        <h2 id="identity">{member.displayName}</h2>
        <AccountWord account={member.account} />
      </div>
      {hasNoRecord && (
        <div className="grid justify-items-center gap-2 px-4 text-center">
          <p className="text-muted">No staff record yet: no job, department or phone.</p>
          {edit && (
            <Button variant="outlined" component={Link} to={edit} state={opensSheet}>
              Add staff record
            </Button>
          )}
        </div>
      )}
      <Facts>
        {!hasNoRecord && job !== undefined && <Fact label="Job">{job ?? <None />}</Fact>}
        {!hasNoRecord && department !== undefined && <Fact label="Department">{department ?? <None />}</Fact>}
        <Fact label="Email">
          <a href={`mailto:${member.email}`}>{member.email}</a>
        </Fact>
        {!hasNoRecord && phone !== undefined && (
          <Fact label="Phone">{phone ? <a href={`tel:${phone}`}>{phone}</a> : <None />}</Fact>
        )}
      </Facts>
    </section>
  )
}

const None = () => <span className="text-muted">Not set</span>
