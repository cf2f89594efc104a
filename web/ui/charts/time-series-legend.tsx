// The legend of a chart: each series with its line and what it says where one points, else at the end. Pressed, it shows
// or hides the series.
import { exactTime } from '../../kit/time.ts'
import { dashOf } from './time-series-lines.ts'
import { cellAt, cellText, type Column, type Series, type Timeline } from './time-series.ts'

interface TimeSeriesLegendProps {
  readonly series: readonly Series[]
  readonly hidden: ReadonlySet<string>
  readonly shown: readonly Column[]
  readonly timeline: Timeline
  /** The moment that is pointed at. */
  readonly read: number | null
  readonly timeZone: string
  readonly onToggle: (id: string) => void
}

export const TimeSeriesLegend = (props: TimeSeriesLegendProps) => {
  const { series, hidden, shown, timeline, read, timeZone, onToggle } = props
  const index = read ?? timeline.at.length - 1
  const at = timeline.at[index]
  return (
    <div className="grid min-w-0 gap-1">
      <ul className="flex flex-wrap gap-x-2 gap-y-1" aria-label="Series">
        {series.map(({ id, name, unit, digits }, place) => {
          const isHidden = hidden.has(id)
          const own = shown.findIndex((one) => one.id === id)
          const cell = own < 0 ? undefined : cellAt(timeline, own, index)
          const edge = (role: Column['role']) => {
            const column = shown.findIndex((one) => one.of === id && one.role === role)
            return column < 0 ? undefined : cellAt(timeline, column, index)
          }
          const [low, high] = [edge('low'), edge('high')]
          return (
            <li key={id}>
              <button
                type="button"
                className={`inline-flex min-h-[32px] cursor-pointer items-center gap-2 rounded border border-transparent bg-transparent px-2 py-0 text-start text-sm hover:border-line pointer-coarse:min-h-touch ${isHidden ? 'text-muted line-through' : 'text-inherit'}`}
                aria-pressed={!isHidden}
                onClick={() => onToggle(id)}
              >
                <svg
                  width="28"
                  height="8"
                  viewBox="0 0 28 8"
                  aria-hidden="true"
                  className={isHidden ? 'flex-none opacity-35' : 'flex-none'}
                >
                  <line
                    x1="1"
                    x2="27"
                    y1="4"
                    y2="4"
                    stroke={`var(--series-${place + 1})`}
                    strokeDasharray={dashOf(place).join(' ')}
                    strokeWidth="2.5"
                  />
                </svg>
                <span>{name}</span>
                {/* Wide enough for what it may come to say: nothing jumps while one points along the chart. */}
                <span className="min-w-[5.5em] font-semibold tabular-nums">
                  {cell === undefined ? '–' : cellText(cell, digits)}
                  {typeof cell === 'number' && unit ? ` ${unit}` : ''}
                  {typeof low === 'number' && typeof high === 'number' && (
                    <span className="font-normal text-muted">{` ${cellText(low, digits)} to ${cellText(high, digits)}`}</span>
                  )}
                </span>
              </button>
            </li>
          )
        })}
      </ul>
      <span className="min-h-[1.5em] ps-2 text-sm text-muted tabular-nums">
        {at === undefined ? '' : `${read === null ? 'Last: ' : ''}${exactTime(new Date(at).toISOString(), timeZone)}`}
      </span>
    </div>
  )
}
