// What happens one after the other, as a line of stations.
import type { ReactNode } from 'react'
import styles from './steps.module.css'

interface Step {
  readonly title: string
  readonly says: ReactNode
  /** From here on it is safe. */
  readonly mark?: boolean
}

export const Steps = ({ steps }: { readonly steps: readonly Step[] }) => (
  <ol className={styles.steps}>
    {steps.map(({ title, says, mark = false }) => (
      <li key={title} data-mark={mark || undefined}>
        <h3>{title}</h3>
        <p>{says}</p>
      </li>
    ))}
  </ol>
)
