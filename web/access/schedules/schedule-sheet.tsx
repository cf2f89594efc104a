// One schedule: its week, the days to come, and what follows it.
import { rangesText, weekdays } from '@gatehouse/contract/access/schedule-words'
import * as schedules from '@gatehouse/contract/access/schedules'
import type { Schedule } from '@gatehouse/contract/access/schedules'
import Button from '@mui/material/Button'
import { Link, type To } from 'react-router'
import { call } from '../../kit/data/api.ts'
import { Can } from '../../kit/can.tsx'
import { ConfirmButton } from '../../ui/sheets/confirm-button.tsx'
import { Fact, Facts } from '../../ui/primitives/facts.tsx'
import { opensSheet } from '../../ui/sheets/sheet-link.ts'
import { SideSheet, useCloseSheet } from '../../ui/sheets/side-sheet.tsx'
import { Followers } from './followers.tsx'
import { SchedulePreview } from './schedule-preview.tsx'
import { dateText, usesText } from './schedule-words.ts'

interface ScheduleSheetProps {
  readonly schedule: Schedule
  readonly edit: To
  readonly follow: To
  readonly closed: To
}

export const ScheduleSheet = ({ schedule, edit, follow, closed }: ScheduleSheetProps) => {
  const close = useCloseSheet(closed)
  const isUsed = schedule.uses.doors > 0 || schedule.uses.accessLevels > 0
  return (
    <SideSheet
      wide
      title={schedule.name}
      subtitle={schedule.description || usesText(schedule.uses)}
      closed={closed}
      foot={
        <Can op={schedules.update}>
          <ConfirmButton
            title={`Remove ${schedule.name}?`}
            action="Remove"
            run={() => call(schedules.remove, { scheduleId: schedule.id })}
            done={`The schedule ${schedule.name} is removed.`}
            then={close}
          >
            <p>
              {isUsed
                ? `${usesText(schedule.uses)} follow it: let them follow another schedule first.`
                : 'Nothing follows it.'}
            </p>
          </ConfirmButton>
          <Button component={Link} to={edit} state={opensSheet} variant="contained">
            Edit
          </Button>
        </Can>
      }
    >
      <div className="grid grid-cols-1 gap-6">
        <Week schedule={schedule} />
        <Followers schedule={schedule} follow={follow} />
        <SchedulePreview rules={schedule} />
      </div>
    </SideSheet>
  )
}

const onHolidaysText = ({ onHolidays, holidayRanges }: Schedule): string =>
  onHolidays === 'closed' ? 'closed' : onHolidays === 'as-usual' ? 'as usual' : rangesText(holidayRanges)

const Week = ({ schedule }: { readonly schedule: Schedule }) => (
  <Facts>
    {weekdays.map((name, day) => (
      <Fact key={name} label={name}>
        <span className="tabular-nums">{rangesText(schedule.week[day] ?? [])}</span>
      </Fact>
    ))}
    {schedule.calendar && (
      <Fact label="Holidays">
        {schedule.calendar.name}: {onHolidaysText(schedule)}
      </Fact>
    )}
    {schedule.exceptions.map(({ date, name, ranges }) => (
      <Fact key={date} label={dateText(date, true)}>
        {name && `${name}: `}
        {rangesText(ranges)}
      </Fact>
    ))}
  </Facts>
)
