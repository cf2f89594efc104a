// How near a value is to its set points: a bar with a mark at each of them.
import type { State } from '../theme/tokens.ts'
import { alongGauge, type GaugePoint, gaugeScale } from './gauge-scale.ts'

interface GaugeProps {
  /** `CO, boiler room` */
  readonly label: string
  /** null: nothing can be said; the set points are shown all the same. */
  readonly value: number | null
  /** The value with its unit, as it is read out. */
  readonly text: string
  readonly points: readonly GaugePoint[]
  readonly state: State
}

const width = 200
const height = 12
const marker = 6

export const Gauge = ({ label, value, text, points, state }: GaugeProps) => {
  const scale = gaugeScale(points, value)
  const x = (at: number) => alongGauge(scale, at) * width
  // Where too little is asked about as well, a filled bar would look like the more the worse.
  const isFloored = points.some(({ comparison }) => comparison === 'below')
  const meter =
    value === null
      ? { role: 'img', 'aria-label': `${label}: ${text}` }
      : {
          role: 'meter',
          'aria-label': label,
          'aria-valuenow': value,
          'aria-valuemin': scale.from,
          'aria-valuemax': scale.to,
          'aria-valuetext': text,
        }
  return (
    <svg
      {...meter}
      className="block h-[12px] w-full"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      data-state={state}
    >
      <rect className="fill-line" x={0} y={4} width={width} height={6} rx={2} />
      {value !== null && (
        <rect
          className="fill-state lost:fill-stale"
          x={isFloored ? Math.max(0, x(value) - marker / 2) : 0}
          y={isFloored ? 1 : 4}
          width={isFloored ? marker : x(value)}
          height={isFloored ? height - 1 : 6}
          rx={2}
        />
      )}
      {points.map((point) => (
        <g key={`${point.comparison} ${point.value}`} data-state={point.state}>
          {['stroke-surface stroke-4', 'stroke-state stroke-2'].map((look) => (
            <line
              key={look}
              className={`${look} [vector-effect:non-scaling-stroke]`}
              x1={x(point.value)}
              x2={x(point.value)}
              y1={0}
              y2={height}
            />
          ))}
        </g>
      ))}
    </svg>
  )
}
