// Measured figures, each with what it means; never one without the other.
import styles from './figures.module.css'

interface Figure {
  readonly value: string
  readonly unit: string
  readonly text: string
}

export const Figures = ({ figures, measured }: { readonly figures: readonly Figure[]; readonly measured: string }) => (
  <div className="grid gap-5">
    <ul className={styles.figures}>
      {figures.map(({ value, unit, text }) => (
        <li key={text}>
          <p className={styles.value}>
            {value} <span>{unit}</span>
          </p>
          <p>{text}</p>
        </li>
      ))}
    </ul>
    <p className="max-w-[70ch] text-md text-muted">{measured}</p>
  </div>
)
