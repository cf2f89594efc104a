// Counts side by side: bars with a real axis, one group for each span of time.
import useMediaQuery from '@mui/material/useMediaQuery'

export interface BarGroup {
  readonly key: string
  /** Below the axis, where there is room for it; '' where none belongs. */
  readonly label: string
  /** All of it in words, where one points. */
  readonly tip: string
  /** One for each series, in their order. */
  readonly values: readonly number[]
  /** It is not over yet. */
  readonly current?: boolean
}

interface BarsProps {
  /** What it shows, in words. */
  readonly description: string
  readonly groups: readonly BarGroup[]
  /** How many labels have room, on a phone and at a desk. */
  readonly labels: { readonly phone: number; readonly desk: number }
  /** A level to compare with; it is always in the picture. */
  readonly guide?: number
  /** The bars go grey with the live connection. */
  readonly live?: boolean
}

const height = 200
const bottom = 22
const left = 40
const top = 8
const widest = 48

export const Bars = ({ description, groups, labels, guide, live = false }: BarsProps) => {
  // Letters keep their size: the drawing is as wide as its place.
  const phone = useMediaQuery((theme) => theme.breakpoints.down('sm'))
  const width = phone ? 340 : 680
  const labelled = groups.filter(({ label }) => label !== '')
  const every = Math.max(1, Math.ceil(labelled.length / (phone ? labels.phone : labels.desk)))
  const shown = new Set(labelled.flatMap(({ key }, n) => (n % every === 0 ? [key] : [])))
  const most = axisTop(Math.max(guide ?? 0, ...groups.flatMap(({ values }) => values)))
  const slot = (width - left) / Math.max(1, groups.length)
  const y = (value: number) => top + (height - bottom) * (1 - value / most)
  return (
    <svg className="block h-auto w-full" viewBox={`0 0 ${width} ${height + 8}`} role="img" aria-label={description}>
      {[0, most / 2, most].map((value) => (
        <g key={value}>
          <line className="stroke-line" x1={left} x2={width} y1={y(value)} y2={y(value)} />
          <text className="fill-muted text-[12px] tabular-nums" x={left - 6} y={y(value) + 4} textAnchor="end">
            {value}
          </text>
        </g>
      ))}
      {groups.map(({ key, label, tip, values, current }, index) => {
        const x = left + index * slot
        const bar = Math.min((slot * 0.76) / values.length, widest)
        const first = x + (slot - bar * values.length) / 2
        return (
          <g key={key} data-tip={tip}>
            <rect
              className="fill-transparent data-now:fill-sunken"
              data-now={current || undefined}
              x={x}
              y={top}
              width={slot}
              height={height - bottom}
            />
            {values.map((value, series) => (
              <rect
                // oxlint-disable-next-line react/no-array-index-key -- a series has no name here, and keeps its place
                key={series}
                className={`${fills[series] ?? fills[0]} ${live ? 'lost:fill-stale' : ''}`}
                x={first + series * bar}
                width={values.length > 1 ? bar * 0.94 : bar}
                y={y(value)}
                height={y(0) - y(value)}
              />
            ))}
            {shown.has(key) && (
              <text className="fill-muted text-[12px] tabular-nums" x={x + slot / 2} y={height + 4} textAnchor="middle">
                {label}
              </text>
            )}
          </g>
        )
      })}
      {guide !== undefined && <line className={guideLook} x1={left} x2={width} y1={y(guide)} y2={y(guide)} />}
    </svg>
  )
}

const fills = ['fill-series-1', 'fill-series-2', 'fill-series-3'] as const

/** How the guide looks, for the legend beside. */
export const guideLook = 'stroke-text stroke-1 [stroke-dasharray:4_3]'

/** A round number that all bars stay below, and whose half is whole. */
export const axisTop = (most: number): number => {
  if (most <= 4) return 4
  const step = 10 ** Math.floor(Math.log10(most))
  const found = [1, 2, 4, 6, 8, 10].find((factor) => factor * step >= most) ?? 10
  return Math.max(4, found * step)
}
