// One person in one place: profile, access, credentials, account and activity, each for its permission.
import * as access from '@gatehouse/contract/access/access'
import * as decisions from '@gatehouse/contract/access/decisions'
import * as roles from '@gatehouse/contract/identity/roles'
import * as users from '@gatehouse/contract/identity/users'
import { StaffCardPage } from '../../identity/staff/staff-card-page.tsx'
import { useMissing } from '../../kit/can.tsx'
import { later } from '../../ui/feedback/later.tsx'

const PersonOpens = later(async () => (await import('../decisions/person-opens.tsx')).PersonOpens)
const PersonAtDoors = later(async () => (await import('../access/person-at-doors.tsx')).PersonAtDoors)
const PersonCarries = later(async () => (await import('../access/person-at-doors.tsx')).PersonCarries)
const AccountOfPerson = later(async () => (await import('../../identity/users/account-of-person.tsx')).AccountOfPerson)
const RolesOfPerson = later(async () => (await import('../../identity/users/roles-of-person.tsx')).RolesOfPerson)

export const PersonPage = () => {
  const mayDoors = useMissing(access.personById).length === 0
  const mayOpenings = useMissing(decisions.whatOpens).length === 0
  const mayAccounts = useMissing(users.byId).length === 0
  const mayRoles = useMissing(roles.personById).length === 0
  return (
    <StaffCardPage
      Access={mayDoors ? AccessAndOpens : mayOpenings ? PersonOpens : undefined}
      Credentials={mayDoors ? PersonCarries : undefined}
      Account={mayAccounts ? AccountOfPerson : mayRoles ? RolesOfPerson : undefined}
    />
  )
}

const AccessAndOpens = ({ userId }: { readonly userId: string }) => (
  <>
    <PersonAtDoors userId={userId} />
    <PersonOpens userId={userId} />
  </>
)
