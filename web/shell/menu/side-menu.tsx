// The slide-out menu, which has what the bar has no room for: the navigation, one's own pages or the ways in, Logout.
import { site } from 'virtual:pages/site'
import { type ComponentType, type RefObject, Suspense, useRef } from 'react'
import { Link } from '../../kit/place.tsx'
import { useSession } from '../../kit/session/session-state.ts'
import { HomeLink } from '../../ui/primitives/home-link.tsx'
import { Icon } from '../../ui/primitives/icon.tsx'
import { RoundButton } from '../../ui/primitives/round-button.tsx'
import { later } from '../../ui/feedback/later.tsx'
import { MenuDialog } from './menu-dialog.tsx'
import { SideEntries } from './side-entries.tsx'
import styles from './side-menu.module.css'

// Whoever is signed in needs no other way in.
const SocialWays = later(async () => (await import('../../ui/forms/social-ways.tsx')).SocialWays, 'silent')

interface SideMenuProps {
  /** What the signed-in find in it. */
  readonly Signed: ComponentType<{ readonly onLeave: () => void }>
  /** That opens it. */
  readonly button: RefObject<HTMLButtonElement | null>
  readonly onClose: () => void
}

export const SideMenu = ({ Signed, button, onClose }: SideMenuProps) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const close = () => dialog.current?.close()
  const signedIn = useSession().status !== 'out'
  return (
    <MenuDialog
      name="Main menu"
      spoken="Menu"
      className={styles.menu}
      dialog={dialog}
      button={button}
      onClose={onClose}
    >
      <div className="grid min-h-full content-start gap-3 [overscroll-behavior:contain] px-2 pb-[max(var(--space-5),env(safe-area-inset-bottom))]">
        <div className="flex h-bar items-center justify-between ps-2">
          <HomeLink />
          <RoundButton name="Close menu" onClick={close}>
            <Icon name="close" size="medium" />
          </RoundButton>
        </div>
        {signedIn ? (
          <Suspense>
            <Signed onLeave={close} />
          </Suspense>
        ) : (
          <>
            <SideEntries label="Main" entries={site} />
            <WaysIn />
          </>
        )}
      </div>
    </MenuDialog>
  )
}

const WaysIn = () => (
  <div className="grid gap-2 px-2">
    <Link to="/signin" className={styles.way} data-first>
      Sign In
    </Link>
    <Link to="/signup" className={styles.way}>
      Sign Up
    </Link>
    <SocialWays />
  </div>
)
