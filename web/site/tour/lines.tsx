// What happened, newest first, by the clock of the building.
import { shortTime } from '../../kit/time.ts'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import styles from './tour.module.css'
import type { Line } from './view.ts'

interface LinesProps {
  readonly lines: readonly Line[]
  readonly timeZone: string
  readonly now: number
  /** Where there are none. */
  readonly none?: string
}

export const Lines = ({ lines, timeZone, now, none = 'Nothing has happened in the last 24 hours.' }: LinesProps) =>
  lines.length === 0 ? (
    <p className="border-t border-t-line py-3 text-muted">{none}</p>
  ) : (
    <ol>
      {lines.map(({ key, at, what, where, state, word }) => (
        <li key={key} className={`${styles.line} grid items-baseline gap-x-3 border-t border-t-line py-2`}>
          <time dateTime={at} className="text-sm text-muted below-sm:[grid-area:time]">
            {shortTime(at, timeZone, now)}
          </time>
          <span className="font-semibold below-sm:[grid-area:what]">
            {what} <span className="font-normal text-muted">{where}</span>
          </span>
          <StatusWord state={state} word={word} />
        </li>
      ))}
    </ol>
  )
