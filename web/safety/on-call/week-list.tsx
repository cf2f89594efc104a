// A week day by day, for a phone: who is on call when, and who is absent.
import type { Absence, Rota } from '@gatehouse/contract/safety/on-call'
import { Link } from 'react-router'
import { Icon } from '../../ui/primitives/icon.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { opensSheet, useSheetAddress } from '../../ui/sheets/sheet-link.ts'
import { becauseWord, dateText, nameOf, timesText } from './on-call-words.ts'
import { addressOf } from './shifts.ts'
import type { Week } from './use-week.ts'
import { clocksText, onDay, type WeekDay } from './week.ts'
import type { Planned } from './week-view.tsx'

interface WeekListProps {
  readonly week: Week
  readonly rotas: readonly Rota[]
  readonly planned: Planned
}

export const WeekList = ({ week, rotas, planned }: WeekListProps) => (
  <ol className="grid grid-cols-1 gap-3">
    {week.days.map((day) => (
      <DayCard key={day.date} day={day} week={week} rotas={rotas} planned={planned} />
    ))}
  </ol>
)

const DayCard = ({ day, week, rotas, planned }: WeekListProps & { readonly day: WeekDay }) => {
  const { to } = useSheetAddress('shift')
  const { timeZone, today } = week
  const clocks = clocksText(day)
  const shifts = onDay(day, planned.shifts)
  const isToday = day.date === today
  return (
    <li
      className="rounded border border-line bg-surface [&_h3]:m-0 [&_h3]:text-md"
      aria-current={isToday ? 'date' : undefined}
    >
      <header className="flex flex-wrap items-baseline gap-x-3 px-4 pt-3 pb-2">
        <h3>{dateText(day.date)}</h3>
        {isToday && <span className="text-sm text-primary-text">Today</span>}
        {clocks !== null && <StatusWord state="warning" word={clocks} icon="stale" />}
      </header>
      {rotas.map(({ id, name }) => (
        <div key={id} className="border-t border-t-line">
          <p className="px-4 pt-2 text-sm text-muted">{name}</p>
          <ul>
            {shifts
              .filter(({ rotaId }) => rotaId === id)
              .map((shift) => {
                const why = becauseWord(shift)
                return (
                  <li key={shift.from}>
                    <Link
                      to={to(addressOf(shift))}
                      state={opensSheet}
                      className="flex min-h-touch items-center gap-3 px-4 py-1 text-text no-underline focus-visible:-outline-offset-2 [&>svg]:text-muted"
                    >
                      <span className="tabular-nums">{timesText(shift.cut, timeZone)}</span>
                      <span className="me-auto grid min-w-0 wrap-anywhere">
                        <strong className="font-semibold">{nameOf(shift)}</strong>
                        {why && <StatusWord {...why} />}
                      </span>
                      <Icon name="next" />
                    </Link>
                  </li>
                )
              })}
          </ul>
        </div>
      ))}
      <AbsentOn absences={onDay(day, planned.absences)} timeZone={timeZone} />
    </li>
  )
}

interface AbsentOnProps {
  readonly absences: readonly (Absence & { readonly cut: { readonly from: string; readonly to: string } })[]
  readonly timeZone: string
}

const AbsentOn = ({ absences, timeZone }: AbsentOnProps) =>
  absences.length === 0 ? null : (
    <div className="border-t border-t-line px-4 py-2">
      <p className="text-sm text-muted">Absent</p>
      <ul>
        {absences.map(({ id, person, cut }) => (
          <li key={id} className="flex gap-3">
            <span className="tabular-nums">{timesText(cut, timeZone)}</span>
            <span className="min-w-0 wrap-anywhere">{person.name}</span>
          </li>
        ))}
      </ul>
    </div>
  )
