// Alarm health: how well alarms serve those who answer them, figure by figure against the guidance of ISA-18.2.
import * as alarmHealth from '@gatehouse/contract/safety/alarm-health'
import { guidance } from '@gatehouse/contract/safety/alarm-health'
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useMissing } from '../../kit/can.tsx'
import { useClock } from '../../kit/clock.ts'
import { counted } from '../../kit/counted.ts'
import { queryOf } from '../../kit/data/queries.ts'
import { formatOf } from '../../kit/time.ts'
import { Empty, NoPermission, SkeletonRows, View } from '../../ui/feedback/states.tsx'
import type { Preset } from '../../ui/time/time-range.ts'
import { boundsOf } from '../../ui/time/time-range.ts'
import { TimeRangeControl } from '../../ui/time/time-range-control.tsx'
import { useTimeRange } from '../../ui/time/use-time-range.ts'
import { When } from '../../ui/time/when.tsx'
import { type Period, rowsAddress, ShowRows } from './alarm-rows.tsx'
import { DaysCard } from './days-card.tsx'
import { FigureCard } from './figure-card.tsx'
import { FloodsCard } from './floods-card.tsx'
import {
  durationText,
  type Health,
  perDayText,
  rateOfDay,
  rateOfNever,
  rateOfPeak,
  rateOfResponse,
  shareText,
} from './health-figures.ts'
import { ChatteringTable, failed, StaleTable, WorstTable } from './health-tables.tsx'
import { PrioritiesCard } from './priorities-card.tsx'
import { RatingWord } from './rating-word.tsx'

const offered: readonly Preset[] = ['24h', '7d', '30d']
const minuteMs = 60_000
// Thirty days of alarms are counted for it: not by the minute.
const stepMs = 5 * minuteMs

export const AlarmHealthSection = () => {
  const missing = useMissing(alarmHealth.read)
  return missing.length > 0 ? <NoPermission missing={missing} /> : <AlarmHealth />
}

const AlarmHealth = () => {
  const time = useTimeRange('7d')
  const { range, timeZone } = time
  const now = useClock((at) => at - (at % stepMs))
  const bounds = boundsOf(range, now, timeZone)
  const period = { from: new Date(bounds.from).toISOString(), to: new Date(bounds.to).toISOString() }
  const query = useQuery({ ...queryOf(alarmHealth.read, period), placeholderData: keepPreviousData })
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <TimeRangeControl state={time} offered={offered} />
        {range.is !== 'between' && (
          <p className="text-sm text-muted">As of {clockText(bounds.to, timeZone)}, updated every 5 minutes</p>
        )}
      </div>
      <View op={alarmHealth.read} query={query} failed={failed} skeleton={<Skeleton />}>
        {(health) => (
          <div className="grid grid-cols-1 gap-4 aria-busy:opacity-60" aria-busy={query.isPlaceholderData || undefined}>
            <Figures health={health} query={query} period={period} now={now} timeZone={timeZone} />
          </div>
        )}
      </View>
    </div>
  )
}

const clockText = (at: number, timeZone: string): string =>
  formatOf(timeZone, 'minute of the day', { hour: '2-digit', minute: '2-digit' }).format(at)

interface FiguresProps {
  readonly health: Health
  readonly query: UseQueryResult<Health>
  readonly period: Period
  readonly now: number
  readonly timeZone: string
}

const Figures = ({ health, query, period, now, timeZone }: FiguresProps) => {
  const pages = { op: alarmHealth.read, query, answers: [health], first: health, more: null }
  const isQuiet = health.total === 0
  return (
    <>
      {isQuiet ? (
        <div className="rounded border border-line bg-surface">
          <Empty title="No alarms in this period">
            <p>Nothing is rated without alarms. Choose a longer period to see more.</p>
            {health.acknowledgement.never > 0 && (
              <p>
                {counted(health.acknowledgement.never, 'earlier alarm')} not acknowledged.{' '}
                <ShowRows to={rowsAddress({ state: 'unacknowledged' })}>View unacknowledged</ShowRows>
              </p>
            )}
          </Empty>
        </div>
      ) : (
        <>
          <Tiles health={health} period={period} />
          <div className="grid grid-cols-1 items-start gap-4 from-lg:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]">
            <DaysCard days={health.days} period={period} timeZone={timeZone} />
            <PrioritiesCard health={health} period={period} />
          </div>
          <FloodsCard health={health} now={now} timeZone={timeZone} />
          <ChatteringTable health={health} pages={pages} period={period} />
        </>
      )}
      {/* What stands since before the period is of today all the same. */}
      {(!isQuiet || health.stale.length > 0) && <StaleTable health={health} pages={pages} />}
      {!isQuiet && <WorstTable health={health} pages={pages} period={period} />}
    </>
  )
}

