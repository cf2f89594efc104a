// What the bar and the slide-out menu offer the signed-in, for which public pages load nothing until somebody is.
import '../../ui/theme/utilities.css'
import { messages } from '@gatehouse/contract/identity/auth'
import { Icon } from '../../ui/primitives/icon.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { navigationFor, ownPagesFor } from './menu.ts'
import styles from './side-menu.module.css'
import { SideEntries } from './side-entries.tsx'
import { TopBarNav } from '../top-bar/top-bar-nav.tsx'
import { useViewer } from './use-viewer.ts'

export const SignedInNav = () => {
  const visitor = useViewer()
  return visitor && <TopBarNav entries={navigationFor(visitor)} />
}

export const SignedInSide = ({ onLeave }: { readonly onLeave: () => void }) => {
  const visitor = useViewer()
  if (!visitor) return null
  const signOut = async () => {
    // What is asked or said of it would lie below the menu.
    onLeave()
    const { exit } = await import('../../kit/session/session.ts')
    await exit().catch(() => toast('error', messages.logoutFailed))
  }
  return (
    <>
      <SideEntries label="Main" entries={navigationFor(visitor)} />
      <SideEntries label="Your pages" entries={ownPagesFor(visitor)} />
      <button type="button" className={styles.entry} onClick={() => void signOut()}>
        <Icon name="exit" size="medium" />
        Logout
      </button>
    </>
  )
}
