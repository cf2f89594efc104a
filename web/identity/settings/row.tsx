// A line of a card of the account: what it is, more about it, and what may be done with it.
import type { ReactNode } from 'react'
import styles from './rows.module.css'

interface RowProps {
  readonly as?: 'div' | 'li'
  readonly name: ReactNode
  /** The name is a sentence, and not set off from the rest. */
  readonly plain?: boolean
  readonly more: ReactNode
  /** A second line about it. */
  readonly further?: ReactNode
  /** Its button. */
  readonly children?: ReactNode
}

export const Row = ({ as: Line = 'div', name, plain = false, more, further, children }: RowProps) => (
  <Line className={styles.row}>
    <div className={styles.what}>
      <p className={plain ? undefined : styles.name}>{name}</p>
      <p className={styles.more}>{more}</p>
      {further && <p className={styles.more}>{further}</p>}
    </div>
    {children}
  </Line>
)
