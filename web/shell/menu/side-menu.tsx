// The slide-out menu, which has what the bar has no room for: the navigation, one's own pages or the ways in, Logout.
import { site } from 'virtual:pages/site'
import {
  type ComponentType,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  Suspense,
  useEffect,
  useEffectEvent,
  useRef,
} from 'react'
import { announce } from '../../kit/hands/announce.ts'
import { indexAfter } from '../../kit/hands/arrow-keys.ts'
import { debounced } from '../../kit/hands/pace.ts'
import { Link } from '../../kit/place.tsx'
import { useSession } from '../../kit/session/session-state.ts'
import { HomeLink } from '../../ui/primitives/home-link.tsx'
import { Icon } from '../../ui/primitives/icon.tsx'
import { RoundButton } from '../../ui/primitives/round-button.tsx'
import { later } from '../../ui/feedback/later.tsx'
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

const resizeQuietMs = 100

export const SideMenu = ({ Signed, button, onClose }: SideMenuProps) => {
  const dialog = useRef<HTMLDialogElement>(null)
  useAsLongAsThereIs(button, onClose)
  useEffect(() => {
    const shown = dialog.current
    if (shown?.open === false) shown.showModal()
    // The browser gives the focus back only to who closes.
    return () => shown?.close()
  }, [])
  const close = () => dialog.current?.close()
  const onClick = ({ target }: MouseEvent) => {
    if (target === dialog.current || (target instanceof Element && target.closest('a'))) close()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the links in it, and its backdrop
    <dialog
      ref={dialog}
      className={styles.menu}
      aria-label="Main menu"
      // Told after the fact: by then it may have been opened again.
      onClose={() => {
        if (!dialog.current?.open) onClose()
      }}
      onClick={onClick}
      onKeyDown={moveFocus}
    >
      <div className="grid min-h-full content-start gap-3 [overscroll-behavior:contain] px-2 pb-[max(var(--space-5),env(safe-area-inset-bottom))]">
        <div className="flex h-bar items-center justify-between ps-2">
          <HomeLink />
          <RoundButton name="Close menu" onClick={close}>
            <Icon name="close" size="medium" />
          </RoundButton>
        </div>
        {useSession().status === 'out' ? (
          <>
            <SideEntries label="Main" entries={site} />
            <WaysIn />
          </>
        ) : (
          <Suspense>
            <Signed onLeave={close} />
          </Suspense>
        )}
      </div>
    </dialog>
  )
}

// Where the bar has no button for it, there is room for the bar itself.
const useAsLongAsThereIs = (button: RefObject<HTMLButtonElement | null>, onClose: () => void) => {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    announce('Menu opened')
    const look = debounced(() => {
      if (button.current?.checkVisibility() === false) close()
    }, resizeQuietMs)
    window.addEventListener('resize', look)
    return () => {
      look.stop()
      window.removeEventListener('resize', look)
      announce('Menu closed')
    }
  }, [button])
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

// Arrows, Home and End go through everything that can be pressed; Tab goes round, and never out of the menu.
const moveFocus = (event: KeyboardEvent<HTMLDialogElement>) => {
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('a[href], button')]
  const at = stops.findIndex((stop) => stop === document.activeElement)
  const round = event.shiftKey ? 'ArrowUp' : 'ArrowDown'
  const to = indexAfter(event.key === 'Tab' ? round : event.key, at, stops.length, 'down')
  if (to === null) return
  event.preventDefault()
  stops[to]?.focus()
}
