// How old a value is, ticking.
import { ageText } from '../../kit/age.ts'
import { useClock } from '../../kit/clock.ts'

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
    // As wide as its longest text, so that nothing beside it moves when it ticks.
    <span className="inline-block min-w-[3.4em] flex-none text-end text-xs whitespace-nowrap text-muted tabular-nums">
      <span className="visually-hidden">age </span>
      {text}
    </span>
  )
}
