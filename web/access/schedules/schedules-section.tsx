// Schedules and holiday calendars of the company.
import { weekText } from '@gatehouse/contract/access/schedule-words'
import * as schedules from '@gatehouse/contract/access/schedules'
import type { HolidayCalendar, Schedule } from '@gatehouse/contract/access/schedules'
import { Can, useMissing } from '../../kit/can.tsx'
import { AddLink } from '../../ui/primitives/add-link.tsx'
import { useWhole } from '../../ui/tables/data-pages.ts'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'
import { later } from '../../ui/feedback/later.tsx'
import { useSheetAddress } from '../../ui/sheets/sheet-link.ts'
import { Empty, NoPermission } from '../../ui/feedback/states.tsx'
import { dateText, usesText } from './schedule-words.ts'
import styles from './schedules.module.css'

const ScheduleSheet = later(async () => (await import('./schedule-sheet.tsx')).ScheduleSheet, 'over')
const ScheduleForm = later(async () => (await import('./schedule-form.tsx')).ScheduleForm, 'over')
const FollowForm = later(async () => (await import('./follow-form.tsx')).FollowForm, 'over')
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
  const all = pages.query.data?.schedules
  const shown = useSheetAddress('schedule')
  const edited = useSheetAddress('edit')
  const followed = useSheetAddress('follow')
  const find = (id: string | null) => all?.find((one) => one.id === id) ?? null
  const follows = find(followed.id)
  const add = (
    <Can op={schedules.create}>
      <AddLink to={edited.to('new')}>Add schedule</AddLink>
    </Can>
  )
  return (
    <section className="grid grid-cols-1 gap-3">
      <header className={`${styles.partHead} flex flex-wrap items-center justify-between gap-x-3 gap-y-2`}>
        <h2>Schedules</h2>
        {add}
      </header>
      <DataTable
        name="schedules"
        label="Schedules"
        pages={pages}
        rows={(answer) => answer.schedules}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        columns={columns}
        card={scheduleCard}
        to={({ id }) => shown.to(id)}
        failed="The schedules could not be loaded"
        empty={
          <Empty title="No schedule yet">
            <p>A schedule says when doors stand unlocked, and when access levels open them.</p>
            {add}
          </Empty>
        }
      />
      {all &&
        (edited.id !== null ? (
          <ScheduleForm key={edited.id} schedule={find(edited.id)} isNew={edited.id === 'new'} closed={edited.closed} />
        ) : follows ? (
          <FollowForm key={follows.id} schedule={follows} closed={followed.closed} />
        ) : shown.id !== null ? (
          <ScheduleSheet
            key={shown.id}
            schedule={find(shown.id)}
            edit={edited.to(shown.id)}
            follow={followed.to(shown.id)}
            closed={shown.closed}
          />
        ) : null)}
    </section>
  )
}

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

const Calendars = () => {
  const pages = useWhole(schedules.calendars, {})
  const all = pages.query.data?.calendars
  const edited = useSheetAddress('calendar')
  const add = (
    <Can op={schedules.createCalendar}>
      <AddLink to={edited.to('new')}>Add calendar</AddLink>
    </Can>
  )
  return (
    <section className="grid grid-cols-1 gap-3">
      <header className={`${styles.partHead} flex flex-wrap items-center justify-between gap-x-3 gap-y-2`}>
        <h2>Holiday calendars</h2>
        {add}
      </header>
      <DataTable
        name="calendars"
        label="Holiday calendars"
        pages={pages}
        rows={({ calendars }) => calendars}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        columns={calendarColumns}
        card={calendarCard}
        to={({ id }) => edited.to(id)}
        failed="The holiday calendars could not be loaded"
        empty={
          <Empty title="No holiday calendar yet">
            <p>Days on which schedules are closed or otherwise, once or every year.</p>
            {add}
          </Empty>
        }
      />
      {all && edited.id !== null && (
        <CalendarForm
          key={edited.id}
          calendar={all.find(({ id }) => id === edited.id) ?? null}
          isNew={edited.id === 'new'}
          closed={edited.closed}
        />
      )}
    </section>
  )
}

const daysText = ({ days }: HolidayCalendar): string => {
  const named = days.slice(0, 3).map(({ date, name, yearly }) => `${name} (${dateText(date, !yearly)})`)
  return days.length > 3 ? `${named.join(', ')} and ${days.length - 3} more` : named.join(', ') || 'No day yet'
}

const followText = ({ schedules: count }: HolidayCalendar): string =>
  count === 0 ? 'No schedule follows it' : `${count} ${count === 1 ? 'schedule follows' : 'schedules follow'} it`

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
