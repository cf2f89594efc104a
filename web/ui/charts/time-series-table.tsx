// The table twin of a chart: the same moments and the same numbers, the newest first.
import Button from '@mui/material/Button'
import { useState } from 'react'
import { formatOf } from '../../kit/time.ts'
import styles from './time-series.module.css'
import { cellText, headingOf, rowsOf, type Series, type Timeline } from './time-series.ts'
import { offsetAt } from '../time/wall-time.ts'

interface TimeSeriesTableProps {
  readonly label: string
  readonly series: readonly Series[]
  readonly timeline: Timeline
  readonly timeZone: string
}

const rowsAtOnce = 100

export const TimeSeriesTable = ({ label, series, timeline, timeZone }: TimeSeriesTableProps) => {
  const [most, setMost] = useState(rowsAtOnce)
  const rows = rowsOf(timeline)
  const [first = 0, last = 0] = [timeline.at[0], timeline.at.at(-1)]
  // An hour that comes twice has two names.
  const changed = offsetAt(first, timeZone) !== offsetAt(last, timeZone)
  return (
    // What scrolls must be within reach of the keyboard.
    <section
      className="h-[clamp(16rem,40dvh,26rem)] overflow-auto rounded border border-line"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-label={`${label}: table`}
    >
      <table className={styles.table}>
        <caption className="visually-hidden">{`${label}, newest first`}</caption>
        <thead>
          <tr>
            <th scope="col">Time</th>
            {series.map((one) => (
              <th key={one.id} scope="col">
                {headingOf(one)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, most).map(({ at, cells }) => (
            <tr key={at}>
              <th scope="row">
                <time dateTime={new Date(at).toISOString()}>{timeText(at, timeZone, changed)}</time>
              </th>
              {cells.map((cell, i) => (
                <td key={series[i]?.id} data-unknown={cell === null || undefined}>
                  {cellText(cell, series[i]?.digits)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > most && (
        <Button
          onClick={() => setMost(most + rowsAtOnce)}
        >{`Show ${Math.min(rowsAtOnce, rows.length - most)} more of ${rows.length}`}</Button>
      )}
    </section>
  )
}

const timeText = (at: number, timeZone: string, withZone: boolean): string =>
  formatOf(timeZone, `reading ${withZone}`, {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    ...(withZone ? { timeZoneName: 'short' } : {}),
  }).format(at)
