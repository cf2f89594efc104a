// Details beside a page, at an address of their own: Back and Escape close, the link can be shared.
import Drawer from '@mui/material/Drawer'
import IconButton from '@mui/material/IconButton'
import { type ReactNode, useEffect, useEffectEvent, useId } from 'react'
import { type To, useLocation, useNavigate } from 'react-router'
import { Icon } from '../primitives/icon.tsx'
import { isOpenedHere } from './sheet-link.ts'

interface SideSheetProps {
  readonly title: ReactNode
  readonly subtitle?: ReactNode
  /** The page's address without the sheet, for those who came by a link. */
  readonly closed: To
  /** Stays in sight below the scrolling content. */
  readonly foot?: ReactNode
  readonly wide?: boolean
  readonly children: ReactNode
}

/** Drawn only while its address is open. It keeps the focus inside, and gives it back to what opened it. */
export const SideSheet = ({ title, subtitle, closed, foot, wide = false, children }: SideSheetProps) => {
  const heading = useId()
  const close = useCloseSheet(closed)
  return (
    <Drawer
      open
      anchor="right"
      onClose={close}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-modal': true,
          'aria-labelledby': heading,
          className: `flex flex-col bg-surface below-sm:w-[100vw] ${wide ? 'w-[min(52rem,100vw)]' : 'w-[min(34rem,100vw)]'}`,
        },
      }}
    >
      <header className="flex items-start gap-3 border-b border-b-line pt-[max(var(--space-4),env(safe-area-inset-top))] pr-3 pb-4 pl-5 below-sm:px-4">
        <div className="min-w-0 flex-1 pt-1 [&_h2]:text-xl [&_h2]:wrap-anywhere">
          <h2 id={heading}>{title}</h2>
          {subtitle && <div className="wrap-anywhere text-muted">{subtitle}</div>}
        </div>
        <IconButton aria-label="Close" onClick={close}>
          <Icon name="close" size="medium" />
        </IconButton>
      </header>
      {/* A region that scrolls must be reachable by keyboard, also when nothing in it is. */}
      <section
        className="min-h-0 flex-1 overflow-auto p-5 wrap-break-word focus-visible:-outline-offset-2 below-sm:p-4 [&_h3]:mx-0 [&_h3]:mt-0 [&_h3]:mb-2 [&_h3]:text-lg"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label="Details"
      >
        {children}
      </section>
      {foot && (
        <footer className="flex flex-wrap items-center justify-end gap-x-3 gap-y-2 border-t border-t-line px-5 pt-3 pb-[max(var(--space-3),env(safe-area-inset-bottom))] below-sm:px-4">
          {foot}
        </footer>
      )}
    </Drawer>
  )
}

/** Goes back to the page that opened the sheet; to `closed` for whom a link brought. */
export const useCloseSheet = (closed: To): (() => void) => {
  const navigate = useNavigate()
  const { state } = useLocation()
  return () => void (isOpenedHere(state) ? navigate(-1) : navigate(closed, { replace: true }))
}

/**
 * Closes the sheet once something is done: after the form knows that nothing is left unsaved. `then`: what puts the sheet
 * away by itself, which before would leave its address behind.
 */
export const useCloseAfter = (done: boolean, closed: To, then?: () => void): void => {
  const closeSheet = useCloseSheet(closed)
  const close = useEffectEvent(() => {
    closeSheet()
    then?.()
  })
  useEffect(() => {
    if (done) close()
  }, [done])
}
