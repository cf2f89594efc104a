// A row of buttons that is one stop of the Tab key; arrows move inside.
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { indexAfter } from '../../kit/hands/arrow-keys.ts'

interface ToolRowProps {
  readonly label: string
  readonly children: ReactNode
}

export const ToolRow = ({ label, children }: ToolRowProps) => {
  const row = useRef<HTMLDivElement>(null)
  const held = useRef<HTMLElement>(undefined)
  const hold = (all: readonly HTMLElement[], one: HTMLElement | undefined) => {
    held.current = one
    for (const button of all) button.tabIndex = button === one ? 0 : -1
  }
  // Each time: which of them there are, and can be pressed, changes.
  useEffect(() => {
    const all = buttonsIn(row.current)
    hold(all, all.find((button) => button === held.current) ?? all[0])
  })
  const onKeyDown = (event: KeyboardEvent) => {
    const all = buttonsIn(row.current)
    const at = all.findIndex((button) => button === document.activeElement)
    const next = indexAfter(event.key, at, all.length, 'across')
    if (next === null) return
    event.preventDefault()
    const button = all[next]
    hold(all, button)
    button?.focus()
  }
  return (
    // Its buttons hold the focus, never the row.
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus
    <div
      ref={row}
      role="toolbar"
      aria-label={label}
      className="sticky top-bar z-1 flex flex-wrap rounded-t border-b border-b-line bg-sunken p-1 below-md:[&_button]:min-h-touch below-md:[&_button]:min-w-touch"
      onKeyDown={onKeyDown}
    >
      {children}
    </div>
  )
}

const buttonsIn = (row: HTMLElement | null): HTMLElement[] => [
  ...(row?.querySelectorAll<HTMLElement>('button:not([disabled])') ?? []),
]
