// A small trend: a line over time with set-point lines; gaps where nothing is known.
import styles from './sparkline.module.css'
import type { State } from './tokens.ts'

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
  const [bottom, top] = extent(
    known,
    lines.map(({ y }) => y),
    zeroBased,
  )
  const x = (value: number) => ((value - from) / Math.max(1, to - from)) * width
  const y = (value: number) => height - 2 - ((value - bottom) / (top - bottom)) * (height - 4)
  const says = known.length === 0 ? 'no readings' : `from ${short(Math.min(...known))} to ${short(Math.max(...known))}`
  return (
    <svg
      className={styles.spark}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`${label}: ${says}`}
    >
      {lines
        .filter((line) => line.y <= top && line.y >= bottom)
        .map((line) => (
          <line
            key={line.y}
            className={styles.limit}
            data-state={line.state}
            x1={0}
            x2={width}
            y1={y(line.y)}
            y2={y(line.y)}
          />
        ))}
      <path className={styles.line} d={pathOf(points, x, y, (to - from) / 20)} />
    </svg>
  )
}

// The first set point is always in the picture, so that near and far can be told apart.
const extent = (known: readonly number[], lines: readonly number[], zeroBased: boolean): [number, number] => {
  const values = [...known, ...(zeroBased ? [0, ...lines.slice(0, 1)] : lines)]
  const low = Math.min(...values)
  const high = Math.max(...values)
  if (values.length === 0) return [0, 1]
  const room = (high - low || Math.abs(high) || 1) * 0.1
  return [zeroBased ? low : low - room, high + room]
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
