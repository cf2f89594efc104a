// Today's coming and going by hour: bars with real axes, and the same numbers as a table.
import type { dashboard } from '@gatehouse/contract/access/entry-exit'
import type { Output } from '@gatehouse/contract/operation'
import { formatOf } from '../../kit/time.ts'
import { useClock } from '../../kit/clock.ts'
import { Bars } from '../../ui/charts/bars.tsx'
import { ChartOrTable } from '../../ui/charts/chart-or-table.tsx'
import { PlainTable } from '../../ui/tables/plain-table.tsx'

type HoursChartProps = Pick<Output<typeof dashboard>, 'hours' | 'timeZone'>
type Hour = HoursChartProps['hours'][number]

const swatch =
  "before:me-2 before:inline-block before:h-[10px] before:w-[10px] before:rounded-[2px] before:content-['']"

export const HoursChart = (props: HoursChartProps) => (
  <ChartOrTable
    label="In and out by hour"
    beside={
      <p className="flex gap-4 text-sm text-muted">
        <span className={`${swatch} before:bg-series-1`}>In</span>
        <span className={`${swatch} before:bg-series-2`}>Out</span>
      </p>
    }
    chart={<Chart {...props} />}
    table={<Table {...props} />}
  />
)

const useHourWord = (timeZone: string) => {
  const format = formatOf(timeZone, 'hour of a chart', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  return (at: string) => format.format(new Date(at))
}

const Chart = ({ hours, timeZone }: HoursChartProps) => {
  const word = useHourWord(timeZone)
  const minute = useClock((now) => now - (now % 60_000))
  const [ins, outs] = [sum(hours, 'entries'), sum(hours, 'exits')]
  const busiest = hours.reduce<Hour | null>(
    (found, hour) => (hour.entries + hour.exits > (found ? found.entries + found.exits : 0) ? hour : found),
    null,
  )
  return (
    <Bars
      live
      description={`${ins} in and ${outs} out today${busiest ? `, most at ${word(busiest.at)}` : ''}`}
      labels={{ phone: 4, desk: 8 }}
      groups={hours.map(({ at, entries, exits }) => ({
        key: at,
        label: word(at).slice(0, 2),
        tip: `${word(at)}: ${entries} in, ${exits} out`,
        values: [entries, exits],
        current: Date.parse(at) <= minute && minute < Date.parse(at) + 3_600_000,
      }))}
    />
  )
}

const Table = ({ hours, timeZone }: HoursChartProps) => {
  const word = useHourWord(timeZone)
  return (
    <PlainTable
      heads={['Hour', 'In', 'Out', 'Denied']}
      head="sticky top-0 bg-surface"
      row="border-t border-t-line"
      first="px-3 py-1 text-start font-normal"
      cell="px-3 py-1 text-end font-normal"
      rows={hours.map(({ at, entries, exits, denied }) => ({ key: at, cells: [word(at), entries, exits, denied] }))}
    />
  )
}

const sum = (hours: readonly Hour[], of: 'entries' | 'exits') => hours.reduce((all, hour) => all + hour[of], 0)
