// What the menus that lie over a page have in common: they open as a dialog of the browser, are walked by arrows, and close
// beside them, by Escape, with the page, and where the window has no longer a button for them.
import { type KeyboardEvent, type MouseEvent, type ReactNode, type RefObject, useEffect, useEffectEvent } from 'react'
import { announce } from '../../kit/hands/announce.ts'
import { indexAfter } from '../../kit/hands/arrow-keys.ts'
import { debounced } from '../../kit/hands/pace.ts'
import { useRootMark } from '../../ui/use-root-mark.ts'

interface MenuDialogProps {
  readonly name: string
  /** What is announced as it opens and closes. */
  readonly spoken: string
  readonly className: string | undefined
  /** Itself, for whoever closes it. */
  readonly dialog: RefObject<HTMLDialogElement | null>
  /** That opens it. */
  readonly button: RefObject<HTMLButtonElement | null>
  readonly onClose: () => void
  readonly children: ReactNode
}

const resizeQuietMs = 100

export const MenuDialog = ({ name, spoken, className, dialog, button, onClose, children }: MenuDialogProps) => {
  useAsLongAsThereIs(button, spoken, onClose)
  useRootMark('data-menu')
  useEffect(() => {
    const shown = dialog.current
    if (shown?.open === false) shown.showModal()
    // The browser gives the focus back only to who closes.
    return () => shown?.close()
  }, [dialog])
  const onClick = ({ target }: MouseEvent) => {
    if (target === dialog.current || (target instanceof Element && target.closest('a'))) dialog.current?.close()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the links in it, and its backdrop
    <dialog
      ref={dialog}
      className={className}
      aria-label={name}
      // Told after the fact: by then it may have been opened again.
      onClose={() => {
        if (!dialog.current?.open) onClose()
      }}
      onClick={onClick}
      onKeyDown={moveFocus}
    >
      {children}
    </dialog>
  )
}

// Where the bar has no button for it, there is room for the bar itself, or for the other menu.
const useAsLongAsThereIs = (button: RefObject<HTMLButtonElement | null>, spoken: string, onClose: () => void) => {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    announce(`${spoken} opened`)
    const look = debounced(() => {
      if (button.current?.checkVisibility() === false) close()
    }, resizeQuietMs)
    window.addEventListener('resize', look)
    return () => {
      look.stop()
      window.removeEventListener('resize', look)
      announce(`${spoken} closed`)
    }
  }, [button, spoken])
}

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
