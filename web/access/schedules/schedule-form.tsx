// A schedule being added or changed, with what it will do on the next days beside it.
import { dateIn, daysAfter } from '@gatehouse/contract/access/schedule-time'
import * as schedules from '@gatehouse/contract/access/schedules'
import type { Schedule } from '@gatehouse/contract/access/schedules'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { To } from 'react-router'
import { ApiError, call } from '../../kit/data/api.ts'
import { useClock } from '../../kit/clock.ts'
import { queryOf } from '../../kit/data/queries.ts'
import { useTimeZone } from '../../kit/time.ts'
import { FormSheet } from '../../ui/sheets/form-sheet.tsx'
import { nameRule } from '../../ui/forms/text-rules.ts'
import { SelectInput } from '../../ui/forms/select-input.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { ExceptionsEditor } from './exceptions-editor.tsx'
import { RangesEditor } from './ranges-editor.tsx'
import { scheduleFault } from './schedule-faults.ts'
import { SchedulePreview } from './schedule-preview.tsx'
import { WeekEditor } from './week-editor.tsx'

type Fields = Pick<Schedule, 'name' | 'description' | 'week' | 'exceptions' | 'onHolidays' | 'holidayRanges'> & {
  /** Empty: none. */
  calendarId: string
}

const office = [{ from: '08:00', to: '18:00' }]
const presets: readonly { readonly label: string; readonly week: Schedule['week'] }[] = [
  { label: 'Mon–Fri 08:00–18:00', week: [office, office, office, office, office, [], []] },
  { label: 'Always', week: Array.from({ length: 7 }, () => [{ from: '00:00', to: '24:00' }]) },
  { label: 'Never', week: Array.from({ length: 7 }, () => []) },
]

interface ScheduleFormProps {
  /** null: a new one. */
  readonly schedule: Schedule | null
  readonly closed: To
}

export const ScheduleForm = ({ schedule, closed }: ScheduleFormProps) => {
  const [before] = useState<Fields>(() => ({
    name: schedule?.name ?? '',
    description: schedule?.description ?? '',
    week: schedule?.week ?? presets[0]?.week ?? [],
    exceptions: schedule?.exceptions ?? [],
    calendarId: schedule?.calendar?.id ?? '',
    onHolidays: schedule?.onHolidays ?? 'closed',
    holidayRanges: schedule?.holidayRanges ?? [],
  }))
  const form = useForm<Fields>({ defaultValues: before })
  const { control } = form
  const [week, exceptions, calendarId, onHolidays, holidayRanges] = useWatch({
    control,
    name: ['week', 'exceptions', 'calendarId', 'onHolidays', 'holidayRanges'],
  })
  const calendars = useQuery(queryOf(schedules.calendars, {})).data?.calendars ?? []
  const timeZone = useTimeZone()
  const today = useClock((now) => dateIn(timeZone, new Date(now)))
  const holidays = calendars.find(({ id }) => id === calendarId)?.days ?? []
  return (
    <FormSheet
      wide
      title={schedule ? `Edit ${schedule.name}` : 'Add a schedule'}
      subtitle="Times are those of the clocks at the site where a door is."
      closed={closed}
      form={form}
      draft={`schedule ${schedule ? before.name : 'new'}`}
      what={schedule ? `The changes to ${schedule.name}` : 'The new schedule'}
      label={schedule ? 'Save' : 'Add schedule'}
      send={async ({ calendarId: chosen, ...fields }) => {
        const fault = scheduleFault(fields)
        if (fault !== null) throw new ApiError(0, { code: 'FAULT', message: fault })
        const given = { ...fields, calendarId: chosen === '' ? null : chosen }
        await (schedule ? call(schedules.update, { ...given, scheduleId: schedule.id }) : call(schedules.create, given))
        return `The schedule ${fields.name.trim()} is ${schedule ? 'saved' : 'added'}.`
      }}
    >
      <TextInput control={control} name="name" label="Name" required rule={nameRule()} />
      <TextInput control={control} name="description" label="Description" help="What it is for, in a sentence." />
      <div className="flex flex-wrap items-center gap-2">
        <span className="text-sm text-muted">Begin with</span>
        {presets.map(({ label, week: given }) => (
          <Button
            key={label}
            size="small"
            variant="outlined"
            onClick={() => form.setValue('week', given, { shouldDirty: true })}
          >
            {label}
          </Button>
        ))}
      </div>
      <WeekEditor week={week} onChange={(next) => form.setValue('week', next, { shouldDirty: true })} />
      <SelectInput
        control={control}
        name="calendarId"
        label="Holiday calendar"
        options={[{ value: '', label: 'None' }, ...calendars.map(({ id, name }) => ({ value: id, label: name }))]}
      />
      {calendarId !== '' && (
        <SelectInput
          control={control}
          name="onHolidays"
          label="On its days"
          options={[
            { value: 'closed', label: 'Closed' },
            { value: 'as-usual', label: 'As on any other day' },
            { value: 'ranges', label: 'Open at other times' },
          ]}
        />
      )}
      {calendarId !== '' && onHolidays === 'ranges' && (
        <RangesEditor
          name="Holidays"
          ranges={holidayRanges}
          onChange={(next) => form.setValue('holidayRanges', next, { shouldDirty: true })}
        />
      )}
      <ExceptionsEditor
        exceptions={exceptions}
        today={daysAfter(today, 1)}
        onChange={(next) => form.setValue('exceptions', next, { shouldDirty: true })}
      />
      <SchedulePreview rules={{ week, exceptions, onHolidays, holidayRanges, holidays }} />
    </FormSheet>
  )
}
