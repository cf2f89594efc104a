// A section with a heading of its own at the left and what it holds at the right; on a phone one below the other.
import { type ReactNode, useId } from 'react'
import styles from './block.module.css'

interface BlockProps {
  readonly title: string
  readonly lead?: ReactNode
  /** Lines of a ledger: what, and what is to be said of it. */
  readonly rows?: Readonly<Record<string, string>>
  readonly children?: ReactNode
}

export const Block = ({ title, lead, rows, children }: BlockProps) => {
  const id = useId()
  return (
    <section className={styles.block} aria-labelledby={id}>
      <div className={`${styles.head} grid content-start gap-3`}>
        <h2 id={id}>{title}</h2>
        {lead !== undefined && <p>{lead}</p>}
      </div>
      <div className="min-w-0">
        {rows && (
          <dl className={styles.ledger}>
            {Object.entries(rows).map(([name, text]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        )}
        {children}
      </div>
    </section>
  )
}
