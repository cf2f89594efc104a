// Who one is: picture, roles and labels as others see them, and the form to change what is one's own.
import type { User } from '@gatehouse/contract/identity/auth'
import { update } from '@gatehouse/contract/identity/profile'
import { Suspense } from 'react'
import { Can } from '../../kit/can.tsx'
import { useSession } from '../../kit/session/session-state.ts'
import { AccountNavigation } from '../../ui/primitives/account-navigation.tsx'
import { Card } from '../../ui/primitives/card.tsx'
import { PageHeader } from '../../ui/primitives/page-header.tsx'
import { later } from '../../ui/feedback/later.tsx'
import { Empty, SkeletonRows } from '../../ui/feedback/states.tsx'
import { IdentityCard } from './identity-card.tsx'
import { MyRights } from './my-rights.tsx'
import { ProfileForm } from './profile-form.tsx'

const MyPass = later(async () => (await import('./my-pass.tsx')).MyPass)
const MyDoors = later(async () => (await import('./my-doors.tsx')).MyDoors)

export const ProfilePage = () => {
  const { user } = useSession()
  if (!user) return null
  return (
    <>
      <PageHeader title="Profile" />
      <AccountNavigation />
      <div className="grid max-w-[76rem] grid-cols-1 items-start gap-4 from-md:grid-cols-[minmax(17rem,21rem)_minmax(0,1fr)] from-md:grid-rows-[auto_1fr]">
        {/* First: on a phone they are what is wanted at a door. */}
        <div className="grid grid-cols-1 gap-4 from-md:col-start-2">
          <Suspense fallback={<SkeletonRows rows={3} />}>
            <MyPass user={user} />
          </Suspense>
          <Suspense fallback={<SkeletonRows rows={3} />}>
            <MyDoors />
          </Suspense>
        </div>
        <div className="from-md:col-start-1 from-md:row-[1_/_span_2]">
          <IdentityCard user={user} />
        </div>
        <div className="grid grid-cols-1 gap-4 from-md:col-start-2">
          <Card title="About you">
            <OwnForm user={user} />
          </Card>
          <MyRights user={user} />
        </div>
      </div>
    </>
  )
}

const OwnForm = ({ user }: { readonly user: User }) => {
  if (user.viewedBy !== null) {
    return (
      <Empty title="Only to be looked at">
        <p>{user.displayName} alone changes this.</p>
      </Empty>
    )
  }
  const notYours = (
    <Empty title="You may not change this">
      <p>An administrator of your company can give you the permission to change your own account settings.</p>
    </Empty>
  )
  return (
    <Can op={update} otherwise={notYours}>
      <ProfileForm key={user.id} user={user} />
    </Can>
  )
}
