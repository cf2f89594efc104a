// Everything that protects one's account and all it keeps of one: password, second step, passkeys, sessions, data.
import { state as secondFactors } from '@gatehouse/contract/identity/second-factors'
import { useSession } from '../../kit/session/session-state.ts'
import { AccountNavigation } from '../../ui/primitives/account-navigation.tsx'
import { Cards, Columns } from '../../ui/primitives/columns.tsx'
import { PageHeader } from '../../ui/primitives/page-header.tsx'
import { AddressCard } from './address-card.tsx'
import { ConnectionsCard } from './connections-card.tsx'
import { DataCard } from './data-card.tsx'
import { NotificationsCard } from './notifications/notifications-card.tsx'
import { ThisBrowserCard } from './notifications/this-browser-card.tsx'
import { PasskeysCard } from './passkeys-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { NotShown, usePersonal, useViewed } from './personal-card.tsx'
import { SecondFactorCard } from './second-factor-card.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { SoundCard } from './sound-card.tsx'

export const AccountPage = () => {
  const { user } = useSession()
  const viewed = useViewed()
  if (!user) return null
  return (
    <>
      <PageHeader title="Account settings" />
      <AccountNavigation />
      {!user.verified && viewed === null && <AddressCard email={user.email} />}
      {viewed === null ? <OwnParts /> : <NotShown name={viewed} />}
    </>
  )
}

const OwnParts = () => {
  const factors = usePersonal(secondFactors, {})
  return (
    <Columns split="minmax(0, 1fr) minmax(0, 1fr)" widest="84rem">
      <Cards>
        <PasswordCard query={factors} />
        <SecondFactorCard query={factors} />
        <PasskeysCard query={factors} />
        <ConnectionsCard factors={factors} />
        <SoundCard />
      </Cards>
      <Cards>
        <SessionsCard />
        <NotificationsCard />
        <ThisBrowserCard />
        <DataCard />
      </Cards>
    </Columns>
  )
}
