// The week of a schedule: the open times of each day, dragged or typed.
import type { Schedule } from '@gatehouse/contract/access/schedules'
import { rangesText, weekdays } from '@gatehouse/contract/access/schedule-words'
import MenuItem from '@mui/material/MenuItem'
import { Icon } from '../../ui/primitives/icon.tsx'
import { MenuButton } from '../../ui/primitives/menu-button.tsx'
import { RangesEditor } from './ranges-editor.tsx'
import { copied, overMidnight } from './week-ranges.ts'

type Week = Schedule['week']

export const WeekEditor = ({ week, onChange }: { readonly week: Week; readonly onChange: (week: Week) => void }) => (
  <fieldset className="m-0 grid min-w-0 grid-cols-1 border-0 p-0 [&>legend]:px-0 [&>legend]:pt-0 [&>legend]:pb-2 [&>legend]:font-semibold">
    <legend>Open times</legend>
    {weekdays.map((name, day) => {
      const ranges = week[day] ?? []
      return (
        <section key={name} className="grid gap-2 border-t border-t-line py-3" aria-label={name}>
          <header className="flex flex-wrap items-baseline gap-x-3 [&_h3]:m-0 [&_h3]:min-w-[6rem] [&_h3]:text-md [&>button]:ms-auto">
            <h3>{name}</h3>
            <span className="text-sm text-muted tabular-nums">{rangesText(ranges)}</span>
            <CopyTo day={day} name={name} onCopy={(to) => onChange(copied(week, day, to))} />
          </header>
          <RangesEditor
            name={name}
            ranges={ranges}
            onChange={(next) => onChange(week.map((one, i) => (i === day ? next : one)))}
            onOverMidnight={(index) => onChange(overMidnight(week, day, index))}
          />
        </section>
      )
    })}
  </fieldset>
)

interface CopyToProps {
  readonly day: number
  readonly name: string
  readonly onCopy: (to: readonly number[]) => void
}

const allDays = [0, 1, 2, 3, 4, 5, 6]

const CopyTo = ({ day, name, onCopy }: CopyToProps) => (
  <MenuButton
    label="Copy to"
    offers="Choice of days"
    size="small"
    aria-label={`Copy to other days: ${name}`}
    endIcon={<Icon name="next" />}
  >
    {(close) =>
      [
        ['Monday to Friday', [0, 1, 2, 3, 4]] as const,
        ['Saturday and Sunday', [5, 6]] as const,
        ['Every day', allDays] as const,
        ...allDays.filter((other) => other !== day).map((other) => [weekdays[other], [other]] as const),
      ].map(([words, to]) => (
        <MenuItem
          key={words}
          onClick={() => {
            close()
            onCopy(to)
          }}
        >
          {words}
        </MenuItem>
      ))
    }
  </MenuButton>
)
