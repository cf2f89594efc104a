// A week in seven columns: each rota a line of its shifts, and below them who is absent.
import type { Rota, Shift } from '@gatehouse/contract/safety/on-call'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useClock } from '../../kit/clock.ts'
import { Icon } from '../../ui/primitives/icon.tsx'
import { opensSheet, useSheetAddress } from '../../ui/sheets/sheet-link.ts'
import { becauseWord, dateText, nameOf, periodText, shiftText } from './on-call-words.ts'
import { addressOf } from './shifts.ts'
import type { Week } from './use-week.ts'
import { clocksText, type Period, placeIn, rowsOf, shareOf } from './week.ts'
import type { Planned } from './week-view.tsx'

interface WeekGridProps {
  readonly week: Week
  readonly rotas: readonly Rota[]
  readonly planned: Planned
}

export const WeekGrid = ({ week, rotas, planned }: WeekGridProps) => {
  const absences = planned.absences.filter((one) => placeIn(week.days, one) !== null)
  return (
    <div className="grid grid-cols-1 rounded border border-line bg-surface pb-3">
      <Heads week={week} />
      {rotas.map((rota) => (
        <RotaLine
          key={rota.id}
          week={week}
          rota={rota}
          shifts={planned.shifts.filter(({ rotaId }) => rotaId === rota.id)}
        />
      ))}
      {absences.length > 0 && (
        <section className="grid grid-cols-1 gap-1 pt-3 [&_h3]:m-0 [&_h3]:px-3 [&_h3]:text-md" aria-label="Absent">
          <h3>Absent</h3>
          {rowsOf(absences).map((row) => (
            <Track key={row.map(({ id }) => id).join()} week={week}>
              {row.map((one) => (
                <Bar key={one.id} week={week} period={one}>
                  <span
                    className="flex h-full items-center overflow-hidden rounded border border-line bg-[image:var(--hatched)] px-2 text-sm text-ellipsis whitespace-nowrap text-text"
                    data-tip={`${one.person.name}, absent ${periodText(one, week.timeZone)}`}
                  >
                    {one.person.name}
                    <span className="visually-hidden">, {periodText(one, week.timeZone)}</span>
                  </span>
                </Bar>
              ))}
            </Track>
          ))}
        </section>
      )}
    </div>
  )
}

const Heads = ({ week }: { readonly week: Week }) => (
  <ol className="grid grid-cols-7 border-b border-b-line">
    {week.days.map((day) => {
      const { date } = day
      const clocks = clocksText(day)
      return (
        <li
          key={date}
          className="grid min-w-0 content-start gap-1 border-s border-s-line p-2 text-sm first:border-s-0 data-today:font-semibold data-today:text-primary-text"
          data-today={date === week.today || undefined}
          aria-current={date === week.today ? 'date' : undefined}
        >
          <span>{dateText(date)}</span>
          {clocks !== null && <span className="text-xs text-warning">{clocks}</span>}
        </li>
      )
    })}
  </ol>
)

interface RotaLineProps {
  readonly week: Week
  readonly rota: Rota
  readonly shifts: readonly Shift[]
}

const RotaLine = ({ week, rota, shifts }: RotaLineProps) => {
  const { to } = useSheetAddress('shift')
  return (
    <section className="grid grid-cols-1 gap-1 pt-3 [&_h3]:m-0 [&_h3]:px-3 [&_h3]:text-md" aria-label={rota.name}>
      <h3>{rota.name}</h3>
      <Track week={week}>
        {shifts.map((shift) => {
          const text = shiftText(shift, week.timeZone)
          const why = becauseWord(shift)
          const turn = rota.userIds.indexOf(shift.person?.id ?? '')
          return (
            <Bar key={shift.from} week={week} period={shift}>
              <Link
                to={to(addressOf(shift))}
                state={opensSheet}
                aria-label={text}
                data-tip={text}
                data-state={why?.state}
                className="flex h-full items-center gap-1 overflow-hidden rounded border border-s-4 border-line border-s-[color:var(--person)] bg-sunken px-2 text-sm whitespace-nowrap text-text no-underline hover:border-strong-line data-state:border-state [&>svg]:text-state"
                style={{ '--person': turn < 0 ? 'var(--strong-line)' : `var(--series-${(turn % seriesCount) + 1})` }}
              >
                {why && <Icon name={why.icon ?? 'warning'} />}
                <span className="overflow-hidden text-ellipsis">{nameOf(shift)}</span>
              </Link>
            </Bar>
          )
        })}
      </Track>
    </section>
  )
}

const seriesCount = 6

/** The columns behind the bars of one line, and where the time is now. */
const Track = ({ week, children }: { readonly week: Week; readonly children: ReactNode }) => {
  // To the minute: a line that moves every second is drawn for nothing.
  const now = useClock((at) => shareOf(week.days, Math.floor(at / 60_000) * 60_000))
  return (
    <div className="relative h-12">
      <div className="absolute inset-0 grid grid-cols-7" aria-hidden="true">
        {week.days.map(({ date }) => (
          <span key={date} className="border-s border-s-line first:border-s-0" />
        ))}
      </div>
      <ul>{children}</ul>
      {now > 0 && now < 1 && (
        <span
          className="pointer-events-none absolute inset-y-0 left-[calc(var(--now)*100%)] w-px bg-primary"
          style={{ '--now': now }}
          aria-hidden="true"
        />
      )}
    </div>
  )
}

interface BarProps {
  readonly week: Week
  readonly period: Period
  readonly children: ReactNode
}

const Bar = ({ week, period, children }: BarProps) => {
  const place = placeIn(week.days, period)
  return (
    place && (
      <li
        className="absolute inset-y-px left-[calc(var(--from)*100%)] w-[calc(var(--for)*100%)] px-px"
        style={{ '--from': place.from, '--for': place.for }}
      >
        {children}
      </li>
    )
  )
}