const Tiles = ({ health, period }: Pick<FiguresProps, 'health' | 'period'>) => {
  const { total, peak, acknowledgement } = health
  const { median, p95, withinMinute, never } = acknowledgement
  const seconds = guidance.acknowledgedWithinSeconds
  return (
    <div className={tiles}>
      <FigureCard
        title="Alarms per day"
        value={perDayText(health.perDay)}
        unit={`a day, ${total} in all`}
        rating={<RatingWord rating={rateOfDay(health)} misses="Above the guidance" />}
        guide={`Guidance: about ${guidance.perDay} a day for one person`}
        rows={<ShowRows to={rowsAddress(period)}>View alarms</ShowRows>}
      />
      <FigureCard
        title="Peak"
        value={peak === null ? '–' : String(peak.count)}
        unit="in 10 minutes"
        rating={<RatingWord rating={rateOfPeak(health)} misses="Above the guidance" />}
        guide={`Guidance: at most ${guidance.floodInTenMinutes} in 10 minutes`}
        rows={peak && <ShowRows to={rowsAddress(tenMinutesFrom(peak.from))}>View alarms of the peak</ShowRows>}
      >
        {peak && (
          <p className="text-sm text-muted">
            From <When at={peak.from} />
          </p>
        )}
      </FigureCard>
      <FigureCard
        title="Time to acknowledge"
        value={withinMinute === null ? '–' : shareText(withinMinute)}
        unit={`within ${seconds} s`}
        rating={
          <RatingWord
            rating={rateOfResponse(health)}
            misses="Below the guidance"
            unrated="No alarm asked for a response"
          />
        }
        guide={`Guidance: ${shareText(guidance.acknowledgedShare)} within ${seconds} s`}
        rows={<ShowRows to={rowsAddress(period)}>View alarms</ShowRows>}
      >
        <p className="text-sm text-muted tabular-nums">
          {median === null || p95 === null
            ? 'None was acknowledged'
            : `Median ${durationText(median)}, 95 of 100 within ${durationText(p95)}`}
        </p>
      </FigureCard>
      <FigureCard
        title="Never acknowledged"
        value={String(never)}
        unit={never === 1 ? 'alarm' : 'alarms'}
        rating={<RatingWord rating={rateOfNever(health)} misses="Above the guidance" />}
        guide="Guidance: every alarm is acknowledged"
        rows={
          never > 0 && (
            <>
              <ShowRows to={rowsAddress({ state: 'unacknowledged', ...period })}>View active</ShowRows>
              <ShowRows to={rowsAddress({ state: 'returned-unacknowledged', ...period })}>View returned</ShowRows>
            </>
          )
        }
      >
        <p className="text-sm text-muted">{counted(acknowledgement.count, 'alarm')} acknowledged</p>
      </FigureCard>
    </div>
  )
}

const tiles = 'grid grid-cols-1 gap-4 from-sm:grid-cols-2 from-xl:grid-cols-4'

const tenMinutesFrom = (from: string): Period => ({
  from,
  to: new Date(Date.parse(from) + 10 * minuteMs).toISOString(),
})

const Skeleton = () => (
  <div className="grid gap-4">
    <SkeletonRows rows={4} className={`${tiles} [&>*]:min-h-[160px]`} />
    <SkeletonRows rows={2} className="grid gap-4 from-lg:grid-cols-2 [&>*]:min-h-[240px]" />
    <SkeletonRows rows={8} className="grid gap-2" />
  </div>
)
