// A holiday calendar being added or changed: its days, once or every year.
import { dateIn } from '@gatehouse/contract/access/schedule-time'
import * as schedules from '@gatehouse/contract/access/schedules'
import type { HolidayCalendar } from '@gatehouse/contract/access/schedules'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { type To, useNavigate } from 'react-router'
import { ApiError, call } from '../../kit/data/api.ts'
import { useClock } from '../../kit/clock.ts'
import { useTimeZone } from '../../kit/time.ts'
import { ConfirmButton } from '../../ui/sheets/confirm-button.tsx'
import { FormSheet } from '../../ui/sheets/form-sheet.tsx'
import { Icon } from '../../ui/primitives/icon.tsx'
import { CheckField } from '../../ui/forms/check-field.tsx'
import { nameRule } from '../../ui/forms/text-rules.ts'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { calendarFault, isTwice } from './schedule-faults.ts'
import { dateText } from './schedule-words.ts'

interface Fields {
  name: string
  days: HolidayCalendar['days']
}

interface CalendarFormProps {
  /** null: a new one. */
  readonly calendar: HolidayCalendar | null
  readonly closed: To
}

export const CalendarForm = ({ calendar, closed }: CalendarFormProps) => {
  const navigate = useNavigate()
  const [before] = useState<Fields>(() => ({ name: calendar?.name ?? '', days: calendar?.days ?? [] }))
  const form = useForm<Fields>({ defaultValues: before })
  const days = useWatch({ control: form.control, name: 'days' })
  const timeZone = useTimeZone()
  const today = useClock((now) => dateIn(timeZone, new Date(now)))
  const setDays = (next: Fields['days']) => form.setValue('days', next, { shouldDirty: true })
  const change = (index: number, by: Partial<Fields['days'][number]>) =>
    setDays(days.map((day, i) => (i === index ? { ...day, ...by } : day)))
  const [tried, setTried] = useState(false)
  const isNameless = ({ name }: Fields['days'][number]) => tried && name.trim() === ''
  return (
    <FormSheet
      title={calendar ? `Edit ${calendar.name}` : 'Add a holiday calendar'}
      subtitle="Each schedule that follows it says what it does on these days."
      closed={closed}
      form={form}
      draft={`calendar ${calendar ? before.name : 'new'}`}
      what={calendar ? `The changes to ${calendar.name}` : 'The new calendar'}
      label={calendar ? 'Save' : 'Add calendar'}
      send={async (fields) => {
        setTried(true)
        const fault = calendarFault(fields.days)
        if (fault !== null) throw new ApiError(0, { code: 'FAULT', message: fault })
        await (calendar
          ? call(schedules.updateCalendar, { ...fields, calendarId: calendar.id })
          : call(schedules.createCalendar, fields))
        return `The calendar ${fields.name.trim()} is ${calendar ? 'saved' : 'added'}.`
      }}
    >
      <TextInput control={form.control} name="name" label="Name" required rule={nameRule()} />
      <fieldset className="m-0 grid min-w-0 gap-3 border-0 p-0 [&>legend]:px-0 [&>legend]:pt-0 [&>legend]:pb-2 [&>legend]:font-semibold">
        <legend>Days</legend>
        {days.length === 0 && <p className="text-sm text-muted">No day yet.</p>}
        {days.map((day, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- days change while they are edited, and keep their place
          <div
            key={index}
            className="grid grid-cols-[11rem_minmax(0,1fr)_auto] items-start gap-2 below-sm:grid-cols-[minmax(0,1fr)_auto] below-sm:[&>:first-child]:col-span-full"
          >
            <TextField
              type="date"
              size="small"
              label="Day"
              value={day.date}
              error={isTwice(days, index)}
              helperText={isTwice(days, index) ? 'This day is there already' : undefined}
              onChange={({ target }) => {
                if (target.value !== '') change(index, { date: target.value })
              }}
              slotProps={{ inputLabel: { shrink: true } }}
            />
            <TextField
              size="small"
              label="Name"
              required
              value={day.name}
              error={isNameless(day)}
              helperText={isNameless(day) ? 'Give this day a name' : undefined}
              onChange={({ target }) => change(index, { name: target.value })}
              slotProps={{ htmlInput: { maxLength: 60 } }}
            />
            <IconButton
              aria-label={`Remove ${day.name || dateText(day.date, true)}`}
              onClick={() => setDays(days.filter((_, i) => i !== index))}
            >
              <Icon name="close" />
            </IconButton>
            <CheckField
              className="col-span-full"
              label={`Every year${day.date.endsWith('-02-29') ? ' that has it' : ''}`}
              checked={day.yearly}
              onChange={(yearly) => change(index, { yearly })}
            />
          </div>
        ))}
        <Button
          size="small"
          startIcon={<Icon name="add" />}
          className="justify-self-start"
          onClick={() => setDays([...days, { date: today, yearly: false, name: '' }])}
        >
          Add a day
        </Button>
      </fieldset>
      {calendar && (
        <ConfirmButton
          className="justify-self-start"
          label="Remove this calendar"
          title={`Remove ${calendar.name}?`}
          action="Remove"
          run={() => call(schedules.removeCalendar, { calendarId: calendar.id })}
          done={`The calendar ${calendar.name} is removed.`}
          then={() => void navigate(closed, { replace: true })}
        >
          <p>It can be removed while no schedule follows it.</p>
        </ConfirmButton>
      )}
    </FormSheet>
  )
}
