// A titled part of a page.
import { type ReactNode, useId } from 'react'
import styles from './card.module.css'

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
        {action && <span className={styles.action}>{action}</span>}
      </header>
      {children}
    </section>
  )
}
