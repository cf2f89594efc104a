// The week of a schedule: the open times of each day, dragged or typed.
import type { Range } from '@gatehouse/contract/access/schedule-time'
import { rangesText, weekdays } from '@gatehouse/contract/access/schedule-words'
import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { Icon } from '../../ui/primitives/icon.tsx'
import { RangesEditor } from './ranges-editor.tsx'
import { copied, overMidnight } from './week-ranges.ts'

type Week = readonly (readonly Range[])[]

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

const CopyTo = ({ day, name, onCopy }: CopyToProps) => {
  const [at, setAt] = useState<HTMLElement | null>(null)
  const copy = (to: readonly number[]) => () => {
    setAt(null)
    onCopy(to)
  }
  return (
    <>
      <Button
        size="small"
        aria-label={`Copy to other days: ${name}`}
        aria-haspopup="menu"
        aria-expanded={at !== null}
        endIcon={<Icon name="next" />}
        onClick={({ currentTarget }) => setAt(currentTarget)}
      >
        Copy to
      </Button>
      <Menu anchorEl={at} open={at !== null} onClose={() => setAt(null)}>
        <MenuItem onClick={copy([0, 1, 2, 3, 4])}>Monday to Friday</MenuItem>
        <MenuItem onClick={copy([5, 6])}>Saturday and Sunday</MenuItem>
        <MenuItem onClick={copy(allDays)}>Every day</MenuItem>
        {allDays
          .filter((other) => other !== day)
          .map((other) => (
            <MenuItem key={other} onClick={copy([other])}>
              {weekdays[other]}
            </MenuItem>
          ))}
      </Menu>
    </>
  )
}
