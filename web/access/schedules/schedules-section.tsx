// Schedules and holiday calendars of the company.
import { weekText } from '@gatehouse/contract/access/schedule-words'
import * as schedules from '@gatehouse/contract/access/schedules'
import type { HolidayCalendar, Schedule } from '@gatehouse/contract/access/schedules'
import { counted } from '../../kit/counted.ts'
import { useMissing } from '../../kit/can.tsx'
import { useWhole } from '../../ui/tables/data-pages.ts'
import type { Column } from '../../ui/tables/data-table.tsx'
import { ListSection } from '../../ui/tables/list-section.tsx'
import { later } from '../../ui/feedback/later.tsx'
import { useSheetAddress } from '../../ui/sheets/sheet-link.ts'
import { NoPermission } from '../../ui/feedback/states.tsx'
import { dateText, usesText, yearlyText } from './schedule-words.ts'

const ScheduleSheet = later(async () => (await import('./schedule-sheet.tsx')).ScheduleSheet, 'over')
const ScheduleForm = later(async () => (await import('./schedule-form.tsx')).ScheduleForm, 'over')
const FollowForm = later(async () => (await import('./follow-form.tsx')).FollowForm, 'over')
const GoneSheet = later(async () => (await import('../../ui/sheets/answer-sheet.tsx')).GoneSheet, 'over')
const CalendarForm = later(async () => (await import('./calendar-form.tsx')).CalendarForm, 'over')

export const SchedulesSection = () => {
  const missing = useMissing(schedules.list)
  if (missing.length > 0) return <NoPermission missing={missing} />
  return (
    <div className="grid grid-cols-1 gap-6">
      <Schedules />
      <Calendars />
    </div>
  )
}

const Schedules = () => {
  const pages = useWhole(schedules.list, {})
  const all = pages.first?.schedules
  const edited = useSheetAddress('edit')
  const followed = useSheetAddress('follow')
  const find = (id: string | null) => all?.find((one) => one.id === id)
  const follows = find(followed.id)
  const changed = find(edited.id)
  return (
    <section className="grid grid-cols-1 gap-3">
      <ListSection
        name="schedules"
        label="Schedules"
        noun={['schedule', 'schedules']}
        pages={pages}
        rows={(answer) => answer.schedules}
        columns={columns}
        card={scheduleCard}
        failed="The schedules could not be loaded"
        beside={<h2>Schedules</h2>}
        sheet="schedule"
        add="Add schedule"
        adds={schedules.create}
        addTo={edited.to('new')}
        first={{
          title: 'No schedule yet',
          says: 'A schedule says when doors stand unlocked, and when access levels open them.',
        }}
        gone={{ ...gone, name: 'Schedule', says: 'It may have been removed since the link was made.' }}
      >
        {({ id, row, closed }) =>
          row &&
          edited.id === null &&
          !follows && (
            <ScheduleSheet key={id} schedule={row} edit={edited.to(id)} follow={followed.to(id)} closed={closed} />
          )
        }
      </ListSection>
      {!all || edited.id === null ? (
        follows && <FollowForm key={follows.id} schedule={follows} closed={followed.closed} />
      ) : changed || edited.id === 'new' ? (
        <ScheduleForm key={edited.id} schedule={changed ?? null} closed={edited.closed} />
      ) : (
        <GoneSheet {...gone} name="Edit schedule" says="It may have been removed since." closed={edited.closed} />
      )}
    </section>
  )
}

const gone = { title: 'This schedule is not there' }

const columns: readonly Column<Schedule>[] = [
  { field: 'name', title: 'Schedule', minWidth: 160, render: ({ name }) => name },
  { field: 'week', title: 'Open', flex: 2, minWidth: 220, render: ({ week }) => weekText(week) },
  { field: 'holidays', title: 'Holidays', minWidth: 140, render: ({ calendar }) => calendar?.name ?? '–' },
  {
    field: 'exceptions',
    title: 'Exceptions',
    minWidth: 100,
    render: ({ exceptions }) => (exceptions.length === 0 ? '–' : exceptions.length),
  },
  { field: 'uses', title: 'Used by', minWidth: 160, render: ({ uses }) => usesText(uses) },
]

const scheduleCard = ({ name, week, uses }: Schedule) => (
  <>
    <span>{name}</span>
    <span>{weekText(week)}</span>
    <span className="text-sm text-muted">{usesText(uses)}</span>
  </>
)

const Calendars = () => (
  <section className="grid grid-cols-1 gap-3">
    <ListSection
      name="calendars"
      label="Holiday calendars"
      noun={['calendar', 'calendars']}
      pages={useWhole(schedules.calendars, {}, 'calendars-sort')}
      rows={({ calendars }) => calendars}
      columns={calendarColumns}
      card={calendarCard}
      failed="The holiday calendars could not be loaded"
      beside={<h2>Holiday calendars</h2>}
      sheet="calendar"
      add="Add calendar"
      adds={schedules.createCalendar}
      first={{
        title: 'No holiday calendar yet',
        says: 'Days on which schedules are closed or otherwise, once or every year.',
      }}
      gone={{
        name: 'Holiday calendar',
        title: 'This calendar is not there',
        says: 'It may have been removed since.',
      }}
    >
      {({ id, row, closed }) => <CalendarForm key={id} calendar={row} closed={closed} />}
    </ListSection>
  </section>
)

const daysText = ({ days }: HolidayCalendar): string => {
  const named = days
    .slice(0, 3)
    .map(({ date, name, yearly }) => `${name} (${yearly ? yearlyText(date) : dateText(date, true)})`)
  return days.length > 3 ? `${named.join(', ')} and ${days.length - 3} more` : named.join(', ') || 'No day yet'
}

const followText = ({ schedules: count }: HolidayCalendar): string =>
  count === 0 ? 'No schedule follows it' : `${counted(count, 'schedule follows', 'schedules follow')} it`

const calendarColumns: readonly Column<HolidayCalendar>[] = [
  { field: 'name', title: 'Calendar', minWidth: 160, render: ({ name }) => name },
  { field: 'days', title: 'Days', flex: 3, minWidth: 240, render: daysText },
  { field: 'schedules', title: 'Used by', minWidth: 160, render: followText },
]

const calendarCard = (calendar: HolidayCalendar) => (
  <>
    <span>{calendar.name}</span>
    <span>{daysText(calendar)}</span>
    <span className="text-sm text-muted">{followText(calendar)}</span>
  </>
)
