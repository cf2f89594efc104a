// How many alarms came on each day, against what one person can deal with.
import { guidance } from '@gatehouse/contract/safety/alarm-health'
import useMediaQuery from '@mui/material/useMediaQuery'
import { counted } from '../../kit/counted.ts'
import { formatOf } from '../../kit/time.ts'
import { Card } from '../../ui/primitives/card.tsx'
import { PlainTable } from '../../ui/tables/plain-table.tsx'
import { daysFrom, momentAt } from '../../ui/time/wall-time.ts'
import { type Period, RowsLink, rowsAddress } from './alarm-rows.tsx'
import { ChartOrTable, tableLook } from './chart-or-table.tsx'
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
      chart={<Bars days={days} />}
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

const height = 200
const bottom = 22
const left = 40
const top = 8

const Bars = ({ days }: { readonly days: readonly Day[] }) => {
  // Letters keep their size: the drawing is as wide as its place.
  const phone = useMediaQuery((theme) => theme.breakpoints.down('sm'))
  const width = phone ? 340 : 680
  const every = Math.ceil(days.length / (phone ? 4 : 8))
  // The guidance is always in the picture, so that near and far can be told apart.
  const most = axisTop(Math.max(guidance.perDay, ...days.map(({ count }) => count)))
  const slot = (width - left) / Math.max(1, days.length)
  const bar = Math.min(slot * 0.72, 48)
  const y = (value: number) => top + (height - bottom) * (1 - value / most)
  return (
    <svg className="block h-auto w-full" viewBox={`0 0 ${width} ${height + 8}`} role="img" aria-label={described(days)}>
      {[0, most / 2, most].map((value) => (
        <g key={value}>
          <line className="stroke-line" x1={left} x2={width} y1={y(value)} y2={y(value)} />
          <text className="fill-muted text-[12px] tabular-nums" x={left - 6} y={y(value) + 4} textAnchor="end">
            {value}
          </text>
        </g>
      ))}
      {days.map(({ day, count }, index) => {
        const x = left + index * slot
        return (
          <g key={day} data-tip={`${dayText(day)}: ${counted(count, 'alarm')}`}>
            <rect className="fill-transparent" x={x} y={top} width={slot} height={height - bottom} />
            <rect
              className="fill-series-1"
              x={x + (slot - bar) / 2}
              width={bar}
              y={y(count)}
              height={y(0) - y(count)}
            />
            {index % every === 0 && (
              <text className="fill-muted text-[12px] tabular-nums" x={x + slot / 2} y={height + 4} textAnchor="middle">
                {shortDay(day)}
              </text>
            )}
          </g>
        )
      })}
      <line className={guideLook} x1={left} x2={width} y1={y(guidance.perDay)} y2={y(guidance.perDay)} />
    </svg>
  )
}

const guideLook = 'stroke-text stroke-1 [stroke-dasharray:4_3]'

const described = (days: readonly Day[]): string => {
  const above = days.filter(({ count }) => count > guidance.perDay).length
  const worst = days.reduce<Day | null>((found, day) => (day.count > (found?.count ?? 0) ? day : found), null)
  const most = worst === null ? '' : `, most on ${dayText(worst.day)}: ${worst.count}`
  return `${counted(days.length, 'day')}, ${above} of them above ${guidance.perDay} alarms${most}`
}

/** A round number that all bars stay below, and whose half is whole. */
const axisTop = (most: number): number => {
  const step = 10 ** Math.floor(Math.log10(most))
  return step * ([1, 2, 4, 6, 8, 10].find((factor) => factor * step >= most) ?? 10)
}
