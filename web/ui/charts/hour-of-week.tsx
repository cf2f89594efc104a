// What is usual at which hour of the week: a table whose cells are the darker the more it is.
import useMediaQuery from '@mui/material/useMediaQuery'
import { figure } from './figure.ts'

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const
const hours = Array.from({ length: 24 }, (_, hour) => hour)

export interface HourOfWeekCell {
  /** 1: Monday. */
  readonly day: number
  /** By the clock of the site. */
  readonly hour: number
  /** null: nothing was measured then. */
  readonly value: number | null
  /** Instead of the number, where that is not to be seen: `< 5`. */
  readonly text?: string
}

interface HourOfWeekProps {
  readonly label: string
  readonly cells: readonly HourOfWeekCell[]
  /** How a value is written: `12 people`. */
  readonly valueText: (value: number) => string
}

export const HourOfWeek = ({ label, cells, valueText }: HourOfWeekProps) => {
  // On a phone the days stand beside each other, and the hours below.
  const phone = useMediaQuery((theme) => theme.breakpoints.down('md'))
  const byPlace = new Map(cells.map((one) => [`${one.day} ${one.hour}`, one]))
  const most = Math.max(0, ...cells.map(({ value }) => value ?? 0))
  const cell = (day: number, hour: number) => {
    const { value = null, text } = byPlace.get(`${day} ${hour}`) ?? {}
    const share = value === null || most === 0 ? 0 : value / most
    return (
      <td
        key={`${day} ${hour}`}
        className="h-[28px] min-w-[22px] rounded-[2px] p-0 text-center text-xs tabular-nums"
        style={
          value === null
            ? undefined
            : { background: `color-mix(in srgb, var(--series-1) ${Math.round(share * maxShade)}%, var(--sunken))` }
        }
        data-tip={`${days[day - 1] ?? ''} ${hourText(hour)}: ${value === null ? 'not measured' : (text ?? valueText(value))}`}
      >
        {value === null ? (
          <span className="text-muted">–</span>
        ) : (
          (text ?? figure(value, value < 10 && value % 1 !== 0 ? 1 : 0))
        )}
      </td>
    )
  }
  return (
    // What scrolls must be within reach of the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="overflow-x-auto" tabIndex={0} aria-label={label}>
      <table className="w-full border-separate border-spacing-[2px]">
        <caption className="visually-hidden">{label}</caption>
        <thead>
          <tr>
            <Head scope="col" text={phone ? 'Hour' : 'Day'} />
            {phone
              ? days.map((day) => <Head key={day} scope="col" text={day.slice(0, 3)} />)
              : hours.map((hour) => <Head key={hour} scope="col" text={hourText(hour).slice(0, 2)} />)}
          </tr>
        </thead>
        <tbody>
          {phone
            ? hours.map((hour) => (
                <tr key={hour}>
                  <Head scope="row" text={hourText(hour)} />
                  {days.map((_, day) => cell(day + 1, hour))}
                </tr>
              ))
            : days.map((name, day) => (
                <tr key={name}>
                  <Head scope="row" text={name} />
                  {hours.map((hour) => cell(day + 1, hour))}
                </tr>
              ))}
        </tbody>
      </table>
    </section>
  )
}

/** Text on the darkest cell can still be read. */
const maxShade = 45

const Head = ({ scope, text }: { readonly scope: 'row' | 'col'; readonly text: string }) => (
  <th scope={scope} className={`text-xs font-normal text-muted ${scope === 'row' ? 'pe-2 text-start' : 'text-center'}`}>
    {text}
  </th>
)

const hourText = (hour: number) => `${String(hour).padStart(2, '0')}:00`
