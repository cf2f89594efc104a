// Which time the entries are of: all of it, a stretch by its name, or from one moment to another.
import { serverNow, useClock } from '../../kit/clock.ts'
import { useTimeZone } from '../../kit/time.ts'
import styles from '../../ui/tables/filter-bar.module.css'
import { FilterChoice } from '../../ui/tables/filter-choice.tsx'
import { boundsOf, presets, rangeOf, rangeWords, type TimeRange } from '../../ui/time/time-range.ts'
import { TimeRangeControl } from '../../ui/time/time-range-control.tsx'
import { rangeStateOf } from '../../ui/time/use-time-range.ts'

interface PeriodFieldProps {
  readonly range: TimeRange | null
  readonly onChange: (range: TimeRange | null) => void
}

const chosen = 'chosen'
const minuteMs = 60_000

export const PeriodField = ({ range, onChange }: PeriodFieldProps) => {
  const timeZone = useTimeZone()
  const choose = (value: string) => {
    if (value !== chosen) onChange(rangeOf(value))
    // Where one was, or the last week: to be moved from there.
    else onChange({ is: 'between', ...wholeMinutes(boundsOf(range ?? week, serverNow(), timeZone)) })
  }
  return (
    <>
      <FilterChoice
        label="Period"
        value={valueOf(range)}
        options={[
          ['', 'All time'],
          ...offered.map(([value, one]) => [value, rangeWords(one, 0, timeZone)] as const),
          [chosen, 'Chosen times'],
        ]}
        onChange={choose}
      />
      {range?.is === 'between' && <Between range={range} onChange={onChange} />}
    </>
  )
}

interface BetweenProps {
  readonly range: TimeRange
  readonly onChange: (range: TimeRange) => void
}

// Kept by the filters and not by itself: no range means all time here.
const Between = ({ range, onChange }: BetweenProps) => {
  const timeZone = useTimeZone()
  const now = useClock((at) => at - (at % minuteMs))
  return (
    <div className={styles.whole}>
      <TimeRangeControl state={rangeStateOf(range, now, timeZone, onChange)} />
    </div>
  )
}

const week: TimeRange = { is: 'last', amount: 7, unit: 'd' }

const offered = presets.flatMap((preset): [string, TimeRange][] => {
  const range = rangeOf(preset)
  return range ? [[preset, range]] : []
})

// One that came by a link and is not among those offered is shown as what it is: from one moment to another.
const valueOf = (range: TimeRange | null): string => {
  if (range === null) return ''
  const text = range.is === 'last' ? `${range.amount}${range.unit}` : range.is
  return offered.some(([value]) => value === text) ? text : chosen
}

const wholeMinutes = ({ from, to }: { readonly from: number; readonly to: number }) => ({
  from: Math.floor(from / minuteMs) * minuteMs,
  to: Math.floor(to / minuteMs) * minuteMs,
})
