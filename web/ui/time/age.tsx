// How old a value is, ticking.
import { ageText } from '../../kit/age.ts'
import { useClock } from '../../kit/clock.ts'
import styles from './age.module.css'

interface AgeProps {
  /** null: never heard of. */
  readonly at: string | null
  /** By another clock than the shared one. */
  readonly now?: number | undefined
}

/** `4 s` */
export const Age = ({ at, now }: AgeProps) => {
  const text = useClock((tick) => (at === null ? 'never' : ageText(at, now ?? tick)))
  return (
    <span className={styles.age}>
      <span className="visually-hidden">age </span>
      {text}
    </span>
  )
}
