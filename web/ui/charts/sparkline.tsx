// A small trend: a line over time with set-point lines; gaps where nothing is known.
import { extentOf } from './extent.ts'
import type { State } from '../theme/tokens.ts'

interface Point {
  readonly x: number
  /** null: nothing is known here, and the line breaks. */
  readonly y: number | null
}

interface SparklineProps {
  readonly label: string
  readonly points: readonly Point[]
  readonly from: number
  readonly to: number
  readonly lines: readonly { readonly y: number; readonly state: State }[]
  /** The axis begins at nought, as for a concentration. */
  readonly zeroBased: boolean
}

const width = 200
const height = 24

export const Sparkline = ({ label, points, from, to, lines, zeroBased }: SparklineProps) => {
  const known = points.flatMap(({ y }) => (y === null ? [] : [y]))
  const [bottom, top] = extentOf(
    known,
    lines.map(({ y }) => y),
    zeroBased,
  )
  const x = (value: number) => ((value - from) / Math.max(1, to - from)) * width
  const y = (value: number) => height - 2 - ((value - bottom) / (top - bottom)) * (height - 4)
  const text = known.length === 0 ? 'no readings' : `from ${short(Math.min(...known))} to ${short(Math.max(...known))}`
  return (
    <svg
      className="block h-[24px] w-full overflow-visible"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`${label}: ${text}`}
    >
      {lines
        .filter((line) => line.y <= top && line.y >= bottom)
        .map((line) => (
          <line
            key={line.y}
            className="stroke-1 [stroke-dasharray:3_3] [vector-effect:non-scaling-stroke] data-[state=critical]:stroke-critical data-[state=high]:stroke-high"
            data-state={line.state}
            x1={0}
            x2={width}
            y1={y(line.y)}
            y2={y(line.y)}
          />
        ))}
      <path
        className="stroke-primary-text [vector-effect:non-scaling-stroke] lost:stroke-stale"
        fill="none"
        strokeWidth="1.5"
        strokeLinejoin="round"
        strokeLinecap="round"
        d={pathOf(points, x, y, (to - from) / 20)}
      />
    </svg>
  )
}

const pathOf = (
  points: readonly Point[],
  x: (value: number) => number,
  y: (value: number) => number,
  longestGap: number,
): string => {
  let previous: number | null = null
  return points
    .map((point) => {
      if (point.y === null) {
        previous = null
        return ''
      }
      const pen = previous !== null && point.x - previous <= longestGap ? 'L' : 'M'
      previous = point.x
      return `${pen}${x(point.x).toFixed(1)} ${y(point.y).toFixed(1)}`
    })
    .join('')
}

const short = (value: number) => Number(value.toPrecision(3)).toString()
