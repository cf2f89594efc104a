// Ins and outs of a day by the hour: bars up and down from one line, and the same as a table.
import type { Building } from '@gatehouse/contract/site/tour'
import { PlainTable } from '../../ui/tables/plain-table.tsx'

const [slot, bar, half] = [20, 14, 50]
const dayHours = 24
const cell = 'border-t border-t-line px-0 py-1 font-normal'
const square = 'before:me-1 before:inline-block before:h-[0.75em] before:w-[0.75em] before:rounded-[2px]'

export const HoursChart = ({ hours }: { readonly hours: Building['hours'] }) => {
  const most = Math.max(1, ...hours.flatMap(({ entries, exits }) => [entries, exits]))
  const tall = (count: number) => (count / most) * (half - 2)
  return (
    <figure className="m-0">
      <svg
        className="block h-[9rem] w-full"
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
              className="fill-primary-text"
              x={hour * slot + (slot - bar) / 2}
              y={half - tall(entries)}
              width={bar}
              height={tall(entries)}
            />
            <rect className="fill-muted" x={hour * slot + (slot - bar) / 2} y={half} width={bar} height={tall(exits)} />
          </g>
        ))}
      </svg>
      <div className="flex justify-between text-xs text-muted tabular-nums" aria-hidden="true">
        {['00', '06', '12', '18', '24'].map((hour) => (
          <span key={hour}>{hour}</span>
        ))}
      </div>
      <figcaption className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
        <span className={`${square} before:bg-primary-text`}>In, above the line</span>
        <span className={`${square} before:bg-muted`}>Out, below it</span>
        <span>largest hour: {most}</span>
      </figcaption>
      <details className="mt-2 text-sm text-muted">
        <summary className="inline-flex min-h-touch cursor-pointer items-center font-semibold text-public-text">
          The same as a table
        </summary>
        <PlainTable
          heads={['Hour', 'In', 'Out']}
          rows={hours.map(({ hour, entries, exits }) => ({
            key: String(hour),
            cells: [`${String(hour).padStart(2, '0')}:00`, entries, exits],
          }))}
          table="w-[min(100%,20rem)]"
          first={`${cell} text-start`}
          cell={`${cell} text-end`}
        />
      </details>
    </figure>
  )
}

const summary = (hours: Building['hours']): string => {
  const sum = (what: 'entries' | 'exits') => hours.reduce((n, hour) => n + hour[what], 0)
  return `In and out by the hour: ${sum('entries')} in and ${sum('exits')} out so far today`
}
