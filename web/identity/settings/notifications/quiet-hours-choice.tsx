// When it is quiet: from when to when, on which days, by which clock. What is urgent comes in any case.
import type { Preferences, QuietHours } from '@gatehouse/contract/messages/channels'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { SelectField } from '../../../ui/forms/select-field.tsx'
import { SwitchLine } from '../../../ui/forms/switch-line.tsx'

interface QuietHoursChoiceProps {
  readonly preferences: Preferences
  readonly companyTimeZone: string
  readonly change: (part: Partial<Preferences>) => void
}

// From Monday, as a week is read; the numbers are those of the calendar.
const days = [
  [1, 'Monday'],
  [2, 'Tuesday'],
  [3, 'Wednesday'],
  [4, 'Thursday'],
  [5, 'Friday'],
  [6, 'Saturday'],
  [0, 'Sunday'],
] as const

export const QuietHoursChoice = ({ preferences, companyTimeZone, change }: QuietHoursChoiceProps) => {
  const [hours, setHours] = useState(preferences.quiet)
  const fault = faultIn(hours)
  const set = (part: Partial<QuietHours>) => {
    const next = { ...hours, ...part }
    setHours(next)
    // What cannot be is not kept, and says so beside it.
    if (faultIn(next) === null) change({ quiet: next })
  }
  const here = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const zones = [...new Set([...(preferences.timeZone ? [preferences.timeZone] : []), here])]
  return (
    <section className="grid gap-3 border-t border-t-line py-3" aria-label="Quiet hours">
      <SwitchLine
        label="Quiet hours"
        note="No push and no mail, but for what is urgent. A summary of the rest is sent at the end."
        checked={hours.on}
        onChange={(on) => set({ on })}
      />
      {hours.on && (
        <div className="grid gap-4 pt-2">
          <div className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-3 pt-1">
            {(['from', 'to'] as const).map((end) => (
              <TextField
                key={end}
                type="time"
                label={end === 'from' ? 'From' : 'To'}
                value={hours[end]}
                onChange={({ target }) => set({ [end]: target.value })}
                slotProps={{ inputLabel: { shrink: true } }}
              />
            ))}
          </div>
          <fieldset className="m-0 flex flex-wrap gap-2 border-0 p-0">
            <legend className="p-0 pb-2 text-sm text-muted">Beginning on</legend>
            {days.map(([day, name]) => (
              <label
                key={day}
                className="relative grid h-touch w-touch cursor-pointer place-items-center rounded-full border border-line has-checked:border-primary has-checked:bg-primary has-checked:text-on-primary has-focus-visible:[outline:2px_solid_var(--primary-text)] has-focus-visible:outline-offset-2"
              >
                <input
                  type="checkbox"
                  className="absolute inset-0 m-0 cursor-pointer opacity-0"
                  checked={hours.days.includes(day)}
                  aria-label={name}
                  onChange={({ target }) =>
                    set({ days: target.checked ? [...hours.days, day] : hours.days.filter((other) => other !== day) })
                  }
                />
                <span aria-hidden="true">{name.slice(0, 2)}</span>
              </label>
            ))}
          </fieldset>
          <SelectField
            label="By the clock of"
            value={preferences.timeZone ?? ''}
            options={[
              ['', `The company (${companyTimeZone})`],
              ...zones.map((zone) => [zone, zone === here ? `Where I am (${zone})` : zone] as const),
            ]}
            onChange={(zone) => change({ timeZone: zone === '' ? null : zone })}
          />
          {fault !== null && (
            <p role="alert" className="text-critical">
              {fault}
            </p>
          )}
        </div>
      )}
    </section>
  )
}

const faultIn = ({ on, from, to, days: chosen }: QuietHours): string | null => {
  if (!on) return null
  if (from === '' || to === '') return 'Enter both times.'
  if (from === to) return 'Choose another time for the end than for the beginning.'
  return chosen.length === 0 ? 'Choose a day at least.' : null
}
