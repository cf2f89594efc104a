// Which doors stand unlocked by a schedule, and what each does now.
import * as schedules from '@gatehouse/contract/access/schedules'
import type { DoorSchedule, Schedule } from '@gatehouse/contract/access/schedules'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { Link, type To } from 'react-router'
import { call } from '../../kit/data/api.ts'
import { counted } from '../../kit/counted.ts'
import { Can } from '../../kit/can.tsx'
import { queryOf } from '../../kit/data/queries.ts'
import { ConfirmButton } from '../../ui/sheets/confirm-button.tsx'
import { opensSheet } from '../../ui/sheets/sheet-link.ts'
import { View } from '../../ui/feedback/states.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { momentText, nowOf } from './schedule-words.ts'

export const Followers = ({ schedule, follow }: { readonly schedule: Schedule; readonly follow: To }) => {
  const query = useQuery(queryOf(schedules.doorSchedules, { scheduleId: schedule.id }))
  const { accessLevels } = schedule.uses
  return (
    <section className="grid grid-cols-1 gap-3">
      <header className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <h3>Doors that stand unlocked by it</h3>
        <Can op={schedules.addDoorSchedule}>
          <Button component={Link} to={follow} state={opensSheet} size="small" variant="outlined">
            Add doors
          </Button>
        </Can>
      </header>
      <View op={schedules.doorSchedules} query={query} rows={3} failed="What follows it could not be loaded">
        {({ doorSchedules }) =>
          doorSchedules.length === 0 ? (
            <p className="text-sm text-muted">None.</p>
          ) : (
            <ul className="[&>li]:border-b [&>li]:border-b-line [&>li]:py-2">
              {doorSchedules.map((one) => (
                <Follower key={one.id} one={one} />
              ))}
            </ul>
          )
        }
      </View>
      {accessLevels > 0 && (
        <p>
          <Link to="/door-management/access-levels">
            {counted(accessLevels, 'access level follows', 'access levels follow')} it
          </Link>
        </p>
      )}
    </section>
  )
}

const Follower = ({ one }: { readonly one: DoorSchedule }) => {
  const name = one.door?.name ?? one.group?.name ?? ''
  return (
    <li>
      <div className="flex flex-wrap items-baseline gap-x-3 [&>button]:ms-auto">
        <strong>{name}</strong>
        <span className="text-sm text-muted">
          {one.group && 'Group'}
          {one.firstPersonIn && (one.group ? ' · waits for the first person in' : 'Waits for the first person in')}
        </span>
        <Can op={schedules.removeDoorSchedule}>
          <ConfirmButton
            size="small"
            aria-label={`Take out ${name}`}
            title={`Take ${name} out of ${one.schedule.name}?`}
            action="Take out"
            busy="Taking out…"
            tone="plain"
            run={() => call(schedules.removeDoorSchedule, { doorScheduleId: one.id })}
          >
            <p>What stands unlocked by the schedule is locked.</p>
          </ConfirmButton>
        </Can>
      </div>
      <ul>
        {one.doors.map((door) => (
          <li key={door.id} className="flex min-h-[32px] flex-wrap items-center gap-x-3">
            <Link to={`/doors/${door.id}`}>{door.name}</Link>
            <StatusWord {...nowOf[door.now]} />
            {door.nextChangeAt && (
              <span className="text-sm text-muted">
                {door.open ? 'closes' : 'opens'} {momentText(door.nextChangeAt, door.timeZone)}
              </span>
            )}
          </li>
        ))}
      </ul>
    </li>
  )
}
