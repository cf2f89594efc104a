// What a schedule will do on the next fourteen days, by the clocks of a site: with the days on which those change.
import {
  clockChange,
  dateIn,
  dayOf,
  daysAfter,
  minutes,
  type Range,
  type ScheduleRules,
} from '@gatehouse/contract/access/schedule-time'
import { rangesText } from '@gatehouse/contract/access/schedule-words'
import * as sites from '@gatehouse/contract/building/sites'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClock } from '../../kit/clock.ts'
import { queryOf } from '../../kit/data/queries.ts'
import { useTimeZone } from '../../kit/time.ts'
import { SelectField } from '../../ui/forms/select-field.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { becauseText, clockChangeText, dateText } from './schedule-words.ts'

const days = 14

export const SchedulePreview = ({ rules }: { readonly rules: ScheduleRules }) => {
  const own = useTimeZone()
  const places = useQuery(queryOf(sites.list, {})).data?.sites ?? []
  const zones = [...new Set([own, ...places.map(({ timeZone }) => timeZone)])]
  const [timeZone, setTimeZone] = useState(own)
  const today = useClock((now) => dateIn(timeZone, new Date(now)))
  const dates = Array.from({ length: days }, (_, i) => daysAfter(today, i))
  return (
    <section className="grid grid-cols-1 gap-3" aria-label="The next 14 days">
      <header className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 [&>.MuiTextField-root]:min-w-[12rem]">
        <h3>The next 14 days</h3>
        {zones.length > 1 && (
          <SelectField
            size="small"
            label="By the clocks of"
            value={timeZone}
            options={zones.map((zone) => [zone, places.find((site) => site.timeZone === zone)?.name ?? zone])}
            onChange={setTimeZone}
          />
        )}
      </header>
      <ol>
        {dates.map((date) => (
          <PreviewDay key={date} rules={rules} timeZone={timeZone} date={date} />
        ))}
      </ol>
      <p className="text-sm text-muted">In the time of the site where a door is ({timeZone.replaceAll('_', ' ')}).</p>
    </section>
  )
}

interface PreviewDayProps {
  readonly rules: ScheduleRules
  readonly timeZone: string
  readonly date: string
}

const PreviewDay = ({ rules, timeZone, date }: PreviewDayProps) => {
  const day = dayOf(rules, date)
  const because = becauseText(day)
  const clocks = clockChangeText(clockChange(timeZone, date))
  return (
    <li className="grid min-h-[36px] grid-cols-[7rem_minmax(4rem,1fr)_minmax(7rem,auto)] items-center gap-x-3 border-b border-b-line below-sm:grid-cols-[6.5rem_minmax(0,1fr)] below-sm:py-1">
      <span>{dateText(date)}</span>
      <DayBar ranges={day.ranges} />
      <span className="tabular-nums">{rangesText(day.ranges)}</span>
      {(because ?? clocks) && (
        <span className="col-[2_/_-1] flex flex-wrap gap-x-3 pb-1 below-sm:col-span-full">
          {because && <StatusWord state="information" word={because} />}
          {clocks && <StatusWord state="warning" word={clocks} icon="stale" />}
        </span>
      )}
    </li>
  )
}

/** A day from midnight to midnight; what it says stands beside it in words. */
const DayBar = ({ ranges }: { readonly ranges: readonly Range[] }) => (
  <span
    className="relative h-[10px] overflow-hidden rounded-[5px] bg-sunken [box-shadow:inset_0_0_0_1px_var(--line)] below-sm:col-span-full below-sm:row-start-2"
    aria-hidden="true"
  >
    {ranges.map(({ from, to }) => (
      <span
        key={from}
        className="absolute inset-y-0 left-[calc(var(--from)*100%)] w-[calc(var(--for)*100%)] bg-primary-text"
        style={{ '--from': minutes(from) / 1440, '--for': (minutes(to) - minutes(from)) / 1440 }}
      />
    ))}
  </span>
)
