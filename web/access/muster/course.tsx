// How many were accounted for over the time of a roll-call: steps with their axes, and the same as a table.
import type { evaluation } from '@gatehouse/contract/access/muster'
import type { Output } from '@gatehouse/contract/operation'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useId } from 'react'
import { PlainTable } from '../../ui/tables/plain-table.tsx'
import { spanText } from './muster-words.ts'

interface CourseProps {
  readonly course: Output<typeof evaluation>['course']
  readonly people: number
}

const sizes = {
  phone: { width: 320, height: 160, left: 36, right: 12, top: 10, bottom: 24 },
  desk: { width: 640, height: 180, left: 36, right: 12, top: 10, bottom: 24 },
} as const

export const Course = ({ course, people }: CourseProps) => {
  const title = useId()
  const phone = useMediaQuery((theme) => theme.breakpoints.down('sm'))
  const size = sizes[phone ? 'phone' : 'desk']
  const last = course.at(-1)
  if (!last || people === 0) return null
  const until = Math.max(1, last.seconds)
  const x = (seconds: number) => size.left + (seconds / until) * (size.width - size.left - size.right)
  const y = (accounted: number) =>
    size.height - size.bottom - (accounted / people) * (size.height - size.top - size.bottom)
  const path = course.reduce(
    (line, { seconds, accounted }) => `${line}H${x(seconds)}V${y(accounted)}`,
    `M${x(0)} ${y(0)}`,
  )
  return (
    <figure className="m-0 grid max-w-[52rem] grid-cols-1 gap-2">
      <figcaption id={title} className="text-sm text-muted">
        Accounted for, over time
      </figcaption>
      <svg className="h-auto w-full" viewBox={`0 0 ${size.width} ${size.height}`} role="img" aria-labelledby={title}>
        {[0, 0.5, 0.95, 1].map((share) => (
          <g key={share}>
            <line
              className="stroke-line"
              x1={size.left}
              x2={size.width - size.right}
              y1={y(people * share)}
              y2={y(people * share)}
            />
            {share !== 0.95 && (
              <text
                className="fill-muted text-[12px] tabular-nums"
                x={size.left - 6}
                y={y(people * share) + 4}
                textAnchor="end"
              >
                {Math.round(people * share)}
              </text>
            )}
          </g>
        ))}
        {[0, 0.5, 1].map((share) => (
          <text
            key={share}
            className="fill-muted text-[12px] tabular-nums"
            x={x(until * share)}
            y={size.height - 6}
            textAnchor={share === 0 ? 'start' : share === 1 ? 'end' : 'middle'}
          >
            {spanText(until * share)}
          </text>
        ))}
        <path className="fill-none stroke-series-1 stroke-2" d={path} />
      </svg>
      <details>
        <summary className="inline-flex min-h-touch cursor-pointer items-center text-primary-text">As a table</summary>
        <PlainTable
          table=""
          heads={['After', 'Accounted for']}
          cell="py-1 pr-4 pl-0 text-start font-normal"
          rows={course.map(({ seconds, accounted }) => ({
            key: `${seconds} ${accounted}`,
            cells: [spanText(seconds), `${accounted} of ${people}`],
          }))}
        />
      </details>
    </figure>
  )
}
