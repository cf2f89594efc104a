// At the foot of a page, over what scrolls: what may be done with the rows that are chosen, or what was done last.
import type { ReactNode } from 'react'
import { useRootMark } from '../use-root-mark.ts'

interface FootBarProps {
  readonly label: string
  /** What it is about: how many are chosen, or what was done. */
  readonly words: ReactNode
  /** The buttons. */
  readonly children: ReactNode
}

/** Toasts are drawn above a bar that is marked so. */
export const atFoot = 'data-at-foot'

export const FootBar = ({ label, words, children }: FootBarProps) => {
  useRootMark(atFoot)
  return (
    <section
      className="sticky bottom-2 z-2 mt-2 flex flex-wrap items-center justify-end gap-2 rounded border border-strong-line bg-surface px-4 py-2"
      aria-label={label}
    >
      <output className="flex-auto font-[550]">{words}</output>
      {children}
    </section>
  )
}
