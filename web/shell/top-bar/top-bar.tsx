// The bar on top of every page but four: where one may go, who one is, light or dark. The same in the application and in
// public documents, so it knows no router and no component library; the tools of the signed-in come from outside.
import { site } from 'virtual:pages/site'
import { type ComponentType, Suspense, useRef } from 'react'
import { usePage } from '../../kit/page-context.tsx'
import { Link, usePlace } from '../../kit/place.tsx'
import { useSession } from '../../kit/session/session-state.ts'
import { HomeLink } from '../../ui/primitives/home-link.tsx'
import { Icon } from '../../ui/primitives/icon.tsx'
import { later, useFetchedAhead } from '../../ui/feedback/later.tsx'
import { RoundButton } from '../../ui/primitives/round-button.tsx'
import { ThemeToggle } from './theme-toggle.tsx'
import { TopBarNav } from './top-bar-nav.tsx'
import styles from './top-bar.module.css'
import { useElevated } from './use-elevated.ts'
import { useOpenHere } from '../menu/use-open-here.ts'

const SideMenu = later(async () => (await import('../menu/side-menu.tsx')).SideMenu, 'over')

/** What only the signed-in have. */
export interface SignedInParts {
  readonly Nav: ComponentType
  /** In the slide-out menu, which it can close. */
  readonly Side: ComponentType<{ readonly onLeave: () => void }>
  /** Search, notifications, their menu. */
  readonly Tools: ComponentType
}

export const TopBar = ({ parts: { Nav, Side, Tools } }: { readonly parts: SignedInParts }) => {
  const signedIn = useSession().status !== 'out'
  const elevated = useElevated()
  const { pageTitle, breadcrumbs } = usePage()
  const { pathname } = usePlace()
  const menuButton = useRef<HTMLButtonElement>(null)
  const [isMenuOpen, openMenu] = useOpenHere<true>()
  useFetchedAhead(SideMenu)
  return (
    <header className={styles.bar} data-elevated={elevated || undefined}>
      <RoundButton
        ref={menuButton}
        name="Main menu"
        className={styles.menu}
        aria-haspopup="dialog"
        aria-expanded={isMenuOpen !== null}
        onPointerEnter={() => void SideMenu.fetch()}
        onClick={() => openMenu(true)}
      >
        <Icon name="menu" size="medium" />
      </RoundButton>
      <HomeLink shrinks={signedIn} />
      {pageTitle !== null && (
        <p className={styles.title} aria-hidden="true">
          {[...breadcrumbs.map(({ label }) => label), pageTitle].join(' / ')}
        </p>
      )}
      {signedIn ? (
        <Suspense>
          <Nav />
        </Suspense>
      ) : (
        <TopBarNav entries={site} at={pathname} />
      )}
      <div className="ms-auto flex items-center gap-1 below-sm:gap-0">
        <ThemeToggle />
        {signedIn ? (
          <Suspense>
            <Tools />
          </Suspense>
        ) : (
          <div className={styles.ways}>
            <Link to="/signin">Sign In</Link>
            <Link to="/signup">Sign Up</Link>
          </div>
        )}
      </div>
      {isMenuOpen && <SideMenu Signed={Side} button={menuButton} onClose={() => openMenu(null)} />}
    </header>
  )
}
