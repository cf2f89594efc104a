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
import styles from './profile-page.module.css'

const MyPass = later(async () => (await import('./my-pass.tsx')).MyPass)
const MyDoors = later(async () => (await import('./my-doors.tsx')).MyDoors)

export const ProfilePage = () => {
  const { user } = useSession()
  if (!user) return null
  return (
    <>
      <PageHeader title="Profile" />
      <AccountNavigation />
      <div className={styles.columns}>
        {/* First: on a phone they are what is wanted at a door. */}
        <div className={styles.pass}>
          <Suspense fallback={<SkeletonRows rows={3} />}>
            <MyPass user={user} />
          </Suspense>
          <Suspense fallback={<SkeletonRows rows={3} />}>
            <MyDoors />
          </Suspense>
        </div>
        <div className={styles.identity}>
          <IdentityCard user={user} />
        </div>
        <div className={styles.cards}>
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
