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
    <section className={`${styles.card} ${className ?? ''}`} aria-labelledby={heading}>
      <header className={styles.head}>
        <h2 id={heading}>{title}</h2>
        {note && <span className={styles.note}>{note}</span>}
        {action && <span className={styles.action}>{action}</span>}
      </header>
      {children}
    </section>
  )
}
