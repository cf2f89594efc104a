// How old a value is, ticking.
import { ageText } from '../kit/age.ts'
import { useClock } from '../kit/clock.ts'
import styles from './age.module.css'

/** `4 s`; null: never heard of. */
export const Age = ({ at }: { readonly at: string | null }) => {
  const text = useClock((now) => (at === null ? 'never' : ageText(at, now)))
  return (
    <span className={styles.age}>
      <span className="visually-hidden">age </span>
      {text}
    </span>
  )
}
