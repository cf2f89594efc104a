// An access level being made or changed: which doors, when, and for which groups of people.
import { call } from '../../kit/data/api.ts'
import * as access from '@gatehouse/contract/access/access'
import type { LevelInFull } from '@gatehouse/contract/access/access'
import { useController, useForm } from 'react-hook-form'
import type { To } from 'react-router'
import { FormSheet } from '../../ui/sheets/form-sheet.tsx'
import { SelectInput } from '../../ui/forms/select-input.tsx'
import { PickMany } from './pick-many.tsx'
import { useDoorGroupOptions, useDoorOptions, useGroupSearch, useScheduleOptions } from './use-choices.ts'
import { NameInputs, ReasonInput, reasonOf } from './word-inputs.tsx'

const always = 'always'

interface LevelFormProps {
  /** null: a new one. */
  readonly level: LevelInFull | null
  readonly closed: To
}

export const LevelForm = ({ level, closed }: LevelFormProps) => {
  const form = useForm({
    defaultValues: {
      name: level?.name ?? '',
      description: level?.description ?? '',
      scheduleId: level?.schedule?.id ?? always,
      doorIds: idsOf(level?.doors),
      doorGroupIds: idsOf(level?.doorGroups),
      groupIds: idsOf(level?.groups),
      reason: '',
    },
  })
  const { control } = form
  const doors = useController({ control, name: 'doorIds' }).field
  const doorGroups = useController({ control, name: 'doorGroupIds' }).field
  const groups = useController({ control, name: 'groupIds' }).field
  const doorOptions = useDoorOptions()
  const doorGroupOptions = useDoorGroupOptions()
  const groupsFound = useGroupSearch(groups.value)
  const schedules = useScheduleOptions()
  return (
    <FormSheet
      wide
      title={level ? `Change ${level.name}` : 'Add an access level'}
      subtitle="Whoever holds it opens these doors at these times, from the moment it is saved."
      closed={closed}
      form={form}
      draft="level"
      what="The level"
      label={level ? 'Save' : 'Add level'}
      send={async ({ scheduleId, reason, ...fields }) => {
        const parts = { ...fields, scheduleId: scheduleId === always ? null : scheduleId }
        if (level) await call(access.updateLevel, { levelId: level.id, ...parts, ...reasonOf(reason) })
        else await call(access.createLevel, parts)
        return `The level ${fields.name.trim()} is ${level ? 'changed' : 'there'}.`
      }}
    >
      <NameInputs control={control} name="name" description="description" />
      <SelectInput
        control={control}
        name="scheduleId"
        label="When"
        help="By the clocks of the site where each door is."
        options={[{ value: always, label: 'Always' }, ...schedules.map(({ id, name }) => ({ value: id, label: name }))]}
      />
      <PickMany
        legend="Doors"
        options={doorOptions}
        chosen={doors.value}
        onChange={doors.onChange}
        empty="There are no doors that you see."
      />
      <PickMany
        legend="Groups of doors"
        options={doorGroupOptions}
        chosen={doorGroups.value}
        onChange={doorGroups.onChange}
        empty="There are no groups of doors yet."
      />
      <PickMany
        legend="Access groups"
        {...groupsFound}
        chosen={groups.value}
        onChange={groups.onChange}
        empty="There are no groups of people yet. Single people are given the level on the page of people."
      />
      {level && <ReasonInput control={control} name="reason" />}
    </FormSheet>
  )
}

const idsOf = (all: readonly { readonly id: string }[] = []): string[] => all.map(({ id }) => id)
