// The set points of a chart in words: each with its value, and since or until when where it was changed meanwhile.
import { shortTime, useTimeZone } from '../../kit/time.ts'
import { serverNow } from '../../kit/clock.ts'
import { StatusWord } from '../primitives/status-word.tsx'
import type { Bounds } from '../time/time-range.ts'
import { figure } from './figure.ts'
import { isInForce, type SetPoint } from './time-series.ts'

interface SetPointListProps {
  readonly setPoints: readonly SetPoint[]
  /** Of those that name none. */
  readonly unit: string | null
  readonly view: Bounds
}

export const SetPointList = ({ setPoints, unit, view }: SetPointListProps) => {
  const timeZone = useTimeZone()
  const shown = setPoints.filter((point) => isInForce(point, view))
  if (shown.length === 0) return null
  const at = (moment: number) => shortTime(new Date(moment).toISOString(), timeZone, serverNow())
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm" aria-label="Set points">
      {shown.map(({ name, value, state, unit: own = unit, from, to }) => {
        const since = from !== undefined && from > view.from ? ` from ${at(from)}` : ''
        const until = to !== undefined && to < view.to ? ` until ${at(to)}` : ''
        return (
          <li key={`${name} ${value} ${from}`}>
            <StatusWord state={state} word={`${name} ${figure(value)} ${own ?? ''}`.trimEnd() + since + until} />
          </li>
        )
      })}
    </ul>
  )
}
