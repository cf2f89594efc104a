// What happens one after the other, as a line of stations.
import styles from './steps.module.css'

interface StepsProps {
  readonly steps: Readonly<Record<string, string>>
  /** The step from which on it is safe. */
  readonly marked?: string
}

export const Steps = ({ steps, marked }: StepsProps) => (
  <ol className={styles.steps}>
    {Object.entries(steps).map(([title, text]) => (
      <li key={title} data-mark={title === marked || undefined}>
        <h3>{title}</h3>
        <p>{text}</p>
      </li>
    ))}
  </ol>
)
