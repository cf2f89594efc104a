// Today's coming and going by hour: bars with real axes, and the same numbers as a table.
import type { dashboard } from '@gatehouse/contract/access/entry-exit'
import type { Output } from '@gatehouse/contract/operation'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useState } from 'react'
import { formatOf } from '../../kit/time.ts'
import { useClock } from '../../kit/clock.ts'
import { ToggleChoice } from '../../ui/forms/toggle-choice.tsx'
import { PlainTable } from '../../ui/tables/plain-table.tsx'

type HoursChartProps = Pick<Output<typeof dashboard>, 'hours' | 'timeZone'>
type Hour = HoursChartProps['hours'][number]

const swatch =
  "before:me-2 before:inline-block before:h-[10px] before:w-[10px] before:rounded-[2px] before:content-['']"
const height = 200
const bottom = 22
const left = 34

export const HoursChart = (props: HoursChartProps) => {
  const [as, setAs] = useState<'chart' | 'table'>('chart')
  return (
    <div className="grid gap-2 px-4 pb-4">
      <div className="flex items-center justify-between gap-3">
        <p className="flex gap-4 text-sm text-muted">
          <span className={`${swatch} before:bg-series-1`}>In</span>
          <span className={`${swatch} before:bg-series-2`}>Out</span>
        </p>
        <ToggleChoice
          label="Shown as"
          value={as}
          options={[
            ['chart', 'Chart'],
            ['table', 'Table'],
          ]}
          onChange={setAs}
        />
      </div>
      {as === 'chart' ? <Bars {...props} /> : <Table {...props} />}
    </div>
  )
}

const useHourWord = (timeZone: string) => {
  const format = formatOf(timeZone, 'hour of a chart', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  return (at: string) => format.format(new Date(at))
}

const Bars = ({ hours, timeZone }: HoursChartProps) => {
  const word = useHourWord(timeZone)
  // Letters keep their size: the drawing is as wide as its place.
  const phone = useMediaQuery((theme) => theme.breakpoints.down('sm'))
  const width = phone ? 340 : 680
  const labelled = phone ? 6 : 3
  const minute = useClock((now) => now - (now % 60_000))
  const most = topOf(Math.max(0, ...hours.flatMap(({ entries, exits }) => [entries, exits])))
  const slot = (width - left) / Math.max(1, hours.length)
  const y = (value: number) => (height - bottom) * (1 - value / most) + 6
  const [ins, outs] = [sum(hours, 'entries'), sum(hours, 'exits')]
  const busiest = hours.reduce<Hour | null>(
    (found, hour) => (hour.entries + hour.exits > (found ? found.entries + found.exits : 0) ? hour : found),
    null,
  )
  const description = `${ins} in and ${outs} out today${busiest ? `, most at ${word(busiest.at)}` : ''}`
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
      {hours.map(({ at, entries, exits }, index) => {
        const x = left + index * slot
        const bar = slot * 0.36
        const now = Date.parse(at) <= minute && minute < Date.parse(at) + 3_600_000
        return (
          <g key={at} data-tip={`${word(at)}: ${entries} in, ${exits} out`}>
            <rect
              className="fill-transparent data-now:fill-sunken"
              data-now={now || undefined}
              x={x}
              y={6}
              width={slot}
              height={height - bottom}
            />
            <rect
              className="fill-series-1 lost:fill-stale"
              x={x + slot * 0.12}
              width={bar}
              y={y(entries)}
              height={y(0) - y(entries)}
            />
            <rect
              className="fill-series-2 lost:fill-stale"
              x={x + slot * 0.52}
              width={bar}
              y={y(exits)}
              height={y(0) - y(exits)}
            />
            {index % labelled === 0 && (
              <text className="fill-muted text-[12px] tabular-nums" x={x + slot / 2} y={height + 4} textAnchor="middle">
                {word(at).slice(0, 2)}
              </text>
            )}
          </g>
        )
      })}
    </svg>
  )
}

const Table = ({ hours, timeZone }: HoursChartProps) => {
  const word = useHourWord(timeZone)
  return (
    // What scrolls must be within reach of the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="max-h-[15rem] overflow-auto" tabIndex={0} aria-label="In and out by hour, as a table">
      <PlainTable
        heads={['Hour', 'In', 'Out', 'Denied']}
        head="sticky top-0 bg-surface"
        row="border-t border-t-line"
        first="px-3 py-1 text-start font-normal"
        cell="px-3 py-1 text-end font-normal"
        rows={hours.map(({ at, entries, exits, denied }) => ({ key: at, cells: [word(at), entries, exits, denied] }))}
      />
    </section>
  )
}

const sum = (hours: readonly Hour[], of: 'entries' | 'exits') => hours.reduce((all, hour) => all + hour[of], 0)

/** A round number that all bars stay below, and whose half is whole. */
export const topOf = (most: number): number => {
  if (most <= 4) return 4
  const step = 10 ** Math.floor(Math.log10(most))
  const found = [1, 2, 4, 6, 8, 10].find((factor) => factor * step >= most) ?? 10
  return Math.max(4, found * step)
}
