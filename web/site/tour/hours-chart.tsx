// Ins and outs of a day by the hour: bars up and down from one line, and the same as a table.
import type { Building } from '@gatehouse/contract/site/tour'
import styles from './hours-chart.module.css'

const [slot, bar, half] = [20, 14, 50]
const dayHours = 24

export const HoursChart = ({ hours }: { readonly hours: Building['hours'] }) => {
  const most = Math.max(1, ...hours.flatMap(({ entries, exits }) => [entries, exits]))
  const tall = (count: number) => (count / most) * (half - 2)
  return (
    <figure className={styles.chart}>
      <svg
        viewBox={`0 0 ${slot * dayHours} ${2 * half}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={summary(hours)}
      >
        <line
          className="stroke-strong-line stroke-1 [vector-effect:non-scaling-stroke]"
          x1={0}
          x2={slot * dayHours}
          y1={half}
          y2={half}
        />
        {hours.map(({ hour, entries, exits }) => (
          <g key={hour}>
            <rect
              className={styles.in}
              x={hour * slot + (slot - bar) / 2}
              y={half - tall(entries)}
              width={bar}
              height={tall(entries)}
            />
            <rect className={styles.out} x={hour * slot + (slot - bar) / 2} y={half} width={bar} height={tall(exits)} />
          </g>
        ))}
      </svg>
      <div className="flex justify-between text-xs text-muted tabular-nums" aria-hidden="true">
        {['00', '06', '12', '18', '24'].map((hour) => (
          <span key={hour}>{hour}</span>
        ))}
      </div>
      <figcaption className={`${styles.key} mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted`}>
        <span className={styles.in}>In, above the line</span>
        <span className={styles.out}>Out, below it</span>
        <span>largest hour: {most}</span>
      </figcaption>
      <details className={styles.table}>
        <summary>The same as a table</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">Hour</th>
              <th scope="col">In</th>
              <th scope="col">Out</th>
            </tr>
          </thead>
          <tbody>
            {hours.map(({ hour, entries, exits }) => (
              <tr key={hour}>
                <th scope="row">{String(hour).padStart(2, '0')}:00</th>
                <td>{entries}</td>
                <td>{exits}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}

const summary = (hours: Building['hours']): string => {
  const sum = (what: 'entries' | 'exits') => hours.reduce((n, hour) => n + hour[what], 0)
  return `In and out by the hour: ${sum('entries')} in and ${sum('exits')} out so far today`
}
