// Who a member of staff is, and how to reach them.
import type { Member } from '@gatehouse/contract/identity/staff'
import { Avatar } from '../../ui/primitives/avatar.tsx'
import { Fact, Facts } from '../../ui/primitives/facts.tsx'
import { AccountWord } from './account-word.tsx'

export const IdentityCard = ({ member }: { readonly member: Member }) => (
  <section
    className="grid justify-items-center gap-4 rounded border border-line bg-surface pt-6 [&>:last-child]:w-full"
    aria-labelledby="identity"
  >
    <Avatar picture={member.profilePicture} name={member.displayName} size="large" />
    <div className="grid justify-items-center gap-1 px-4 text-center wrap-anywhere [&_h2]:text-xl">
      <h2 id="identity">{member.displayName}</h2>
      <AccountWord account={member.account} />
    </div>
    <Facts>
      <Fact label="Job">{member.job ?? <None />}</Fact>
      <Fact label="Department">{member.department ?? <None />}</Fact>
      <Fact label="Email">
        <a href={`mailto:${member.email}`}>{member.email}</a>
      </Fact>
      <Fact label="Phone">{member.phone ? <a href={`tel:${member.phone}`}>{member.phone}</a> : <None />}</Fact>
    </Facts>
  </section>
)

const None = () => <span className="text-muted">Not set</span>
