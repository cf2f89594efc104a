// A titled part of a page.
import { type ReactNode, useId } from 'react'

interface CardProps {
  readonly title: string
  /** A short count or remark beside the title. */
  readonly note?: ReactNode
  readonly action?: ReactNode
  readonly className?: string | undefined
  readonly children: ReactNode
}

export const Card = ({ title, note, action, className, children }: CardProps) => {
  const heading = useId()
  return (
    <section
      className={`flex min-w-0 flex-col rounded border border-line bg-surface ${className ?? ''}`}
      aria-labelledby={heading}
    >
      <header className="flex min-h-[52px] items-center gap-3 px-4 py-3">
        <h2 id={heading}>{title}</h2>
        {note && <span className="text-sm text-muted tabular-nums">{note}</span>}
        {action && <span className={ending}>{action}</span>}
      </header>
      {children}
    </section>
  )
}

// Links and text buttons look alike, and end where the content ends.
const ending =
  'ms-auto text-sm [&_a]:inline-flex [&_a]:min-h-[24px] [&_a]:items-center [&_a]:font-semibold [&_a:not(:hover)]:no-underline below-md:[&_a]:min-h-touch [&>.MuiButton-text]:-me-2 [&>.MuiButton-text]:min-w-touch [&>.MuiButton-text]:[font-size:inherit]'
