// A part that scrolls: one tab stop, and arrows between its items however many there are.
import type { KeyboardEvent, ReactNode } from 'react'

interface ScrollRegionProps {
  readonly label: string
  readonly className: string | undefined
  /** Only then is it kept from growing beyond a part of the window. */
  readonly bounded?: boolean
  /** The items carry `data-rove` and `tabIndex={-1}`. */
  readonly children: ReactNode
}

export const ScrollRegion = ({ label, className, bounded = false, children }: ScrollRegionProps) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
  <section
    // Positioned, so that what is hidden from sight inside it does not stretch the page.
    className={`relative ${bounded ? 'max-h-[44rem] overflow-auto' : ''} ${className ?? ''}`}
    aria-label={label}
    // What scrolls must be within reach of the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    tabIndex={0}
    onKeyDown={rove}
  >
    {children}
  </section>
)

const steps: Record<string, number> = {
  ArrowDown: 1,
  ArrowRight: 1,
  ArrowUp: -1,
  ArrowLeft: -1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

const rove = (event: KeyboardEvent<HTMLElement>): void => {
  const step = steps[event.key]
  if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-rove]')]
  const current = items.findIndex((item) => item.contains(document.activeElement))
  const wanted = Math.max(0, Math.min(items.length - 1, current === -1 ? 0 : current + step))
  items[wanted]?.focus()
  event.preventDefault()
}
