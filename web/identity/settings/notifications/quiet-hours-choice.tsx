// When it is quiet: from when to when, on which days, by which clock. What is urgent comes in any case.
import type { Preferences, QuietHours } from '@gatehouse/contract/messages/channels'
import FormControlLabel from '@mui/material/FormControlLabel'
import MenuItem from '@mui/material/MenuItem'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import { useId, useState } from 'react'
import styles from './notifications.module.css'

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
  const heading = useId()
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
    <section className={`${styles.part} grid gap-3 border-t border-t-line px-0 py-3`} aria-labelledby={heading}>
      <FormControlLabel
        className={styles.switch}
        labelPlacement="start"
        slotProps={{ typography: { variant: 'body2' } }}
        label={
          <>
            <span id={heading} className="block [font-size:inherit] font-semibold">
              Quiet hours
            </span>
            <span className="block text-sm text-muted">
              No push and no mail, but for what is urgent. At the end you are told of the rest in one.
            </span>
          </>
        }
        control={<Switch checked={hours.on} onChange={(_, on) => set({ on })} />}
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
          <fieldset className={styles.days}>
            <legend>Beginning on</legend>
            {days.map(([day, name]) => (
              <label key={day}>
                <input
                  type="checkbox"
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
          <TextField
            select
            fullWidth
            label="By the clock of"
            value={preferences.timeZone ?? ''}
            onChange={({ target }) => change({ timeZone: target.value === '' ? null : target.value })}
            slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
          >
            <MenuItem value="">The company ({companyTimeZone})</MenuItem>
            {zones.map((zone) => (
              <MenuItem key={zone} value={zone}>
                {zone === here ? `Where I am (${zone})` : zone}
              </MenuItem>
            ))}
          </TextField>
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
