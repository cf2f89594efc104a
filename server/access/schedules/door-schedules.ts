// Doors and groups that stand unlocked by a schedule: chosen, seen with what the schedules want of each door now.
import { isOpen, nextChange } from '@gatehouse/contract/access/schedule-time'
import * as schedules from '@gatehouse/contract/access/schedules'
import type { DoorSchedule } from '@gatehouse/contract/access/schedules'
import { v7 as uuid } from 'uuid'
import { type Db, insertRow, updateRow } from '../../db/pool.ts'
import type { Directory } from '../../building/devices/devices.ts'
import type { Caller } from '../../kit/http/caller.ts'
import { changes } from '../../kit/changes.ts'
import { clock } from '../../kit/clock.ts'
import { invalid, notFound, Refusal } from '../../kit/errors.ts'
import type { Serve } from '../../kit/http/serve.ts'
import { type LabelScope, labelScope } from '../../kit/label-scope.ts'
import { type DoorScheduleRow, isFollowing, readDoorSchedules, readGroup } from './door-schedules.sql.ts'
import { lockOne } from './schedules.sql.ts'

interface Parts {
  readonly db: Db
  readonly directory: Directory
  changing<T>(caller: Caller, change: (tx: Db, companyId: string) => Promise<T>): Promise<T>
}

export const serveDoorSchedules = (serve: Serve, { db, directory, changing }: Parts) => {
  const shown = async (tx: Db, caller: Caller, id: string): Promise<DoorScheduleRow> => {
    const [row] = await readDoorSchedules(tx, caller.companyId, labelScope(caller), { id })
    if (!row) throw notFound('What follows this schedule')
    return row
  }

  serve(schedules.doorSchedules, async (which, caller) => {
    const rows = await readDoorSchedules(db, caller.companyId, labelScope(caller), which)
    const now = clock.now()
    return { doorSchedules: rows.map((row) => doorScheduleOf(row, now)) }
  })

  serve(schedules.addDoorSchedule, ({ scheduleId, doorId = null, groupId = null, firstPersonIn }, caller, call) =>
    changing(caller, async (tx, companyId) => {
      if (!(await lockOne(tx, 'schedule', companyId, scheduleId))) throw notFound('This schedule')
      if (doorId !== null && (directory.byId(doorId)?.kind !== 'door' || !directory.sees(caller, doorId)))
        throw notFound('This door')
      if (groupId !== null) await demandWholeGroup(tx, companyId, groupId, labelScope(caller))
      if (await isFollowing(tx, scheduleId, { doorId, groupId }))
        throw invalid([{ field: doorId === null ? 'groupId' : 'doorId', message: 'It follows this schedule already' }])
      const id = uuid()
      const columns = { schedule_id: scheduleId, device_id: doorId, group_id: groupId, first_person_in: firstPersonIn }
      await insertRow(tx, 'door_schedule', { id, company_id: companyId, ...columns })
      const row = await shown(tx, caller, id)
      await call.record(tx, { subject: subjectOf(row), after: factsOf(row) })
      return { doorSchedule: doorScheduleOf(row, clock.now()) }
    }),
  )

  serve(schedules.updateDoorSchedule, ({ doorScheduleId, firstPersonIn }, caller, call) =>
    changing(caller, async (tx, companyId) => {
      await lockOne(tx, 'door_schedule', companyId, doorScheduleId)
      const before = await shown(tx, caller, doorScheduleId)
      call.annotate({ subject: subjectOf(before) })
      if (before.partly) throw hidden()
      await updateRow(tx, 'door_schedule', doorScheduleId, { first_person_in: firstPersonIn })
      const row = await shown(tx, caller, doorScheduleId)
      await call.record(tx, changes(factsOf(before), factsOf(row)))
      return { doorSchedule: doorScheduleOf(row, clock.now()) }
    }),
  )

  serve(schedules.removeDoorSchedule, ({ doorScheduleId }, caller, call) =>
    changing(caller, async (tx, companyId) => {
      await lockOne(tx, 'door_schedule', companyId, doorScheduleId)
      const before = await shown(tx, caller, doorScheduleId)
      call.annotate({ subject: subjectOf(before) })
      if (before.partly) throw hidden()
      await tx.deleteFrom('door_schedule').where('id', '=', doorScheduleId).execute()
      await call.record(tx, { before: factsOf(before) })
    }),
  )
}

const demandWholeGroup = async (tx: Db, companyId: string, groupId: string, scope: LabelScope) => {
  const group = await readGroup(tx, companyId, groupId, scope)
  if (!group || (group.doors > 0 && group.doors === group.hidden)) throw notFound('This group of doors')
  if (group.hidden > 0) throw hidden()
}

const doorScheduleOf = ({ rules, partly: _partly, doors, ...row }: DoorScheduleRow, now: Date): DoorSchedule => ({
  ...row,
  doors: doors.map(({ id, name, timeZone, ...door }) => {
    const open = isOpen(rules, timeZone, now)
    const nextChangeAt = nextChange(rules, timeZone, now)?.at.toISOString() ?? null
    return { id, name, timeZone, open, now: nowOf(door, open && row.firstPersonIn), nextChangeAt }
  }),
})

const nowOf = (
  { wanted, held, lockdown }: Pick<DoorScheduleRow['doors'][number], 'wanted' | 'held' | 'lockdown'>,
  mayWait: boolean,
): DoorSchedule['doors'][number]['now'] => {
  if (lockdown) return 'lockdown'
  if (held) return 'held'
  if (wanted === 'unlocked') return 'unlocked'
  return mayWait ? 'waiting' : 'locked'
}

const subjectOf = ({ door, group }: DoorScheduleRow) => door?.name ?? group?.name ?? null

const factsOf = ({ schedule, door, group, firstPersonIn }: DoorScheduleRow) => ({
  schedule: schedule.name,
  door: door?.name ?? null,
  group: group?.name ?? null,
  firstPersonIn,
})

const hidden = () =>
  new Refusal(
    403,
    'FORBIDDEN',
    'This group has doors that labels hide from you. Who sees all of them can change what they follow.',
  )
