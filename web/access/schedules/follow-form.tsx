// Letting a door, or a group of doors, stand unlocked while a schedule is open.
import * as devices from '@gatehouse/contract/building/devices'
import * as doorGroups from '@gatehouse/contract/access/door-groups'
import * as schedules from '@gatehouse/contract/access/schedules'
import type { Schedule } from '@gatehouse/contract/access/schedules'
import { useQuery } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import type { To } from 'react-router'
import { call } from '../../kit/data/api.ts'
import { queryOf } from '../../kit/data/queries.ts'
import { FormSheet } from '../../ui/sheets/form-sheet.tsx'
import { CheckInput } from '../../ui/forms/check-field.tsx'
import { SelectInput } from '../../ui/forms/select-input.tsx'

export const FollowForm = ({ schedule, closed }: { readonly schedule: Schedule; readonly closed: To }) => {
  // Which: `door {id}` or `group {id}`.
  const form = useForm({ defaultValues: { which: '', firstPersonIn: false } })
  const { control } = form
  const which = useWatch({ control, name: 'which' })
  const groups = useQuery(queryOf(doorGroups.list, {})).data?.groups ?? []
  const doors = useQuery(queryOf(devices.list, { kind: 'door' })).data?.devices ?? []
  return (
    <FormSheet
      title={`Doors by ${schedule.name}`}
      subtitle="They stand unlocked for everybody while the schedule is open, and are locked when it closes."
      closed={closed}
      form={form}
      draft={`follow ${schedule.id}`}
      what="The choice of doors"
      label="Let it follow"
      idle={which === ''}
      send={async (fields) => {
        const [kind, id = ''] = fields.which.split(' ')
        await call(schedules.addDoorSchedule, {
          scheduleId: schedule.id,
          firstPersonIn: fields.firstPersonIn,
          ...(kind === 'group' ? { groupId: id } : { doorId: id }),
        })
        return `${nameOf(id, [...groups, ...doors])} follows ${schedule.name}.`
      }}
    >
      <SelectInput
        control={control}
        name="which"
        label="Door or group"
        options={[
          ...groups.map((group) => ({
            value: `group ${group.id}`,
            label: `${group.name} (${group.doors.length} doors)`,
          })),
          ...doors.map(({ id, name, zone }) => ({ value: `door ${id}`, label: zone ? `${name}, ${zone}` : name })),
        ]}
      />
      <div>
        <CheckInput control={control} name="firstPersonIn" label="Wait for the first person in" />
        <p className="text-sm text-muted">
          Each door stays locked until somebody has been let in there while the schedule is open: nobody unlocks an
          empty building.
        </p>
      </div>
    </FormSheet>
  )
}

const nameOf = (id: string, all: readonly { readonly id: string; readonly name: string }[]) =>
  all.find((one) => one.id === id)?.name ?? 'It'
