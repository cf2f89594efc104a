// Which notifications are shown: all, those unread, those read.
import type { ReactNode } from 'react'
import { type Filter, filterWords } from './shown.ts'

interface ShowChoiceProps {
  readonly offered: readonly Filter[]
  readonly chosen: Filter
  readonly unread: number
  readonly className: string
  /** The size of each, as utilities. */
  readonly size: string
  readonly onChoose: (filter: Filter) => void
  /** Beside them, and no filter. */
  readonly children?: ReactNode
}

export const ShowChoice = ({ offered, chosen, unread, className, size, onChoose, children }: ShowChoiceProps) => (
  <fieldset aria-label="Show" className={`m-0 flex gap-2 border-0 ${className}`}>
    {offered.map((filter) => (
      <button
        key={filter}
        type="button"
        className={`cursor-pointer rounded-[999px] border border-line bg-surface py-0 font-semibold text-muted aria-pressed:border-primary-text aria-pressed:bg-[color-mix(in_srgb,var(--primary)_14%,var(--surface))] aria-pressed:text-text pointer-coarse:min-h-touch pointer-coarse:min-w-touch ${size}`}
        aria-pressed={filter === chosen}
        onClick={() => onChoose(filter)}
      >
        {filterWords[filter]}
        {filter === 'unread' && unread > 0 && <span className="tabular-nums"> {unread}</span>}
      </button>
    ))}
    {children}
  </fieldset>
)
