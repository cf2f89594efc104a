// How many alarms came on each day, against what one person can deal with.
import { guidance } from '@gatehouse/contract/safety/alarm-health'
import { counted } from '../../kit/counted.ts'
import { formatOf } from '../../kit/time.ts'
import { Card } from '../../ui/primitives/card.tsx'
import { PlainTable } from '../../ui/tables/plain-table.tsx'
import { daysFrom, momentAt } from '../../ui/time/wall-time.ts'
import { type Period, RowsLink, rowsAddress } from './alarm-rows.tsx'
import { Bars, guideLook } from '../../ui/charts/bars.tsx'
import { ChartOrTable, tableLook } from '../../ui/charts/chart-or-table.tsx'
import type { Health } from './health-figures.ts'

type Day = Health['days'][number]

interface DaysCardProps {
  readonly days: readonly Day[]
  readonly period: Period
  readonly timeZone: string
}

const title = 'Alarms by day'
const guideText = `Guidance: ${guidance.perDay} a day`

export const DaysCard = ({ days, period, timeZone }: DaysCardProps) => (
  <Card title={title}>
    <ChartOrTable
      label={title}
      beside={
        <p className="flex items-center gap-2 text-sm text-muted">
          <svg className="flex-none" width="24" height="2" aria-hidden="true">
            <line className={guideLook} x1="0" x2="24" y1="1" y2="1" />
          </svg>
          {guideText}
        </p>
      }
      chart={
        <Bars
          description={described(days)}
          labels={{ phone: 4, desk: 8 }}
          guide={guidance.perDay}
          groups={days.map(({ day, count }) => ({
            key: day,
            label: shortDay(day),
            tip: `${dayText(day)}: ${counted(count, 'alarm')}`,
            values: [count],
          }))}
        />
      }
      table={
        <PlainTable
          {...tableLook}
          heads={['Day', 'Alarms']}
          rows={days.toReversed().map(({ day, count }) => ({
            key: day,
            cells: [
              <RowsLink key={day} to={rowsAddress(periodOfDay(day, period, timeZone))}>
                {dayText(day)}
              </RowsLink>,
              count,
            ],
          }))}
        />
      }
    />
  </Card>
)

/** From its first moment to its last, as far as the period reaches. */
export const periodOfDay = (day: string, { from, to }: Period, timeZone: string): Period => {
  const start = momentAt(`${day}T00:00`, timeZone).getTime()
  const end = daysFrom(start, 1, timeZone)
  return {
    from: new Date(Math.max(start, Date.parse(from))).toISOString(),
    to: new Date(Math.min(end, Date.parse(to))).toISOString(),
  }
}

// A day of the site has no time zone: it is written as it is.
const formatted = (day: string, name: string, options: Intl.DateTimeFormatOptions) =>
  formatOf('UTC', name, options).format(new Date(`${day}T12:00:00Z`))

const dayText = (day: string) =>
  formatted(day, 'day of alarms', { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })

const shortDay = (day: string) => formatted(day, 'day of a chart', { day: 'numeric', month: 'short' })

const described = (days: readonly Day[]): string => {
  const above = days.filter(({ count }) => count > guidance.perDay).length
  const worst = days.reduce<Day | null>((found, day) => (day.count > (found?.count ?? 0) ? day : found), null)
  const most = worst === null ? '' : `, most on ${dayText(worst.day)}: ${worst.count}`
  return `${counted(days.length, 'day')}, ${above} of them above ${guidance.perDay} alarms${most}`
}
