// How near a place is to its limit: the number, the range in which it may be, and marks at 80 and at 100 %.
import type { Figure } from '@gatehouse/contract/safety/occupancy'
import { atLeast } from '../../kit/people-words.ts'
import type { State } from '../../ui/theme/tokens.ts'
import { nearLimit } from './figure-words.ts'

interface OccupancyBarProps {
  readonly figure: Figure
  readonly limit: number
  readonly state: State
  /** Everything that it shows, in words. */
  readonly text: string
  /** Not current: the marks are shown, and no number. */
  readonly isCurrent: boolean
}

const width = 200
const height = 14

export const OccupancyBar = ({ figure, limit, state, text, isCurrent }: OccupancyBarProps) => {
  const { name, occupancy, low, high } = figure
  const people = isCurrent && occupancy !== null ? atLeast(occupancy) : null
  const most = Math.max(limit * 1.2, people ?? 0, high === null ? 0 : atLeast(high))
  const x = (value: number) => (Math.min(value, most) / most) * width
  const meter =
    people === null
      ? { role: 'img', 'aria-label': `${name}: ${text}` }
      : {
          role: 'meter',
          'aria-label': name,
          'aria-valuenow': people,
          'aria-valuemin': 0,
          'aria-valuemax': Math.round(most),
          'aria-valuetext': text,
        }
  return (
    <svg
      {...meter}
      className="block h-[14px] w-full"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      data-state={state}
    >
      <rect className="fill-line" x={0} y={4} width={width} height={6} rx={2} />
      {people !== null && (
        <rect className="fill-state lost:fill-stale" x={0} y={4} width={x(people)} height={6} rx={2} />
      )}
      {people !== null && low !== null && high !== null && (
        <rect
          className="fill-state opacity-40 lost:fill-stale"
          x={x(atLeast(low))}
          y={1}
          width={Math.max(1, x(atLeast(high)) - x(atLeast(low)))}
          height={12}
          data-part="range"
        />
      )}
      {(
        [
          [nearLimit(limit), 'warning'],
          [limit, 'critical'],
        ] as const
      ).map(([at, mark]) => (
        <g key={mark} data-state={mark}>
          {['stroke-surface stroke-4', 'stroke-state stroke-2'].map((look) => (
            <line
              key={look}
              className={`${look} [vector-effect:non-scaling-stroke]`}
              x1={x(at)}
              x2={x(at)}
              y1={0}
              y2={height}
            />
          ))}
        </g>
      ))}
    </svg>
  )
}
